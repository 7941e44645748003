// sensors/airspeed_sensor.h: a Pitot tube along body x with its pressure gauge: total less static
// pressure, for a compressible flow. Only the wind along the tube counts, by the cosine of the
// angle between them; from behind it reads what leaks back, a small negative share. Errs by white
// noise and an offset of the gauge that a run draws once. Left out: water, ice, rotor wash.
#pragma once

#include "earth/atmosphere.h"
#include "earth/geodesy.h"
#include "earth/wind.h"
#include "sensors/sensor_common.h"
#include "signals/samples.h"
#include "signals/truth.h"

namespace alula {

// The noise is that of Sensirion SDP33 and MS4525DO gauges in use: some pascals; 1 Pa is 1.3 m/s.
struct AirspeedSensorConfig {
  SensorCommonConfig common{.rate_hz = 20.0, .delay_s = 0.010};
  double white_pa = 2.0;     // deviation of the white error
  double offset_pa = 1.0;    // deviation of the error that a run draws once
  double range_pa = 6900.0;  // 1 psi: readings clip here
  bool blocked = false;      // a fault: the tube is closed, the pressure difference stays at zero
};

inline constexpr std::size_t kAirspeedQueue = 32;
MaybeError validate(const AirspeedSensorConfig& config);

// Total less static pressure of an isentropic flow [Pa].
double pitot_pressure_pa(double speed_m_s, const Air<double>& air);

struct AirspeedSensorState {
  FixedQueue<AirspeedSample, kAirspeedQueue> under_way{};
};
static_assert(ArenaState<AirspeedSensorState>);

class AirspeedSensor {
 public:
  AirspeedSensor(const AirspeedSensorConfig& config, const LocalFrame& frame,
                 const Atmosphere<double>& atmosphere, const WindField<double>& wind,
                 const SensorIdentity& identity);

  // The air of the next samples.
  void set_atmosphere(const Atmosphere<double>& atmosphere) { atmosphere_ = atmosphere; }
  void set_wind(const Vec3& v_WA) { wind_.set_velocity(v_WA); }

  void sense(AirspeedSensorState& state, const TruthState& truth, SensorErrors& errors) const;
  void deliver(AirspeedSensorState& state, TimeNs now, Samples& samples) const {
    deliver_due(state.under_way, timing_, now, samples.airspeed);
  }

 private:
  AirspeedSensorConfig config_;
  LocalFrame frame_;
  Atmosphere<double> atmosphere_;
  WindField<double> wind_;
  std::uint32_t instance_;
  bool ideal_;
  SampleTiming timing_;
  RandomStream white_;
  double offset_pa_ = 0.0;
};

}  // namespace alula
