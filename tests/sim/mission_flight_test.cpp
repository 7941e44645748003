// How a flight is made from texts, how it ends, and what its summary says.
#include <algorithm>

#include <gtest/gtest.h>

#include "tests/sim/flights.h"

namespace alula {
namespace {

FlightEnd fly_to_end(MissionFlight& flight) {
  std::optional<FlightEnd> end;
  while (!end) {
    flight.step();
    end = flight.end();
  }
  return *end;
}

FlightSetup with(FlightSetup setup, const std::string& parameter) {
  setup.parameters.push_back(parameter);
  return setup;
}

TEST(MissionFlight, EndsOneSecondAfterDisarming) {
  const auto flight = build_flight(hover_setup());
  const FlightEnd end = fly_to_end(*flight);
  EXPECT_TRUE(end.completed && end.landed && end.disarmed) << end.reason;
  EXPECT_EQ(end.reason, "");
  const FlightStatistics& s = flight->statistics();
  EXPECT_EQ(flight->view().time - s.disarmed_time, kNsPerSecond);
  EXPECT_EQ(s.touchdowns, 1U);
  EXPECT_EQ(s.times_armed, 1U);
  EXPECT_NEAR(s.height_max_m, 2.0, 0.5);  // the plan's take-off height
  EXPECT_GT(seconds(s.flown_ns), 60.0);   // the plan's hover
}

TEST(MissionFlight, FailsAtTheTimeLimit) {
  FlightSetup setup = hover_setup();
  setup.time_max_s = 25.0;
  const auto flight = build_flight(setup);
  const FlightEnd end = fly_to_end(*flight);
  EXPECT_FALSE(end.completed || end.landed || end.disarmed);
  EXPECT_EQ(end.reason.substr(0, 35), "time limit of 25 s reached in mode ") << end.reason;
  EXPECT_EQ(flight->view().time, 25 * kNsPerSecond);
}

TEST(MissionFlight, FailsAfterAMinuteThatDoesNotLetItArmAndSaysWhy) {
  FlightSetup setup = hover_setup();
  const std::string rate = "rate_hz: 10.0\n      delay_s: 0.110";
  const std::size_t gnss = setup.vehicle.content.find(rate);
  ASSERT_NE(gnss, std::string::npos);
  setup.vehicle.content.insert(gnss, "dead_after_s: 0.0\n      ");
  const auto flight = build_flight(setup);
  const FlightEnd end = fly_to_end(*flight);
  EXPECT_FALSE(end.completed);
  EXPECT_TRUE(end.disarmed);
  EXPECT_EQ(end.reason.substr(0, 25), "not armable within 60 s: ") << end.reason;
  EXPECT_NE(end.reason.find("GNSS"), std::string::npos) << end.reason;
  EXPECT_EQ(flight->view().time, 60 * kNsPerSecond);
}

TEST(MissionFlight, TellsWhatItWasWhenInterrupted) {
  const auto flight = build_flight(hover_setup());
  run_steps(flight->simulation(), 20'000);
  EXPECT_FALSE(flight->end());
  const FlightEnd end = flight->interrupted();
  EXPECT_FALSE(end.completed || end.landed || end.disarmed);
  EXPECT_EQ(end.reason, "interrupted");
}

TEST(MissionFlight, RefusesWhatIsWrongWithItsPlace) {
  FlightSetup setup = hover_setup();
  setup.plan.content = "{";
  EXPECT_EQ(MissionFlight::build(setup).error().text().find("missions/hover.plan:"), 0U);
  setup = hover_setup();
  setup.vehicle.content += "wings: 2\n";
  EXPECT_EQ(MissionFlight::build(setup).error().text().find("models/vehicles/x500.yaml:"), 0U);
  setup = hover_setup();
  setup.world = {"w.yaml", "schema_version: 1\ngravity: {model: moon}\n"};
  EXPECT_EQ(MissionFlight::build(setup).error().text().find("w.yaml:2: "), 0U);
  EXPECT_EQ(MissionFlight::build(with(hover_setup(), "NO_SUCH=1")).error().text().find("parameter"),
            0U);
}

TEST(MissionFlight, TheWorldMayNameAnotherOriginThanThePlansHome) {
  FlightSetup setup = hover_setup();
  const Geodetic home = build_flight(setup)->simulation().frame().origin();
  EXPECT_NEAR(home.latitude_rad, 47.397742 * 3.14159265358979 / 180.0, 1e-9);
  // QGroundControl's home altitude, 488 m, is over the sea: 47.24 m over the ellipsoid (EGM96).
  EXPECT_NEAR(home.height_m, 488.0 + 47.24, 0.05);
  setup.world = {"w.yaml",
                 "schema_version: 1\norigin: {latitude_deg: 47.3985, longitude_deg: 8.545594, "
                 "height_m: 540.0}\n"};
  const Geodetic named = build_flight(setup)->simulation().frame().origin();
  EXPECT_NEAR(named.latitude_rad, 47.3985 * 3.14159265358979 / 180.0, 1e-12);

  setup.world.content =
      "schema_version: 1\norigin: {latitude_deg: 10.0, longitude_deg: 0.0, height_m: 0.0}\n";
  EXPECT_EQ(MissionFlight::build(setup).error().text().substr(0, 20), "w.yaml: origin: lies");
}

TEST(MissionFlight, AParameterOfTheUserChangesTheFlight) {
  const auto plain = build_flight(hover_setup());
  const auto changed = build_flight(with(hover_setup(), "MPC_Z_P=0.8"));
  EXPECT_NE(plain->simulation().state_hash(), changed->simulation().state_hash());
  const RecorderConfig config = changed->recorder_config();
  const auto& list = config.parameters;
  const auto found = std::find_if(list.begin(), list.end(),
                                  [](const LogParameter& p) { return p.name == "MPC_Z_P"; });
  ASSERT_NE(found, list.end());
  EXPECT_EQ(std::get<float>(found->value), 0.8F);
}

TEST(FlightSetup, ComesBackFromTheInputsOfASnapshot) {
  FlightSetup setup = hover_setup(18'446'744'073'709'551'615ULL);
  setup.world = {"w.yaml", "schema_version: 1\n"};
  setup.parameters = {"MPC_XY_P=0.9", "MPC_Z_P=0.8"};
  setup.time_max_s = 0.1 + 0.2;
  setup.ideal_sensors = true;
  const FlightSetup back = from_inputs(to_inputs(setup)).value();
  EXPECT_EQ(back.plan.content, setup.plan.content);
  EXPECT_EQ(back.vehicle.name, setup.vehicle.name);
  EXPECT_EQ(back.world.content, setup.world.content);
  EXPECT_EQ(back.parameters, setup.parameters);
  EXPECT_EQ(back.seed, setup.seed);
  EXPECT_EQ(back.time_max_s, setup.time_max_s);
  EXPECT_EQ(back.ideal_sensors, setup.ideal_sensors);
}

TEST(Summary, IsEqualForEqualRunsAndHoldsWhatWasPromised) {
  const auto one = build_flight(hover_setup()), two = build_flight(hover_setup());
  run_steps(one->simulation(), 20'000);
  run_steps(two->simulation(), 20'000);
  const std::string text = summary_json(*one, one->interrupted());
  EXPECT_EQ(text, summary_json(*two, two->interrupted()));
  for (const char* key :
       {"completed", "landed", "disarmed", "reason", "vehicle", "seed", "sim_time_s", "state_hash",
        "tracking_error", "estimation_error", "touchdown"}) {
    EXPECT_NE(text.find("\"" + std::string(key) + "\": "), std::string::npos) << key;
  }
  EXPECT_NE(text.find("\"sim_time_s\": 20,"), std::string::npos);
}

}  // namespace
}  // namespace alula
