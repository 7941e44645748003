// estimator/prediction.h: one step of the filter's time update.
#pragma once

#include "estimator/config.h"
#include "estimator/state.h"

namespace alula::ekf {

// Variances added by one step, per state; attitude and velocity noise is isotropic but for clipped
// axes.
struct ProcessNoise {
  double attitude = 0.0;  // [rad^2]
  Vec3 velocity_B{};      // along body axes [m^2/s^2]
  Vec3 gyro_bias{};
  Vec3 accel_bias{};
  double field_W = 0.0;
  double field_B = 0.0;
  double wind = 0.0;
  double terrain = 0.0;
};

// What happened in one step, as the covariance needs it.
struct StepMotion {
  Mat3 R_WB{};             // at the end of the step
  Vec3 rotation{};         // of the body over the step, bias removed [rad]
  Vec3 velocity_gain_W{};  // from specific force, bias removed [m/s]
  double dt_s = 0.0;
};

// Gravity with the centrifugal term, to first order in the distance from the origin: downwards it
// grows by 2 g/r a metre, sideways the plumb line turns by 1/r.
inline Vec3 gravity_at(const EarthFrame& earth, const Vec3& p_W) {
  const double k = earth.gravity_gradient_s2;
  return {-k * p_W.x, -k * p_W.y, earth.gravity_m_s2 + 2.0 * k * p_W.z};
}
// Of a body that moves relative to W. 1.5e-3 m/s^2 at 10 m/s: as much as a good accelerometer's
// bias.
inline Vec3 coriolis_at(const EarthFrame& earth, const Vec3& v_W) {
  return -2.0 * cross(earth.rotation_W, v_W);
}

// Attitude at the end of a step; the Earth's rotation is taken out.
Quat rotate_attitude(const Quat& q_WB, const Vec3& rotation, const EarthFrame& earth, double dt_s);

// Moves the nominal state on; says how.
StepMotion predict_state(Nominal& x, const ImuStep& step, const EarthFrame& earth);

// P <- F P F^T + Q with F of predict_state. Left out of F, because they are below 1e-6 a step:
// rotation of the Earth, the gradient of gravity. Left out of Q: what noise of the rate does to
// velocity within the same step.
void predict_covariance(Covariance& P, const StepMotion& motion, const ProcessNoise& noise);

// `bad_accel`: no axis of the accelerometer is to be trusted.
ProcessNoise process_noise(const EstimatorConfig& config, const Covariance& P, const ImuStep& step,
                           std::uint32_t frozen, bool bad_accel = false);

// Keeps variances in sane bounds. Returns false when P is not finite or has a variance below zero.
bool constrain(Covariance& P);

}  // namespace alula::ekf
