// Scenarios that fly, with one fault each: the message names line, key, what is wrong and what was
// expected.
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "document/load.h"
#include "scenario/scenario.h"
#include "scenario/test_suite.h"

namespace alula {
namespace {

const std::string kModels = ALULA_SOURCE_DIR "/models";

const std::string kGood = R"(schema_version: 1
about: a flight
failures: true
vehicles:
  - vehicle: x500
    firmware: alula
    parameters: {MIS_TAKEOFF_ALT: 5}
seeds: 3
grid:
  world.wind.velocity_ned_m_s: [[0, 0, 0], [8, 0, 0]]
duration_s: 60
places: {corner: [20, 20, 10]}
paths: {loop: [[0, 0], [20, 0]]}
timeline:
  - {when: ready, do: arm}
  - {do: takeoff, height_m: 5}
  - {do: goto, north_m: 5, east_m: 5, height_m: 10, yaw_deg: 90}
  - {do: fail, unit: gps, type: off, duration_s: 5}
  - {do: mark, name: aloft}
meanwhile:
  - {at_s: 30, do: wind, from_deg: 90, speed_m_s: 5}
end_when: done(aloft)
expect:
  - name: flies
    always: truth.height_m < 20
    from: in_air
  - rms: truth.speed_m_s
    below: 5
sabotage:
  - set: {duration_s: 5}
    breaks: flies
)";

std::string fault_of(const std::string& text) {
  const Result<Scenario> scenario = parse_scenario(text, "f.yaml", kModels);
  return scenario.ok() ? "" : scenario.error().text();
}

struct Fault {
  std::string good, bad, message;
};
using Faults = std::vector<Fault>;

std::string with(const std::string& good, const std::string& bad) {
  const std::size_t at = kGood.find(good);
  EXPECT_NE(at, std::string::npos) << good;
  return kGood.substr(0, at) + bad + kGood.substr(at + good.size());
}

void expect_refused(const Faults& faults) {
  for (const Fault& fault : faults) EXPECT_EQ(fault_of(with(fault.good, fault.bad)), fault.message);
}

TEST(BadFlights, TheGoodOneIsGood) { EXPECT_EQ(fault_of(kGood), ""); }

TEST(BadFlights, AreRefusedWithLineKeyAndWhatWasExpected) {
  expect_refused({
      {"firmware: alula", "firmware: px5",
       "f.yaml:6: vehicles[0].firmware: expected one of none, alula, found the string \"px5\""},
      {"firmware: alula", "firmware: none",
       "f.yaml:7: vehicles[0].parameters: has no effect here; expected it beside firmware: alula"},
      {"MIS_TAKEOFF_ALT: 5", "MIS_TAKEOF_ALT: 5",
       "f.yaml:7: vehicles[0].parameters.MIS_TAKEOF_ALT: unknown parameter; did you mean "
       "\"MIS_TAKEOFF_ALT\"?"},
      {"MIS_TAKEOFF_ALT: 5", "BAT_LOW_THR: 0.12, BAT_CRIT_THR: 0.15",
       "f.yaml:7: vehicles[0].parameters: BAT_CRIT_THR: 0.15 comes before BAT_LOW_THR; expected at "
       "most 0.12"},
      {"MIS_TAKEOFF_ALT: 5", "MIS_TAKEOFF_ALT: high",
       "f.yaml:7: vehicles[0].parameters.MIS_TAKEOFF_ALT: expected a finite number, found the "
       "string "
       "\"high\""},
      {"firmware: alula", "firmware: alula\n    plan: none.plan",
       "f.yaml:7: vehicles[0].plan: names no file that can be read: none.plan: cannot be read: No "
       "such file or directory"},
      {"corner: [20, 20, 10]", "corner: [20]",
       "f.yaml:12: places.corner: expected a list of at least 2 and at most 3 numbers, found a "
       "list of 1"},
      {"[[0, 0], [20, 0]]", "[[0, 0], [20, 0, 5]]",
       "f.yaml:13: paths.loop[1]: expected a height in every point of a path, or in none"},
      {"do: takeoff", "do: takeof",
       "f.yaml:16: timeline[1].do: expected one of arm, disarm, takeoff, land, return, hold, mode, "
       "start_mission, goto, orbit, speed, stick, transmitter, ground_station, offboard, "
       "offboard_stop, parameter, wind, air, fail, mark, found the string \"takeof\"; did you mean "
       "\"takeoff\"?"},
      {"height_m: 5}", "height: 5}",
       "f.yaml:16: timeline[1].height: unknown key; did you mean \"height_m\"?"},
      {"when: ready", "when: redy",
       "f.yaml:15: timeline[0].when: \"redy\" names no quantity; did you mean "
       "\"ready\"?; "
       "`alula test --quantities` lists all"},
      {"at_s: 30, ", "",
       "f.yaml:21: meanwhile[0].do: says not when; expected at_s, when or after_s beside it"},
      {"failures: true", "failures: false",
       "f.yaml:18: timeline[3].do: is refused: failures are not enabled; expected failures: true "
       "in "
       "the scenario"},
      {"type: off", "type: damaged",
       "f.yaml:18: timeline[3].type: gps damaged is not supported; this unit knows off, stuck, "
       "garbage, wrong, slow, delayed, intermittent, jammed, spoofed"},
      {"type: off", "type: delayed, values: [9]",
       "f.yaml:18: timeline[3].values: value 1 (delay [s]) is 9; expected 0 to 3.2"},
      {"duration_s: 5}", "duration_s: .nan}",
       "f.yaml:18: timeline[3].duration_s: expected a number above 0 and at most 1e+06, found "
       ".nan"},
      {"unit: gps", "unit: servo",
       "f.yaml:18: timeline[3].type: servo off is not supported; this vehicle has no servo"},
  });
}

TEST(BadFlights, ExpectationsAreRefusedLikewise) {
  expect_refused({
      {"always: truth", "alwais: truth",
       "f.yaml:25: expect[0].alwais: unknown key; did you mean \"always\"?"},
      {"    always: truth.height_m < 20\n", "",
       "f.yaml:24: expect[0]: says not what is expected; expected one of always, never, "
       "eventually, at_end, mean, rms, deviation, highest, lowest, count, share"},
      {"from: in_air", "never: landed",
       "f.yaml:26: expect[0].never: stands beside always; expected one of them"},
      {"from: in_air", "within_s: 5",
       "f.yaml:26: expect[0].within_s: has no effect here; expected it beside eventually"},
      {"from: in_air", "settle_s: 1e300",
       "f.yaml:26: expect[0].settle_s: expected a number from 0 to 1e+06, found 1e300"},
      {"    below: 5\n", "", "f.yaml:27: expect[1]: has no bound; expected above, below or both"},
      {"rms: truth.speed_m_s", "name: flies\n    rms: truth.speed_m_s",
       "f.yaml:27: expect[1]: is called \"flies\" as an earlier one is; expected a name of its "
       "own"},
      {"below: 5", "below: 5\n    above: 6",
       "f.yaml:28: expect[1].below: leaves no room; expected a number above that of above"},
      {"rms: truth.speed_m_s", "rms: in_air",
       "f.yaml:27: expect[1].rms: \"in_air\" is a condition; expected a number"},
  });
}

// What the file says of its runs.
std::string variation_fault(const std::string& text) {
  const Result<Document> document = parse_document(text, "f.yaml");
  const Result<Variations> variations = read_variations(document.value().root());
  if (!variations.ok()) return variations.error().text();
  for (const Variation& v : variations.value().proofs) {
    const auto scenario = scenario_of(document.value(), {"f.yaml", kModels}, v);
    if (!scenario.ok()) return scenario.error().text();
  }
  for (const Sabotage& s : variations.value().sabotages) {
    const auto scenario =
        scenario_of(document.value(), {"f.yaml", kModels}, variations.value().proofs[0], &s);
    if (!scenario.ok()) return scenario.error().text();
  }
  return "";
}

TEST(BadVariations, AreRefusedWithLineKeyAndWhatWasExpected) {
  EXPECT_EQ(variation_fault(kGood), "");
  const Fault faults[] = {
      {"seeds: 3", "seeds: 0", "f.yaml:8: seeds: expected a whole number from 1 to 10000, found 0"},
      {"seeds: 3", "seeds: [1, -2]",
       "f.yaml:8: seeds[1]: expected a whole number of at least 0, found -2"},
      {"seeds: 3", "seeds: 3\nseed: 4",
       "f.yaml:9: seed: stands beside seeds; expected one or the other"},
      {"[[0, 0, 0], [8, 0, 0]]", "8",
       "f.yaml:10: grid.world.wind.velocity_ned_m_s: expected a list of at least 1, found 8"},
      {"world.wind.velocity_ned_m_s", "duration_s.long",
       "f.yaml:10: grid.duration_s.long[0]: \"duration_s.long\" leads nowhere: there is no long in "
       "duration_s"},
      {"set: {duration_s: 5}", "set: {\"vehicles[1].name\": b}",
       "f.yaml:30: sabotage[0].set.vehicles[1].name: \"vehicles[1].name\" leads nowhere: there is "
       "no [1] in vehicles"},
      {"set: {duration_s: 5}", "set: {duration_s: -5}",
       "f.yaml:30: duration_s: expected a number above 0 and at most 1e+06, found -5"},
      {"set: {duration_s: 5}", "set: {\"duration_s[\": 5}",
       "f.yaml:30: sabotage[0].set.duration_s[: \"duration_s[\" is no key; expected one as in "
       "vehicles[0].parameters.MPC_XY_P"},
      {"set: {duration_s: 5}", "set: {}",
       "f.yaml:30: sabotage[0]: changes nothing; expected set or meanwhile"},
      {"    breaks: flies\n", "", "f.yaml:30: sabotage[0].breaks: missing; expected a list"}};
  for (const Fault& fault : faults)
    EXPECT_EQ(variation_fault(with(fault.good, fault.bad)), fault.message);
}

}  // namespace
}  // namespace alula
