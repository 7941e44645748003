#include "scenario/run.h"

#include <algorithm>
#include <string_view>

namespace alula {
namespace {

// After the condition that ends a flight, so that the last moment is seen.
constexpr TimeNs kSettle = nanoseconds(1.0);

}  // namespace

bool RunOutcome::held() const {
  return std::ranges::all_of(verdicts, [](const NamedVerdict& v) { return v.verdict.held; });
}

Result<std::unique_ptr<ScenarioRun>> ScenarioRun::build(const Scenario& scenario) {
  Result<std::unique_ptr<Simulation>> simulation = build_simulation(scenario);
  if (!simulation.ok()) return simulation.error();
  return std::unique_ptr<ScenarioRun>(new ScenarioRun(scenario, std::move(simulation).value()));
}

ScenarioRun::ScenarioRun(const Scenario& scenario, std::unique_ptr<Simulation> simulation)
    : scenario_(&scenario),
      simulation_(std::move(simulation)),
      timeline_(scenario.timeline, scenario.vehicles.size()),
      batteries_(scenario.vehicles.size()) {
  const double step_s = scenario.simulation.clock.dt_s();
  for (const Expectation& e : scenario.expectations) watches_.emplace_back(e, step_s);
  facts_.said.assign(scenario.names.said.size(), 0);
  facts_.marks.assign(scenario.names.marks.size(), 0);
  for (std::size_t i = 0; i < scenario.vehicles.size(); ++i)
    start_W_.push_back(simulation_->vehicle(i).body(simulation_->arena()).p_WB);
  seen_.reserve(scenario.vehicles.size());
}

void ScenarioRun::look() {
  seen_.clear();
  for (std::size_t i = 0; i < simulation_->vehicle_count(); ++i) {
    const StepView view = simulation_->view(i);
    for (const BatterySample& battery : view.samples.battery) batteries_[i] = battery;
    seen_.push_back({view, simulation_->vehicle(i).statistics(simulation_->arena()), batteries_[i],
                     start_W_[i]});
  }
}

void ScenarioRun::listen() {
  for (const Observation& o : seen_) {
    for (const Event& event : o.view.events) {
      const std::string_view text(event.text.data());
      for (std::size_t i = 0; i < facts_.said.size(); ++i) {
        if (text.find(scenario_->names.said[i]) != std::string_view::npos) facts_.said[i] = 1;
      }
    }
  }
}

bool ScenarioRun::ends() const {
  if (simulation_->fault() || simulation_->step_index() >= scenario_->step_count()) return true;
  return end_since_ >= 0 && seen_.front().view.time - end_since_ >= kSettle;
}

void ScenarioRun::step() {
  ALULA_ASSERT(!over_);
  simulation_->step();
  look();
  listen();
  timeline_.advance(*simulation_, seen_, facts_);
  for (std::size_t i = 0; i < watches_.size(); ++i)
    watches_[i].observe(seen_[scenario_->expectations[i].vehicle], facts_);
  const std::optional<Expression>& end_when = scenario_->end_when;
  if (end_since_ < 0 && end_when && end_when->holds(seen_.front(), facts_))
    end_since_ = seen_.front().view.time;
  over_ = ends();
}

RunOutcome ScenarioRun::outcome() const {
  ALULA_ASSERT(!seen_.empty());
  RunOutcome outcome;
  const TimeNs end = seen_.front().view.time;
  const auto unwritten = [&](const char* name, const std::string& fault) {
    outcome.verdicts.push_back(
        {name, {.held = fault.empty(), .time = end, .reason = fault, .measure = {}}});
  };
  unwritten("finite", simulation_->fault().value_or(""));
  unwritten("timeline", timeline_.unreached());
  for (std::size_t i = 0; i < watches_.size(); ++i) {
    const Expectation& e = scenario_->expectations[i];
    outcome.verdicts.push_back({e.name, watches_[i].verdict(seen_[e.vehicle], facts_)});
  }
  outcome.time_s = seconds(simulation_->time());
  outcome.steps = simulation_->step_index();
  outcome.state_hash = simulation_->state_hash();
  return outcome;
}

}  // namespace alula
