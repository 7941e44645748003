#include "tests/sim/flights.h"

#include <algorithm>
#include <stdexcept>

#include "document/text_file.h"
#include "sim/autopilot_firmware.h"
#include "sim/vehicle_parameters.h"
#include "vehicle/airframe_of.h"

namespace alula {
namespace {

const std::string kSource = ALULA_SOURCE_DIR;

template <class T> T must(Result<T> result) {
  if (!result.ok()) throw std::runtime_error(result.error().text());
  return std::move(result).value();
}

FlightSetup::Text text_of(const std::string& path) {
  return {path, must(read_file(kSource + "/" + path, std::size_t{1} << 20))};
}

}  // namespace

FlightSetup hover_setup(std::uint64_t seed) {
  FlightSetup setup;
  setup.plan = text_of("missions/hover.plan");
  setup.vehicle = text_of("models/vehicles/x500.yaml");
  setup.seed = seed;
  return setup;
}

std::unique_ptr<MissionFlight> build_flight(const FlightSetup& setup) {
  return must(MissionFlight::build(setup));
}

VehicleConfig vehicle_config(const std::string& name) {
  return must(load_vehicle(kSource + "/models/vehicles/" + name + ".yaml"));
}

std::unique_ptr<Firmware> autopilot_for(const VehicleConfig& vehicle, const std::string& name) {
  AutopilotSetup setup;
  setup.airframe = airframe_of(vehicle);
  setup.parameters = must(vehicle_parameters(vehicle));
  return std::make_unique<AutopilotFirmware>(name, must(Autopilot::build(setup)));
}

void add_second_battery(VehicleConfig& vehicle) {
  for (PartGroupConfig& group : vehicle.parts) {
    auto* const batteries = std::get_if<std::vector<BatteryConfig>>(&group.configs);
    if (batteries == nullptr) continue;
    batteries->push_back(batteries->front());
    group.names.emplace_back("battery_2");
  }
}

Participant body_without_brain(const std::string& vehicle, const std::string& name) {
  Participant participant;
  participant.vehicle = vehicle_config(vehicle);
  participant.name = name;
  participant.body = RigidBodyState<double>{.p_WB = {30.0, -20.0, -5.0}};
  return participant;
}

Participant pilot(const std::string& vehicle, const std::string& name) {
  Participant participant;
  participant.vehicle = vehicle_config(vehicle);
  participant.name = name;
  participant.firmware = autopilot_for(participant.vehicle, name);
  return participant;
}

void run_steps(Simulation& simulation, StepIndex count) {
  for (StepIndex i = 0; i < count; ++i) simulation.step();
}

std::vector<NamedBytes> blocks_of(const Simulation& simulation, std::string_view prefix) {
  std::vector<NamedBytes> found;
  for (const BlockInfo& block : simulation.blocks()) {
    if (!block.name.starts_with(prefix)) continue;
    const auto bytes = simulation.state().subspan(block.offset, block.bytes);
    found.push_back({block.name, {bytes.begin(), bytes.end()}});
  }
  return found;
}

std::vector<std::byte> copy_of_state(const Simulation& simulation) {
  return {simulation.state().begin(), simulation.state().end()};
}

const BlockInfo& block_named(const Simulation& simulation, std::string_view name) {
  const auto& blocks = simulation.blocks();
  const auto found = std::find_if(blocks.begin(), blocks.end(),
                                  [name](const BlockInfo& block) { return block.name == name; });
  if (found == blocks.end()) throw std::runtime_error("no block " + std::string(name));
  return *found;
}

}  // namespace alula
