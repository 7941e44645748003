#include <cstdio>
#include <exception>
#include <sstream>
#include <string_view>

#include "command.h"
#include "core/version.h"
#include "examples.h"
#include "parse_error.h"

namespace alula {
namespace {

void add_commands(CLI::App& app, Run& command) {
  add_fly(app, command);
  add_resume(app, command);
  add_run(app, command);
  add_serve(app, command);
  add_report(app, command);
  add_compare(app, command);
  add_vehicle(app, command);
  add_plan(app, command);
  add_params(app, command);
  add_schema(app, command);
  add_test(app, command);
  add_doctor(app, command);
  add_completion(app, command);
}

// Every command that does something can say it to machines.
void add_json_flags(CLI::App& app) {
  app.add_flag("--json")->description(
      "One JSON object on standard output: exit code, errors, warnings, result");
  for (CLI::App* sub : app.get_subcommands([](CLI::App*) { return true; })) add_json_flags(*sub);
}

// Looked for by hand: a command line that cannot be parsed is answered in the same form.
bool asks_for_json(int argc, char** argv) {
  for (int i = 1; i < argc; ++i) {
    const std::string_view word = argv[i];
    if (word == "--json" || word == "--") return word == "--json";
  }
  return false;
}

// --help and --version.
int answer(const CLI::App& app, const CLI::Success& asked) {
  std::ostringstream text;
  app.exit(asked, text, text);
  if (!text.str().ends_with('\n')) text << '\n';
  say(stdout, text.str());
  return kExitDone;
}

int run(int argc, char** argv) {
  let_writes_fail();
  CLI::App app{"Alula: a headless flight simulator and autopilot for unmanned aircraft"};
  app.name("alula");
  app.set_version_flag("--version", std::string("alula ") + kVersion);
  app.require_subcommand(1);
  Run command;
  add_commands(app, command);
  add_json_flags(app);
  add_footers(app);
  if (asks_for_json(argc, argv)) choose_json();
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& asked) {
    return answer(app, asked);
  } catch (const CLI::ParseError& fault) {
    name_command(full_name(named_command(app)));
    return report(explain(app, fault));
  }
  name_command(full_name(named_command(app)));
  return command();
}

int guarded_run(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const std::exception& error) {
    return report({ErrorCode::io, "internal error", error.what()});
  }
}

}  // namespace
}  // namespace alula

int main(int argc, char** argv) {
  alula::fill_closed_streams();
  return alula::finish_output(alula::guarded_run(argc, argv));
}
