#include "tests/links/mavlink_rig.h"

#include "scenario/scenario.h"
#include "sim/vehicle_parameters.h"

namespace alula {

std::vector<Frame> FrameCatcher::of(std::uint32_t id) const {
  std::vector<Frame> found;
  for (const Frame& frame : frames_)
    if (frame.id == id) found.push_back(frame);
  return found;
}

MavlinkRig::MavlinkRig() {
  Scenario scenario;
  ScenarioVehicle x500;
  x500.name = "x500";
  x500.vehicle = load_vehicle(ALULA_SOURCE_DIR "/models/vehicles/x500.yaml").value();
  x500.initial.on_ground = true;
  x500.firmware = ScenarioFirmware{vehicle_parameters(x500.vehicle).value(), std::nullopt};
  scenario.vehicles.push_back(x500);
  simulation = build_simulation(scenario).value();
  simulation->step();
  vehicle = std::make_unique<MavlinkVehicle>(*simulation, 0, 1);
  vehicle->add_link(LinkKind::ground, ground);
  vehicle->add_link(LinkKind::onboard, onboard);
}

void MavlinkRig::step(int count) {
  for (int i = 0; i < count; ++i) {
    vehicle->queue_inputs(*simulation);
    simulation->step();
    vehicle->tell(*simulation);
  }
}

void MavlinkRig::command(std::uint16_t number, const std::array<float, 7>& params,
                         std::uint8_t confirmation) {
  mavlink_command_long_t m{};
  m.target_system = 1;
  m.target_component = 1;
  m.command = number;
  m.confirmation = confirmation;
  m.param1 = params[0];
  m.param2 = params[1];
  m.param3 = params[2];
  m.param4 = params[3];
  m.param5 = params[4];
  m.param6 = params[5];
  m.param7 = params[6];
  send(MAVLINK_MSG_ID_COMMAND_LONG, m);
}

std::vector<int> MavlinkRig::results(std::uint16_t number) const {
  std::vector<int> results;
  for (const Frame& frame : ground.of(MAVLINK_MSG_ID_COMMAND_ACK)) {
    const auto m = frame.as<mavlink_command_ack_t>();
    if (m.command == number && m.target_system == 255) results.push_back(m.result);
  }
  return results;
}

void MavlinkRig::wait_ready() {
  for (int i = 0; i < 30 && !vehicle->telemetry().status().checks_pass; ++i) run(1.0);
  ALULA_ASSERT(vehicle->telemetry().status().checks_pass);
}

}  // namespace alula
