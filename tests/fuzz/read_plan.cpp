#include <cmath>

#include "autopilot/mission_oddities.h"
#include "document/text_file.h"
#include "missions/mission_reading.h"
#include "sim/mission_flight.h"
#include "tests/fuzz/laws.h"

namespace alula::fuzz {
namespace {

constexpr int kSteps = 20;
constexpr double kReviewed_s = 600.0;  // the whole of a long one takes seconds with sanitizers

FlightSetup x500() {
  const std::string path = ALULA_SOURCE_DIR "/models/vehicles/x500.yaml";
  FlightSetup setup;
  setup.vehicle = {path, read_file(path, 1'000'000).value()};
  return setup;
}

// `alula plan check`: every fault, or what the mission will be like.
Breach check_review(std::string_view bytes) {
  const MissionReading reading = read_mission(bytes, kFileName);
  for (const Error& fault : reading.faults)
    if (Breach breach = check_message(fault)) return breach;
  if (!reading.faults.empty()) return std::nullopt;
  const ParameterValues parameters = default_parameters();
  const MissionReview review = review_mission(reading.mission, parameters, kReviewed_s);
  const bool good = std::isfinite(review.way_m) && std::isfinite(review.climb_m) &&
                    std::isfinite(review.height_max_m) && std::isfinite(review.distance_max_m) &&
                    std::isfinite(review.time_s);
  if (!good) return "a review with a number that is none";
  for (const Error& oddity : find_oddities(reading.mission, review, parameters, kFileName))
    if (Breach breach = check_message(oddity)) return breach;
  return std::nullopt;
}

}  // namespace

Breach read_plan(std::string_view bytes) {
  static const FlightSetup kSetup = x500();
  if (Breach breach = check_review(bytes)) return breach;
  FlightSetup setup = kSetup;
  setup.plan = {std::string(kFileName), std::string(bytes)};
  const Result<std::unique_ptr<MissionFlight>> flight = MissionFlight::build(setup);
  if (!flight.ok()) return check_message(flight.error());
  return check_steps((*flight)->simulation(), kSteps);
}

}  // namespace alula::fuzz
