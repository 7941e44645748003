// links/command_table.h: MAVLink's commands, one row each: which parameters it uses, and what it
// asks of the autopilot.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "core/fixed_list.h"
#include "links/streams.h"
#include "signals/command.h"
#include "signals/failure.h"

namespace alula {

// COMMAND_LONG or COMMAND_INT. Latitude and longitude in degrees.
struct CommandRequest {
  std::uint16_t command = 0;
  std::array<double, 7> param{};  // NaN: left open
  bool over_home = false;         // the altitude of a place counts from home, else from the sea
};

// What a handler may look at and answer through.
struct CommandContext {
  const Telemetry& telemetry;
  Streams& streams;  // of the link that the command came by
  MessageSink& out;
};

// Either a result (MAV_RESULT) at once, or things to do whose outcome becomes the result.
struct CommandAnswer {
  std::uint8_t result = 0;
  FixedList<AutopilotCommand, 2> actions{};  // in one step, in this order
  std::optional<Failure> failure{};

  [[nodiscard]] bool waits() const { return !actions.empty() || failure.has_value(); }
};

// Refused when a parameter is infinite or absurd, or one that the command does not use is neither 0
// nor NaN, as PX4 does.
CommandAnswer answer_command(const CommandRequest& request, const CommandContext& context);

// The result that a refusal of the autopilot means; nullopt: the event is none.
std::optional<std::uint8_t> result_of_event(std::uint32_t event_id);

}  // namespace alula
