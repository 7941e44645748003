// scenario/run.h: one flight of a scenario: steps it, does what its timeline says, and judges what
// it expects, all at once.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "scenario/scenario.h"

namespace alula {

// An expectation's outcome; `finite` and `timeline` stand in every run.
struct NamedVerdict {
  std::string name;
  Verdict verdict;
};

struct RunOutcome {
  std::vector<NamedVerdict> verdicts;  // in the order of the file, the two unwritten ones first
  double time_s = 0.0;                 // simulated
  StepIndex steps = 0;
  std::uint64_t state_hash = 0;

  [[nodiscard]] bool held() const;
};

class ScenarioRun {
 public:
  // Errors: a vehicle that cannot be built in this world. `scenario` must outlive the run.
  static Result<std::unique_ptr<ScenarioRun>> build(const Scenario& scenario);

  [[nodiscard]] bool over() const { return over_; }
  // The samples of the step to come; step() does it as well.
  void sense() { simulation_->sense(); }
  // One step of the world, then the timeline and the expectations.
  void step();
  // After the last step.
  [[nodiscard]] RunOutcome outcome() const;

  [[nodiscard]] const Simulation& simulation() const { return *simulation_; }

 private:
  ScenarioRun(const Scenario& scenario, std::unique_ptr<Simulation> simulation);
  void look();
  void listen();
  [[nodiscard]] bool ends() const;

  const Scenario* scenario_;
  std::unique_ptr<Simulation> simulation_;
  TimelineRunner timeline_;
  std::vector<ExpectationWatch> watches_;
  ExpressionFacts facts_;
  std::vector<Vec3> start_W_;             // of each vehicle
  std::vector<BatterySample> batteries_;  // the last of each vehicle
  std::vector<Observation> seen_;         // of the last step
  TimeNs end_since_ = -1;                 // since when `end_when` holds; -1: it never has
  bool over_ = false;
};

}  // namespace alula
