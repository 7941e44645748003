// apps/alula/output.h: what commands say. People read results on standard output, errors and
// warnings on standard error as they come; machines (--json) one object on standard output at the
// end. The standard streams belong to the process, and so does the form that is chosen for them.
#pragma once

#include <cstdio>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "core/error.h"

namespace alula {

enum ExitCode : int {
  kExitDone = 0,
  kExitFlightFailed = 1,  // the simulated flight did not do what it should, or was interrupted
  kExitBadInput = 2,      // a file, a key, an option
  kExitMachine = 3        // the disk, a port
};

// From now on results are dropped and all else is kept for finish_output().
void choose_json();
[[nodiscard]] bool json_chosen();
// What the object calls the command: "params show".
void name_command(std::string name);

// Text to a standard stream. Never throws: a closed or full stream must not end a flight.
void say(std::FILE* stream, std::string_view text);
template <class... Args> void tell_error(fmt::format_string<Args...> format, Args&&... args) {
  say(stderr, fmt::format(format, std::forward<Args>(args)...));
}
// For people; see give_result().
void say_result(std::string_view text);
template <class... Args> void tell_result(fmt::format_string<Args...> format, Args&&... args) {
  say_result(fmt::format(format, std::forward<Args>(args)...));
}
// For machines: the command's result, the text of one JSON value.
void give_result(std::string json);

// "alula: <where>: <message>", one line however long its parts are; gives the exit code that fits.
int report(const Error& error);
// The flight itself did not do what it should: kExitFlightFailed.
int flight_failed(const std::string& reason);
void warn(const std::string& message);

// Once, when the command is over: the object for machines, and whether all of standard output found
// its place. Gives the exit code to end with.
int finish_output(int exit_code);

// Escape codes on a terminal that wants them (NO_COLOR unset), the bare text elsewhere.
enum class Paint { bold, red, green, yellow };
std::string painted(std::FILE* stream, Paint paint, std::string_view text);

// A standard stream that is closed would hand its number to the next file opened, a log perhaps.
void fill_closed_streams();

}  // namespace alula
