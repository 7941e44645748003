#include "tests/estimator/aiding_run.h"

#include <cmath>
#include <numbers>

#include "estimator/aids.h"
#include "estimator/fusion.h"
#include "estimator/horizon.h"
#include "estimator/prediction.h"
#include "estimator/resets.h"
#include "signals/airspeed.h"

namespace alula::test {
namespace {

using namespace ekf;

constexpr TimeNs kStep = 10'000'000;
constexpr double kDt = 0.01, kG = 9.80665, kHeight = 4.0, kRadius = 8.0, kPeriod = 15.0;
constexpr double kTurnRate = 2.0 * std::numbers::pi / kPeriod;

Vec3 acceleration_W(double t) {
  const double a = kRadius * kTurnRate * kTurnRate;
  return {-a * std::cos(kTurnRate * t), -a * std::sin(kTurnRate * t), 0.0};
}
Quat attitude(double t) {
  const double yaw = kTurnRate * t + 0.5 * std::numbers::pi;
  const Vec3 a = from_yaw(-yaw) * acceleration_W(t);
  const double pitch = std::atan2(-a.x, kG);
  return from_euler({std::atan2(a.y * std::cos(pitch), kG), pitch, wrap_pi(yaw)});
}

double normalized_square(const Covariance& P, int first, const std::array<double, 2>& e) {
  const double a = P[first][first], b = P[first][first + 1], c = P[first + 1][first + 1];
  return (c * e[0] * e[0] - 2.0 * b * e[0] * e[1] + a * e[1] * e[1]) / (a * c - b * b) / 2.0;
}

}  // namespace

AidingRun::AidingRun(std::uint64_t seed, AidSet aids) : aids_(aids), noise_(seed, "aiding") {
  configure();
  draw_initial_errors();
}

Vec3 AidingRun::normal3(double deviation) {
  const double x = normal(), y = normal(), z = normal();
  return deviation * Vec3{x, y, z};
}

void AidingRun::configure() {
  config_.mag_type = MagFusionType::heading;
  config_.heading_noise_rad = 0.1;
  config_.tilt_error_init_rad = 0.03;
  // As after a minute on the ground; larger ones leave the range where derivatives hold.
  config_.gyro_bias_init_rad_s = 0.005;
  config_.accel_bias_init_m_s2 = 0.05;
  config_.gyro_bias_limit_rad_s = 0.4;
  config_.accel_bias_limit_m_s2 = 0.8;
  AidingConfig& a = config_.aiding;
  a.range.terrain_noise_m_s = 0.5;
  a.range.consistency_gate = 0.0;  // every sample counts
  a.range.quality_time_s = 0.0;
  a.flow.control = 1;
  a.airspeed.speed_min_m_s = 0.5;
  a.range.control = RangeControl::low_and_slow;
  config_.height_reference = HeightReference::barometer;
  if (aids_ == AidSet::flow_over_datum) config_.height_reference = HeightReference::range;
  if (aids_ == AidSet::vision_and_air) config_.height_reference = HeightReference::vision;
  const bool as_height = aids_ == AidSet::flow_over_datum || aids_ == AidSet::range_and_baro;
  if (as_height) a.range.control = RangeControl::always;

  EstimatorState& s = *state_;
  s.earth.gravity_m_s2 = 9.80686;
  s.magnetic = {.field_W = {0.215, 0.013, 0.43}, .declination_rad = 0.0604, .known = 1};
  Modes& m = s.modes;
  m.filter_running = m.tilt_aligned = m.yaw_aligned = m.in_air = 1;
  m.mag_aligned_in_flight = m.mag_place_used = 1;
  m.dead_reckoning_exceeded = 0;
  m.height_source = ActiveHeight::barometer;
  m.baro_height = 1;
  s.ground_z_W = 100.0;
  s.baro_bias.variance = 1e-6;
  s.mag_filtered_count = 100.0;
}

void AidingRun::draw_initial_errors() {
  Filter& f = state_->filter;
  truth_.q_WB = attitude(0.0);
  truth_.v_W = {0.0, kRadius * kTurnRate, 0.0};
  truth_.p_W = {0.0, 0.0, -kHeight};
  f.x = truth_;
  initialize_covariance(f.P, config_);
  const double height = square(0.1);
  reset_variance(f.P, kPosition + 2, 1, &height);
  std::array<double, kStates> error{};
  for (int i = 0; i < kStates; ++i)
    error[static_cast<std::size_t>(i)] = std::sqrt(f.P.variance(i)) * normal();
  // The motion stays where it is, over the ground: its errors are the estimate's. Biases are true.
  std::array<double, kStates> of_motion{}, of_biases = error;
  for (std::size_t i = 0; i < kGyroBias; ++i) {
    of_motion[i] = -error[i];
    of_biases[i] = 0.0;
  }
  apply_correction(f.x, of_motion.data());
  apply_correction(truth_, of_biases.data());
  truth_.wind_north = normal();
  truth_.wind_east = normal();
}

// What walks besides the vehicle. The ground that is the datum stands still.
void AidingRun::walk(double dt) {
  const RangeAidConfig& r = config_.aiding.range;
  const double speed = norm_xy(truth_.v_W);
  const double ground =
      std::hypot(r.terrain_noise_m_s * dt, r.terrain_gradient * dt * speed) * normal();
  if (aids_ != AidSet::flow_over_datum) truth_.terrain_z_W += ground;
  truth_.wind_north += std::sqrt(dt) * config_.wind_noise_m_s2_sqrt_hz * normal();
  truth_.wind_east += std::sqrt(dt) * config_.wind_noise_m_s2_sqrt_hz * normal();
}

ImuStep AidingRun::next_step(int k) {
  const double t = kDt * k;
  ImuStep step{};
  step.time = (k + 1) * kStep;
  step.interval = kStep;
  const Vec3 turn = to_rotation_vector(attitude(t).conjugate() * attitude(t + kDt));
  step.rotation = turn + kDt * truth_.gyro_bias_B;
  Nominal ahead = truth_;
  predict_state(ahead, step, state_->earth);
  const Vec3 f_W = acceleration_W(t + 0.5 * kDt) - gravity_at(state_->earth, truth_.p_W);
  step.velocity_gain_B = kDt * (ahead.q_WB.conjugate() * f_W + truth_.accel_bias_B);
  predict_state(truth_, step, state_->earth);
  queue_aids(k, turn);
  step.rotation += kDt * normal3(config_.gyro_noise_rad_s);
  step.velocity_gain_B += kDt * normal3(config_.accel_noise_m_s2);
  truth_.gyro_bias_B += kDt * normal3(config_.gyro_bias_noise_rad_s2);
  truth_.accel_bias_B += kDt * normal3(config_.accel_bias_noise_m_s3);
  walk(kDt);
  return step;
}

void AidingRun::queue_aids(int k, const Vec3& turn) {
  EstimatorState& s = *state_;
  const TimeNs now = (k + 1) * kStep;
  s.timers.newest = now;
  const Quat off = from_yaw(config_.heading_noise_rad * normal());
  s.mag.push({now, truth_.q_WB.conjugate() * (off * s.magnetic.field_W)});
  s.timers.mag_arrival = now;
  if (k % 2 == 0) return;
  if (aids_ == AidSet::vision_and_air) {
    queue_vision(now);
    queue_air(now);
    return;
  }
  queue_down(now, turn);
  if (aids_ == AidSet::flow_over_datum) return;
  s.baro.push({now, -truth_.p_W.z + config_.baro_noise_m * normal()});
  s.timers.baro_arrival = now;
}

void AidingRun::queue_down(TimeNs now, const Vec3& turn) {
  Aiding& a = state_->aiding;
  const double cosine = (truth_.q_WB * Vec3{0.0, 0.0, 1.0}).z;
  const double distance = (truth_.terrain_z_W - truth_.p_W.z) / cosine;
  RangeSample range{.time = now, .distance_m = distance, .max_m = 100.0, .quality = 1.0};
  range.distance_m += std::sqrt(range_variance(range, config_)) * normal();
  a.range.push(range);
  a.range_arrival = now;

  const Vec3 v_B = truth_.q_WB.conjugate() * truth_.v_W;
  const double noise = config_.aiding.flow.noise_min_rad_s;
  FlowSample flow{.time = now,
                  .interval = kStep,
                  .rotation_B = turn,
                  .rate_max_rad_s = 7.4,
                  .height_max_m = 100.0,
                  .quality = 1.0};
  flow.turn_x_rad = turn.x - kDt * (v_B.y / distance + noise * normal());
  flow.turn_y_rad = turn.y - kDt * (-v_B.x / distance + noise * normal());
  a.flow.push(flow);
  a.flow_arrival = now;
}

void AidingRun::queue_vision(TimeNs now) {
  Aiding& a = state_->aiding;
  const VisionAidConfig& c = config_.aiding.vision;
  const Quat off = from_yaw(c.angle_noise_rad * normal());
  a.vision.push({.time = now,
                 .p_VB = truth_.p_W + normal3(c.position_noise_m),
                 .v_VB = truth_.v_W + normal3(c.velocity_noise_m_s),
                 .q_VB = off * truth_.q_WB,
                 .quality = 1.0,
                 .to_north = 1});
  a.vision_arrival = now;
}

void AidingRun::queue_air(TimeNs now) {
  const Vec3 u_W = truth_.v_W - Vec3{truth_.wind_north, truth_.wind_east, 0.0};
  const double speed = norm(u_W) + config_.aiding.airspeed.noise_m_s * normal();
  AirspeedSample sample{.time = now, .static_pressure_pa = 101325.0, .temperature_k = 288.15};
  sample.pressure_difference_pa = std::copysign(0.5 * kAirDensitySeaLevel * speed * speed, speed);
  state_->aiding.airspeed.push(sample);
  state_->aiding.airspeed_arrival = now;
}

void AidingRun::advance(int k, const MagneticModel& magnetic) {
  const ImuStep step = next_step(k);
  run_horizon(*state_, config_, magnetic, step);
}

double AidingRun::velocity_nees() const {
  const Filter& f = state_->filter;
  const Vec3 e = truth_.v_W - f.x.v_W;
  return normalized_square(f.P, kVelocity, {e.x, e.y});
}

double AidingRun::height_over_ground_nees() const {
  const Filter& f = state_->filter;
  const double e = (truth_.terrain_z_W - truth_.p_W.z) - (f.x.terrain_z_W - f.x.p_W.z);
  const double variance =
      f.P.variance(kTerrain) + f.P.variance(kPosition + 2) - 2.0 * f.P[kTerrain][kPosition + 2];
  return e * e / variance;
}

double AidingRun::wind_nees() const {
  const Filter& f = state_->filter;
  return normalized_square(f.P, kWind,
                           {truth_.wind_north - f.x.wind_north, truth_.wind_east - f.x.wind_east});
}

}  // namespace alula::test
