#include "autopilot/autopilot.h"

#include <algorithm>
#include <cmath>

#include "autopilot/mission_check.h"

namespace alula {
namespace {

constexpr TimeNs kSlowInterval = nanoseconds(0.020);   // commander and navigator run at 50 Hz
constexpr TimeNs kImuTimeout = nanoseconds(0.050);

// How long the way down may take at a thrust that leaves a third of gravity, and then some.
double blind_descent_s(double height_m) {
  constexpr double fall_m_s2 = 0.3 * 9.80665;
  return 2.0 + std::sqrt(2.0 * std::clamp(height_m, 0.0, 3000.0) / fall_m_s2);
}

}  // namespace

Result<std::unique_ptr<const Autopilot>> Autopilot::build(const AutopilotSetup& setup) {
  Result<AllocationTables> tables = make_allocation_tables(setup.airframe);
  if (!tables.ok()) return tables.error();
  if (MaybeError error = validate(map_parameters(setup.parameters, setup.airframe))) return *error;
  return std::unique_ptr<const Autopilot>(new Autopilot(setup, *tables));
}

void Autopilot::start(AutopilotState& state) const {
  state.parameters = setup_.parameters;
  state.config = map_parameters(state.parameters, setup_.airframe);
  state.navigator.mission.result.total = static_cast<std::uint32_t>(setup_.mission.items.size());
}

EventLog Autopilot::open_events(AutopilotState& state, TimeNs now) const {
  if (state.events_time != now) state.events.clear();
  state.events_time = now;
  return EventLog(state.events, now);
}

CommanderInputs Autopilot::commander_inputs(const AutopilotState& state, TimeNs now) const {
  return {now, state.estimator.estimate, state.estimator.status, state.control.status.land,
          !setup_.mission.items.empty()};
}

FlightControlInputs Autopilot::control_inputs(const AutopilotState& state, TimeNs now) const {
  return {now, state.estimator.estimate, state.navigator.triplet, state.commander.home, state.commander.status.mode,
          state.commander.status.arming == ArmingState::armed};
}

void Autopilot::handle(AutopilotState& state, const AutopilotCommand& command, TimeNs now) const {
  EventLog events = open_events(state, now);
  if (command.kind == CommandKind::set_parameter) {
    const double index = command.value[0];
    if (!(index >= 0.0 && index < static_cast<double>(kParameterCount))) return;
    const ParameterInfo& info = parameter_table()[static_cast<std::size_t>(index)];
    ParameterValues changed = state.parameters;
    const bool in_range = !set_parameter(changed, info.name, command.value[1]).has_value();
    const AutopilotConfig config = map_parameters(changed, setup_.airframe);
    if (!in_range || validate(config).has_value()) {
      events.add(EventLevel::warning, "parameter_refused", "Parameter {} = {} refused", info.name, command.value[1]);
      return;
    }
    state.parameters = changed;
    state.config = config;
    return;
  }
  AutopilotCommand local = command;
  const VehicleEstimate& e = state.estimator.estimate;
  if (command.kind == CommandKind::go_to) {
    const auto or_else = [](double wanted, double fallback) { return std::isfinite(wanted) ? wanted : fallback; };
    const Vec3 p_W = local_place(e, or_else(command.value[0], e.latitude_rad), or_else(command.value[1], e.longitude_rad),
                                 or_else(command.value[2], e.altitude_m));
    local.value = {p_W.x, p_W.y, p_W.z, command.value[3]};
  }
  Commander(state.config.commander).handle(state.commander, local, commander_inputs(state, now), events);
}

void Autopilot::estimate(AutopilotState& state, const Samples& samples, TimeNs now) const {
  const LandDetection& land = state.control.status.land;
  EstimatorInputs in;
  in.now = now;
  in.decimal_year = setup_.decimal_year;
  in.in_air = !land.landed;
  in.at_rest = land.at_rest;
  in.armed = state.commander.status.arming == ArmingState::armed;
  Estimator(state.config.estimator, magnetic_).update(state.estimator, samples, in);
}

void Autopilot::navigate(AutopilotState& state, TimeNs now, EventLog& events) const {
  const CommanderState& c = state.commander;
  const NavigatorInputs in{now, state.estimator.estimate, c.home, state.control.status.land, c.status.mode,
                           c.status.mode_time, c.status.arming == ArmingState::armed, c.takeoff_height_m,
                           c.target.p_W, c.target.yaw, c.target.count};
  const Navigator navigator(state.config.navigator, setup_.mission.items);
  switch (navigator.update(in, state.navigator, events)) {
    case NavigatorRequest::none: break;
    case NavigatorRequest::hold: Commander::set_mode(state.commander, FlightMode::hold, now, events); break;
    case NavigatorRequest::return_home:
      Commander::set_mode(state.commander, FlightMode::return_home, now, events);
      break;
  }
}

void Autopilot::decide(AutopilotState& state, TimeNs now, EventLog& events) const {
  Commander(state.config.commander).update(state.commander, commander_inputs(state, now), events);
  if (state.estimator.estimate.global_valid) navigate(state, now, events);
  state.status.vehicle = state.commander.status;
  state.status.home = state.commander.home;
  state.status.triplet = state.navigator.triplet;
  state.status.mission = state.navigator.mission.result;
}

ActuatorCommand Autopilot::without_imu(AutopilotState& state, TimeNs now, EventLog& events) const {
  if (state.blind_since < 0) {
    state.blind_since = now;
    state.commander.status.failsafe = true;
    events.add(EventLevel::emergency, "imu_lost", "No IMU samples: thrust below hover, disarming soon");
  }
  const double height = state.commander.home.p_W.z - state.estimator.estimate.p_WB.z;
  if (seconds(now - state.blind_since) >= blind_descent_s(height)) {
    Commander::disarm(state.commander, ArmDisarmReason::failsafe, now, events);
    state.status.vehicle = state.commander.status;
    return {};
  }
  return FlightControl(state.config, tables_).blind_descent(state.control, now);
}

ActuatorCommand Autopilot::update(AutopilotState& state, const Samples& samples, TimeNs now) const {
  EventLog events = open_events(state, now);
  Commander::observe(state.commander, samples);
  if (!samples.imu.empty()) state.imu_time = now;
  estimate(state, samples, now);

  if (state.slow_time < 0 || now - state.slow_time >= kSlowInterval) {
    state.slow_time = now;
    decide(state, now, events);
  }
  const bool armed = state.commander.status.arming == ArmingState::armed;
  if (armed && now - state.imu_time > kImuTimeout) {
    state.command = without_imu(state, now, events);
    return state.command;
  }
  state.blind_since = -1;

  const FlightControl control(state.config, tables_);
  const FlightControlInputs in = control_inputs(state, now);
  if (state.estimator.status.updated) control.outer(state.control, in);
  for (const ImuSample& imu : samples.imu) {
    if (imu.instance == 0) state.command = control.inner(state.control, imu, in);
  }
  return state.command;
}

}  // namespace alula
