// sim/flight_setup.h: everything a flight is made from, as texts: with them and the state alone a
// run goes on anywhere.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "core/error.h"

namespace alula {

struct FlightSetup {
  // A file's content and the name that messages give it.
  struct Text {
    std::string name;
    std::string content;
  };
  Text plan;
  Text vehicle;
  Text world;                           // empty content: the default world
  Text parameter_file;                  // empty content: none
  std::vector<std::string> parameters;  // "NAME=VALUE", in the order given, after the file's
  std::uint64_t seed = 1;
  double time_max_s = 3600.0;  // simulated; longer ends the flight as failed
  bool ideal_sensors = false;
};

// As the inputs of a snapshot, and back. Errors: bad_format.
std::map<std::string, std::string> to_inputs(const FlightSetup& setup);
Result<FlightSetup> from_inputs(const std::map<std::string, std::string>& inputs);

}  // namespace alula
