// scenario/scenario.h: a scenario file, schema version 1: bodies without a brain in one world.
// docs/scenarios.md lists the keys with units and defaults.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.h"
#include "document/explore.h"
#include "scenario/initial_state.h"
#include "sim/simulation.h"

namespace alula {

struct ScenarioVehicle {
  std::string name;  // unique in the scenario
  VehicleConfig vehicle;
  InitialState initial{};
};

struct Scenario {
  SimulationConfig simulation{};
  std::vector<ScenarioVehicle> vehicles;
  double duration_s = 0.0;
  double record_rate_hz = 10.0;

  // The last step is the one that reaches the duration.
  [[nodiscard]] StepIndex step_count() const;
};

// What the file names by path is looked for beside it, what it names by a word in `models_dir`.
// Errors name file, line and key.
Result<Scenario> load_scenario(const std::string& path, std::string_view models_dir);
// The same from text that stands, or could stand, at `path`.
Result<Scenario> parse_scenario(std::string_view text, const std::string& path,
                                std::string_view models_dir);

// What such a file may hold.
Schema scenario_file_schema();

// Errors: a vehicle that cannot be built in this world.
Result<std::unique_ptr<Simulation>> build_simulation(const Scenario& scenario);

}  // namespace alula
