// apps/alula/serve_log.h: the logs of a live world, one a vehicle.
#pragma once

#include <string>
#include <vector>

#include "log/log_file.h"
#include "scenario/scenario.h"
#include "sim/recorder.h"

namespace alula {

// A log that fails (a full disk) is told once and ends; the world goes on.
class ServeLogs {
 public:
  // Without a folder: none. Errors: a folder that cannot be written to, a log that is there.
  static Result<ServeLogs> open(const std::string& folder, const Scenario& scenario,
                                const Simulation& simulation);
  // After each step.
  void record(const Simulation& simulation);
  void close();

 private:
  struct Log {
    Recorder recorder;
    LogRing ring;
    LogFile file;
  };
  std::vector<Log> logs_;  // empty, or one a vehicle
};

}  // namespace alula
