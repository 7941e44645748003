#include "document/text_file.h"
#include "sim/mission_flight.h"
#include "tests/fuzz/laws.h"

namespace alula::fuzz {
namespace {

constexpr int kSteps = 20;

FlightSetup x500() {
  const std::string path = ALULA_SOURCE_DIR "/models/vehicles/x500.yaml";
  FlightSetup setup;
  setup.vehicle = {path, read_file(path, 1'000'000).value()};
  return setup;
}

}  // namespace

Breach read_plan(std::string_view bytes) {
  static const FlightSetup kSetup = x500();
  FlightSetup setup = kSetup;
  setup.plan = {std::string(kFileName), std::string(bytes)};
  const Result<std::unique_ptr<MissionFlight>> flight = MissionFlight::build(setup);
  if (!flight.ok()) return check_message(flight.error());
  return check_steps((*flight)->simulation(), kSteps);
}

}  // namespace alula::fuzz
