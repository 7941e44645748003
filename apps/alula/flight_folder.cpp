#include "flight_folder.h"

#include <cerrno>
#include <filesystem>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include "command.h"
#include "document/json_writer.h"
#include "document/spelling.h"
#include "document/text_file.h"

namespace alula {
namespace {

namespace fs = std::filesystem;

constexpr const char* kInputs[] = {"inputs/plan.plan", "inputs/vehicle.yaml", "inputs/world.yaml",
                                   "inputs/parameters.params", "inputs/command.txt"};

// To be called in the folder of the inputs, wherever that lies by then.
std::string command_of(const FlightSetup& setup) {
  std::string command =
      fmt::format("alula fly plan.plan --vehicle vehicle.yaml --seed {}", setup.seed);
  if (!setup.world.content.empty()) command += " --world world.yaml";
  if (!setup.parameter_file.content.empty()) command += " --params parameters.params";
  for (const std::string& parameter : setup.parameters)
    command += " --param " + shell_word(parameter);
  if (setup.ideal_sensors) command += " --ideal-sensors";
  return command + " --max-time " + shortest_text(setup.time_max_s) + "\n";
}

MaybeError write_inputs(const FlightFolder& folder, const FlightSetup& setup) {
  if (MaybeError error = folder.write("inputs/plan.plan", setup.plan.content)) return error;
  if (MaybeError error = folder.write("inputs/vehicle.yaml", setup.vehicle.content)) return error;
  if (!setup.world.content.empty()) {
    if (MaybeError error = folder.write("inputs/world.yaml", setup.world.content)) return error;
  }
  if (!setup.parameter_file.content.empty()) {
    const std::string& content = setup.parameter_file.content;
    if (MaybeError error = folder.write("inputs/parameters.params", content)) return error;
  }
  return folder.write("inputs/command.txt", command_of(setup));
}

// A flight begins with an empty folder, and must not lose what it is made of.
MaybeError check_inputs(const std::string& folder, const FlightSetup& setup) {
  for (const char* const name : kFlightResults) {
    for (const FlightSetup::Text* const input :
         {&setup.plan, &setup.vehicle, &setup.world, &setup.parameter_file}) {
      if (MaybeError error = refuse_same_file("--out", folder + "/" + name, input->name,
                                              "is read by this flight, which would write it"))
        return error;
    }
  }
  return std::nullopt;
}

}  // namespace

Result<FlightFolder> FlightFolder::open(const std::string& path, const FlightSetup& setup) {
  const auto refuse = [&path](const std::string& why) {
    return Error{ErrorCode::io, path, "cannot hold the flight: " + why};
  };
  if (MaybeError error = check_inputs(path, setup)) return *error;
  std::error_code fault;
  fs::create_directories(path, fault);
  if (!fault && !fs::is_directory(path, fault) && !fault) return refuse("it is a file");
  if (!fault) fs::create_directory(fs::path(path) / "inputs", fault);
  if (fault) return refuse(fault.message());

  const int lock = ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (lock < 0) return refuse(std::generic_category().message(errno));
  FlightFolder folder(path, lock);
  if (::flock(lock, LOCK_EX | LOCK_NB) != 0) return refuse("another flight is writing there");

  for (const char* name : kFlightResults) fs::remove(fs::path(path) / name, fault);
  for (const char* name : kInputs) fs::remove(fs::path(path) / name, fault);
  if (MaybeError error = write_inputs(folder, setup)) return *error;
  return folder;
}

FlightFolder::FlightFolder(FlightFolder&& other) noexcept
    : path_(std::move(other.path_)), lock_(std::exchange(other.lock_, -1)) {}

FlightFolder& FlightFolder::operator=(FlightFolder&& other) noexcept {
  std::swap(path_, other.path_);
  std::swap(lock_, other.lock_);
  return *this;
}

FlightFolder::~FlightFolder() {
  if (lock_ >= 0) ::close(lock_);
}

std::string FlightFolder::file(std::string_view name) const {
  return path_ + "/" + std::string(name);
}

MaybeError FlightFolder::write(std::string_view name, std::string_view text) const {
  MaybeError error = replace_file(file(name), text);
  if (error) error->code = ErrorCode::io;
  return error;
}

}  // namespace alula
