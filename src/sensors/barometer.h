// sensors/barometer.h: static pressure and temperature of the air at the sensor's height. Errs by
// white noise and a slow Gauss-Markov error (weather, warming up). Left out: pressure of wind and
// rotors on the housing.
#pragma once

#include "earth/atmosphere.h"
#include "earth/geodesy.h"
#include "sensors/gauss_markov.h"
#include "sensors/sensor_common.h"
#include "signals/samples.h"
#include "signals/truth.h"

namespace alula {

struct BarometerConfig {
  SensorCommonConfig common{.rate_hz = 50.0, .delay_s = 0.010};
  double white_pa = 3.0;  // standard deviation
  double walk_pa = 10.0;  // of the slow error, stationary
  double walk_time_constant_s = 600.0;
  double offset_pa = 0.0;  // a fault: constant error
};

inline constexpr std::size_t kBarometerQueue = 32;
MaybeError validate(const BarometerConfig& config);

struct BarometerState {
  GaussMarkovState walk{};  // x only
  FixedQueue<BaroSample, kBarometerQueue> under_way{};
};
static_assert(ArenaState<BarometerState>);

class Barometer {
 public:
  Barometer(const BarometerConfig& config, const LocalFrame& frame,
            const Atmosphere<double>& atmosphere, const SensorIdentity& identity);

  // The air of the next samples.
  void set_atmosphere(const Atmosphere<double>& atmosphere) { atmosphere_ = atmosphere; }

  void sense(BarometerState& state, const TruthState& truth, SensorErrors& errors) const;
  void deliver(BarometerState& state, TimeNs now, Samples& samples) const {
    deliver_due(state.under_way, timing_, now, samples.baro);
  }

 private:
  BarometerConfig config_;
  LocalFrame frame_;
  Atmosphere<double> atmosphere_;
  std::uint32_t instance_;
  bool ideal_;
  SampleTiming timing_;
  RandomStream white_;
  GaussMarkov walk_;
};

}  // namespace alula
