#include <array>
#include <memory>
#include <string>

#include "command.h"
#include "document/json_schema.h"
#include "missions/mission_plan.h"
#include "scenario/scenario.h"
#include "sim/world_config.h"
#include "vehicle/vehicle_config.h"

namespace alula {
namespace {

struct SchemaKind {
  const char* name;
  Schema (*schema)();
  const char* title;
};
constexpr std::array kKinds{
    SchemaKind{"vehicle", vehicle_file_schema, "A vehicle of Alula: models/vehicles/*.yaml"},
    SchemaKind{"world", world_file_schema, "A world of Alula: models/worlds/*.yaml"},
    SchemaKind{"scenario", scenario_file_schema, "A scenario of Alula: scenarios/*.yaml"},
    SchemaKind{"plan", plan_file_schema, "A mission of QGroundControl, as Alula reads it: *.plan"},
};

int print_schema(const SchemaKind& kind) {
  const std::string text = json_schema(
      kind.schema(), kind.title,
      "Made by `alula schema` from the code that reads such files; editors complete and check by "
      "it. What needs more than one key to be seen, only the program sees.");
  say_result(text);
  give_result(text);
  return kExitDone;
}

}  // namespace

void add_schema(CLI::App& app, Run& run) {
  CLI::App* command =
      app.add_subcommand("schema", "Print the JSON Schema of a kind of file, for editors");
  command->require_subcommand(1);
  for (const SchemaKind& kind : kKinds) {
    CLI::App* of = command->add_subcommand(kind.name, kind.title);
    of->callback([&run, &kind] { run = [&kind] { return print_schema(kind); }; });
  }
}

}  // namespace alula
