#include "scenario/scenario.h"
#include "scenario/state_table.h"
#include "tests/fuzz/laws.h"

namespace alula::fuzz {
namespace {

constexpr int kSteps = 10;

}  // namespace

Breach read_scenario(std::string_view bytes) {
  static const std::string kPath = ALULA_SOURCE_DIR "/scenarios/" + std::string(kFileName);
  const Result<Scenario> scenario = parse_scenario(bytes, kPath, ALULA_SOURCE_DIR "/models");
  // What is wrong with a file that it names is said of that file.
  if (!scenario.ok()) return check_late_message(scenario.error());
  Result<std::unique_ptr<Simulation>> built = build_simulation(*scenario);
  if (!built.ok()) return check_late_message(built.error());
  Simulation& simulation = **built;
  if (Breach breach = check_steps(simulation, kSteps)) return breach;
  if (simulation.fault()) return std::nullopt;
  simulation.sense();
  for (std::size_t i = 0; i < simulation.vehicle_count(); ++i) {
    if (!finite(state_row(simulation, i))) return "a row of the table with a number that is none";
  }
  return std::nullopt;
}

}  // namespace alula::fuzz
