// apps/alula/flight_loop.h: steps a flight to its end and writes its folder: what `fly` and `resume` share.
#pragma once

#include <optional>
#include <string>

#include "core/error.h"
#include "sim/mission_flight.h"

namespace alula {

struct FlightLoopOptions {
  std::string out_dir;             // made when missing
  bool log = true;
  std::optional<double> save_at_s;  // simulated time of a snapshot
  std::string save_path;
};

// Gives the exit code.
int run_flight(MissionFlight& flight, const FlightLoopOptions& options);

}  // namespace alula
