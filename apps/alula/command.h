// apps/alula/command.h: what the commands share: exit codes, messages, files, numbers of options.
#pragma once

#include <cstdint>
#include <cstdio>
#include <functional>
#include <string>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "core/error.h"

namespace alula {

enum ExitCode : int {
  kExitDone = 0,
  kExitFlightFailed = 1,  // the simulated flight did not do what it should, or was interrupted
  kExitBadInput = 2,      // a file, a key, an option
  kExitMachine = 3        // the disk
};

// A command adds itself and its options; `run` is set when the user has called it.
using Run = std::function<int()>;
void add_fly(CLI::App& app, Run& run);
void add_resume(CLI::App& app, Run& run);
void add_run(CLI::App& app, Run& run);

// Text to a standard stream. Never throws: a closed or full stream must not end a flight.
void say(std::FILE* stream, const std::string& text);
template <class... Args> void tell_error(fmt::format_string<Args...> format, Args&&... args) {
  say(stderr, fmt::format(format, std::forward<Args>(args)...));
}
template <class... Args> void tell_result(fmt::format_string<Args...> format, Args&&... args) {
  say(stdout, fmt::format(format, std::forward<Args>(args)...));
}
// A standard stream that is closed would hand its number to the next file opened, a log perhaps.
void fill_closed_streams();

// "alula: <where>: <message>" on standard error; gives the exit code that fits.
int report(const Error& error);
void warn(const std::string& message);

// The text of an option as a number. The command line's own conversion takes -1 for a seed.
Result<std::uint64_t> seed_from(const std::string& text);
// Simulated seconds, from `min` to 1e6; `option` is what messages call it.
Result<double> seconds_from(const std::string& option, const std::string& text, double min);

// A file that the user named. What cannot be read is bad input, whatever the reason.
Result<std::string> read_input(const std::string& path);

// Where models lie: beside the program's build, or installed. Empty when nowhere.
std::string models_dir();

// From now on SIGINT and SIGTERM only set a flag, and a write that meets a size limit or a closed
// pipe fails instead of ending the process.
void catch_interrupts();
bool interrupted();

}  // namespace alula
