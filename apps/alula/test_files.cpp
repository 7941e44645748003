#include "test_files.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <system_error>

#include "analysis/flight_report.h"
#include "command.h"
#include "document/load.h"
#include "log/log_file.h"
#include "sim/recorder_setup.h"

namespace alula {
namespace {

namespace fs = std::filesystem;

bool is_scenario_name(const fs::path& path) {
  const std::string ending = path.extension().string();
  return ending == ".yaml" || ending == ".yml" || ending == ".json";
}

// Worlds and bodies without expectations may lie beside; a file that cannot be read is for the
// loader to tell of.
bool expects_something(const fs::path& path) {
  const Result<Document> document = load_document(path.string());
  return !document.ok() || document.value().root().find("expect").present();
}

std::vector<fs::path> files_below(const fs::path& folder, std::error_code& fault) {
  std::vector<fs::path> files;
  for (fs::recursive_directory_iterator it(folder, fault), end; !fault && it != end;
       it.increment(fault)) {
    std::error_code lost;  // a link that leads nowhere: whoever reads it will tell
    const bool is_file = it->is_regular_file(lost) || lost;
    if (is_file && is_scenario_name(it->path()) && (lost || expects_something(it->path())))
      files.push_back(it->path());
  }
  std::ranges::sort(files);
  return files;
}

// "acceptance/square" below scenarios/; a file alone goes by its own name.
std::string id_of(const fs::path& file, const fs::path& root) {
  fs::path id = file == root ? file.filename() : file.lexically_relative(root);
  return id.replace_extension().generic_string();
}

// Letters, digits and a few signs: fit for a folder's name.
std::string folder_name(const std::string& run) {
  std::string name;
  for (const char c : run) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       c == '_' || c == '=' || c == '.';
    if (plain) {
      name += c;
    } else if (!name.empty() && name.back() != '-') {
      name += '-';
    }
  }
  return name.substr(0, 200);
}

// Files of one name from several folders go by their paths.
void tell_apart(std::vector<ScenarioFile>& files) {
  std::map<std::string, int> count;
  for (const ScenarioFile& file : files) ++count[file.id];
  for (ScenarioFile& file : files) {
    if (count[file.id] > 1) file.id = fs::path(file.path).replace_extension().generic_string();
  }
}

MaybeError write_log(const Scenario& scenario, const std::string& path) {
  Result<std::unique_ptr<ScenarioRun>> built = ScenarioRun::build(scenario);
  if (!built.ok()) return built.error();
  ScenarioRun& flight = **built;
  const auto& firmware = scenario.vehicles.front().firmware;
  const RecorderConfig config = recorder_setup(
      flight.simulation(), 0, firmware ? firmware->parameters : default_parameters());
  Recorder recorder(config);
  LogRing ring(recorder.step_bytes_max());
  Result<LogFile> file = LogFile::open(path);
  if (!file.ok()) return file.error();
  MaybeError error = file->write(recorder.opening(0));
  while (!error && !flight.over()) {
    flight.step();
    recorder.record(flight.simulation().view(0), ring);
    error = file->drain(ring);
  }
  return error ? error : file->close();
}

}  // namespace

Result<std::vector<ScenarioFile>> find_scenarios(const std::vector<std::string>& paths) {
  if (paths.empty())
    return Error{ErrorCode::bad_format, "PATH", "missing; expected a scenario or a folder"};
  std::vector<ScenarioFile> files;
  std::set<std::string> known;
  for (const std::string& path : paths) {
    std::error_code fault;
    const bool is_folder = fs::is_directory(path, fault);
    const fs::path root = fs::path(path) / "";
    const std::vector<fs::path> found =
        is_folder ? files_below(root.parent_path(), fault) : std::vector<fs::path>{path};
    if (is_folder && fault) return Error{ErrorCode::not_found, path, fault.message()};
    if (found.empty())
      return Error{ErrorCode::not_found, path, "holds no scenario with the key expect"};
    for (const fs::path& file : found) {
      if (!known.insert(file.lexically_normal().string()).second) continue;
      files.push_back({id_of(file, is_folder ? root.parent_path() : file), file.string()});
    }
  }
  tell_apart(files);
  return files;
}

// Names that differ only in signs or far behind are alike as folders.
std::string KeptFolders::next(const std::string& run) {
  const std::string name = folder_name(run);
  std::string own = name;
  for (int i = 2; !names_.insert(own).second; ++i) own = name + "-" + std::to_string(i);
  return (fs::path(folder_) / own).string();
}

MaybeError keep_run(const TestSuite& suite, const SuiteRun& run, const std::string& failure,
                    const std::string& folder) {
  const fs::path own = folder;
  std::error_code fault;
  fs::create_directories(own, fault);
  if (fault) return Error{ErrorCode::io, own.string(), fault.message()};
  if (!failure.empty()) {
    if (MaybeError error = replace_output(own / "failure.txt", failure)) return error;
  }
  const Result<Scenario> scenario = scenario_of(suite, run);
  if (!scenario.ok()) return scenario.error();
  const std::string log = own / "flight.ulg";
  fs::remove(log, fault);
  if (MaybeError error = write_log(scenario.value(), log)) return error;
  Result<UlogContent> content = load_ulog(log);
  if (!content.ok()) return content.error();
  return replace_output(own / "flight.html",
                        render_page(flight_report(std::move(content).value())));
}

}  // namespace alula
