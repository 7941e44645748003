#include "links/command_table.h"

#include <algorithm>
#include <cmath>

#include "autopilot/events.h"
#include "autopilot/targets.h"
#include "links/flight_modes.h"
#include "links/mavlink.h"
#include "math/frames.h"

namespace alula {
namespace {

constexpr double kHuge = 1e9;
constexpr double kHere_m = 5.0;      // a place no further away is where the vehicle is
constexpr double kForced = 21196.0;  // MAVLink's number that forces arming and disarming

using Params = std::array<double, 7>;

CommandAnswer refuse(MAV_RESULT result = MAV_RESULT_DENIED) {
  return {.result = static_cast<std::uint8_t>(result)};
}
CommandAnswer done() { return refuse(MAV_RESULT_ACCEPTED); }

CommandAnswer act(CommandKind kind, const std::array<double, kCommandValues>& value = {}) {
  CommandAnswer answer;
  answer.actions.push_back({.value = value, .kind = kind});
  return answer;
}
CommandAnswer fly_mode(FlightMode mode) {
  return act(CommandKind::set_mode, {static_cast<double>(mode)});
}

bool is_whole(double x) { return x == std::floor(x); }

// Stations that name no place send zeros or NaN.
bool names_place(const Params& p) {
  return std::isfinite(p[4]) && std::isfinite(p[5]) && (p[4] != 0.0 || p[5] != 0.0);
}
bool is_here(const Params& p, const Telemetry& t) {
  if (!names_place(p)) return true;
  const VehicleEstimate& e = t.estimate();
  const Vec3 place = local_place(e, radians(p[4]), radians(p[5]), e.altitude_m);
  return norm_xy(place - e.p_WB) <= kHere_m;
}

CommandAnswer arm_or_disarm(const Params& p, const CommandContext&) {
  if (p[0] != 0.0 && p[0] != 1.0) return refuse();
  if (p[0] == 1.0) return act(CommandKind::arm);
  return act(CommandKind::disarm, {p[1] == kForced ? 1.0 : 0.0});
}

// Straight up: the only take-off of a multicopter here.
CommandAnswer take_off(const Params& p, const CommandContext& c) {
  const Telemetry& t = c.telemetry;
  if (!is_here(p, t)) return refuse();
  if (std::isnan(p[6])) return act(CommandKind::takeoff, {kNotCommanded});
  if (t.home().time <= 0) return refuse(MAV_RESULT_TEMPORARILY_REJECTED);
  return act(CommandKind::takeoff, {p[6] - t.home().altitude_m});
}

CommandAnswer land(const Params& p, const CommandContext& c) {
  return is_here(p, c.telemetry) ? fly_mode(FlightMode::land) : refuse();
}
CommandAnswer return_home(const Params&, const CommandContext&) {
  return fly_mode(FlightMode::return_home);
}

// The speed counts until the mode changes, so it comes after the change.
CommandAnswer reposition(const Params& p, const CommandContext& c) {
  const bool changes_mode =
      p[1] >= 0.0 && p[1] < 65536.0 && (static_cast<unsigned>(p[1]) & 1U) != 0;
  if (!changes_mode && c.telemetry.status().mode != FlightMode::hold)
    return refuse(MAV_RESULT_TEMPORARILY_REJECTED);
  const bool place = names_place(p);
  CommandAnswer answer = act(
      CommandKind::go_to,
      {place ? radians(p[4]) : kNotCommanded, place ? radians(p[5]) : kNotCommanded, p[6], p[3]});
  if (p[0] > 0.0) answer.actions.push_back({.value = {p[0]}, .kind = CommandKind::set_speed});
  return answer;
}

CommandAnswer change_altitude(const Params& p, const CommandContext& c) {
  if (!std::isfinite(p[0]) || !(p[1] >= 0.0 && p[1] < 256.0)) return refuse();
  const auto frame = static_cast<unsigned>(p[1]);
  double altitude_m = p[0];
  if (frame == MAV_FRAME_GLOBAL_RELATIVE_ALT) {
    altitude_m += c.telemetry.home().altitude_m;
  } else if (frame != MAV_FRAME_GLOBAL) {
    return refuse();
  }
  return act(CommandKind::go_to, {kNotCommanded, kNotCommanded, altitude_m, kNotCommanded});
}

// -1: leave it, -2: back to the default. The throttle is not the pilot's here.
CommandAnswer change_speed(const Params& p, const CommandContext&) {
  if (p[2] > 0.0) return refuse();
  if (p[1] == -1.0) return done();
  return act(CommandKind::set_speed, {p[1] == -2.0 ? kNotCommanded : p[1]});
}

CommandAnswer set_home(const Params& p, const CommandContext&) {
  if (p[0] == 1.0) return act(CommandKind::set_home, {kNotCommanded, kNotCommanded, kNotCommanded});
  if (!std::isfinite(p[4]) || !std::isfinite(p[5]) || !std::isfinite(p[6])) return refuse();
  return act(CommandKind::set_home, {radians(p[4]), radians(p[5]), p[6]});
}

CommandAnswer orbit(const Params& p, const CommandContext& c) {
  const VehicleEstimate& e = c.telemetry.estimate();
  const bool place = names_place(p);
  if (p[3] > 0.0) return refuse();  // a number of turns: only for ever
  Vec3 centre = kVectorNotCommanded;
  if (place || std::isfinite(p[6])) {
    centre = local_place(e, place ? radians(p[4]) : e.latitude_rad,
                         place ? radians(p[5]) : e.longitude_rad, p[6]);
    if (!place) centre.x = centre.y = kNotCommanded;
  }
  return act(CommandKind::orbit, {p[0], p[1], p[2], centre.x, centre.y, centre.z});
}

CommandAnswer start_mission(const Params& p, const CommandContext& c) {
  if (c.telemetry.mission().total == 0) return refuse();
  CommandAnswer answer;
  if (p[0] > 0.0)
    answer.actions.push_back({.value = {p[0]}, .kind = CommandKind::set_mission_item});
  answer.actions.push_back({.kind = CommandKind::start_mission});
  return answer;
}
CommandAnswer set_mission_item(const Params& p, const CommandContext&) {
  return act(CommandKind::set_mission_item, {p[0]});
}

CommandAnswer terminate(const Params& p, const CommandContext&) {
  return p[0] > 0.5 ? fly_mode(FlightMode::termination) : refuse();
}

CommandAnswer set_mode(const Params& p, const CommandContext&) {
  const bool numbers = std::isfinite(p[0]) && p[0] >= 0.0 && p[0] <= 255.0 && p[1] >= 0.0 &&
                       p[1] <= 255.0 && is_whole(p[1]);
  if (!numbers) return refuse();
  const bool custom = (static_cast<unsigned>(p[0]) & MAV_MODE_FLAG_CUSTOM_MODE_ENABLED) != 0;
  const double sub = std::isnan(p[2]) ? 0.0 : p[2];
  if (!custom || !(sub >= 0.0 && sub <= 255.0) || !is_whole(sub)) return refuse();
  const auto mode = mode_of_custom(static_cast<std::uint32_t>(p[1]) << 16U |
                                   static_cast<std::uint32_t>(sub) << 24U);
  return mode ? fly_mode(*mode) : refuse();
}

CommandAnswer set_standard_mode(const Params& p, const CommandContext&) {
  if (!(p[0] >= 0.0 && p[0] <= 255.0) || !is_whole(p[0])) return refuse();
  const auto mode = mode_of_standard(static_cast<std::uint32_t>(p[0]));
  return mode ? fly_mode(*mode) : refuse();
}

CommandAnswer inject_failure(const Params& p, const CommandContext&) {
  const bool numbers = p[0] >= 0.0 && p[0] < 1000.0 && is_whole(p[0]) && p[1] >= 0.0 &&
                       p[1] < 1000.0 && is_whole(p[1]);
  const double instance = std::isnan(p[2]) ? 0.0 : p[2];
  if (!numbers || !(instance >= 0.0 && instance <= 32.0) || !is_whole(instance)) return refuse();
  CommandAnswer answer;
  Failure failure;
  failure.unit = static_cast<FailureUnit>(static_cast<std::uint32_t>(p[0]));
  failure.type = static_cast<FailureType>(static_cast<std::uint32_t>(p[1]));
  if (instance > 0.0) failure.instances = 1U << (static_cast<unsigned>(instance) - 1U);
  answer.failure = failure;
  return answer;
}

// The checks run all the time; what they say is in SYS_STATUS and in the refusal of arming.
CommandAnswer run_prearm_checks(const Params&, const CommandContext& c) {
  return c.telemetry.armed() ? refuse(MAV_RESULT_TEMPORARILY_REJECTED) : done();
}

CommandAnswer send_modes(double index, const CommandContext& c) {
  const auto chosen = [](const ModeRow& row) { return can_be_chosen(row.mode); };
  const auto count = std::ranges::count_if(mode_table(), chosen);
  std::uint8_t number = 0;
  for (const ModeRow& row : mode_table()) {
    if (!chosen(row)) continue;
    ++number;
    if (index != 0.0 && index != number) continue;
    mavlink_available_modes_t m{};
    m.number_modes = static_cast<std::uint8_t>(count);
    m.mode_index = number;
    m.standard_mode = row.standard;
    m.custom_mode = custom_mode_of(row);
    const std::string_view name = to_string(row.mode);
    std::memcpy(m.mode_name, name.data(), std::min(name.size(), sizeof m.mode_name - 1));
    c.out.send(MAVLINK_MSG_ID_AVAILABLE_MODES, m);
  }
  const bool found = index >= 0.0 && index <= static_cast<double>(count);
  return found ? done() : refuse();
}

CommandAnswer request_message(const Params& p, const CommandContext& c) {
  if (!(p[0] >= 0.0 && p[0] < 16777216.0)) return refuse();
  const auto id = static_cast<std::uint32_t>(p[0]);
  if (id == MAVLINK_MSG_ID_AVAILABLE_MODES) return send_modes(std::isnan(p[1]) ? 0.0 : p[1], c);
  if (!Streams::knows(id)) return refuse();
  if (!Streams::send_now(id, c.telemetry, c.out)) return refuse(MAV_RESULT_TEMPORARILY_REJECTED);
  return done();
}

// The older commands that each ask for one message.
template <std::uint32_t id> CommandAnswer send_one(const Params&, const CommandContext& c) {
  Params p{};
  p[0] = id;
  return request_message(p, c);
}

CommandAnswer set_message_interval(const Params& p, const CommandContext& c) {
  const bool is_id = p[0] >= 0.0 && p[0] < 16777216.0;
  const bool taken =
      is_id && c.streams.set_interval(static_cast<std::uint32_t>(p[0]), p[1], c.telemetry.now());
  return taken ? done() : refuse();
}

CommandAnswer get_message_interval(const Params& p, const CommandContext& c) {
  if (!(p[0] >= 0.0 && p[0] <= 65535.0)) return refuse();
  mavlink_message_interval_t m{};
  m.message_id = static_cast<std::uint16_t>(p[0]);
  m.interval_us = c.streams.interval_us(m.message_id);
  c.out.send(MAVLINK_MSG_ID_MESSAGE_INTERVAL, m);
  return done();
}

struct CommandRow {
  std::uint16_t command;
  const char* uses;  // the parameters, from 1; "@": the last three are a place
  CommandAnswer (*answer)(const Params&, const CommandContext&);
};

constexpr std::array kCommands{
    CommandRow{MAV_CMD_COMPONENT_ARM_DISARM, "12", arm_or_disarm},
    CommandRow{MAV_CMD_NAV_TAKEOFF, "14567@", take_off},
    CommandRow{MAV_CMD_NAV_LAND, "124567@", land},
    CommandRow{MAV_CMD_NAV_RETURN_TO_LAUNCH, "", return_home},
    CommandRow{MAV_CMD_DO_REPOSITION, "1234567@", reposition},
    CommandRow{MAV_CMD_DO_CHANGE_ALTITUDE, "12", change_altitude},
    CommandRow{MAV_CMD_DO_CHANGE_SPEED, "123", change_speed},
    CommandRow{MAV_CMD_DO_SET_HOME, "1234567@", set_home},
    CommandRow{MAV_CMD_DO_ORBIT, "1234567@", orbit},
    CommandRow{MAV_CMD_MISSION_START, "12", start_mission},
    CommandRow{MAV_CMD_DO_SET_MISSION_CURRENT, "12", set_mission_item},
    CommandRow{MAV_CMD_DO_FLIGHTTERMINATION, "1", terminate},
    CommandRow{MAV_CMD_DO_SET_MODE, "123", set_mode},
    CommandRow{MAV_CMD_DO_SET_STANDARD_MODE, "1", set_standard_mode},
    CommandRow{MAV_CMD_INJECT_FAILURE, "123", inject_failure},
    CommandRow{MAV_CMD_RUN_PREARM_CHECKS, "", run_prearm_checks},
    CommandRow{MAV_CMD_REQUEST_MESSAGE, "1234567", request_message},
    CommandRow{MAV_CMD_SET_MESSAGE_INTERVAL, "1234567", set_message_interval},
    CommandRow{MAV_CMD_GET_MESSAGE_INTERVAL, "17", get_message_interval},
    CommandRow{MAV_CMD_REQUEST_AUTOPILOT_CAPABILITIES, "1",
               send_one<MAVLINK_MSG_ID_AUTOPILOT_VERSION>},
    CommandRow{MAV_CMD_REQUEST_PROTOCOL_VERSION, "1", send_one<MAVLINK_MSG_ID_PROTOCOL_VERSION>},
    CommandRow{MAV_CMD_GET_HOME_POSITION, "", send_one<MAVLINK_MSG_ID_HOME_POSITION>},
};

bool is_sane(const CommandRow& row, const Params& params) {
  const std::string_view uses(row.uses);
  for (std::size_t i = 0; i < params.size(); ++i) {
    const double p = params[i];
    const bool open = std::isnan(p);
    if (!open && !(std::fabs(p) < kHuge)) return false;
    const bool used = uses.find(static_cast<char>('1' + i)) != std::string_view::npos;
    if (!used && !open && p != 0.0) return false;
  }
  return true;
}

struct RefusalRow {
  std::string_view event;
  MAV_RESULT result;
};
// May be accepted at another time, or never.
constexpr std::array kRefusals{
    RefusalRow{"arming_refused", MAV_RESULT_TEMPORARILY_REJECTED},
    RefusalRow{"disarm_refused", MAV_RESULT_TEMPORARILY_REJECTED},
    RefusalRow{"mode_refused", MAV_RESULT_TEMPORARILY_REJECTED},
    RefusalRow{"go_to_refused", MAV_RESULT_TEMPORARILY_REJECTED},
    RefusalRow{"takeoff_refused", MAV_RESULT_DENIED},
    RefusalRow{"orbit_refused", MAV_RESULT_DENIED},
    RefusalRow{"speed_refused", MAV_RESULT_DENIED},
    RefusalRow{"home_refused", MAV_RESULT_DENIED},
    RefusalRow{"mission_item_refused", MAV_RESULT_DENIED},
};

}  // namespace

CommandAnswer answer_command(const CommandRequest& request, const CommandContext& context) {
  const auto row = std::ranges::find(kCommands, request.command, &CommandRow::command);
  if (row == kCommands.end()) return refuse(MAV_RESULT_UNSUPPORTED);
  if (!is_sane(*row, request.param)) return refuse();
  Params params = request.param;
  const bool is_place = std::string_view(row->uses).ends_with('@');
  if (is_place && request.over_home && std::isfinite(params[6])) {
    if (context.telemetry.home().time <= 0) return refuse(MAV_RESULT_TEMPORARILY_REJECTED);
    params[6] += context.telemetry.home().altitude_m;
  }
  return row->answer(params, context);
}

std::optional<std::uint8_t> result_of_event(std::uint32_t event_id) {
  const auto row = std::ranges::find_if(
      kRefusals, [&](const RefusalRow& r) { return alula::event_id(r.event) == event_id; });
  if (row == kRefusals.end()) return std::nullopt;
  return static_cast<std::uint8_t>(row->result);
}

}  // namespace alula
