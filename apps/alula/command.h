// apps/alula/command.h: what the commands share: files, numbers of options, signals.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "core/error.h"
#include "file_kind.h"
#include "output.h"

namespace alula {

// A command adds itself and its options; `run` is set when the user has called it.
using Run = std::function<int()>;
void add_fly(CLI::App& app, Run& run);
void add_resume(CLI::App& app, Run& run);
void add_run(CLI::App& app, Run& run);
void add_report(CLI::App& app, Run& run);
void add_compare(CLI::App& app, Run& run);
void add_vehicle(CLI::App& app, Run& run);
void add_plan(CLI::App& app, Run& run);
void add_params(CLI::App& app, Run& run);
void add_serve(CLI::App& app, Run& run);
void add_doctor(CLI::App& app, Run& run);
void add_completion(CLI::App& app, Run& run);
void add_schema(CLI::App& app, Run& run);
void add_vehicle_rotor(CLI::App& vehicle, Run& run);
void add_test(CLI::App& app, Run& run);

// The text of an option as a number. The command line's own conversion takes -1 for a seed.
Result<std::uint64_t> seed_from(const std::string& text);
// Simulated seconds, from `min` to 1e6; `option` is what messages call it.
Result<double> seconds_from(const std::string& option, const std::string& text, double min);

struct InputFile {
  std::string path;
  std::string content;
};
// A file that the user named; `option` is what messages call it, empty when the path says enough.
// What cannot be read is bad input, whatever the reason.
Result<InputFile> read_input(const std::string& option, const std::string& path);

// An error where an output, named by `option`, is one of the files that the user gave or wants as
// another output; `what` says which: "is the log itself".
MaybeError refuse_same_file(const std::string& option, const std::string& out,
                            const std::string& other, const std::string& what);

// Writes a whole file or leaves what was there. Errors: io.
MaybeError replace_output(const std::string& path, const std::string& text);
// Whether that will do, as far as can be known before: leaves no trace. Errors: io.
MaybeError check_writable(const std::string& path);

// Where models lie: beside the program's build, or installed. Empty when nowhere.
std::string models_dir();
// The models of a kind, `folder` being "vehicles" or "worlds", in the order of the alphabet.
std::vector<std::string> model_names(const std::string& folder);
// A model by name or by path: its path and content. `option` is what messages call it.
Result<InputFile> read_model(const std::string& option, const std::string& name,
                             const std::string& folder);

// From now on a write that meets a size limit or a closed pipe fails instead of ending the process.
void let_writes_fail();
// From now on SIGINT, SIGTERM and SIGHUP only set a flag.
void catch_interrupts();
bool interrupted();

}  // namespace alula
