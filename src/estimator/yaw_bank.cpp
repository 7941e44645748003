#include "estimator/yaw_bank.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace alula::ekf {

namespace {

constexpr double kGravity = 9.80665;
constexpr double kTiltGain = 0.2;        // of the levelling [1/s]
constexpr double kBiasGain = 0.04;       // of its integral [1/s]
constexpr double kBiasLimit = 0.05;      // [rad/s]
constexpr double kBiasRateMax = 0.1745;  // 10 deg/s: faster, the bias is not learned
constexpr double kForceRate = 2.0;       // low pass of the force, ten times the levelling [1/s]
constexpr double kAccelNoise =
    2.0;                            // [m/s^2], per prediction; covers the tilt errors in manoeuvres
constexpr double kGyroNoise = 0.1;  // [rad/s], per prediction
constexpr double kNisMax = 25.0;    // 5 sigma: a worse velocity counts as one of that size
constexpr double kCertain = 0.262;  // 15 deg: then the acceleration is known in H
constexpr double kWeightLeast = 1e-5;
constexpr double kVarianceLeast = 1e-6;
constexpr int kNn = 0, kNe = 1, kEe = 2, kNy = 3, kEy = 4, kYy = 5;

// 1 at one g, fading to nothing at half a g and at one and a half.
double trust_in_level(const Vec3& support_B) {
  const double off = std::fabs(norm(support_B) - kGravity) / kGravity;
  return square(std::max(1.0 - 2.0 * off, 0.0));
}

// Begins level when a force near one g shows the vertical.
bool level(YawBank& bank, const Vec3& force_B) {
  const auto near_gravity = [](const Vec3& f) {
    return std::fabs(norm(f) - kGravity) < 0.1 * kGravity;
  };
  if (!near_gravity(force_B) || !near_gravity(bank.force_B)) return false;
  const Vec3 down_B = (-1.0 / norm(force_B)) * force_B;
  bank.q_HB = from_euler({.roll = std::atan2(down_B.y, down_B.z),
                          .pitch = std::asin(std::clamp(-down_B.x, -1.0, 1.0)),
                          .yaw = 0.0});
  bank.level = 1;
  return true;
}

// A complementary filter: the gyroscope, held level by the accelerometer.
void turn_attitude(YawBank& bank, const ImuStep& step) {
  const double dt = step.dt_s();
  const Vec3 rate_B = (1.0 / dt) * step.rotation - bank.gyro_bias_B;
  const Vec3 down_B = bank.q_HB.conjugate() * Vec3{0.0, 0.0, 1.0};
  // What is left of the force without the acceleration holds the weight: it points up.
  const Vec3 support_B = bank.force_B - bank.q_HB.conjugate() * bank.acceleration_H;
  const double gain = kTiltGain * trust_in_level(support_B);
  const Vec3 levelling_B =
      gain > 0.0 ? (gain / norm(support_B)) * cross(down_B, support_B) : Vec3{};
  if (norm(rate_B) < kBiasRateMax) {
    bank.gyro_bias_B = clamp(bank.gyro_bias_B - (kBiasGain * dt) * levelling_B,
                             {kBiasLimit, kBiasLimit, kBiasLimit});
  }
  const Vec3 rotation = step.rotation + dt * (levelling_B - bank.gyro_bias_B);
  bank.q_HB = normalized(bank.q_HB * from_rotation_vector(rotation));
}

// x <- f(x), P <- F P F^T + Q; a turn of the yaw turns the velocity gained in this step.
void predict_filter(YawFilter& f, const Vec3& gain_H, double dt_s) {
  const double c = std::cos(f.turn), s = std::sin(f.turn);
  const double north = c * gain_H.x - s * gain_H.y, east = s * gain_H.x + c * gain_H.y;
  f.v_north += north;
  f.v_east += east;
  auto& P = f.covariance;
  const double noise = square(kAccelNoise * dt_s);
  P[kNn] += east * (east * P[kYy] - 2.0 * P[kNy]) + noise;
  P[kNe] += north * P[kNy] - east * P[kEy] - north * east * P[kYy];
  P[kEe] += north * (north * P[kYy] + 2.0 * P[kEy]) + noise;
  P[kNy] -= east * P[kYy];
  P[kEy] += north * P[kYy];
  P[kYy] += square(kGyroNoise * dt_s);
}

void begin(YawBank& bank, double v_north, double v_east, double deviation) {
  constexpr double kSpread = 2.0 * std::numbers::pi / static_cast<double>(kYawBankFilters);
  const double yaw_now = yaw_of(bank.q_HB);
  for (std::size_t i = 0; i < kYawBankFilters; ++i) {
    YawFilter& f = bank.filters[i];
    f = YawFilter{};
    f.v_north = v_north;
    f.v_east = v_east;
    const double yaw = -std::numbers::pi + kSpread * (static_cast<double>(i) + 0.5);
    f.turn = wrap_pi(yaw - yaw_now);
    f.covariance[kNn] = f.covariance[kEe] = square(deviation);
    f.covariance[kYy] = square(0.5 * kSpread);
    f.weight = 1.0 / static_cast<double>(kYawBankFilters);
  }
}

// Fuses both components at once; returns the logarithm of their likelihood, but for a constant.
double update_filter(YawFilter& f, double v_north, double v_east, double deviation) {
  auto& P = f.covariance;
  const double r = square(deviation);
  const double s_nn = P[kNn] + r, s_ne = P[kNe], s_ee = P[kEe] + r;
  const double determinant = s_nn * s_ee - s_ne * s_ne;
  const double i_nn = s_ee / determinant, i_ne = -s_ne / determinant, i_ee = s_nn / determinant;
  f.innovation_north = f.v_north - v_north;
  f.innovation_east = f.v_east - v_east;

  double n = f.innovation_north, e = f.innovation_east;
  double nis = n * n * i_nn + 2.0 * n * e * i_ne + e * e * i_ee;
  if (nis > kNisMax) {
    const double shrink = std::sqrt(kNisMax / nis);
    n *= shrink, e *= shrink;
    nis = kNisMax;
  }
  const auto correct = [&](double p_n, double p_e, double& gain_n, double& gain_e) {
    gain_n = p_n * i_nn + p_e * i_ne;
    gain_e = p_n * i_ne + p_e * i_ee;
    return -(gain_n * n + gain_e * e);
  };
  double n_n, n_e, e_n, e_e, y_n, y_e;
  f.v_north += correct(P[kNn], P[kNe], n_n, n_e);
  f.v_east += correct(P[kNe], P[kEe], e_n, e_e);
  f.turn = wrap_pi(f.turn + correct(P[kNy], P[kEy], y_n, y_e));
  const auto before = P;
  P[kNn] -= n_n * before[kNn] + n_e * before[kNe];
  P[kNe] -= n_n * before[kNe] + n_e * before[kEe];
  P[kEe] -= e_n * before[kNe] + e_e * before[kEe];
  P[kNy] -= n_n * before[kNy] + n_e * before[kEy];
  P[kEy] -= e_n * before[kNy] + e_e * before[kEy];
  P[kYy] -= y_n * before[kNy] + y_e * before[kEy];
  for (const int i : {kNn, kEe, kYy}) {
    double& v = P[static_cast<std::size_t>(i)];
    v = std::max(v, kVarianceLeast);
  }
  return -0.5 * (nis + std::log(determinant));
}

// Weights by likelihood. None falls so low that it could not come back.
void weigh(YawBank& bank, const std::array<double, kYawBankFilters>& log_likelihood) {
  const double best = *std::max_element(log_likelihood.begin(), log_likelihood.end());
  double sum = 0.0;
  for (std::size_t i = 0; i < kYawBankFilters; ++i) {
    bank.filters[i].weight *= std::exp(log_likelihood[i] - best);
    sum += bank.filters[i].weight;
  }
  double total = 0.0;
  for (YawFilter& f : bank.filters) {
    f.weight = std::max(f.weight / sum, kWeightLeast);
    total += f.weight;
  }
  for (YawFilter& f : bank.filters) f.weight /= total;
}

// The mean direction, and the variance of the mixture about it.
void combine(YawBank& bank) {
  double x = 0.0, y = 0.0;
  for (const YawFilter& f : bank.filters) {
    x += f.weight * std::cos(f.turn);
    y += f.weight * std::sin(f.turn);
  }
  const double turn = std::atan2(y, x);
  bank.yaw = wrap_pi(yaw_of(bank.q_HB) + turn);
  bank.yaw_variance = 0.0;
  for (const YawFilter& f : bank.filters) {
    bank.yaw_variance += f.weight * (f.covariance[kYy] + square(wrap_pi(f.turn - turn)));
  }
}

// In circles a multirotor's force stays along its mast, and levelling by it alone would tilt the
// attitude and turn the yaw by tens of degrees. Once the heading is certain, the derivative of GNSS
// velocity, smoothed as the force is, tells the acceleration.
void note_acceleration(YawBank& bank, double v_north, double v_east, double dt_s) {
  const double share = 1.0 - std::exp(-kForceRate * dt_s);
  const double a_north = kForceRate * (v_north - bank.v_north);
  const double a_east = kForceRate * (v_east - bank.v_east);
  bank.v_north += share * (v_north - bank.v_north);
  bank.v_east += share * (v_east - bank.v_east);
  const double turn = bank.yaw - yaw_of(bank.q_HB);
  const bool certain = yaw_bank_certain(bank, kCertain);
  bank.acceleration_H = certain ? from_yaw(-turn) * Vec3{a_north, a_east, 0.0} : Vec3{};
}

}  // namespace

void predict_yaw_bank(YawBank& bank, const ImuStep& step, const Vec3& gyro_bias_B, bool at_rest) {
  const double dt = step.dt_s();
  const Vec3 force_B = (1.0 / dt) * step.velocity_gain_B;
  const double share = bank.force_B == Vec3{} ? 1.0 : std::min(kForceRate * dt, 1.0);
  bank.force_B = bank.force_B + share * (force_B - bank.force_B);
  if (bank.running == 0 || at_rest) bank.gyro_bias_B = gyro_bias_B;
  if (bank.level == 0 && !level(bank, force_B)) return;

  const double yaw_before = yaw_of(bank.q_HB);
  turn_attitude(bank, step);
  if (bank.running == 0) return;
  const Vec3 gain_H = bank.q_HB * step.velocity_gain_B;
  for (YawFilter& f : bank.filters) predict_filter(f, gain_H, dt);
  bank.yaw = wrap_pi(bank.yaw + yaw_of(bank.q_HB) - yaw_before);
}

void update_yaw_bank(YawBank& bank, TimeNs time, double v_north, double v_east, double deviation,
                     bool in_air) {
  if (bank.level == 0) return;
  const double dt = std::clamp(seconds(time - bank.velocity_time), 0.0, 1.0);
  bank.velocity_time = time;
  if (bank.running == 0) {
    const bool moving = in_air || std::hypot(v_north, v_east) > deviation;
    if (!moving) return;
    begin(bank, v_north, v_east, deviation);
    bank.v_north = v_north;
    bank.v_east = v_east;
    bank.acceleration_H = {};
    bank.running = 1;
    combine(bank);
    return;
  }
  std::array<double, kYawBankFilters> log_likelihood{};
  for (std::size_t i = 0; i < kYawBankFilters; ++i) {
    log_likelihood[i] = update_filter(bank.filters[i], v_north, v_east, deviation);
  }
  weigh(bank, log_likelihood);
  combine(bank);
  note_acceleration(bank, v_north, v_east, dt);
  const bool sane = std::isfinite(bank.yaw_variance) && bank.yaw_variance > 0.0;
  if (!sane) bank = YawBank{};
}

bool yaw_bank_certain(const YawBank& bank, double deviation_max_rad) {
  return bank.running != 0 && bank.yaw_variance < square(deviation_max_rad);
}

}  // namespace alula::ekf
