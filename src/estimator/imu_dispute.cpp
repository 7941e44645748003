#include <algorithm>
#include <cmath>

#include "estimator/aids.h"
#include "estimator/fusion.h"
#include "estimator/instances.h"
#include "estimator/resets.h"
#include "estimator/vote.h"

namespace alula::ekf {

namespace {

constexpr double kLearntLeast = 1.0;        // [s] a usual difference that is younger is none
constexpr double kDecided = 4.0;            // odds of 50 to 1
constexpr double kPatience = 3.0;           // [s] without evidence the one in use is innocent
constexpr double kHeadingDeviation = 0.15;  // [rad] of the compass over some tenths of a second

// Logarithm of the odds that an innovation holds `expected` rather than nothing.
double odds(double innovation, double expected, double variance) {
  return expected * (innovation - 0.5 * expected) / variance;
}

double velocity_evidence(const EstimatorState& state) {
  const AidStatus<3>& aid = state.status.gnss_velocity;
  const ImuDispute& d = state.imu_panel.dispute;
  const double late = seconds(state.timers.newest - state.timers.horizon);
  const Vec3 expected = d.velocity_W - late * d.acceleration_W;
  const double along[] = {expected.x, expected.y, expected.z};
  double sum = 0.0;
  for (std::size_t i = 0; i < 3; ++i)
    sum += odds(aid.innovation[i], along[i], aid.innovation_variance[i]);
  return sum;
}

double heading_evidence(const EstimatorState& state, const EstimatorConfig& config) {
  const bool compass = state.modes.mag_heading != 0 || state.modes.mag_3d != 0;
  if (!compass) return 0.0;
  const ImuDispute& d = state.imu_panel.dispute;
  const double late = seconds(state.timers.newest - state.timers.horizon);
  const Vec3 field_B = state.mag_filtered_B - state.filter.x.field_bias_B;
  const double innovation =
      wrap_pi(yaw_of(state.filter.x.q_WB) - yaw_from_field(state, field_B, config));
  return odds(innovation, d.rotation_W.z - late * d.rate_W.z, square(kHeadingDeviation));
}

// The filter has been led astray: tilt, heading and velocity are to be learned quickly again.
void open_what_was_wrong(Covariance& P, const Vec3& turned, const Vec3& pushed) {
  const double turn[] = {turned.x, turned.y, turned.z}, push[] = {pushed.x, pushed.y, pushed.z};
  for (int i = 0; i < 3; ++i) {
    P[kTheta + i][kTheta + i] += 0.25 * square(turn[i]);
    P[kVelocity + i][kVelocity + i] += square(push[i]);
  }
}

}  // namespace

void follow_imu_dispute(EstimatorState& state, std::uint32_t other, double dt_s) {
  ImuDispute& d = state.imu_panel.dispute;
  const ImuWitness& w = state.imu_panel.witnesses[other];
  const ImuWitness& used = state.imu_panel.witnesses[state.imu_choice.in_use];
  const Quat& q_WB = state.output.now.q_WB;
  if (d.since == 0 || d.other != other) {
    d = ImuDispute{};
    d.since = w.time;
    d.other = other;
    d.rotation_W = -kImuPartTau * (q_WB * w.parted_w);  // what the low-pass has passed so far
    d.velocity_W = -kImuPartTau * (q_WB * w.parted_force);
  }
  const Vec3 force_W = q_WB * (w.specific_force_B - w.usual_force);
  d.rate_W = q_WB * (used.w_B - w.w_B + w.usual_w);
  d.rotation_W += dt_s * d.rate_W;
  d.acceleration_W = q_WB * used.specific_force_B - force_W + cross(d.rotation_W, force_W);
  d.velocity_W += dt_s * d.acceleration_W;
}

void weigh_imu_dispute(EstimatorState& state, const EstimatorConfig& config) {
  ImuDispute& d = state.imu_panel.dispute;
  if (d.since == 0) return;
  const AidStatus<3>& aid = state.status.gnss_velocity;
  if (state.modes.gnss != 0 && aid.time_sample > std::max(d.weighed, d.since)) {
    d.weighed = aid.time_sample;
    d.evidence += velocity_evidence(state) + heading_evidence(state, config);
  }
  if (d.evidence > kDecided) {
    condemn(state.imu_choice, state.imu_choice.in_use);
  } else if (d.evidence < -kDecided || older(state.timers.newest, d.since, kPatience)) {
    condemn(state.imu_choice, static_cast<std::uint32_t>(d.other));
    d = ImuDispute{};
  }
}

bool take_over_imu(EstimatorState& state, std::uint32_t from, std::uint32_t to,
                   const EstimatorConfig& config) {
  ImuPanel& panel = state.imu_panel;
  const ImuWitness next = panel.witnesses[to];
  const ImuDispute dispute = panel.dispute;
  panel.dispute = ImuDispute{};
  for (ImuWitness& w : panel.witnesses) {
    w.usual_w -= next.usual_w;
    w.usual_force -= next.usual_force;
    w.parted_w -= next.parted_w;
    w.parted_force -= next.parted_force;
  }
  panel.witnesses[from].learned_s = next.learned_s;
  if (next.learned_s < kLearntLeast) return false;

  Filter& f = state.filter;
  const double gyro = config.gyro_bias_limit_rad_s, accel = config.accel_bias_limit_m_s2;
  f.x.gyro_bias_B = clamp(f.x.gyro_bias_B + next.usual_w, {gyro, gyro, gyro});
  f.x.accel_bias_B = clamp(f.x.accel_bias_B + next.usual_force, {accel, accel, accel});
  if (state.modes.filter_running == 0) return true;
  const bool disputed = dispute.since > 0 && dispute.other == to;
  const Vec3 turned = disputed ? dispute.rotation_W : kImuPartTau * (f.x.q_WB * next.parted_w);
  const Vec3 pushed = disputed ? dispute.velocity_W : kImuPartTau * (f.x.q_WB * next.parted_force);
  if (disputed) turn_attitude(state, from_rotation_vector(-turned));
  open_what_was_wrong(f.P, turned, pushed);
  return true;
}

}  // namespace alula::ekf
