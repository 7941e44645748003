#include "autopilot/autopilot.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "autopilot/user_target.h"
#include "missions/mission_check.h"
#include "missions/mission_fence.h"

namespace alula {
namespace {

constexpr TimeNs kSlowInterval = nanoseconds(0.020);  // commander and navigator run at 50 Hz
constexpr TimeNs kImuTimeout = nanoseconds(0.050);

// How long the way down may take at a thrust that leaves a third of gravity, and then some.
double blind_descent_s(double height_m) {
  constexpr double fall_m_s2 = 0.3 * 9.80665;
  return 2.0 + std::sqrt(2.0 * std::clamp(height_m, 0.0, 3000.0) / fall_m_s2);
}

MaybeError check_setup(const AutopilotSetup& setup) {
  const AutopilotConfig config = map_parameters(setup.parameters, setup.airframe);
  if (MaybeError error = validate(config)) return error;
  if (setup.mission.items.empty()) return std::nullopt;
  MissionLimits limits;
  limits.first_waypoint_distance_max_m = setup.parameters[Param::MIS_DIST_1WP];
  if (MaybeError error = check_mission(setup.mission, limits)) return error;
  const std::vector<Error> faults = find_fence_faults(setup.mission, limits, {});
  return faults.empty() ? MaybeError() : faults.front();
}

}  // namespace

Result<std::unique_ptr<const Autopilot>> Autopilot::build(const AutopilotSetup& setup) {
  Result<AllocationTables> tables = make_allocation_tables(setup.airframe);
  if (!tables.ok()) return tables.error();
  if (MaybeError error = check_setup(setup)) return *error;
  return std::unique_ptr<const Autopilot>(new Autopilot(setup, *tables));
}

void Autopilot::start(AutopilotState& state) const {
  state.parameters = setup_.parameters;
  state.config = map_parameters(state.parameters, setup_.airframe);
  state.navigator.mission.result.total = static_cast<std::uint32_t>(setup_.mission.items.size());
  state.navigator.mission.result.valid = !setup_.mission.items.empty();
  publish(state);
}

EventLog Autopilot::open_events(AutopilotState& state, TimeNs now) {
  if (state.events_time != now) state.events.clear();
  state.events_time = now;
  return EventLog(state.events, now);
}

// What others see of commander and navigator is that of the same step.
void Autopilot::publish(AutopilotState& state) {
  state.status.vehicle = state.commander.status;
  state.status.home = state.commander.home;
  state.status.triplet = state.navigator.triplet;
  state.status.mission = state.navigator.mission.result;
}

bool Autopilot::sticks_live(const AutopilotState& state, TimeNs now) {
  constexpr std::int64_t not_listened_to = 4;
  const CommanderConfig& config = state.config.commander;
  return config.failsafe.sticks_source != not_listened_to &&
         is_live(state.operators.sticks_time, config.sticks_timeout_s, now);
}

CommanderInputs Autopilot::commander_inputs(const AutopilotState& state, TimeNs now) const {
  const OperatorState& heard = state.operators;
  const CommanderConfig& config = state.config.commander;
  const VehicleEstimate& estimate = state.estimator.estimate;
  const HomePosition& home = state.commander.home;
  CommanderInputs in{now,
                     estimate,
                     state.estimator.status,
                     state.control.status.land,
                     !setup_.mission.items.empty(),
                     sticks_live(state, now),
                     is_live(heard.offboard_time, config.offboard_timeout_s, now),
                     needs_of(heard.offboard)};
  if (in.sticks_live) in.sticks = heard.sticks;
  if (heard.ground_time >= 0) in.ground_age_s = seconds(now - heard.ground_time);
  const double distance = norm_xy(home.p_W - estimate.p_WB);
  in.return_time_s =
      return_time_s(state.config.return_time, estimate, home, state.estimator.status.wind,
                    return_height_m(state.config.navigator, distance));
  in.motors = {state.control.motors.failed,
               FlightControl(state.config, tables_).control_left(state.control)};
  in.fence = &setup_.mission.fence;
  in.breach = find_breach(config.fence, *in.fence, estimate, home);
  const FollowPoint target = follow_point(heard, now);
  if (target.live != 0 && estimate.global_valid && config.failsafe.fence_action != 0)
    in.follow_breach =
        find_breach(config.fence, *in.fence, on_globe(estimate, target.p_W), target.p_W, home);
  return in;
}

FlightControlInputs Autopilot::control_inputs(const AutopilotState& state, TimeNs now) {
  const OperatorState& heard = state.operators;
  const CommanderConfig& config = state.config.commander;
  const VehicleStatus& status = state.commander.status;
  FlightControlInputs in{now,
                         state.estimator.estimate,
                         state.navigator.triplet,
                         state.commander.home,
                         status.mode,
                         status.arming == ArmingState::armed};
  if (sticks_live(state, now)) in.sticks = heard.sticks;
  in.offboard = heard.offboard;
  // Set-points sent before the mode began have only shown that the sender lives.
  in.offboard_live = heard.offboard_time >= status.mode_time &&
                     is_live(heard.offboard_time, config.offboard_timeout_s, now);
  in.orbit = state.commander.orbit;
  in.follow = follow_point(heard, now);
  in.cruise_speed_m_s = state.commander.cruise_speed_m_s;
  return in;
}

void Autopilot::change_parameter(AutopilotState& state, const AutopilotCommand& command,
                                 EventLog& events) const {
  const double index = command.value[0], value = command.value[1];
  const bool known = index >= 0.0 && index < static_cast<double>(kParameterCount);
  if (!known || index != std::floor(index)) {
    events.add(EventLevel::warning, "parameter_unknown", "There is no parameter {}", index);
    return;
  }
  const auto which = static_cast<std::size_t>(index);
  const ParameterInfo& info = parameter_table()[which];
  ParameterValues changed = state.parameters;
  changed.value[which] = value;
  std::optional<AutopilotConfig> config;
  if (allows(info, value)) config = map_parameters(changed, setup_.airframe);
  if (!config || validate(*config).has_value()) {
    events.add(EventLevel::warning, "parameter_refused", "Parameter {} = {} refused", info.name,
               value);
    return;
  }
  state.parameters = changed;
  state.config = *config;
  events.add(EventLevel::info, "parameter_changed", "Parameter {} = {}", info.name, value);
}

bool Autopilot::change_mission_item(AutopilotState& state, double index, EventLog& events) const {
  const double total = static_cast<double>(setup_.mission.items.size());
  if (!(index >= 0.0 && index < total) || index != std::floor(index)) {
    events.add(EventLevel::warning, "mission_item_refused", "Mission item refused: there is no {}",
               index + 1.0);
    return false;
  }
  const Navigator navigator(state.config.navigator, setup_.mission.items);
  navigator.go_on_with(static_cast<std::int32_t>(index), state.navigator);
  return true;
}

void Autopilot::handle(AutopilotState& state, const AutopilotCommand& command, TimeNs now) const {
  EventLog events = open_events(state, now);
  const Commander commander(state.config.commander);
  const CommanderInputs inputs = commander_inputs(state, now);
  switch (command.kind) {
    case CommandKind::set_parameter:
      change_parameter(state, command, events);
      break;
    case CommandKind::go_to:
    case CommandKind::go_to_local: {
      const Navigator navigator(state.config.navigator, setup_.mission.items);
      const VehicleEstimate& e = state.estimator.estimate;
      const auto target = resolve_target(command, e, navigator.kept_target(e, state.navigator));
      if (target) {
        commander.handle(state.commander, *target, inputs, events);
      } else {
        events.add(EventLevel::warning, "go_to_refused", "Go-to refused: no place to fly to");
      }
      break;
    }
    case CommandKind::set_mission_item:
      change_mission_item(state, command.value[0], events);
      break;
    case CommandKind::start_mission:
      if (command.value[0] != 0.0 && !change_mission_item(state, command.value[0] - 1.0, events))
        break;
      commander.handle(state.commander, command, inputs, events);
      break;
    default:
      commander.handle(state.commander, command, inputs, events);
      break;
  }
  state.slow_time = -1;
}

void Autopilot::estimate(AutopilotState& state, const Samples& samples, TimeNs now) const {
  const LandDetection& land = state.control.status.land;
  EstimatorInputs in;
  in.now = now;
  in.in_air = !land.landed;
  in.at_rest = land.at_rest;
  in.ground_effect = land.in_ground_effect;
  in.armed = state.commander.status.arming == ArmingState::armed;
  const TimeNs before = state.estimator.estimate.time;
  Estimator(state.config.estimator, magnetic_).update(state.estimator, samples, in);
  if (state.estimator.estimate.time != before) state.alive_time = now;
}

void Autopilot::navigate(AutopilotState& state, TimeNs now, EventLog& events) const {
  CommanderState& c = state.commander;
  const NavigatorInputs in{now,
                           state.estimator.estimate,
                           c.home,
                           state.control.status.land,
                           c.status.mode,
                           c.status.mode_time,
                           c.status.arming == ArmingState::armed,
                           c.takeoff_height_m,
                           c.target.p_W,
                           c.target.yaw,
                           c.target.count,
                           setup_.mission.rally_points,
                           &routes_,
                           state.config.commander.fence,
                           &setup_.mission.items};
  const Navigator navigator(state.config.navigator, setup_.mission.items);
  switch (navigator.update(in, state.navigator, events)) {
    case NavigatorRequest::none:
      break;
    case NavigatorRequest::hold:
      Commander::follow_mode(c, FlightMode::hold, now, events);
      break;
    case NavigatorRequest::return_home:
      Commander::follow_mode(c, FlightMode::return_home, now, events);
      break;
  }
}

void Autopilot::decide(AutopilotState& state, TimeNs now, EventLog& events) const {
  if (state.slow_time >= 0 && now - state.slow_time < kSlowInterval) return;
  state.slow_time = now;
  Commander(state.config.commander).update(state.commander, commander_inputs(state, now), events);
  const VehicleEstimate& e = state.estimator.estimate;
  if (e.xy_valid && e.z_valid) navigate(state, now, events);
  publish(state);
}

// True where the vehicle can be flown. Before arming the checks see to that.
bool Autopilot::watch_attitude(AutopilotState& state, TimeNs now, EventLog& events) const {
  const bool armed = state.commander.status.arming == ArmingState::armed;
  const bool lost =
      now - state.alive_time > kImuTimeout || !state.estimator.estimate.attitude_valid;
  const bool blind = armed && lost;
  if (blind == (state.blind_since >= 0)) return !blind;
  state.blind_since = blind ? now : -1;
  if (blind) {
    events.add(EventLevel::emergency, "imu_lost",
               "No IMU samples or no attitude: thrust below hover, disarming soon");
  } else if (armed) {
    events.add(EventLevel::critical, "imu_found", "IMU and attitude are back");
  }
  if (armed) Commander::note_imu(state.commander, blind);
  publish(state);
  return !blind;
}

// Nothing is known of the attitude any more: on the ground the motors stop, in the air they do
// when the vehicle must be down.
void Autopilot::come_down(AutopilotState& state, TimeNs now, EventLog& events) const {
  const double height = state.control.ground_z - state.estimator.estimate.p_WB.z;
  const bool terminated = state.commander.status.mode == FlightMode::termination;
  const bool down = terminated || state.control.status.land.landed ||
                    seconds(now - state.blind_since) >= blind_descent_s(height);
  if (!down) {
    state.command = FlightControl(state.config, tables_).blind_descent(state.control, now);
    return;
  }
  Commander::disarm(state.commander, ArmDisarmReason::failsafe, now, events);
  FlightControl(state.config, tables_).stop(state.control, now);
  state.command = {.time = now};
  publish(state);
}

void Autopilot::fly(AutopilotState& state, const Samples& samples, TimeNs now) const {
  const FlightControl control(state.config, tables_);
  const FlightControlInputs in = control_inputs(state, now);
  if (!in.armed && state.command.armed) state.command = {.time = now};
  if (state.estimator.status.updated) control.outer(state.control, in);
  // The sample that the estimate is made from.
  const auto moves = [&](const ImuSample& imu) { return imu.time == in.estimate.time; };
  if (in.armed) {
    MotorFailureDetector(state.config.motor_failure)
        .update(state.control.motors, {samples.esc.begin(), samples.esc.size()},
                state.control.status.allocation, now);
  }
  const auto* const imu = std::find_if(samples.imu.begin(), samples.imu.end(), moves);
  if (imu != samples.imu.end()) state.command = control.inner(state.control, *imu, in);
}

ActuatorCommand Autopilot::update(AutopilotState& state, const Samples& samples, TimeNs now) const {
  EventLog events = open_events(state, now);
  Commander(state.config.commander).observe(state.commander, samples);
  estimate(state, samples, now);
  hear(state.operators, samples, state.estimator.estimate, now, events);
  decide(state, now, events);
  if (watch_attitude(state, now, events)) {
    fly(state, samples, now);
  } else {
    come_down(state, now, events);
  }
  return state.command;
}

}  // namespace alula
