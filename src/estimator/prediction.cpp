#include "estimator/prediction.h"

#include <algorithm>
#include <cmath>

#include "estimator/fusion.h"

namespace alula::ekf {

namespace {

// The accelerometer's standard deviation where it clips or where samples are missing; PX4's
// BADACC_BIAS_PNOISE.
constexpr double kBadAccelNoise = 4.9;

// F as factors: each line of the state turns into itself plus multiples of others, in this order:
//   theta += angle_per_bias gyro_bias;  p += dt/2 v;  v += tilt theta + velocity_per_bias
//   accel_bias;  p += dt/2 v.
// Applied to rows it gives F P, applied to the columns of that F P F^T.
struct Transition {
  Mat3 angle_per_bias;
  Mat3 velocity_per_bias;
  Vec3 gain;  // tilt: -gain x theta
  double half_dt;
};

Transition transition_of(const StepMotion& motion) {
  Transition f{};
  for (int i = 0; i < 3; ++i) {
    const Vec3 r = motion.R_WB.row(i);
    // The right Jacobian of the rotation, 1 - [rotation]/2: a bias acts all along the step.
    const Vec3 mean = r - 0.5 * cross(r, motion.rotation);
    const Vec3 angle = -motion.dt_s * mean, velocity = -motion.dt_s * r;
    f.angle_per_bias.m[i][0] = angle.x, f.angle_per_bias.m[i][1] = angle.y,
    f.angle_per_bias.m[i][2] = angle.z;
    f.velocity_per_bias.m[i][0] = velocity.x;
    f.velocity_per_bias.m[i][1] = velocity.y;
    f.velocity_per_bias.m[i][2] = velocity.z;
  }
  f.gain = motion.velocity_gain_W;
  f.half_dt = 0.5 * motion.dt_s;
  return f;
}

using Row = std::array<double, kRow>;

inline void add3(double* __restrict target, const double* a, const double* b, const double* c,
                 double x, double y, double z) {
  for (std::size_t j = 0; j < kRow; ++j) target[j] += x * a[j] + y * b[j] + z * c[j];
}
inline void add2(double* __restrict target, const double* a, const double* b, double x, double y) {
  for (std::size_t j = 0; j < kRow; ++j) target[j] += x * a[j] + y * b[j];
}
inline void add1(double* __restrict target, const double* a, double x) {
  for (std::size_t j = 0; j < kRow; ++j) target[j] += x * a[j];
}

// P <- F P; rows 9 and later stay.
void transform_rows(Covariance& P, const Transition& f) {
  for (int i = 0; i < 3; ++i) {
    const double* a = f.angle_per_bias.m[i];
    add3(P[kTheta + i], P[kGyroBias], P[kGyroBias + 1], P[kGyroBias + 2], a[0], a[1], a[2]);
    add1(P[kPosition + i], P[kVelocity + i], f.half_dt);
  }
  const Vec3& g = f.gain;
  add2(P[kVelocity], P[kTheta + 1], P[kTheta + 2], g.z, -g.y);
  add2(P[kVelocity + 1], P[kTheta + 2], P[kTheta], g.x, -g.z);
  add2(P[kVelocity + 2], P[kTheta], P[kTheta + 1], g.y, -g.x);
  for (int i = 0; i < 3; ++i) {
    const double* b = f.velocity_per_bias.m[i];
    add3(P[kVelocity + i], P[kAccelBias], P[kAccelBias + 1], P[kAccelBias + 2], b[0], b[1], b[2]);
    add1(P[kPosition + i], P[kVelocity + i], f.half_dt);
  }
}

// The same on the first nine entries of one row of F P.
void transform_row_entries(double* r, const Transition& f) {
  for (int i = 0; i < 3; ++i) {
    const double* a = f.angle_per_bias.m[i];
    r[kTheta + i] += a[0] * r[kGyroBias] + a[1] * r[kGyroBias + 1] + a[2] * r[kGyroBias + 2];
    r[kPosition + i] += f.half_dt * r[kVelocity + i];
  }
  const Vec3& g = f.gain;
  r[kVelocity] += g.z * r[kTheta + 1] - g.y * r[kTheta + 2];
  r[kVelocity + 1] += g.x * r[kTheta + 2] - g.z * r[kTheta];
  r[kVelocity + 2] += g.y * r[kTheta] - g.x * r[kTheta + 1];
  for (int i = 0; i < 3; ++i) {
    const double* b = f.velocity_per_bias.m[i];
    r[kVelocity + i] += b[0] * r[kAccelBias] + b[1] * r[kAccelBias + 1] + b[2] * r[kAccelBias + 2];
    r[kPosition + i] += f.half_dt * r[kVelocity + i];
  }
}

void add_velocity_noise(Covariance& P, const Mat3& R, const Vec3& variance_B) {
  for (int i = 0; i < 3; ++i) {
    const Vec3 weighted = cwise_product(R.row(i), variance_B);
    for (int j = 0; j <= i; ++j) {
      const double v = dot(weighted, R.row(j));
      P[kVelocity + i][kVelocity + j] += v;
      if (i != j) P[kVelocity + j][kVelocity + i] += v;
    }
  }
}

void add_noise(Covariance& P, const StepMotion& motion, const ProcessNoise& noise) {
  add_velocity_noise(P, motion.R_WB, noise.velocity_B);
  const double gyro[] = {noise.gyro_bias.x, noise.gyro_bias.y, noise.gyro_bias.z};
  const double accel[] = {noise.accel_bias.x, noise.accel_bias.y, noise.accel_bias.z};
  for (int i = 0; i < 3; ++i) {
    P[kTheta + i][kTheta + i] += noise.attitude;
    P[kGyroBias + i][kGyroBias + i] += gyro[i];
    P[kAccelBias + i][kAccelBias + i] += accel[i];
    P[kFieldW + i][kFieldW + i] += noise.field_W;
    P[kFieldB + i][kFieldB + i] += noise.field_B;
  }
  P[kWind][kWind] += noise.wind;
  P[kWind + 1][kWind + 1] += noise.wind;
  P[kTerrain][kTerrain] += noise.terrain;
}

}  // namespace

Quat rotate_attitude(const Quat& q_WB, const Vec3& rotation, const EarthFrame& earth, double dt_s) {
  // The Earth turns by 6e-7 rad a step; its first-order quaternion is exact to 1e-13.
  const Vec3 e = -0.5 * dt_s * earth.rotation_W;
  return normalized(Quat{1.0, e.x, e.y, e.z} * (q_WB * from_rotation_vector(rotation)));
}

StepMotion predict_state(Nominal& x, const ImuStep& step, const EarthFrame& earth) {
  const double dt = step.dt_s();
  StepMotion motion{};
  motion.dt_s = dt;
  motion.rotation = step.rotation - dt * x.gyro_bias_B;
  x.q_WB = rotate_attitude(x.q_WB, motion.rotation, earth, dt);
  motion.R_WB = rotation_matrix(x.q_WB);
  motion.velocity_gain_W = motion.R_WB * (step.velocity_gain_B - dt * x.accel_bias_B);

  const Vec3 v_before = x.v_W;
  x.v_W += motion.velocity_gain_W + dt * (gravity_at(earth, x.p_W) + coriolis_at(earth, x.v_W));
  x.p_W += 0.5 * dt * (v_before + x.v_W);
  return motion;
}

void predict_covariance(Covariance& P, const StepMotion& motion, const ProcessNoise& noise) {
  const Transition f = transition_of(motion);
  transform_rows(P, f);
  for (int i = 0; i < kGyroBias; ++i) transform_row_entries(P[i], f);

  // What has no partner yet follows from symmetry, to the bit.
  for (int i = 0; i < kGyroBias; ++i) {
    for (int j = i + 1; j < kGyroBias; ++j) P[i][j] = P[j][i];
    for (int j = kGyroBias; j < kStates; ++j) P[j][i] = P[i][j];
  }
  add_noise(P, motion, noise);
}

ProcessNoise process_noise(const EstimatorConfig& config, const Covariance& P, const ImuStep& step,
                           std::uint32_t frozen, bool bad_accel) {
  const double dt = step.dt_s();
  const auto variance = [dt](double figure) { return square(figure * dt); };
  const auto if_active = [&](int first, double v) { return P.variance(first) > 0.0 ? v : 0.0; };
  const auto if_free = [&](int state, double v) { return (frozen >> state & 1U) == 0 ? v : 0.0; };
  const auto accel = [&](int axis) {
    const bool bad = bad_accel || step.bridged != 0 || (step.clipped >> (3 + axis) & 1U) != 0;
    const double noise = variance(bad ? kBadAccelNoise : config.accel_noise_m_s2);
    return std::max(noise, step.vibration_m2_s4 * square(dt));
  };
  const double gyro_bias = variance(config.gyro_bias_noise_rad_s2);
  const double accel_bias = variance(config.accel_bias_noise_m_s3);

  ProcessNoise noise{};
  noise.attitude = variance(config.gyro_noise_rad_s);
  if ((step.clipped & 7U) != 0 || step.bridged != 0) noise.attitude += variance(0.5);  // [rad/s]
  noise.velocity_B = {accel(0), accel(1), accel(2)};
  noise.gyro_bias = {if_free(kGyroBias, gyro_bias), if_free(kGyroBias + 1, gyro_bias),
                     if_free(kGyroBias + 2, gyro_bias)};
  noise.accel_bias = {if_free(kAccelBias, accel_bias), if_free(kAccelBias + 1, accel_bias),
                      if_free(kAccelBias + 2, accel_bias)};
  noise.field_W = if_active(kFieldW, variance(config.mag_earth_noise_gauss_s));
  noise.field_B = if_active(kFieldB, variance(config.mag_body_noise_gauss_s));
  noise.wind = if_active(kWind, square(config.wind_noise_m_s2_sqrt_hz) * dt);
  return noise;
}

bool constrain(Covariance& P) {
  // Ceilings of the variances, block by block [SI, gauss].
  constexpr struct {
    int first, last;
    double floor, ceiling;
  } kBounds[] = {{kTheta, kVelocity, 1e-9, 10.0},   {kVelocity, kPosition, 1e-7, 1e6},
                 {kPosition, kGyroBias, 1e-7, 1e8}, {kGyroBias, kAccelBias, 1e-11, 1.0},
                 {kAccelBias, kFieldW, 1e-9, 4.0},  {kFieldW, kFieldB, 0.0, 1.0},
                 {kFieldB, kWind, 0.0, 1.0},        {kWind, kTerrain, 0.0, 1e4},
                 {kTerrain, kStates, 0.0, 1e6}};
  for (const auto& bound : kBounds) {
    for (int i = bound.first; i < bound.last; ++i) {
      double& v = P[i][i];
      if (!std::isfinite(v) || v < -1e-9) return false;
      if (v < bound.floor) v = bound.floor;
      if (v > bound.ceiling) {
        const double ceiling = bound.ceiling;
        reset_variance(P, i, 1, &ceiling);
      }
    }
  }
  return true;
}

}  // namespace alula::ekf
