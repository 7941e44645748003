// sensors/imu.h: accelerometer and gyroscope in one housing. A sample is the mean specific force
// and the mean inertial rate over its whole interval, contact included, as a sensor gives that
// samples fast and averages. Error model, in the order of the real signal path: slow bias and
// turn-on bias, white noise, range, rounding. Noise is given by Allan coefficients (IEEE Std 952);
// a data sheet's one-sided density is sqrt(2) larger than N. Left out: scale factor, misalignment,
// temperature, vibration rectification.
#pragma once

#include "core/fixed_list.h"
#include "sensors/gauss_markov.h"
#include "sensors/sensor_common.h"
#include "sensors/step_motion.h"
#include "signals/samples.h"
#include "signals/truth.h"

namespace alula {

struct ImuConfig {
  SensorCommonConfig common{.rate_hz = 250.0, .delay_s = 0.001};
  double gyro_noise_rad_s_sqrt_hz = 1.5e-4;     // N: one sample's deviation is N sqrt(rate)
  double gyro_bias_instability_rad_s = 2.0e-5;  // B: the flat of the Allan deviation is 0.664 B
  double gyro_bias_time_constant_s = 500.0;
  double gyro_turn_on_bias_rad_s = 0.01;          // 1 sigma per axis, once a run
  Vec3 gyro_constant_bias_rad_s{};                // a fault, on top
  double gyro_range_rad_s = 34.906585039886591;   // 2000 deg/s
  double gyro_lsb_rad_s = 0.0010652644360316953;  // 2000/32768 deg/s; 0: no rounding
  double accel_noise_m_s2_sqrt_hz = 1.5e-3;
  double accel_bias_instability_m_s2 = 1.0e-3;
  double accel_bias_time_constant_s = 500.0;
  double accel_turn_on_bias_m_s2 = 0.05;
  Vec3 accel_constant_bias_m_s2{};             // a fault, on top
  double accel_range_m_s2 = 156.9064;          // 16 g
  double accel_lsb_m_s2 = 0.0047884033203125;  // g/2048
  double temperature_k = 298.15;               // of the housing, constant
};

inline constexpr std::size_t kImuQueue = 32;
MaybeError validate(const ImuConfig& config);

// Stationary deviation of a bias over its Allan bias instability B: the Allan deviation of a
// Gauss-Markov process peaks at 0.6174 times its deviation, and the flat of bias instability is
// 0.664 B.
inline constexpr double kBiasDeviationOverInstability = 0.664 / 0.6174;

struct ImuState {
  Vec3 velocity_sum{};  // integral of specific force since the last sample [m/s]
  Vec3 angle_sum{};     // integral of rate [rad]
  TimeNs interval = 0;
  GaussMarkovState gyro_bias{};
  GaussMarkovState accel_bias{};
  FixedQueue<ImuSample, kImuQueue> under_way{};
};
static_assert(ArenaState<ImuState>);

class Imu {
 public:
  Imu(const ImuConfig& config, const SensorIdentity& identity);  // `config` has passed validate()

  // After every step of the physics.
  void accumulate(ImuState& state, const StepMotion& motion) const;
  // At the start of every step. No sample falls on the start of the run: it would have no interval.
  void sense(ImuState& state, TimeNs now, SensorErrors& errors) const;
  void deliver(ImuState& state, TimeNs now, Samples& samples) const {
    deliver_due(state.under_way, timing_, now, samples.imu);
  }
  [[nodiscard]] const ImuConfig& config() const { return config_; }

 private:
  ImuConfig config_;
  std::uint32_t instance_;
  bool ideal_;
  SampleTiming timing_;
  RandomStream gyro_white_, accel_white_;
  GaussMarkov gyro_walk_, accel_walk_;
  Vec3 gyro_turn_on_{}, accel_turn_on_{};
};

}  // namespace alula
