// apps/alula/flight_loop.h: steps a flight to its end and writes its folder: what `fly` and
// `resume` share.
#pragma once

#include <optional>
#include <string>

#include "sim/mission_flight.h"

namespace alula {

struct FlightLoopOptions {
  std::string out_dir;  // made when missing; an earlier flight in it makes room
  bool log = true;
  bool report = true;  // of the log, so never without one
  // A snapshot is taken at the first step border at or after this simulated time.
  std::optional<TimeNs> save_at;
  std::string save_path;
};

// Gives the exit code. A folder that cannot be written ends it before the first step. After that
// nothing ends a flight but its own end, SIGINT and SIGTERM: a log that fails (a full disk) is
// given up with a warning, a snapshot or summary that fails is reported and turns the exit code
// into kExitMachine. An interrupted flight closes its log and writes its summary, with the reason
// "interrupted".
int run_flight(MissionFlight& flight, const FlightLoopOptions& options);

}  // namespace alula
