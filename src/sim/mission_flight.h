// sim/mission_flight.h: one vehicle, one plan, from power-on to disarming: what `alula fly` runs.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "autopilot/parameters.h"
#include "sim/flight_setup.h"
#include "sim/recorder.h"
#include "sim/simulation.h"
#include "sim/snapshot.h"

namespace alula {

// How a flight ended. `completed` only when the mission was and the vehicle stands disarmed on the
// ground.
struct FlightEnd {
  bool completed = false;
  bool landed = false;
  bool disarmed = false;
  std::string reason;  // of a failure, one line; empty when completed
};

class MissionFlight {
 public:
  // Errors: a plan, vehicle, world or parameter that is wrong.
  static Result<std::unique_ptr<MissionFlight>> build(const FlightSetup& setup);
  // Goes on where a snapshot was taken.
  static Result<std::unique_ptr<MissionFlight>> resume(const Snapshot& snapshot);
  [[nodiscard]] Snapshot snapshot() const;

  void step() { simulation_->step(); }
  // Not empty once the flight is over: mission done and disarmed, or why it never will be.
  [[nodiscard]] std::optional<FlightEnd> end() const;
  // How it ends when the user stops it now. After the first step.
  [[nodiscard]] FlightEnd interrupted() const;

  [[nodiscard]] const FlightSetup& setup() const { return setup_; }
  [[nodiscard]] const ParameterValues& parameters() const { return parameters_; }
  [[nodiscard]] Simulation& simulation() { return *simulation_; }
  [[nodiscard]] const Simulation& simulation() const { return *simulation_; }
  [[nodiscard]] StepView view() const { return simulation_->view(0); }
  [[nodiscard]] const FlightStatistics& statistics() const {
    return simulation_->vehicle(0).statistics(simulation_->arena());
  }
  [[nodiscard]] RecorderConfig recorder_config() const;

 private:
  MissionFlight() = default;
  [[nodiscard]] static FlightEnd ground_state(const StepView& now);

  FlightSetup setup_;
  ParameterValues parameters_;
  std::vector<std::int32_t> stops_;    // indices of the items that wait to be told to go on
  std::vector<std::int32_t> loiters_;  // and of those that wait for ever
  std::unique_ptr<Simulation> simulation_;
};

// summary.json: equal for equal runs, so no host data. Called once the flight has ended.
std::string summary_json(const MissionFlight& flight, const FlightEnd& end);

}  // namespace alula
