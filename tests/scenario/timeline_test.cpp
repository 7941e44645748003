// What a timeline does reaches the simulation as recorded inputs, at its time and in its order.
#include <algorithm>

#include <gtest/gtest.h>

#include "scenario/run.h"

namespace alula {
namespace {

const std::string kModels = ALULA_SOURCE_DIR "/models";

Scenario scenario_of_text(const std::string& timeline, double duration_s, bool failures = false) {
  const std::string text =
      "schema_version: 1\nvehicles: [{vehicle: x500, firmware: alula}]\n"
      "duration_s: " +
      std::to_string(duration_s) + "\nfailures: " + (failures ? "true" : "false") + "\n" + timeline;
  return parse_scenario(text, "f.yaml", kModels).value();
}

struct Flown {
  std::vector<RecordedInput> inputs;
  RunOutcome outcome;

  template <InputSignal Signal> [[nodiscard]] std::vector<std::pair<double, Signal>> of() const {
    std::vector<std::pair<double, Signal>> found;
    for (const RecordedInput& i : inputs) {
      if (i.kind == InputKindOf<Signal>::kind)
        found.emplace_back(1e-3 * static_cast<double>(i.step), i.as<Signal>());
    }
    return found;
  }
  [[nodiscard]] std::string timeline_fault() const { return outcome.verdicts[1].verdict.reason; }
};

Flown fly(const std::string& timeline, double duration_s, bool failures = false) {
  const Scenario scenario = scenario_of_text(timeline, duration_s, failures);
  const auto run = ScenarioRun::build(scenario).value();
  while (!run->over()) run->step();
  return {run->simulation().inputs(), run->outcome()};
}

TEST(Timelines, AreWorkedInOrderEachAtItsTime) {
  const Flown flown = fly(R"(
timeline:
  - {do: parameter, name: MPC_XY_P, value: 0.8}
  - {at_s: 1, do: hold}
  - {after_s: 0.5, do: land}
  - {when: time_s > 1.8, after_s: 0.1, do: disarm, forced: true}
)",
                          3.0);
  const auto commands = flown.of<AutopilotCommand>();
  ASSERT_EQ(commands.size(), 4U);
  EXPECT_EQ(commands[0].second.kind, CommandKind::set_parameter);
  EXPECT_NEAR(commands[0].first, 0.0, 0.0015);
  EXPECT_NEAR(commands[1].first, 1.0, 0.0015);
  EXPECT_EQ(commands[1].second.value[0], static_cast<double>(FlightMode::hold));
  EXPECT_NEAR(commands[2].first, 1.5, 0.0015);
  EXPECT_NEAR(commands[3].first, 1.901, 0.0015);
  EXPECT_EQ(commands[3].second.value[0], 1.0) << "forced";
  EXPECT_EQ(flown.timeline_fault(), "");
}

TEST(Timelines, ThatStopBreakTheRunAndSayWhatTheyWaitedFor) {
  const Flown flown = fly("timeline: [{do: hold}, {when: in_air, do: land}, {do: hold}]\n", 1.0);
  EXPECT_FALSE(flown.outcome.held());
  EXPECT_EQ(flown.timeline_fault(), "timeline[1] (land) was not reached: it waited for in_air");
  const Flown late = fly("meanwhile: [{at_s: 5, do: land}]\n", 1.0);
  EXPECT_EQ(late.timeline_fault(), "meanwhile[0] (land) was not reached: it waited for its time");
}

TEST(Timelines, BesideEachOtherWaitForThemselvesAlone) {
  const Flown flown = fly(R"(
timeline:
  - {at_s: 2, do: mark, name: late}
meanwhile:
  - {when: done(late), do: land}
  - {at_s: 0.5, do: wind, from_deg: 270, speed_m_s: 8}
)",
                          3.0);
  const auto weather = flown.of<WeatherChange>();
  ASSERT_EQ(weather.size(), 1U);
  EXPECT_NEAR(weather[0].first, 0.5, 0.0015);
  EXPECT_NEAR(weather[0].second.wind_W.y, 8.0, 1e-9) << "from the west";
  const auto commands = flown.of<AutopilotCommand>();
  ASSERT_EQ(commands.size(), 1U);
  EXPECT_NEAR(commands[0].first, 2.0, 0.0025);
}

TEST(Sticks, AreSentFiftyTimesASecondAsLongAsTheTransmitterIsOn) {
  const Flown flown = fly(R"(
timeline:
  - {at_s: 1, do: stick, pitch: 0.5, throttle: -1}
  - {at_s: 2, do: stick, roll: -0.25}
  - {at_s: 3, do: transmitter, on: false}
)",
                          4.0);
  const auto sticks = flown.of<ManualControl>();
  EXPECT_NEAR(static_cast<double>(sticks.size()), 100.0, 1.0);
  EXPECT_EQ(sticks.front().second.pitch, 0.5);
  EXPECT_EQ(sticks.front().second.throttle, -1.0);
  EXPECT_EQ(sticks.back().second.pitch, 0.0);
  EXPECT_EQ(sticks.back().second.roll, -0.25);
  for (std::size_t i = 1; i < sticks.size(); ++i)
    EXPECT_NEAR(sticks[i].first - sticks[i - 1].first, 0.020, 1e-9);
}

TEST(GroundStations, BeatOnceASecond) {
  const Flown flown = fly(R"(
timeline:
  - {at_s: 0.5, do: ground_station, on: true}
  - {at_s: 3, do: ground_station, on: false}
)",
                          5.0);
  EXPECT_EQ(flown.of<GroundHeartbeat>().size(), 3U);
}

// Home is known some ten seconds after power-on.
TEST(SetPoints, BeginAtHomeAndOnlyWhenItIsKnown) {
  const Flown flown = fly(R"(
timeline:
  - {do: offboard, position_m: [3, null, 5], yaw_deg: 90, rate_hz: 10}
)",
                          15.0);
  const auto sent = flown.of<OffboardSetpoint>();
  ASSERT_FALSE(sent.empty());
  EXPECT_GT(sent.front().first, 5.0);
  const OffboardSetpoint& s = sent.back().second;
  EXPECT_NEAR(s.p_sp.x, 3.0, 1.0) << "home lies at the frame's origin, up to the fix";
  EXPECT_TRUE(std::isnan(s.p_sp.y));
  EXPECT_NEAR(s.p_sp.z, -5.0, 1.5);
  EXPECT_NEAR(s.yaw_sp, 1.5707963, 1e-6);
  EXPECT_TRUE(std::isnan(s.v_sp.x));
}

// On a circle of radius r at speed v: |p - c| = r, |v| = v, a = -v^2/r^2 (p - c).
TEST(SetPoints, OfACircleFitTogether) {
  const Flown flown = fly(R"(
timeline:
  - {when: ready, do: offboard, circle: {radius_m: 10, speed_m_s: 5, height_m: 8}}
)",
                          20.0);
  const auto sent = flown.of<OffboardSetpoint>();
  ASSERT_GT(sent.size(), 20U);
  const Vec3 north = sent.front().second.p_sp;
  const Vec3 centre{north.x - 10.0, north.y, north.z};
  for (const auto& [time_s, s] : sent) {
    const Vec3 arm = s.p_sp - centre;
    EXPECT_NEAR(norm(arm), 10.0, 1e-9);
    EXPECT_NEAR(norm(s.v_sp), 5.0, 1e-9);
    EXPECT_NEAR(dot(s.v_sp, arm), 0.0, 1e-9);
    EXPECT_NEAR(norm(s.a_sp + 0.25 * arm), 0.0, 1e-9);
  }
  EXPECT_GT(sent[1].second.p_sp.y, sent[0].second.p_sp.y) << "clockwise, seen from above";
}

TEST(Failures, CarryTheirUnitTypeInstancesAndTime) {
  const Flown flown = fly(R"(
timeline:
  - {at_s: 1, do: fail, unit: motor, type: off, instances: [1, 3], duration_s: 2.5}
  - {do: fail, unit: gps, type: ok}
)",
                          2.0, true);
  const auto failures = flown.of<Failure>();
  ASSERT_EQ(failures.size(), 2U);
  EXPECT_EQ(failures[0].second.unit, FailureUnit::motor);
  EXPECT_EQ(failures[0].second.type, FailureType::off);
  EXPECT_EQ(failures[0].second.instances, 0b101U);
  EXPECT_EQ(failures[0].second.duration, nanoseconds(2.5));
  EXPECT_EQ(failures[1].second.instances, kEveryInstance);
  EXPECT_EQ(failures[1].second.duration, kFailureForGood);
}

TEST(Runs, EndASecondAfterTheirCondition) {
  Scenario scenario = scenario_of_text("end_when: time_s >= 2\n", 10.0);
  const auto run = ScenarioRun::build(scenario).value();
  while (!run->over()) run->step();
  EXPECT_NEAR(run->outcome().time_s, 3.0, 0.002);
}

// The record of a run, queued again, makes the run again.
TEST(Runs, AreMadeAgainFromTheirInputs) {
  const Scenario scenario = scenario_of_text(R"(
timeline:
  - {when: ready, do: arm}
  - {do: takeoff, height_m: 3}
  - {after_s: 2, do: stick, roll: 0.5}
meanwhile:
  - {at_s: 14, do: fail, unit: mag, type: off, duration_s: 1}
  - {at_s: 15, do: wind, from_deg: 90, speed_m_s: 6}
)",
                                             18.0, true);
  const auto run = ScenarioRun::build(scenario).value();
  while (!run->over()) run->step();

  const auto again = build_simulation(scenario).value();
  std::size_t next = 0;
  const std::vector<RecordedInput>& inputs = run->simulation().inputs();
  while (again->step_index() < run->simulation().step_index()) {
    for (; next < inputs.size() && inputs[next].step == again->step_index(); ++next)
      ASSERT_TRUE(again->queue(inputs[next]));
    again->step();
  }
  EXPECT_GT(next, 100U);
  EXPECT_EQ(again->state_hash(), run->simulation().state_hash());
}

}  // namespace
}  // namespace alula
