#include "sensors/imu.h"

namespace alula {
namespace {

// Mean of w x (w x r) over a step in which w goes in a straight line: Simpson's rule is exact.
Vec3 mean_centripetal(const Vec3& w0, const Vec3& w1, const Vec3& r) {
  const auto at = [&r](const Vec3& w) { return cross(w, cross(w, r)); };
  return (1.0 / 6.0) * (at(w0) + 4.0 * at(0.5 * (w0 + w1)) + at(w1));
}

constexpr double kErrorMax = 1e6;  // [rad/s], [m/s^2]: beyond any part

// Clips to the range, then rounds to whole steps. Bits of `clipped` tell the axes.
Vec3 digitise(const Vec3& value, double range, double lsb, std::uint32_t& clipped) {
  const auto axis = [&](double x, std::uint32_t bit) {
    if (std::fabs(x) >= range) clipped |= bit;
    const double inside = clamp_to(x, -range, range);
    return lsb > 0.0 ? lsb * std::nearbyint(inside / lsb) : inside;
  };
  return {axis(value.x, 1U), axis(value.y, 2U), axis(value.z, 4U)};
}

}  // namespace

MaybeError validate(const ImuConfig& config) {
  return ConfigCheck()
      .keep(validate(config.common, kImuQueue))
      .from_to("gyro_noise_rad_s_sqrt_hz", config.gyro_noise_rad_s_sqrt_hz, 0.0, kErrorMax)
      .from_to("gyro_bias_instability_rad_s", config.gyro_bias_instability_rad_s, 0.0, kErrorMax)
      .above_zero("gyro_bias_time_constant_s", config.gyro_bias_time_constant_s)
      .from_to("gyro_turn_on_bias_rad_s", config.gyro_turn_on_bias_rad_s, 0.0, kErrorMax)
      .finite("gyro_constant_bias_rad_s", config.gyro_constant_bias_rad_s)
      .above_zero("gyro_range_rad_s", config.gyro_range_rad_s)
      .zero_or_more("gyro_lsb_rad_s", config.gyro_lsb_rad_s)
      .from_to("accel_noise_m_s2_sqrt_hz", config.accel_noise_m_s2_sqrt_hz, 0.0, kErrorMax)
      .from_to("accel_bias_instability_m_s2", config.accel_bias_instability_m_s2, 0.0, kErrorMax)
      .above_zero("accel_bias_time_constant_s", config.accel_bias_time_constant_s)
      .from_to("accel_turn_on_bias_m_s2", config.accel_turn_on_bias_m_s2, 0.0, kErrorMax)
      .finite("accel_constant_bias_m_s2", config.accel_constant_bias_m_s2)
      .above_zero("accel_range_m_s2", config.accel_range_m_s2)
      .zero_or_more("accel_lsb_m_s2", config.accel_lsb_m_s2)
      .above_zero("temperature_k", config.temperature_k)
      .result();
}

Imu::Imu(const ImuConfig& config, const SensorIdentity& identity)
    : config_(config),
      instance_(identity.instance),
      ideal_(config.common.ideal || identity.ideal),
      timing_(config.common, identity.clock),
      gyro_white_(identity.stream("imu", "gyro/white")),
      accel_white_(identity.stream("imu", "accel/white")) {
  const auto walk = [&](const char* name, double instability, double time_constant_s) {
    const double deviation = kBiasDeviationOverInstability * instability;
    return GaussMarkov(identity.stream("imu", name), {deviation, deviation, deviation},
                       time_constant_s, timing_.interval_s());
  };
  const auto turn_on = [&](const char* name, double sigma) {
    return white_noise(identity.stream("imu", name), 0, {sigma, sigma, sigma});
  };
  if (ideal_) return;
  gyro_walk_ =
      walk("gyro/bias", config.gyro_bias_instability_rad_s, config.gyro_bias_time_constant_s);
  accel_walk_ =
      walk("accel/bias", config.accel_bias_instability_m_s2, config.accel_bias_time_constant_s);
  gyro_turn_on_ = turn_on("gyro/turn_on", config.gyro_turn_on_bias_rad_s);
  accel_turn_on_ = turn_on("accel/turn_on", config.accel_turn_on_bias_m_s2);
}

// Specific force at the centre of mass from the change of velocity: dv/dt - g + 2 omega x v, turned
// into B. A force constant in B over a turn theta gives R_mid (1 - theta x (theta x .)/24 ...) of
// it as the change of velocity; the cross products undo that. The lever arm's part is added in B,
// exact for any constant angular acceleration. Gravity is that at the centre of mass: over an arm
// of 0.1 m it differs by 3e-7 m/s^2.
void Imu::accumulate(ImuState& state, const StepMotion& motion) const {
  const RigidBodyState<double>&a = motion.before, &b = motion.after;
  const Vec3& r = config_.common.position_m;
  const double per_dt = 1.0 / motion.dt_s;
  const Vec3 theta = to_rotation_vector(a.q_WB.conjugate() * b.q_WB);
  const double same_sign =
      a.q_WB.w * b.q_WB.w + dot(a.q_WB.imag(), b.q_WB.imag()) < 0.0 ? -1.0 : 1.0;
  const Quat q_BW = normalized(a.q_WB + same_sign * b.q_WB).conjugate();

  const Vec3 omega_B = q_BW * motion.omega_W;
  const Vec3 w_mean = 0.5 * (a.w_WB_B + b.w_WB_B);
  const Vec3 v_mean = 0.5 * (a.v_WB + b.v_WB);
  const Vec3 f_W =
      per_dt * (b.v_WB - a.v_WB) - motion.gravity_W + 2.0 * cross(motion.omega_W, v_mean);
  const Vec3 f_mid = q_BW * f_W;
  const Vec3 f_center = f_mid - (1.0 / 24.0) * cross(theta, cross(theta, f_mid));
  const Vec3 f_arm = cross(per_dt * (b.w_WB_B - a.w_WB_B), r) +
                     mean_centripetal(a.w_WB_B, b.w_WB_B, r) +
                     2.0 * cross(omega_B, cross(w_mean, r));

  state.velocity_sum += motion.dt_s * (f_center + f_arm);
  state.angle_sum += theta + motion.dt_s * omega_B;
  state.interval += nanoseconds(motion.dt_s);
}

void Imu::sense(ImuState& state, TimeNs now, SensorErrors& errors) const {
  if (!timing_.due(now) || state.interval == 0) return;
  const double interval_s = seconds(state.interval);
  const Vec3 true_force = state.velocity_sum / interval_s;
  const Vec3 true_rate = state.angle_sum / interval_s;
  ImuSample sample{.time = now,
                   .interval = state.interval,
                   .specific_force_B = true_force + config_.accel_constant_bias_m_s2,
                   .w_B = true_rate + config_.gyro_constant_bias_rad_s,
                   .temperature_k = config_.temperature_k,
                   .instance = instance_};
  if (!ideal_) {
    const std::int64_t index = timing_.sample_index(now);
    const auto noise = [&](const RandomStream& stream, double density) {
      const double deviation = density / std::sqrt(interval_s);
      return white_noise(stream, index, {deviation, deviation, deviation});
    };
    sample.w_B += gyro_turn_on_ + gyro_walk_.advance(state.gyro_bias, index) +
                  noise(gyro_white_, config_.gyro_noise_rad_s_sqrt_hz);
    sample.specific_force_B += accel_turn_on_ + accel_walk_.advance(state.accel_bias, index) +
                               noise(accel_white_, config_.accel_noise_m_s2_sqrt_hz);
    std::uint32_t gyro_clipped = 0, accel_clipped = 0;
    sample.w_B =
        digitise(sample.w_B, config_.gyro_range_rad_s, config_.gyro_lsb_rad_s, gyro_clipped);
    sample.specific_force_B = digitise(sample.specific_force_B, config_.accel_range_m_s2,
                                       config_.accel_lsb_m_s2, accel_clipped);
    sample.clipped = gyro_clipped | accel_clipped << 3;
  }
  errors.push_back({now, SensorKind::accelerometer, instance_, true_force,
                    sample.specific_force_B - true_force});
  errors.push_back({now, SensorKind::gyroscope, instance_, true_rate, sample.w_B - true_rate});
  send(state.under_way, sample);
  state.velocity_sum = {};
  state.angle_sum = {};
  state.interval = 0;
}

}  // namespace alula
