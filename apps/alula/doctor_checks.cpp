#include "doctor_checks.h"

#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <system_error>

#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include "command.h"
#include "core/version.h"
#include "document/number_text.h"
#include "document/spelling.h"
#include "sim/world_config.h"
#include "vehicle/vehicle_config.h"

namespace alula {
namespace {

namespace fs = std::filesystem;

std::string shell_quoted(const std::string& text) {
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

// What a command prints, run in a folder, without the last line end; nothing when it fails.
std::optional<std::string> output_of(const fs::path& folder, const std::string& command) {
  const std::string line = "cd " + shell_quoted(folder) + " && " + command + " 2>/dev/null";
  std::FILE* pipe = popen(line.c_str(), "re");
  if (pipe == nullptr) return std::nullopt;
  std::string output;
  char piece[4096];
  while (const std::size_t count = std::fread(piece, 1, sizeof piece, pipe)) {
    output.append(piece, count);
  }
  const int status = pclose(pipe);
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) return std::nullopt;
  while (output.ends_with('\n')) output.pop_back();
  return output;
}

fs::path program_path() {
  std::error_code fault;
  return fs::read_symlink("/proc/self/exe", fault);
}

Finding program() {
  return {
      "fly", "program", true, fmt::format("alula {}, {}", kVersion, program_path().string()), {}};
}

Finding models() {
  const std::vector<std::string> vehicles = model_names("vehicles"), worlds = model_names("worlds");
  Finding finding{"fly", "models", false, {}, {}};
  if (vehicles.empty()) {
    finding.detail = "no folder models/ beside the program's build, no share/alula/models";
    finding.cure = "run the program where it was built, build/release/alula of a checkout";
    return finding;
  }
  const std::string folder = models_dir();
  const auto refuse = [&finding](const Error& error) {
    finding.detail = error.text();
    finding.cure = "git checkout -- models";
    return finding;
  };
  for (const std::string& name : vehicles) {
    const Result<VehicleConfig> vehicle = load_vehicle(find_vehicle(name, folder));
    if (!vehicle.ok()) return refuse(vehicle.error());
  }
  for (const std::string& name : worlds) {
    const Result<WorldConfig> world = load_world(find_world(name, folder));
    if (!world.ok()) return refuse(world.error());
  }
  finding.there = true;
  finding.detail =
      counted(vehicles.size(), "vehicle") + ", " + counted(worlds.size(), "world") + " can be read";
  return finding;
}

// Flights go below the folder where the program is called, some 17 MB a minute.
Finding disk() {
  constexpr double kRoom_gb = 1.0;
  std::error_code fault;
  const fs::space_info space = fs::space(".", fault);
  const double free_gb = fault ? 0.0 : static_cast<double>(space.available) * 1e-9;
  Finding finding{"fly", "disk", false, fmt::format("{:.1f} GB free here", free_gb), {}};
  const bool writable = access(".", W_OK | X_OK) == 0;
  if (!writable) finding.detail = "this folder cannot be written";
  finding.there = writable && free_gb >= kRoom_gb;
  if (!finding.there) finding.cure = "call alula in another folder, or name one with --out";
  return finding;
}

Finding packages(const fs::path& checkout, const std::string& purpose) {
  const auto missing = output_of(checkout, "tools/install --missing " + purpose);
  Finding finding{purpose, "packages", missing && missing->empty(), {}, {}};
  finding.detail = "all there";
  if (finding.there) return finding;
  const bool known = missing.has_value();
  finding.detail = known ? "without " + *missing : "this system has no Debian packages";
  finding.cure = known ? "tools/install " + purpose : "docs/dependencies.md lists what to install";
  return finding;
}

// Every line of tools/requirements.txt, in the version that it names.
Finding python(const fs::path& checkout) {
  constexpr const char* kScript =
      "import importlib.metadata as m, pathlib\n"
      "for line in pathlib.Path(\"tools/requirements.txt\").read_text().splitlines():\n"
      "    name, _, version = line.partition(\"==\")\n"
      "    if not version: continue\n"
      "    try: there = m.version(name)\n"
      "    except m.PackageNotFoundError: there = \"\"\n"
      "    if there != version: print(name, end=\" \")\n";
  const auto missing =
      output_of(checkout, std::string(".venv/bin/python -c ") + shell_quoted(kScript));
  Finding finding{"test", "python", missing && missing->empty(), {}, {}};
  finding.detail = "all there";
  if (finding.there) return finding;
  finding.detail = missing ? "without " + *missing : "no environment in .venv";
  finding.cure = "rm -f .venv/.stamp; make .venv/.stamp";
  return finding;
}

Finding node(const fs::path& checkout) {
  constexpr int kVersionMin = 20;
  const auto version = output_of(checkout, "node --print process.versions.node");
  const std::string major = version ? version->substr(0, version->find('.')) : std::string();
  const bool there = integer_from_text(major).value_or(0) >= kVersionMin;
  Finding finding{"build", "node", there, version ? "node " + *version : "there is none", {}};
  if (!finding.there) finding.cure = fmt::format("tools/install build, for node {}", kVersionMin);
  return finding;
}

Finding node_modules(const fs::path& checkout, const std::string& purpose,
                     const std::string& folder, const std::string& module) {
  std::error_code fault;
  Finding finding{purpose, folder + "/node_modules", false, {}, {}};
  finding.there = fs::exists(checkout / folder / "node_modules" / module, fault);
  finding.detail = module;
  if (finding.there) return finding;
  finding.detail = "without " + module;
  finding.cure = "npm ci --prefix " + folder;
  return finding;
}

Finding chromium(const fs::path& checkout) {
  const auto version = output_of(checkout, "chromium --version");
  Finding finding{"test", "chromium", version.has_value(), version.value_or("there is none"), {}};
  if (!finding.there) finding.cure = "tools/install test";
  return finding;
}

}  // namespace

std::vector<Finding> examine_machine() {
  std::vector<Finding> findings{program(), models(), disk()};
  // Of a build in build/release.
  const fs::path checkout = program_path().parent_path().parent_path().parent_path();
  std::error_code fault;
  if (!fs::exists(checkout / "tools/install", fault)) return findings;
  findings.push_back(packages(checkout, "build"));
  findings.push_back(node(checkout));
  findings.push_back(node_modules(checkout, "build", "web", "uplot"));
  findings.push_back(packages(checkout, "test"));
  findings.push_back(python(checkout));
  findings.push_back(node_modules(checkout, "test", "tests", "@foxglove/ulog"));
  findings.push_back(chromium(checkout));
  findings.push_back(packages(checkout, "fuzz"));
  findings.push_back(packages(checkout, "lint"));
  return findings;
}

}  // namespace alula
