// What the tests of the step loop fly: the mission of hover.plan, and worlds with vehicles of all
// kinds.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "sim/mission_flight.h"
#include "sim/simulation.h"

namespace alula {

// hover.plan with an x500.
FlightSetup hover_setup(std::uint64_t seed = 1);
std::unique_ptr<MissionFlight> build_flight(const FlightSetup& setup);

VehicleConfig vehicle_config(const std::string& name);
std::unique_ptr<Firmware> autopilot_for(const VehicleConfig& vehicle, const std::string& name);
// One like the first.
void add_second_battery(VehicleConfig& vehicle);
// Far enough from the origin to stand beside another one, 5 m over the ground.
Participant body_without_brain(const std::string& vehicle, const std::string& name);
Participant pilot(const std::string& vehicle, const std::string& name);

template <class... P>
std::unique_ptr<Simulation> build_world(const SimulationConfig& config, P... participant) {
  std::vector<Participant> all;
  (all.push_back(std::move(participant)), ...);
  return Simulation::build(config, std::move(all)).value();
}

void run_steps(Simulation& simulation, StepIndex count);

// The bytes of all blocks whose name begins with `prefix`, block by block.
struct NamedBytes {
  std::string name;
  std::vector<std::byte> bytes;
  bool operator==(const NamedBytes&) const = default;
};
std::vector<NamedBytes> blocks_of(const Simulation& simulation, std::string_view prefix);

std::vector<std::byte> copy_of_state(const Simulation& simulation);
const BlockInfo& block_named(const Simulation& simulation, std::string_view name);

}  // namespace alula
