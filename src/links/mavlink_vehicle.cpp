#include "links/mavlink_vehicle.h"

#include <algorithm>

#include "links/flight_modes.h"
#include "links/mavlink.h"

namespace alula {

MavlinkVehicle::Link::Link(LinkKind kind, std::uint8_t system, ByteSink& out)
    : writer(system, MAV_COMP_ID_AUTOPILOT1),
      sink(writer, out),
      streams(kind),
      parameters(system) {}

MavlinkVehicle::MavlinkVehicle(const Simulation& simulation, std::size_t index, std::uint8_t system)
    : index_(index),
      firmware_(dynamic_cast<const AutopilotFirmware*>(simulation.vehicle(index).firmware())),
      arena_(&simulation.arena()),
      telemetry_(
          system,
          static_cast<std::uint32_t>(simulation.vehicle(index).vehicle().airframe().rotors.size()),
          simulation.config().world.decimal_year) {
  ALULA_ASSERT(firmware_ != nullptr);
  telemetry_.observe(simulation.view(index));
}

std::size_t MavlinkVehicle::add_link(LinkKind kind, ByteSink& out) {
  links_.push_back(std::make_unique<Link>(kind, telemetry_.system(), out));
  return links_.size() - 1;
}

template <class Payload> void MavlinkVehicle::broadcast(std::uint32_t id, const Payload& payload) {
  for (const auto& link : links_) link->sink.send(id, payload);
}

void MavlinkVehicle::receive(std::size_t link, const Frame& frame) {
  switch (frame.id) {
    case MAVLINK_MSG_ID_HEARTBEAT:
      return take_heartbeat(frame);
    case MAVLINK_MSG_ID_COMMAND_LONG:
      return take_command(link, frame, command_long(frame, telemetry_));
    case MAVLINK_MSG_ID_COMMAND_INT:
      return take_command(link, frame, command_int(frame, telemetry_));
    case MAVLINK_MSG_ID_SET_MODE:
      return take_mode(link, frame);
    case MAVLINK_MSG_ID_PARAM_REQUEST_LIST:
    case MAVLINK_MSG_ID_PARAM_REQUEST_READ:
    case MAVLINK_MSG_ID_PARAM_SET:
      return take_parameter(link, frame);
    case MAVLINK_MSG_ID_SET_POSITION_TARGET_LOCAL_NED:
      return take_setpoint(local_setpoint(frame, telemetry_));
    case MAVLINK_MSG_ID_SET_POSITION_TARGET_GLOBAL_INT:
      return take_setpoint(global_setpoint(frame, telemetry_));
    case MAVLINK_MSG_ID_SET_ATTITUDE_TARGET:
      return take_setpoint(attitude_setpoint(frame, telemetry_));
    case MAVLINK_MSG_ID_MANUAL_CONTROL:
      if (auto sticks = manual_control(frame, telemetry_)) sticks_ = sticks;
      return;
    case MAVLINK_MSG_ID_RC_CHANNELS_OVERRIDE:
      if (auto sticks = channels_override(frame, telemetry_)) sticks_ = sticks;
      return;
    case MAVLINK_MSG_ID_TIMESYNC:
      return take_timesync(link, frame);
    case MAVLINK_MSG_ID_PING:
      return take_ping(link, frame);
    case MAVLINK_MSG_ID_MISSION_REQUEST_LIST:
    case MAVLINK_MSG_ID_MISSION_COUNT:
    case MAVLINK_MSG_ID_MISSION_CLEAR_ALL:
      return take_mission_request(link, frame);
    default:
      return;
  }
}

void MavlinkVehicle::take_heartbeat(const Frame& frame) {
  const auto m = frame.as<mavlink_heartbeat_t>();
  if (m.type == MAV_TYPE_GCS) ground_ = GroundHeartbeat{telemetry_.now()};
}

void MavlinkVehicle::take_setpoint(const SetpointOr& setpoint) {
  if (const auto* good = std::get_if<OffboardSetpoint>(&setpoint)) {
    setpoint_ = *good;
    complaint_ = {};
    return;
  }
  const std::string_view complaint = std::get<std::string_view>(setpoint);
  if (complaint.empty() || complaint == complaint_) return;
  complaint_ = complaint;
  say(EventLevel::warning, complaint);
}

void MavlinkVehicle::acknowledge(std::size_t link, std::uint8_t system, std::uint8_t component,
                                 std::uint16_t command, std::uint8_t result) {
  mavlink_command_ack_t m{};
  m.command = command;
  m.result = result;
  m.target_system = system;
  m.target_component = component;
  links_[link]->sink.send(MAVLINK_MSG_ID_COMMAND_ACK, m);
}

void MavlinkVehicle::take_command(std::size_t link, const Frame& frame,
                                  const std::optional<CommandRequest>& request) {
  if (!request) return;
  // Sent again because the answer is not there yet: that answer serves both.
  const bool waits_already = std::ranges::any_of(waiting_, [&](const Waiting& w) {
    return w.command == request->command && w.link == link && w.system == frame.system &&
           w.component == frame.component;
  });
  const bool is_repeated = frame.id == MAVLINK_MSG_ID_COMMAND_LONG &&
                           frame.as<mavlink_command_long_t>().confirmation > 0;
  if (waits_already && is_repeated) return;
  Link& l = *links_[link];
  const CommandAnswer answer = answer_command(*request, {telemetry_, l.streams, l.sink});
  std::uint8_t result = answer.result;
  if (answer.waits()) {
    if (waiting_.size() < kWaitingMax) {
      waiting_.push_back({link, frame.system, frame.component, request->command, answer.actions,
                          answer.failure, Param::count});
      return;
    }
    result = MAV_RESULT_TEMPORARILY_REJECTED;
  }
  acknowledge(link, frame.system, frame.component, request->command, result);
}

// The older message means the same as the command.
void MavlinkVehicle::take_mode(std::size_t link, const Frame& frame) {
  const auto m = frame.as<mavlink_set_mode_t>();
  if (m.target_system != telemetry_.system()) return;
  CommandRequest request{MAV_CMD_DO_SET_MODE};
  request.param = {static_cast<double>(m.base_mode),
                   static_cast<double>(m.custom_mode >> 16U & 0xffU),
                   static_cast<double>(m.custom_mode >> 24U)};
  take_command(link, frame, request);
}

void MavlinkVehicle::take_parameter(std::size_t link, const Frame& frame) {
  Link& l = *links_[link];
  const auto change = l.parameters.handle(frame, parameters(), l.sink);
  if (!change || waiting_.size() >= kWaitingMax) return;
  Waiting waiting{.link = link, .parameter = change->parameter};
  waiting.actions.push_back({.value = {static_cast<double>(change->parameter), change->value},
                             .kind = CommandKind::set_parameter});
  waiting_.push_back(waiting);
}

void MavlinkVehicle::take_timesync(std::size_t link, const Frame& frame) {
  auto m = frame.as<mavlink_timesync_t>();
  if (m.tc1 != 0) return;  // an answer to ours
  m.tc1 = telemetry_.now();
  links_[link]->sink.send(MAVLINK_MSG_ID_TIMESYNC, m);
}

void MavlinkVehicle::take_ping(std::size_t link, const Frame& frame) {
  auto m = frame.as<mavlink_ping_t>();
  if (m.target_system != 0 || m.target_component != 0) return;  // an answer
  m.target_system = frame.system;
  m.target_component = frame.component;
  links_[link]->sink.send(MAVLINK_MSG_ID_PING, m);
}

// Plans come with the vehicle's start; lists over the link are empty and take nothing in.
void MavlinkVehicle::take_mission_request(std::size_t link, const Frame& frame) {
  const bool is_list = frame.id == MAVLINK_MSG_ID_MISSION_REQUEST_LIST;
  const auto list = frame.as<mavlink_mission_request_list_t>();
  const auto count = frame.as<mavlink_mission_count_t>();
  const auto clear = frame.as<mavlink_mission_clear_all_t>();
  const bool is_count = frame.id == MAVLINK_MSG_ID_MISSION_COUNT;
  const std::uint8_t type = is_list    ? list.mission_type
                            : is_count ? count.mission_type
                                       : clear.mission_type;
  const bool mine = is_list ? is_addressed(list.target_system, list.target_component, telemetry_)
                    : is_count
                        ? is_addressed(count.target_system, count.target_component, telemetry_)
                        : is_addressed(clear.target_system, clear.target_component, telemetry_);
  if (!mine) return;
  if (is_list) {
    mavlink_mission_count_t m{};
    m.target_system = frame.system;
    m.target_component = frame.component;
    m.mission_type = type;
    links_[link]->sink.send(MAVLINK_MSG_ID_MISSION_COUNT, m);
    return;
  }
  mavlink_mission_ack_t m{};
  m.target_system = frame.system;
  m.target_component = frame.component;
  m.mission_type = type;
  m.type = MAV_MISSION_UNSUPPORTED;
  links_[link]->sink.send(MAVLINK_MSG_ID_MISSION_ACK, m);
}

void MavlinkVehicle::begin_waiting(Simulation& simulation) {
  if (waiting_.empty()) return;
  const Waiting& w = waiting_.front();
  failure_taken_ = !w.failure || simulation.queue(index_, *w.failure);
  for (const AutopilotCommand& action : w.actions) {
    const bool queued = simulation.queue(index_, action);
    ALULA_ASSERT(queued);  // a vehicle queues at most a handful a step
  }
  in_step_ = true;
}

void MavlinkVehicle::queue_inputs(Simulation& simulation) {
  const auto hand_on = [&](auto& input) {
    if (input && simulation.queue(index_, *input)) input.reset();
  };
  hand_on(ground_);
  hand_on(sticks_);
  hand_on(setpoint_);
  begin_waiting(simulation);
}

void MavlinkVehicle::finish_waiting(std::span<const Event> events) {
  if (!in_step_) return;
  in_step_ = false;
  const Waiting w = waiting_.front();
  waiting_.pop_front();
  if (w.command == 0) {
    for (const auto& link : links_)
      ParameterService::send_value(w.parameter, parameters(), link->sink);
    return;
  }
  std::uint8_t result = failure_taken_ ? MAV_RESULT_ACCEPTED : MAV_RESULT_UNSUPPORTED;
  for (const Event& event : events) {
    if (const auto refused = result_of_event(event.id)) {
      result = *refused;
      break;
    }
  }
  acknowledge(w.link, w.system, w.component, w.command, result);
}

// In pieces of fifty characters where it is longer.
void MavlinkVehicle::say(EventLevel level, std::string_view text) {
  constexpr std::size_t piece = sizeof(mavlink_statustext_t::text);
  const bool is_long = text.size() > piece;
  if (is_long) text_number_ = static_cast<std::uint16_t>(text_number_ % UINT16_MAX + 1);
  std::uint8_t chunk = 0;
  do {
    mavlink_statustext_t m{};
    m.severity = static_cast<std::uint8_t>(level);
    std::memcpy(m.text, text.data(), std::min(text.size(), piece));
    m.id = is_long ? text_number_ : std::uint16_t{0};
    m.chunk_seq = chunk++;
    broadcast(MAVLINK_MSG_ID_STATUSTEXT, m);
    text.remove_prefix(std::min(text.size(), piece));
  } while (!text.empty());
}

void MavlinkVehicle::tell(const Simulation& simulation) {
  const StepView view = simulation.view(index_);
  telemetry_.observe(view);
  finish_waiting(view.events);
  for (const Event& event : view.events) {
    if (event.level < EventLevel::debug) say(event.level, event.text.data());
  }
  for (const auto& link : links_) {
    link->parameters.go_on(parameters(), link->sink);
    link->streams.send_due(telemetry_, link->sink);
  }
}

}  // namespace alula
