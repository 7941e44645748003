#include <cstdio>
#include <exception>

#include <fmt/format.h>

#include "command.h"
#include "core/version.h"

namespace {

int run(int argc, char** argv) {
  CLI::App app{"Alula: a headless flight simulator and autopilot for unmanned aircraft"};
  app.name("alula");
  app.set_version_flag("--version", std::string("alula ") + alula::kVersion);
  app.require_subcommand(1);
  app.footer(
      "Exit codes: 0 done, 1 the flight failed or was interrupted, 2 bad input, "
      "3 the machine (disk).");
  alula::Run command;
  alula::add_fly(app, command);
  alula::add_resume(app, command);
  alula::add_run(app, command);
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& asked) {  // --help, --version
    return app.exit(asked);
  } catch (const CLI::ParseError& error) {
    alula::tell_error("alula: {}; --help lists what there is\n", error.what());
    return alula::kExitBadInput;
  }
  return command();
}

}  // namespace

int main(int argc, char** argv) {
  alula::fill_closed_streams();
  try {
    return run(argc, argv);
  } catch (const std::exception& error) {
    alula::tell_error("alula: internal error: {}\n", error.what());
    return alula::kExitMachine;
  }
}
