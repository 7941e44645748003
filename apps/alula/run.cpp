#include <cmath>
#include <memory>

#include <fmt/format.h>

#include "command.h"
#include "scenario/scenario.h"
#include "scenario/state_table.h"

namespace alula {
namespace {

struct RunOptions {
  std::string scenario;
  std::string csv;
};

void append_rows(const Simulation& simulation, std::string& text) {
  for (std::size_t i = 0; i < simulation.vehicle_count(); ++i) {
    text += csv_line(simulation.vehicle(i).vehicle().name(), state_row(simulation, i));
  }
}

void print_end(const Simulation& simulation) {
  fmt::print("{:.3f} s simulated, state hash {:016x}\n", seconds(simulation.time()), simulation.state_hash());
  for (std::size_t i = 0; i < simulation.vehicle_count(); ++i) {
    const StateRow row = state_row(simulation, i);
    fmt::print("  {}:", simulation.vehicle(i).vehicle().name());
    for (std::size_t c = 1; c < 16; ++c) fmt::print(" {} {:.9g}", kStateColumns[c], row[c]);
    fmt::print("\n");
  }
}

int run_scenario(const RunOptions& options) {
  Result<Scenario> scenario = load_scenario(options.scenario, models_dir());
  if (!scenario.ok()) return report(scenario.error());
  Result<std::unique_ptr<Simulation>> built = build_simulation(*scenario);
  if (!built.ok()) return report(built.error());
  Simulation& simulation = **built;

  const SampleSchedule schedule(scenario->record_rate_hz);
  const StepIndex steps = std::llround(scenario->duration_s / scenario->simulation.clock.dt_s());
  std::string table = csv_header();
  append_rows(simulation, table);
  catch_interrupts();
  while (simulation.step_index() < steps && !simulation.fault() && !interrupted()) {
    simulation.step();
    if (schedule.due(simulation.step_index(), simulation.config().clock.dt_ns)) append_rows(simulation, table);
  }
  if (!options.csv.empty()) {
    if (MaybeError error = write_text_file(options.csv, table)) return report(*error);
  }
  print_end(simulation);
  if (const std::optional<std::string> fault = simulation.fault()) {
    fmt::print(stderr, "alula: {}\n", *fault);
    return kExitFlightFailed;
  }
  return simulation.step_index() == steps ? kExitDone : kExitFlightFailed;
}

}  // namespace

void add_run(CLI::App& app, Run& run) {
  CLI::App* command = app.add_subcommand("run", "Run a scenario: bodies without a brain, their states as a table");
  const auto options = std::make_shared<RunOptions>();
  command->add_option("scenario", options->scenario, "Scenario file")->required();
  command->add_option("--csv", options->csv, "Write the states, one line a vehicle and sample, to this file");
  command->callback([&run, options] { run = [options] { return run_scenario(*options); }; });
}

}  // namespace alula
