// sensors/sensor_suite.h: all sensors of one vehicle. Const, but for place(); what changes lies in
// the arena.
//
//   suite.place(layout, "x500");  // once, before the arena is made
//   // Every step:
//   suite.sense(arena, truth, power, errors);
//   suite.deliver(arena, truth.time, power, samples);
//   ... integrate, contact ...
//   suite.accumulate(arena, motion);
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sensors/airspeed_sensor.h"
#include "sensors/barometer.h"
#include "sensors/external_vision.h"
#include "sensors/gnss.h"
#include "sensors/imu.h"
#include "sensors/magnetometer.h"
#include "sensors/optical_flow.h"
#include "sensors/power_monitors.h"
#include "sensors/range_finder.h"

namespace alula {

struct SensorSuiteConfig {
  std::vector<ImuConfig> imu;
  std::vector<GnssConfig> gnss;
  std::vector<BarometerConfig> barometer;
  std::vector<MagnetometerConfig> magnetometer;
  std::vector<RangeFinderConfig> range_finder;
  std::vector<OpticalFlowConfig> optical_flow;
  std::vector<ExternalVisionConfig> external_vision;
  std::vector<AirspeedSensorConfig> airspeed;
  std::optional<BatteryMonitorConfig> battery_monitor;  // one for every battery
  std::optional<EscMonitorConfig> esc_monitor;          // reports all rotors
};

inline constexpr std::size_t kSensorsOfAKindMax = 4;  // as many samples as a step can deliver
// Sensor by sensor, and how many there are.
MaybeError validate(const SensorSuiteConfig& config);

// Where and in which run the sensors work.
struct SensorSuiteSite {
  LocalFrame frame{Geodetic{}};
  Atmosphere<double> atmosphere{};
  WindField<double> wind{};
  std::optional<GroundPlane> ground{};  // what range finders and cameras see; none: nothing
  double decimal_year = 2026.0;
  std::string vehicle = "vehicle";  // in the names of random streams
  std::uint64_t seed = 0;
  StepClock clock{};
  bool ideal = false;  // every sensor without random error; rates and delays stay
  std::size_t battery_count = 0;
};

class SensorSuite {
 public:
  // `config` has passed validate().
  SensorSuite(const SensorSuiteConfig& config, const SensorSuiteSite& site);

  // Blocks "<prefix>/imu" and so on. Once, before the arena is made.
  void place(ArenaLayout& layout, std::string_view prefix);

  // The air of the next samples.
  void set_atmosphere(const Atmosphere<double>& atmosphere) {
    for (Barometer& barometer : barometers_) barometer.set_atmosphere(atmosphere);
    for (AirspeedSensor& airspeed : airspeeds_) airspeed.set_atmosphere(atmosphere);
  }
  void set_wind(const Vec3& v_WA) {
    for (AirspeedSensor& airspeed : airspeeds_) airspeed.set_wind(v_WA);
  }

  // At the start of every step: samples due now, with their realised errors.
  void sense(Arena& arena, const TruthState& truth, const PowerTruth& power,
             SensorErrors& errors) const;
  // What arrives now. Appends to `samples`, which the caller has cleared.
  void deliver(Arena& arena, TimeNs now, const PowerTruth& power, Samples& samples) const;
  // After integration and contact of every step.
  void accumulate(Arena& arena, const StepMotion& motion) const;

  [[nodiscard]] const std::vector<Imu>& imus() const { return imus_; }
  [[nodiscard]] std::size_t range_finder_count() const { return range_finders_.size(); }
  [[nodiscard]] std::size_t optical_flow_count() const { return flows_.size(); }
  [[nodiscard]] std::size_t external_vision_count() const { return visions_.size(); }
  [[nodiscard]] std::size_t airspeed_count() const { return airspeeds_.size(); }

 private:
  MagneticModel magnetic_;
  std::vector<Imu> imus_;
  std::vector<Gnss> gnss_;
  std::vector<Barometer> barometers_;
  std::vector<Magnetometer> magnetometers_;
  std::vector<RangeFinder> range_finders_;
  std::vector<OpticalFlow> flows_;
  std::vector<ExternalVision> visions_;
  std::vector<AirspeedSensor> airspeeds_;
  std::vector<BatteryMonitor> battery_monitors_;
  std::optional<EscMonitor> esc_monitor_;

  Block<ImuState> imu_states_;
  Block<GnssState> gnss_states_;
  Block<BarometerState> barometer_states_;
  Block<MagnetometerState> magnetometer_states_;
  Block<RangeFinderState> range_states_;
  Block<OpticalFlowState> flow_states_;
  Block<ExternalVisionState> vision_states_;
  Block<AirspeedSensorState> airspeed_states_;
  Block<BatteryMonitorState> battery_states_;
};

}  // namespace alula
