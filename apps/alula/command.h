// apps/alula/command.h: what the commands share: exit codes, messages, files.
#pragma once

#include <functional>
#include <string>

#include <CLI/CLI.hpp>

#include "core/error.h"

namespace alula {

enum ExitCode : int {
  kExitDone = 0,
  kExitFlightFailed = 1,  // the simulated flight did not do what it should
  kExitBadInput = 2,      // a file, a key, an option
  kExitMachine = 3        // the disk
};

// A command adds itself and its options; `run` is set when the user has called it.
using Run = std::function<int()>;
void add_fly(CLI::App& app, Run& run);
void add_resume(CLI::App& app, Run& run);
void add_run(CLI::App& app, Run& run);

// "alula: <where>: <message>" on standard error; gives the exit code that fits.
int report(const Error& error);
void warn(const std::string& message);

Result<std::string> read_text_file(const std::string& path);
// Beside the file first, then renamed: never half-written.
MaybeError write_text_file(const std::string& path, const std::string& text);

// Where models lie: beside the program's build, or installed, or named by the option. Empty when nowhere.
std::string models_dir();

// Set by SIGINT and SIGTERM.
bool interrupted();
void catch_interrupts();

}  // namespace alula
