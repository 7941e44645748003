#include "control/offboard_task.h"

#include <cmath>

#include "control/finite.h"
#include "control/reset_count.h"

namespace alula {
namespace {

constexpr double kHuge = 1e9;
// This much above the vehicle is a wish to take off. After a landing the height has drifted, and
// the old set-point at the ground is none.
constexpr double kClimbWanted_m = 0.05;
constexpr double kClimbWantedAgain_m = 0.3;

bool says(const Vec3& a) { return std::isfinite(a.x) || std::isfinite(a.y) || std::isfinite(a.z); }
// NaN is "not commanded"; infinite or absurd is a fault of the sender.
bool sane(double x) { return std::isnan(x) || std::fabs(x) < kHuge; }
bool sane(const Vec3& a) { return sane(a.x) && sane(a.y) && sane(a.z); }
bool is_share(double x) { return x >= 0.0 && x <= 1.0; }

bool asks_for_up(const OffboardSetpoint& s, const Vec3& p_WB, double margin_m) {
  return s.p_sp.z < p_WB.z - margin_m || s.v_sp.z < 0.0 || s.a_sp.z < 0.0;
}

// Level axes in the frame turned by yaw; both or none.
Vec3 turned(const Vec3& a, double yaw) {
  const bool level_known = std::isfinite(a.x) && std::isfinite(a.y);
  if (!level_known) return {kNotCommanded, kNotCommanded, a.z};
  const double c = std::cos(yaw), s = std::sin(yaw);
  return {c * a.x - s * a.y, s * a.x + c * a.y, a.z};
}

}  // namespace

bool is_usable(const OffboardSetpoint& s) {
  switch (s.kind) {
    case OffboardKind::trajectory: {
      const bool numbers =
          sane(s.p_sp) && sane(s.v_sp) && sane(s.a_sp) && sane(s.yaw_sp) && sane(s.yaw_rate_sp);
      const bool place = s.frame == OffboardFrame::local && says(s.p_sp);
      return numbers && (place || says(s.v_sp) || says(s.a_sp));
    }
    case OffboardKind::attitude: {
      const Quat& q = s.q_WB_sp;
      const double length = q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z;
      return std::fabs(length - 1.0) < 0.01 && is_share(s.thrust_sp) && sane(s.yaw_rate_sp);
    }
    case OffboardKind::rates:
      return is_finite(s.w_WB_B_sp) && sane(s.w_WB_B_sp) && is_share(s.thrust_sp);
  }
  return false;
}

OffboardSetpoint in_local_frame(const OffboardSetpoint& setpoint, const VehicleEstimate& estimate) {
  if (setpoint.frame == OffboardFrame::local) return setpoint;
  const double yaw = yaw_of(estimate.q_WB);
  OffboardSetpoint local = setpoint;
  local.frame = OffboardFrame::local;
  local.p_sp = kVectorNotCommanded;
  local.v_sp = turned(setpoint.v_sp, yaw);
  local.a_sp = turned(setpoint.a_sp, yaw);
  return local;
}

void OffboardTask::activate(OffboardTaskState& state, const VehicleEstimate& estimate) {
  state = {level(estimate.p_WB), estimate.reset_xy.count, 0};
}

// On the ground, and until it is airborne, only up counts.
FlightTaskOutput OffboardTask::trajectory(OffboardTaskState& state,
                                          const FlightTaskInput& in) const {
  const VehicleEstimate& e = in.estimate;
  FlightTaskOutput out;
  out.speed_up_limit_m_s = config_.speed_up_m_s;
  out.speed_down_limit_m_s = config_.speed_down_m_s;
  const double margin_m = state.flown != 0 ? kClimbWantedAgain_m : kClimbWanted_m;
  out.want_takeoff = asks_for_up(in.offboard, e.p_WB, margin_m);
  TrajectorySetpoint& wanted = out.setpoint;
  wanted.p_sp = in.offboard.p_sp;
  wanted.v_sp = in.offboard.v_sp;
  wanted.a_sp = in.offboard.a_sp;
  wanted.yaw_sp = in.offboard.yaw_sp;
  wanted.yaw_rate_sp = in.offboard.yaw_rate_sp;
  if (in.airborne) return out;
  const auto level_axes = [](Vec3& a, double x, double y) { a = {x, y, a.z}; };
  const bool held = e.xy_valid;
  level_axes(wanted.p_sp, held ? state.place.x : kNotCommanded,
             held ? state.place.y : kNotCommanded);
  level_axes(wanted.v_sp, kNotCommanded, kNotCommanded);
  const double a = held ? kNotCommanded : 0.0;  // level
  level_axes(wanted.a_sp, a, a);
  return out;
}

FlightTaskOutput OffboardTask::update(OffboardTaskState& state, const FlightTaskInput& in) const {
  const VehicleEstimate& e = in.estimate;
  if (take_over(state.reset_xy, e.reset_xy.count)) {
    state.place += Vec3{e.reset_xy.delta_x, e.reset_xy.delta_y, 0.0};
  }
  if (in.phase < TakeoffPhase::ramp) state.place = level(e.p_WB);
  if (in.airborne) state.flown = 1;
  if (!in.offboard_live) {
    FlightTaskOutput stop;
    stop.setpoint.v_sp = Vec3::zero();
    stop.setpoint.yaw_rate_sp = 0.0;
    return stop;
  }
  if (in.offboard.kind == OffboardKind::trajectory) return trajectory(state, in);

  FlightTaskOutput out;
  const Vec3 thrust{0.0, 0.0, -in.offboard.thrust_sp};
  out.want_takeoff = true;
  if (in.offboard.kind == OffboardKind::attitude) {
    out.level = CascadeLevel::attitude;
    out.attitude.q_WB_sp = normalized(in.offboard.q_WB_sp);
    out.attitude.thrust_B_sp = thrust;
    out.attitude.yaw_rate_sp = finite_or(in.offboard.yaw_rate_sp, 0.0);
  } else {
    out.level = CascadeLevel::rates;
    out.rates.w_WB_B_sp = in.offboard.w_WB_B_sp;
    out.rates.thrust_B_sp = thrust;
  }
  return out;
}

}  // namespace alula
