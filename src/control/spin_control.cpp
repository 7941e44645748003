#include "control/spin_control.h"

#include <algorithm>
#include <cmath>

#include "earth/standard_gravity.h"

namespace alula {
namespace {

constexpr double kSpinLeast_rad_s = 1.0;  // slower than this there is no gyroscopic moment to use
constexpr double kAxisErrorMax = 0.6;     // as a sine: beyond it rates would overtax the motors
constexpr double kUnexplainedTime_s =
    0.2;                            // of what turns with the body, such as a centrifugal force
constexpr double kDownLeast = 0.3;  // cosine of the greatest lean that is inverted in full

// `direction` leans no further from straight up than allowed.
Vec3 limited_tilt(const Vec3& direction, double tilt_max_rad) {
  const double level = std::hypot(direction.x, direction.y);
  const double up = std::max(-direction.z, 0.0);
  const double level_max = std::sin(tilt_max_rad);
  if (up > 0.0 && level <= level_max) return direction;
  const double scale = level > 0.0 ? level_max / level : 0.0;
  return {scale * direction.x, scale * direction.y, -std::cos(tilt_max_rad)};
}

}  // namespace

SpinControl::SpinControl(const SpinControlConfig& config, const AllocationTables& tables,
                         std::size_t lost)
    : config_(config), tables_(tables), lost_(lost) {
  double least = 1e9;
  for (std::size_t i = 0; i < tables.mix.motors; ++i) {
    if (i == lost) continue;
    const double carried = -tables.mix.thrust[i];
    if (carried < least) {
      least = carried;
      opposite_ = i;
    }
    carriers_ += 1.0;
    carrier_thrust_n_ = std::max(carrier_thrust_n_, -tables.effectiveness[3][i]);
  }
  carriers_ -= 1.0;
}

// Where the gyroscopic moment of the spin balances what the motors' unequal parts turn.
SpinControl::Axis SpinControl::steady_axis(double opposite, double carrier,
                                           double spin_rad_s) const {
  const auto moment = [&](std::size_t axis) {
    double sum = 0.0;
    for (std::size_t i = 0; i < tables_.mix.motors; ++i)
      sum += tables_.effectiveness[axis][i] * (i == opposite_ ? opposite : carrier);
    return sum;
  };
  const Mat3& inertia = config_.inertia_B;
  const double square_rate = spin_rad_s * spin_rad_s;
  return {moment(1) / ((inertia.m[0][0] - inertia.m[2][2]) * square_rate),
          moment(0) / ((inertia.m[2][2] - inertia.m[1][1]) * square_rate)};
}

SpinControl::Axis SpinControl::choose_axis(SpinControlState& state, double thrust_n,
                                           double spin_rad_s, double dt_s) const {
  const double total = thrust_n / carrier_thrust_n_;
  const double lacking = total - carriers_ * config_.carrier_share_max;
  const double wanted = std::clamp(lacking, config_.opposite_share_min, config_.carrier_share_max);
  const double step = dt_s / (config_.opposite_time_s + dt_s);
  state.opposite_share += step * (wanted - state.opposite_share);
  if (std::fabs(spin_rad_s) < kSpinLeast_rad_s) return {};
  const double carrier =
      std::clamp((total - state.opposite_share) / carriers_, 0.0, config_.carrier_share_max);
  const Axis axis = steady_axis(state.opposite_share, carrier, spin_rad_s);
  const double lean = std::hypot(axis.x, axis.y);
  if (!std::isfinite(lean)) return {};  // a body without a main axis
  if (lean <= config_.axis_lean_max) return axis;
  const double scale = config_.axis_lean_max / lean;
  return {scale * axis.x, scale * axis.y};
}

// With d, the wanted thrust's opposite in body axes: d' = d x w. Rates are chosen so that d closes
// in on the steady axis, and torques so that the rates follow.
Vec3 SpinControl::torque(const SpinControlState& state, const SpinControlInput& in,
                         const Axis& steady) const {
  const Vec3 d = in.q_WB.conjugate() * (-1.0 * state.thrust_dir_W);
  const Vec3& w = in.w_WB_B;
  const double down = std::max(d.z, kDownLeast);
  double ex = d.x - down * steady.x, ey = d.y - down * steady.y;
  const double size = std::hypot(ex, ey);
  if (size > kAxisErrorMax) {
    ex *= kAxisErrorMax / size;
    ey *= kAxisErrorMax / size;
  }
  const double k = config_.axis_gain_1_s;
  const double p_sp = (d.x * w.z - k * ey) / down;
  const double q_sp = (d.y * w.z + k * ex) / down;
  const Vec3 d_dot = cross(d, w);
  const Vec3 alpha{(d_dot.x * w.z - k * d_dot.y) / down + config_.rate_gain_1_s * (p_sp - w.x),
                   (d_dot.y * w.z + k * d_dot.x) / down + config_.rate_gain_1_s * (q_sp - w.y),
                   0.0};
  return config_.inertia_B * alpha + cross(w, config_.inertia_B * w);
}

// Torque before thrust: without it the vehicle would turn over.
void SpinControl::share(const Vec3& torque, double thrust_n, std::span<double> motor) const {
  const auto& scale = tables_.scale;
  const double roll = scale[0] * torque.x, pitch = scale[1] * torque.y;
  const double lift = -scale[3] * thrust_n;
  const MixTable& mix = tables_.mix;
  for (std::size_t i = 0; i < motor.size(); ++i)
    motor[i] = mix.roll[i] * roll + mix.pitch[i] * pitch + mix.thrust[i] * lift;
  const double asked = motor[opposite_];
  motor[opposite_] = std::clamp(asked, 0.0, 1.0);
  const double balance = (asked - motor[opposite_]) / carriers_;
  double most = 0.0, least = 1.0;
  for (std::size_t i = 0; i < motor.size(); ++i) {
    if (i == opposite_ || i == lost_) continue;
    motor[i] += balance;
    most = std::max(most, motor[i]);
    least = std::min(least, motor[i]);
  }
  const double shift = most > 1.0 ? 1.0 - most : std::max(-least, 0.0);
  for (std::size_t i = 0; i < motor.size(); ++i) {
    if (i == lost_) {
      motor[i] = 0.0;
    } else if (i != opposite_) {
      motor[i] = std::clamp(motor[i] + shift, 0.0, 1.0);
    }
  }
}

AllocationStatus SpinControl::update(SpinControlState& state, const SpinControlInput& in,
                                     double dt_s) const {
  const double thrust_n = std::max(in.lift_ratio, 0.0) * config_.mass_kg * kStandardGravity;
  const Axis steady = choose_axis(state, thrust_n, in.w_WB_B.z, dt_s);
  const Vec3 wanted = limited_tilt(in.thrust_dir_W, config_.tilt_max_rad);
  const double step = dt_s / (config_.direction_time_s + dt_s);
  state.thrust_dir_W =
      unit_or(state.thrust_dir_W + step * (wanted - state.thrust_dir_W), {0.0, 0.0, -1.0});
  const Vec3 asked = torque(state, in, steady);

  AllocationStatus status;
  status.motor_count = static_cast<std::uint32_t>(tables_.mix.motors);
  status.torque_sp = {tables_.scale[0] * asked.x, tables_.scale[1] * asked.y, 0.0};
  status.thrust_sp = {0.0, 0.0, -tables_.scale[3] * thrust_n};
  share(asked, thrust_n, {status.motor.data(), tables_.mix.motors});
  state.thrust_n = 0.0;
  for (std::size_t i = 0; i < tables_.mix.motors; ++i)
    state.thrust_n -= tables_.effectiveness[3][i] * status.motor[i];
  return status;
}

ActuatorCommand SpinControl::command(const AllocationStatus& status) const {
  ActuatorCommand command;
  command.motor_count = status.motor_count;
  command.armed = true;
  command.stopped = static_cast<std::uint16_t>(1U << lost_);
  for (std::size_t i = 0; i < status.motor_count; ++i)
    command.motor[i] = signal_of_thrust(status.motor[i], config_.thrust_curve[i]);
  return command;
}

void SpinControl::watch_ground(SpinControlState& state, const Vec3& specific_force_B,
                               double dt_s) const {
  const Vec3 unexplained = specific_force_B + Vec3{0.0, 0.0, state.thrust_n / config_.mass_kg};
  const Vec3 blow = unexplained - state.unexplained_B;
  const double step = state.begun == 0 ? 1.0 : dt_s / (kUnexplainedTime_s + dt_s);
  state.unexplained_B += step * blow;
  const bool hit = state.begun != 0 && norm(blow) > config_.touch_down_force_m_s2;
  state.touched_down = state.touched_down != 0 || hit ? 1 : 0;
  state.begun = 1;
}

}  // namespace alula
