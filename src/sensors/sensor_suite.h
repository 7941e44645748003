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

#include "sensors/barometer.h"
#include "sensors/gnss.h"
#include "sensors/imu.h"
#include "sensors/magnetometer.h"
#include "sensors/power_monitors.h"

namespace alula {

struct SensorSuiteConfig {
  std::vector<ImuConfig> imu;
  std::vector<GnssConfig> gnss;
  std::vector<BarometerConfig> barometer;
  std::vector<MagnetometerConfig> magnetometer;
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
  }

  // At the start of every step: samples due now, with their realised errors.
  void sense(Arena& arena, const TruthState& truth, const PowerTruth& power,
             SensorErrors& errors) const;
  // What arrives now. Appends to `samples`, which the caller has cleared.
  void deliver(Arena& arena, TimeNs now, const PowerTruth& power, Samples& samples) const;
  // After integration and contact of every step.
  void accumulate(Arena& arena, const StepMotion& motion) const;

  [[nodiscard]] const std::vector<Imu>& imus() const { return imus_; }

 private:
  MagneticModel magnetic_;
  std::vector<Imu> imus_;
  std::vector<Gnss> gnss_;
  std::vector<Barometer> barometers_;
  std::vector<Magnetometer> magnetometers_;
  std::vector<BatteryMonitor> battery_monitors_;
  std::optional<EscMonitor> esc_monitor_;

  Block<ImuState> imu_states_;
  Block<GnssState> gnss_states_;
  Block<BarometerState> barometer_states_;
  Block<MagnetometerState> magnetometer_states_;
  Block<BatteryMonitorState> battery_states_;
};

}  // namespace alula
