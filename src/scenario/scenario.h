// scenario/scenario.h: a scenario file, schema version 1: vehicles in one world, what is done with
// them, and what must come of it. docs/scenarios.md lists the keys with units and defaults.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "autopilot/parameters.h"
#include "core/error.h"
#include "document/explore.h"
#include "document/node.h"
#include "missions/mission.h"
#include "scenario/expectation.h"
#include "scenario/initial_state.h"
#include "scenario/timeline.h"
#include "sim/simulation.h"

namespace alula {

// Alula's autopilot in a vehicle.
struct ScenarioFirmware {
  ParameterValues parameters{};
  std::optional<Mission> mission{};
  std::string plan_file{};  // that it was read from
};

struct ScenarioVehicle {
  std::string name;  // unique in the scenario
  VehicleConfig vehicle;
  std::string file{};  // that it was read from
  InitialState initial{};
  std::optional<ScenarioFirmware> firmware{};  // none: no brain
};

struct Scenario {
  std::string about;
  std::string waits_for;  // what must be built before it can fly; empty: nothing
  SimulationConfig simulation{};
  std::vector<ScenarioVehicle> vehicles;
  double duration_s = 0.0;
  double record_rate_hz = 10.0;
  std::optional<Expression> end_when{};  // of the first vehicle
  Timeline timeline;
  std::vector<Expectation> expectations;
  ExpressionNames names;

  // The last step is the one that reaches the duration.
  [[nodiscard]] StepIndex step_count() const;
};

// Where the files lie that a scenario names: by path beside it, by a word in `models_dir`.
struct ScenarioPlaces {
  std::string path;  // of the scenario
  std::string_view models_dir;
};

// Errors name file, line and key.
Result<Scenario> load_scenario(const std::string& path, std::string_view models_dir);
// The same from text that stands, or could stand, at `path`.
Result<Scenario> parse_scenario(std::string_view text, const std::string& path,
                                std::string_view models_dir);
// The same from a document that has been read, perhaps with values changed.
Result<Scenario> read_scenario(Node root, const ScenarioPlaces& places);

// One with the key waits_for, which no one can fly yet: about, waits_for, places, paths and expect
// alone, the rest is to come.
Result<Scenario> read_waiting_scenario(Node root);

// What such a file may hold.
Schema scenario_file_schema();

// Vehicles that fly a mission and have no timeline begin as soon as they can. Errors: a vehicle
// that cannot be built in this world.
Result<std::unique_ptr<Simulation>> build_simulation(const Scenario& scenario);

}  // namespace alula
