#include "sim/mission_flight.h"

#include <algorithm>

#include <fmt/format.h>

#include "autopilot/parameter_file.h"
#include "missions/mission_plan.h"
#include "sim/autopilot_firmware.h"
#include "sim/plan_world.h"
#include "sim/recorder_setup.h"
#include "sim/vehicle_parameters.h"
#include "vehicle/airframe_of.h"

namespace alula {
namespace {

constexpr TimeNs kArmingTimeMax = nanoseconds(60.0);
constexpr TimeNs kLyingTime = nanoseconds(15.0);  // longer than any disarming after a landing takes
constexpr TimeNs kLiftOffTime = nanoseconds(60.0);
constexpr TimeNs kHoverTime = nanoseconds(10.0);
constexpr TimeNs kSettle = nanoseconds(1.0);  // after disarming, before the flight counts as over

Result<WorldConfig> world_of(const FlightSetup& setup, const Mission& mission) {
  Result<WorldConfig> world = setup.world.content.empty()
                                  ? Result<WorldConfig>(default_world())
                                  : parse_world(setup.world.content, setup.world.name);
  if (!world.ok()) return world;
  return world_of_plan(std::move(world).value(), mission, setup.world.name, setup.plan.name);
}

MaybeError take_parameter_file(const FlightSetup::Text& text, ParameterValues& values) {
  if (text.content.empty()) return std::nullopt;
  const Result<ParameterFile> file = parse_parameter_file(text.content, text.name);
  if (!file.ok()) return file.error();
  if (MaybeError error = apply_parameters(*file, values)) return error;
  MaybeError error = check_together(values);
  if (error) error->where = text.name + ": " + error->where;
  return error;
}

// The vehicle's own values first, then the user's.
Result<ParameterValues> parameters_of(const FlightSetup& setup, const VehicleConfig& vehicle) {
  Result<ParameterValues> values = vehicle_parameters(vehicle);
  if (!values.ok()) return Error{values.error().code, setup.vehicle.name, values.error().text()};
  if (MaybeError error = take_parameter_file(setup.parameter_file, *values)) return *error;
  for (const std::string& assignment : setup.parameters) {
    if (MaybeError error = set_parameter_text(*values, assignment)) return *error;
  }
  if (MaybeError error = check_together(*values)) {
    return Error{error->code, "parameter " + error->where, error->message};
  }
  return values;
}

// Down for a while, and the autopilot has not disarmed: it does not know, or believes that it
// flies.
bool lies_on_ground(const FlightStatistics& flown, TimeNs now) {
  return flown.touchdowns > 0 && !is_flying(flown, now) && now - flown.touchdown_time > kLyingTime;
}

bool never_lifted_off(const FlightStatistics& flown, TimeNs now) {
  return flown.times_armed > 0 && flown.touchdowns == 0 && !is_flying(flown, now) &&
         now - flown.first_armed_time > kLiftOffTime;
}

bool hovers_after_mission(const StepView& now) {
  const MissionResult& mission = now.commander.mission;
  const FlightMode mode = now.commander.vehicle.mode;
  const bool stays = mode == FlightMode::mission || mode == FlightMode::hold;
  return stays && mission.finished && !now.control.land.landed &&
         now.time - mission.time > kHoverTime;
}

// Where nobody tells it to go on.
bool waits_at_item(const StepView& now, const std::vector<std::int32_t>& stops) {
  const MissionResult& mission = now.commander.mission;
  const bool waits = mission.reached == mission.current && !mission.finished &&
                     now.commander.vehicle.mode == FlightMode::mission && !now.control.land.landed;
  return waits && now.time - mission.time > kHoverTime &&
         std::ranges::count(stops, mission.current) > 0;
}

// Has arrived where it stays for ever.
bool loiters_at_item(const StepView& now, const std::vector<std::int32_t>& loiters) {
  constexpr double kStanding_m_s = 0.5;
  const MissionResult& mission = now.commander.mission;
  const NavigationTarget& target = now.commander.triplet.current;
  const bool there = mission.valid && !mission.finished && !now.control.land.landed &&
                     now.commander.vehicle.mode == FlightMode::mission &&
                     std::ranges::count(loiters, mission.current) > 0;
  return there && now.time - mission.time > kHoverTime &&
         norm(target.p_W - now.estimate.p_WB) < target.acceptance_radius_m &&
         norm(now.estimate.v_WB) < kStanding_m_s;
}

// Where something went wrong in flight, it is the likely cause of whatever ended it.
FlightEnd with_alarm(FlightEnd end, const FlightStatistics& flown) {
  const std::string_view alarm = alarm_text(flown);
  if (!end.completed && !alarm.empty())
    end.reason += fmt::format("; last alarm at {:.1f} s: {}", seconds(flown.alarm.time), alarm);
  return end;
}

std::string waiting_for(const CommanderStatus& status) {
  std::string reasons;
  for (std::uint32_t i = 0; i < static_cast<std::uint32_t>(ArmingCheck::count); ++i) {
    if ((status.vehicle.failing_checks & (1U << i)) == 0) continue;
    if (!reasons.empty()) reasons += ", ";
    reasons += to_string(static_cast<ArmingCheck>(i));
  }
  return reasons;
}

}  // namespace

Result<std::unique_ptr<MissionFlight>> MissionFlight::build(const FlightSetup& setup) {
  Result<VehicleConfig> vehicle = parse_vehicle(setup.vehicle.content, setup.vehicle.name);
  if (!vehicle.ok()) return vehicle.error();
  if (airframe_of(*vehicle).rotors.empty()) {
    return invalid_config(setup.vehicle.name,
                          "has no rotors and cannot fly a mission; `alula run` lets it fall");
  }
  Result<ParameterValues> parameters = parameters_of(setup, *vehicle);
  if (!parameters.ok()) return parameters.error();
  MissionLimits limits;
  limits.first_waypoint_distance_max_m = (*parameters)[Param::MIS_DIST_1WP];
  Result<Mission> mission = parse_mission_plan(setup.plan.content, setup.plan.name, limits);
  if (!mission.ok()) return mission.error();
  Result<WorldConfig> world = world_of(setup, *mission);
  if (!world.ok()) return world.error();

  SimulationConfig config;
  config.world = *world;
  config.integrator = world->integrator;
  config.seed = setup.seed;
  config.ideal_sensors = setup.ideal_sensors;
  AutopilotSetup brain;
  brain.airframe = airframe_of(*vehicle);
  brain.mission = *mission;
  brain.parameters = *parameters;
  brain.decimal_year = world->decimal_year;
  Result<std::unique_ptr<const Autopilot>> autopilot = Autopilot::build(brain);
  if (!autopilot.ok()) return autopilot.error();

  std::vector<Participant> participants(1);
  const std::string name = vehicle->name;
  participants[0].name = name;
  participants[0].vehicle = std::move(vehicle).value();
  participants[0].firmware =
      std::make_unique<AutopilotFirmware>(name, std::move(autopilot).value());
  Result<std::unique_ptr<Simulation>> simulation =
      Simulation::build(config, std::move(participants));
  if (!simulation.ok()) return simulation.error();

  std::unique_ptr<MissionFlight> flight(new MissionFlight);
  flight->setup_ = setup;
  flight->parameters_ = *parameters;
  for (std::size_t i = 0; i < mission->items.size(); ++i) {
    const auto index = static_cast<std::int32_t>(i);
    if (mission->items[i].command == MissionCommand::loiter_unlimited) {
      flight->loiters_.push_back(index);
    } else if (mission->items[i].autocontinue == 0) {
      flight->stops_.push_back(index);
    }
  }
  flight->simulation_ = std::move(simulation).value();
  const bool queued =
      flight->simulation_->queue(0, {.kind = CommandKind::start_mission_when_ready});
  ALULA_ASSERT(queued);
  return flight;
}

Snapshot MissionFlight::snapshot() const {
  const std::span<const std::byte> state = simulation_->state();
  return {to_inputs(setup_), simulation_->layout_hash(), {state.begin(), state.end()}};
}

Result<std::unique_ptr<MissionFlight>> MissionFlight::resume(const Snapshot& snapshot) {
  Result<FlightSetup> setup = from_inputs(snapshot.inputs);
  if (!setup.ok()) return setup.error();
  Result<std::unique_ptr<MissionFlight>> flight = build(*setup);
  if (!flight.ok()) return flight;
  if (MaybeError error = (*flight)->simulation_->restore(snapshot.state, snapshot.layout_hash))
    return *error;
  return flight;
}

FlightEnd MissionFlight::ground_state(const StepView& now) {
  FlightEnd end;
  end.landed = now.control.land.landed;
  end.disarmed = now.commander.vehicle.arming == ArmingState::disarmed;
  return end;
}

FlightEnd MissionFlight::interrupted() const {
  FlightEnd end = ground_state(view());
  end.reason = "interrupted";
  return end;
}

std::optional<FlightEnd> MissionFlight::end() const {
  if (simulation_->step_index() == 0) return std::nullopt;
  const StepView now = view();
  const VehicleStatus& status = now.commander.vehicle;
  const MissionResult& mission = now.commander.mission;
  const FlightStatistics& flown = statistics();
  FlightEnd end = ground_state(now);
  if (const std::optional<std::string> fault = simulation_->fault()) {
    end.reason = *fault;
  } else if (flown.times_armed == 0 && now.time >= kArmingTimeMax) {
    end.reason = fmt::format("not armable within {:.0f} s: {}", seconds(kArmingTimeMax),
                             waiting_for(now.commander));
  } else if (flown.times_armed > 0 && end.disarmed) {
    // The log shows the vehicle standing a moment before it ends.
    if (now.time - flown.disarmed_time < kSettle) return std::nullopt;
    end.completed = mission.finished && end.landed && !status.failsafe && flown.touchdowns > 0;
    if (!mission.finished) {
      end.reason =
          fmt::format("disarmed at mission item {} of {}, before the mission was completed",
                      mission.current + 1, mission.total);
    } else if (flown.touchdowns == 0) {
      end.reason = "disarmed without having left the ground";
    } else if (!end.completed) {
      end.reason = "landed under a failsafe";
    }
  } else if (lies_on_ground(flown, now.time)) {
    end.reason = fmt::format(
        "crashed at mission item {} of {}: touched down at {:.2f} m/s, {:.1f} m from home",
        mission.current + 1, mission.total, flown.touchdown_speed_m_s, touchdown_distance_m(flown));
  } else if (never_lifted_off(flown, now.time)) {
    end.reason =
        fmt::format("armed, but did not leave the ground within {:.0f} s", seconds(kLiftOffTime));
  } else if (hovers_after_mission(now)) {
    end.reason = fmt::format(
        "the mission ended with item {}, which is no landing and no return: the vehicle hovers",
        mission.total);
  } else if (waits_at_item(now, stops_)) {
    end.reason = fmt::format(
        "mission item {} of {} waits to be told to go on (autocontinue is off), and nobody does",
        mission.current + 1, mission.total);
  } else if (loiters_at_item(now, loiters_)) {
    end.reason = fmt::format(
        "mission item {} of {} waits for ever (loiter unlimited), and nobody tells it to go on",
        mission.current + 1, mission.total);
  } else if (seconds(now.time) >= setup_.time_max_s) {
    end.reason = fmt::format("time limit of {} s reached in mode {}", setup_.time_max_s,
                             to_string(status.mode));
  } else {
    return std::nullopt;
  }
  return with_alarm(std::move(end), flown);
}

RecorderConfig MissionFlight::recorder_config() const {
  return recorder_setup(*simulation_, 0, parameters_);
}

}  // namespace alula
