// What runs out or leaves its limits: battery, geofence, attitude, wind. Expected: PX4 v1.15's
// documentation of its failsafes.
#include "failsafe_rig.h"

namespace alula {
namespace {

TEST_F(FailsafeTest, TheBatteryWarnsThenReturnsThenLands) {
  config.failsafe.battery_action = 3;
  config.failsafe.action_delay_s = 0.0;
  fly();
  set_mode(FlightMode::mission);
  set_battery(0.14);
  run(1.0);
  EXPECT_EQ(mode(), FlightMode::mission);
  EXPECT_FALSE(failsafe());
  EXPECT_TRUE(heard("Battery low: fly home soon"));
  set_battery(0.06);
  run(0.1);
  EXPECT_EQ(mode(), FlightMode::return_home);
  set_battery(0.04);
  run(0.1);
  EXPECT_EQ(mode(), FlightMode::land);
  EXPECT_TRUE(heard("Battery nearly empty: landing here"));
}

TEST_F(FailsafeTest, ByDefaultAnEmptyBatteryOnlyWarns) {
  fly();
  set_battery(0.04);
  run(6.0);
  EXPECT_EQ(mode(), FlightMode::hold);
  EXPECT_FALSE(failsafe());
  EXPECT_TRUE(heard("Battery nearly empty: land now"));
}

TEST_F(FailsafeTest, ComesHomeWhenTheChargeOnlyJustSuffices) {
  fly();
  set_mode(FlightMode::mission);
  state.battery.time_left_s = 150.0;
  return_time_s = 149.0;
  run(6.0);
  EXPECT_EQ(mode(), FlightMode::mission);
  return_time_s = 151.0;
  run(6.0);
  EXPECT_EQ(mode(), FlightMode::return_home);
}

struct LimitAction {
  std::int64_t value;
  FlightMode mode;
};
TEST_F(FailsafeTest, EachActionOfABrokenFenceIsThatOfItsParameter) {
  for (const LimitAction& expected :
       {LimitAction{0, FlightMode::mission}, LimitAction{1, FlightMode::mission},
        LimitAction{2, FlightMode::hold}, LimitAction{3, FlightMode::return_home},
        LimitAction{4, FlightMode::termination}, LimitAction{5, FlightMode::land}}) {
    begin_anew();
    config.failsafe.fence_action = expected.value;
    fly();
    set_mode(FlightMode::mission);
    breach = FenceBreach::left;
    run(5.2);
    EXPECT_EQ(mode(), expected.mode) << expected.value;
    EXPECT_EQ(heard("Out of the geofence"), expected.value != 0);
  }
}

TEST_F(FailsafeTest, HeldAtTheFenceByModeAloneThePilotFliesBack) {
  fly();
  breach = FenceBreach::left;
  sticks.pitch = 1.0;
  run(2.0);
  EXPECT_EQ(mode(), FlightMode::hold) << "sticks that are still pushed are no wish to fly on";
  set_mode(FlightMode::position);
  run(0.1);
  EXPECT_EQ(mode(), FlightMode::position);
  EXPECT_TRUE(state.status.failsafe_taken_over);
}

TEST_F(FailsafeTest, NothingIsArmedOutsideTheFence) {
  breach = FenceBreach::distance;
  run(0.1);
  command(CommandKind::arm);
  EXPECT_FALSE(armed());
  EXPECT_TRUE(heard("the geofence forbids"));
}

TEST_F(FailsafeTest, TerminationIsForEver) {
  config.failsafe.fence_action = 4;
  fly();
  breach = FenceBreach::height;
  tick();
  EXPECT_EQ(mode(), FlightMode::termination);
  breach = FenceBreach::none;
  set_mode(FlightMode::hold);
  run(3.0);
  EXPECT_EQ(mode(), FlightMode::termination);
}

TEST_F(FailsafeTest, AFlipJustAfterTakeOffDisarmsAndLaterTerminatesUnlessLocked) {
  struct Case {
    double after_s;
    std::int64_t lock;
    bool armed;
    FlightMode mode;
  };
  for (const Case& c :
       {Case{1.0, 121212, false, FlightMode::hold}, Case{8.0, 0, true, FlightMode::termination},
        Case{8.0, 121212, true, FlightMode::hold}}) {
    begin_anew();
    config.failsafe.termination_lock = c.lock;
    fly();
    run(c.after_s);
    vehicle.estimate.q_WB = from_euler({radians(61.0), 0.0, 0.0});
    run(0.28);
    EXPECT_TRUE(armed()) << "0.3 s are borne";
    EXPECT_EQ(mode(), FlightMode::hold);
    run(0.10);
    EXPECT_EQ(armed(), c.armed) << c.after_s << " s, key " << c.lock;
    EXPECT_EQ(mode(), c.mode);
    EXPECT_TRUE(heard("Leans too far"));
  }
}

TEST_F(FailsafeTest, LeaningIsNoFailureInAcro) {
  fly();
  set_mode(FlightMode::acro);
  run(1.0);
  vehicle.estimate.q_WB = from_euler({radians(170.0), 0.0, 0.0});
  run(2.0);
  EXPECT_TRUE(armed());
  EXPECT_EQ(mode(), FlightMode::acro);
}

TEST_F(FailsafeTest, WindIsWarnedOfAndThenActedUpon) {
  config.failsafe.wind_warn_m_s = 8.0;
  config.failsafe.wind_max_m_s = 12.0;
  config.failsafe.wind_action = 3;
  config.failsafe.action_delay_s = 0.0;
  fly();
  vehicle.filter.wind.valid = true;
  vehicle.filter.wind.north_m_s = 7.0;
  vehicle.filter.wind.east_m_s = -7.0;
  run(0.1);
  EXPECT_EQ(mode(), FlightMode::hold);
  EXPECT_TRUE(heard("Wind of 10 m/s: fly lower or land"));
  vehicle.filter.wind.north_m_s = 12.0;
  run(0.1);
  EXPECT_EQ(mode(), FlightMode::return_home);
}

TEST(BatteryWatch, ALevelIsKeptUntilTheChargeHasClearlyRisen) {
  const BatteryWatchConfig config;
  BatteryWatchState state;
  const auto see = [&](double remaining) {
    BatterySample sample;
    sample.remaining = remaining;
    watch(config, sample, true, state);
    return state.warning;
  };
  EXPECT_EQ(see(0.151), BatteryWarning::none);
  EXPECT_EQ(see(0.149), BatteryWarning::low);
  EXPECT_EQ(see(0.160), BatteryWarning::low);
  EXPECT_EQ(see(0.175), BatteryWarning::none);
  EXPECT_EQ(see(0.069), BatteryWarning::critical);
  EXPECT_EQ(see(0.049), BatteryWarning::emergency);
}

// A battery of 10 Ah at 20 A lasts half an hour; two tenths of it are gone.
TEST(BatteryWatch, TimeLeftIsChargeOverCurrent) {
  BatteryWatchState state;
  BatterySample sample;
  sample.current_a = 20.0;
  sample.remaining = 0.8;
  sample.discharged_c = 0.2 * 36000.0;
  for (int i = 0; i < 100; ++i) {
    sample.time += nanoseconds(0.1);
    watch({}, sample, true, state);
  }
  EXPECT_NEAR(state.time_left_s, 0.8 * 1800.0, 1e-6);
  watch({}, sample, false, state);
  EXPECT_LT(state.time_left_s, 0.0) << "on the ground no flight can be foretold";
}

}  // namespace
}  // namespace alula
