#include "examples.h"

#include <array>
#include <string>
#include <string_view>

namespace alula {
namespace {

constexpr std::string_view kExitCodes =
    "Exit codes: 0 done, 1 the flight failed or was interrupted, 2 bad input, "
    "3 this computer could not do it (disk full, folder or port not to be had).";

// Command, what follows it.
constexpr std::array<std::array<std::string_view, 2>, 23> kExamples{{
    {"compare", "build/once build/twice"},
    {"completion", "bash"},
    {"doctor", ""},
    {"fly", "missions/square.plan --seed 7 --out build/square"},
    {"params diff", "x500"},
    {"params export", "--changed --out build/mine.params"},
    {"params import", "build/mine.params"},
    {"params list", "cruise"},
    {"params show", "MPC_XY_CRUISE"},
    {"plan check", "missions/square.plan"},
    {"report", "build/square/flight.ulg"},
    {"resume", "build/square.snapshot --out build/square-resumed"},
    {"run", "scenarios/nesc_01.yaml --csv build/nesc_01.csv"},
    {"schema plan", ""},
    {"schema vehicle", ""},
    {"schema world", ""},
    {"schema scenario", ""},
    {"serve", "--vehicle x500 --speed max --duration 10"},
    {"test", "scenarios"},
    {"vehicle check", "models/vehicles/x500.yaml"},
    {"vehicle list", ""},
    {"vehicle report", "models/vehicles/x500.yaml"},
    {"vehicle rotor", "table.csv --kv 400 --diameter 0.33 --propeller-mass 0.018"},
}};

std::string example_of(std::string_view command) {
  for (const auto& [name, rest] : kExamples) {
    if (name == command)
      return "Example: alula " + std::string(name) + (rest.empty() ? "" : " ") + std::string(rest);
  }
  return {};
}

void add_footer(CLI::App& app, const std::string& name) {
  std::string text = app.get_footer();  // what the command itself has to add
  for (const std::string& part : {example_of(name), std::string(kExitCodes)}) {
    if (!part.empty()) text += (text.empty() ? "" : "\n") + part;
  }
  app.footer(text);
  for (CLI::App* sub : app.get_subcommands([](CLI::App*) { return true; }))
    add_footer(*sub, name.empty() ? sub->get_name() : name + " " + sub->get_name());
}

}  // namespace

void add_footers(CLI::App& app) { add_footer(app, ""); }

}  // namespace alula
