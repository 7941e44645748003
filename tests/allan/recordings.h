// Long series of the errors of one sensor that stands still, one per axis.
#pragma once

#include <array>
#include <cmath>
#include <vector>

#include "sensors/barometer.h"
#include "sensors/gnss.h"
#include "sensors/imu.h"
#include "sensors/magnetometer.h"
#include "tests/sensors/motions.h"

namespace alula {

struct Series {
  double rate_hz = 0.0;
  std::array<std::vector<double>, 3> axis{};

  void add(const Vec3& error) {
    axis[0].push_back(error.x);
    axis[1].push_back(error.y);
    axis[2].push_back(error.z);
  }
  // At an averaging time [s]; of the axes from `first` to before `end`, as a root mean square.
  [[nodiscard]] double deviation(double tau_s, std::size_t first = 0, std::size_t end = 3) const {
    const auto m = static_cast<std::size_t>(std::llround(tau_s * rate_hz));
    double sum = 0.0;
    for (std::size_t i = first; i < end; ++i) sum += square(allan_deviation(axis[i], m));
    return std::sqrt(sum / static_cast<double>(end - first));
  }
};

inline constexpr SensorIdentity kNoisy{.seed = 20};

// The order of a simulation, at the rate of the sensor: sample, then its error.
template <class State, class Sense>
void record(double rate_hz, double duration_s, const Sense& sense_into) {
  State state;
  const auto count = static_cast<std::int64_t>(duration_s * rate_hz);
  const auto period = static_cast<TimeNs>(std::llround(1e9 / rate_hz));
  SensorErrors errors;
  for (std::int64_t i = 1; i <= count; ++i) {
    errors.clear();
    state.under_way.clear();
    sense_into(state, i * period, errors);
  }
}

struct ImuSeries {
  Series gyro, accel;
};
inline ImuSeries record_imu(ImuConfig config, double rate_hz, double duration_s) {
  config.common = {.rate_hz = rate_hz};
  const Imu imu(config, kNoisy);
  ImuSeries series{{rate_hz}, {rate_hz}};
  const auto period = static_cast<TimeNs>(std::llround(1e9 / rate_hz));
  record<ImuState>(rate_hz, duration_s, [&](ImuState& state, TimeNs now, SensorErrors& errors) {
    state.interval = period;  // at rest in free fall: the integrals are zero
    imu.sense(state, now, errors);
    series.accel.add(errors[0].error);
    series.gyro.add(errors[1].error);
  });
  return series;
}

struct GnssSeries {
  Series position, velocity;
};
inline GnssSeries record_gnss(GnssConfig config, double rate_hz, double duration_s) {
  config.common = {.rate_hz = rate_hz};
  const Gnss gnss(config, LocalFrame(zurich()), kNoisy);
  GnssSeries series{{rate_hz}, {rate_hz}};
  record<GnssState>(rate_hz, duration_s, [&](GnssState& state, TimeNs now, SensorErrors& errors) {
    gnss.sense(state, truth_at_rest(now), errors);
    series.position.add(errors[0].error);
    series.velocity.add(errors[1].error);
  });
  return series;
}

inline Series record_barometer(BarometerConfig config, double rate_hz, double duration_s) {
  config.common = {.rate_hz = rate_hz};
  const Barometer barometer(config, LocalFrame(zurich()), Atmosphere<double>(), kNoisy);
  Series series{rate_hz};
  record<BarometerState>(rate_hz, duration_s,
                         [&](BarometerState& state, TimeNs now, SensorErrors& errors) {
                           barometer.sense(state, truth_at_rest(now), errors);
                           series.add(errors[0].error);
                         });
  return series;
}

inline Series record_magnetometer(MagnetometerConfig config, double rate_hz, double duration_s) {
  config.common = {.rate_hz = rate_hz};
  const Magnetometer magnetometer(config, LocalFrame(zurich()), kNoisy);
  const MagneticModel model(2026.0);
  Series series{rate_hz};
  record<MagnetometerState>(rate_hz, duration_s,
                            [&](MagnetometerState& state, TimeNs now, SensorErrors& errors) {
                              magnetometer.sense(state, truth_at_rest(now), model, errors);
                              series.add(errors[0].error);
                            });
  return series;
}

}  // namespace alula
