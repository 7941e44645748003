#include "autopilot/mission_review.h"

#include <algorithm>
#include <cmath>

#include "autopilot/navigator.h"
#include "autopilot/parameter_map.h"
#include "earth/geodesy.h"

namespace alula {
namespace {

constexpr double kStep_s = 0.02;  // of navigator and trajectory in flight
constexpr double kOffGround_m = 0.05;

// The navigator's targets and the trajectory through them are those of a flight; the vehicle stands
// where the trajectory says.
class Rehearsal {
 public:
  Rehearsal(const Mission& mission, const ParameterValues& parameters, double time_max_s)
      : mission_(mission),
        time_max_(nanoseconds(time_max_s)),
        config_(map_parameters(parameters, {})),
        frame_({mission.home_latitude_rad, mission.home_longitude_rad, mission.home_altitude_m}),
        routes_(mission.fence),
        navigator_(config_.navigator, mission.items),
        trajectory_(config_.trajectory) {
    home_.time = 1;
    home_.latitude_rad = estimate_.ref_latitude_rad = mission.home_latitude_rad;
    home_.longitude_rad = estimate_.ref_longitude_rad = mission.home_longitude_rad;
    home_.altitude_m = estimate_.ref_altitude_m = mission.home_altitude_m;
    estimate_.xy_valid = estimate_.z_valid = estimate_.v_xy_valid = estimate_.v_z_valid = true;
    estimate_.attitude_valid = estimate_.heading_valid = estimate_.global_valid = true;
    estimate_.altitude_m = mission.home_altitude_m;
  }

  MissionReview run() {
    while (!over_ && now_ < time_max_) step();
    review_.cut_short = !over_;
    return review_;
  }

 private:
  void step() {
    now_ += nanoseconds(kStep_s);
    estimate_.time = now_;
    navigate();
    const FlightTaskOutput out = trajectory_.update(
        trajectory_state_, {estimate_, navigation_.triplet, home_, TakeoffPhase::flight}, kStep_s);
    count(estimate_.p_WB, out.setpoint.p_sp);
    place(out.setpoint);
    watch_ground();
    if (!land_.landed) watch_fence();
    wait();
  }

  void navigate() {
    EventLog events(events_, now_);
    const NavigatorInputs in{.now = now_,
                             .estimate = estimate_,
                             .home = home_,
                             .land = land_,
                             .mode = mode_,
                             .mode_time = mode_time_,
                             .armed = true,
                             .routes = &routes_,
                             .fence = config_.commander.fence,
                             .items = &mission_.items};
    const NavigatorRequest request = navigator_.update(in, navigation_, events);
    events_.clear();
    if (request == NavigatorRequest::none) return;
    // Hold: the mission is over, and the vehicle still in the air.
    if (request == NavigatorRequest::hold) over_ = true;
    if (request == NavigatorRequest::return_home) review_.end = MissionEnd::returns;
    mode_ = FlightMode::return_home;
    mode_time_ = now_;
  }

  void place(const TrajectorySetpoint& at) {
    estimate_.p_WB = at.p_sp;
    estimate_.v_WB = at.v_sp;
    estimate_.a_WB = at.a_sp;
    estimate_.q_WB = from_euler({0.0, 0.0, at.yaw_sp});
    estimate_.altitude_m = mission_.home_altitude_m - at.p_sp.z;
  }

  void count(const Vec3& from, const Vec3& to) {
    review_.way_m += norm_xy(to - from);
    review_.climb_m += std::max(0.0, from.z - to.z);
    review_.height_max_m = std::max(review_.height_max_m, -to.z);
    review_.distance_max_m = std::max(review_.distance_max_m, norm_xy(to));
    if (!land_.landed) review_.time_s += kStep_s;
  }

  // The ground is where the mission lands, and nowhere above home.
  void watch_ground() {
    const double z = estimate_.p_WB.z;
    if (land_.landed && z < -kOffGround_m) land_.landed = false;
    const NavigationTarget& target = navigation_.triplet.current;
    const bool down = target.kind == TargetKind::land && z >= std::max(0.0, target.p_W.z);
    if (land_.landed || !down) return;
    if (review_.end != MissionEnd::returns) review_.end = MissionEnd::lands;
    over_ = true;
  }

  void watch_fence() {
    const auto current = static_cast<std::size_t>(navigation_.mission.result.current);
    if (mission_.fence.empty() || current >= mission_.items.size()) return;
    const Geodetic at = frame_.to_geodetic(estimate_.p_WB);
    if (allows(mission_.fence, {at.latitude_rad, at.longitude_rad})) return;
    const std::int32_t number = mission_.items[current].number;
    std::vector<std::int32_t>& outside = review_.outside_fence;
    if (std::ranges::find(outside, number) == outside.end()) outside.push_back(number);
  }

  // A long wait is passed over; one without end ends the rehearsal.
  void wait() {
    constexpr double kStanding_m_s = 0.05;
    const MissionState& state = navigation_.mission;
    const auto current = static_cast<std::size_t>(state.result.current);
    if (mode_ != FlightMode::mission || state.inside_since < 0 ||
        current >= mission_.items.size() || norm(estimate_.v_WB) > kStanding_m_s) {
      return;
    }
    const MissionItem& item = mission_.items[current];
    const bool for_ever = item.command == MissionCommand::loiter_unlimited ||
                          (item.autocontinue == 0 && state.result.reached == state.result.current);
    if (for_ever) {
      review_.time_s = -1.0;
      over_ = true;
      return;
    }
    const double left_s = hold_s(item) - seconds(now_ - state.inside_since);
    if (left_s < 1.0) return;
    now_ += nanoseconds(left_s);
    review_.time_s += left_s;
  }

  const Mission& mission_;
  const TimeNs time_max_;
  const AutopilotConfig config_;
  const LocalFrame frame_;
  const FenceRoutes routes_;
  const Navigator navigator_;
  const AutoTrajectory trajectory_;
  NavigatorState navigation_;
  AutoTrajectoryState trajectory_state_;
  EventList events_;
  VehicleEstimate estimate_;
  HomePosition home_;
  LandDetection land_;
  FlightMode mode_ = FlightMode::mission;
  TimeNs now_ = 0, mode_time_ = 0;
  bool over_ = false;
  MissionReview review_;
};

}  // namespace

MissionReview review_mission(const Mission& mission, const ParameterValues& parameters,
                             double time_max_s) {
  return Rehearsal(mission, parameters, time_max_s).run();
}

}  // namespace alula
