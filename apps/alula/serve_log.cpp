#include "serve_log.h"

#include <filesystem>

#include "output.h"
#include "sim/recorder_setup.h"

namespace alula {
namespace {

void tell(const MaybeError& error) {
  if (error) warn(error->text() + "; the world goes on without this log");
}

}  // namespace

Result<ServeLogs> ServeLogs::open(const std::string& folder, const Scenario& scenario,
                                  const Simulation& simulation) {
  ServeLogs logs;
  if (folder.empty()) return logs;
  std::error_code fault;
  std::filesystem::create_directories(folder, fault);
  if (fault) return Error{ErrorCode::io, folder, fault.message()};
  for (std::size_t i = 0; i < scenario.vehicles.size(); ++i) {
    const ScenarioVehicle& vehicle = scenario.vehicles[i];
    const RecorderConfig config = recorder_setup(simulation, i, vehicle.firmware->parameters);
    if (MaybeError error = validate(config)) return *error;
    Result<LogFile> file = LogFile::open(folder + "/" + vehicle.name + ".ulg");
    if (!file.ok()) return file.error();
    Recorder recorder(config);
    LogRing ring(recorder.step_bytes_max());
    logs.logs_.push_back({std::move(recorder), std::move(ring), std::move(file).value()});
    Log& log = logs.logs_.back();
    if (MaybeError error = log.file.write(log.recorder.opening(simulation.time()))) return *error;
  }
  return logs;
}

void ServeLogs::record(const Simulation& simulation) {
  for (std::size_t i = 0; i < logs_.size(); ++i) {
    logs_[i].recorder.record(simulation.view(i), logs_[i].ring);
    tell(logs_[i].file.drain(logs_[i].ring));
  }
}

void ServeLogs::close() {
  for (Log& log : logs_) tell(log.file.close());
}

}  // namespace alula
