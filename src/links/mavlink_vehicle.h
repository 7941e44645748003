// links/mavlink_vehicle.h: one vehicle as MAVLink shows it on its links. Frames go in and out as
// bytes; what they ask for waits until the next step border, where it becomes recorded inputs.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "links/command_table.h"
#include "links/operator_messages.h"
#include "links/parameter_service.h"
#include "sim/autopilot_firmware.h"
#include "sim/simulation.h"

namespace alula {

class MavlinkVehicle {
 public:
  // `index` in the simulation, whose firmware must be Alula's autopilot and which has run one step.
  MavlinkVehicle(const Simulation& simulation, std::size_t index, std::uint8_t system);

  // A link to send on; gives its number.
  std::size_t add_link(LinkKind kind, ByteSink& out);
  // A frame that came by a link.
  void receive(std::size_t link, const Frame& frame);
  // At a step border: hands on what waits.
  void queue_inputs(Simulation& simulation);
  // After the step: acknowledges, tells what happened, and sends what is due.
  void tell(const Simulation& simulation);

  [[nodiscard]] const Telemetry& telemetry() const { return telemetry_; }
  // Commands and parameters that wait for a step of their own.
  static constexpr std::size_t kWaitingMax = 64;

 private:
  struct Link {
    Link(LinkKind kind, std::uint8_t system, ByteSink& out);
    FrameWriter writer;
    MessageSink sink;
    Streams streams;
    ParameterService parameters;
  };
  // One thing that takes a step, so that its outcome is told from others'.
  struct Waiting {
    std::size_t link = 0;
    std::uint8_t system = 0, component = 0;  // of who asked
    std::uint16_t command = 0;               // to acknowledge; 0: a parameter
    FixedList<AutopilotCommand, 2> actions{};
    std::optional<Failure> failure{};
    Param parameter = Param::count;
  };

  void take_heartbeat(const Frame& frame);
  void take_setpoint(const SetpointOr& setpoint);
  void take_command(std::size_t link, const Frame& frame,
                    const std::optional<CommandRequest>& request);
  void take_mode(std::size_t link, const Frame& frame);
  void take_parameter(std::size_t link, const Frame& frame);
  void take_timesync(std::size_t link, const Frame& frame);
  void take_ping(std::size_t link, const Frame& frame);
  void take_mission_request(std::size_t link, const Frame& frame);
  void acknowledge(std::size_t link, std::uint8_t system, std::uint8_t component,
                   std::uint16_t command, std::uint8_t result);
  void finish_waiting(std::span<const Event> events);
  void begin_waiting(Simulation& simulation);
  void say(EventLevel level, std::string_view text);
  // Sends on every link.
  template <class Payload> void broadcast(std::uint32_t id, const Payload& payload);
  [[nodiscard]] const ParameterValues& parameters() const {
    return firmware_->state(*arena_).parameters;
  }

  std::size_t index_;
  const AutopilotFirmware* firmware_;
  const Arena* arena_;
  Telemetry telemetry_;
  std::vector<std::unique_ptr<Link>> links_;

  // The newest of each kind since the last step border.
  std::optional<ManualControl> sticks_;
  std::optional<OffboardSetpoint> setpoint_;
  std::optional<GroundHeartbeat> ground_;
  std::deque<Waiting> waiting_;
  bool in_step_ = false;        // the first of them acts in this step
  bool failure_taken_ = true;   // by the simulation
  std::string_view complaint_;  // about set-points, said once until one is good
  std::uint16_t text_number_ = 0;
};

}  // namespace alula
