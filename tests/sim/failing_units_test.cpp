// Which unit can fail how: what is not real is refused with the reason, and nothing is refused
// that is.
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "failures/support.h"
#include "tests/sim/flights.h"

namespace alula {
namespace {

std::string why(const Failure& failure, const std::string& vehicle) {
  const MaybeError error = refusal(failure, breakable(vehicle_config(vehicle)));
  return error ? error->where + ": " + error->message : "";
}

const std::vector<FailureType> kAllTypes{
    FailureType::off,    FailureType::stuck,     FailureType::garbage,      FailureType::wrong,
    FailureType::slow,   FailureType::delayed,   FailureType::intermittent, FailureType::jammed,
    FailureType::desync, FailureType::cell_drop, FailureType::spoofed,      FailureType::damaged};

struct UnitRow {
  FailureUnit unit;
  std::string_view real;  // a column for each of kAllTypes; +: on every multirotor with a
                          // battery, -: where there is such a sensor, which these have not
};
// clang-format off
constexpr UnitRow kTable[]{
    {FailureUnit::gyro,             "+++++++....."},
    {FailureUnit::accel,            "+++++++....."},
    {FailureUnit::mag,              "+++++++....."},
    {FailureUnit::baro,             "+++++++....."},
    {FailureUnit::gps,              "++++++++..+."},
    {FailureUnit::optical_flow,     "-------....."},
    {FailureUnit::vio,              "-------....."},
    {FailureUnit::distance_sensor,  "-------....."},
    {FailureUnit::airspeed,         "-------....."},
    {FailureUnit::battery,          "+++++++..+.."},
    {FailureUnit::motor,            "+++++++++..."},
    {FailureUnit::servo,            "............"},
    {FailureUnit::avoidance,        "............"},
    {FailureUnit::rc_signal,        "+++++++....."},
    {FailureUnit::mavlink_signal,   "+++.+++....."},
    {FailureUnit::propeller,        "...........+"},
};
// clang-format on

class FailingUnits : public testing::TestWithParam<const char*> {};

TEST_P(FailingUnits, AreThoseOfTheTableAndOthersAreRefusedWithASentence) {
  for (const UnitRow& row : kTable) {
    for (std::size_t t = 0; t < kAllTypes.size(); ++t) {
      Failure failure{.unit = row.unit, .type = kAllTypes[t]};
      if (failure.type == FailureType::wrong) failure.value[3] = 0.5;  // has no usual figure
      if (failure.type == FailureType::spoofed) failure.value[0] = 1.0;
      const std::string sentence = why(failure, GetParam());
      const std::string both = std::string(to_string(failure.unit)) + " " + to_string(failure.type);
      if (row.real[t] == '+') {
        EXPECT_EQ(sentence, "") << both;
      } else if (row.real[t] == '-') {
        EXPECT_EQ(sentence, std::string("unit: this vehicle has no ") + to_string(row.unit));
      } else {
        EXPECT_NE(sentence.find(both + " is not supported; "), std::string::npos) << sentence;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Frames, FailingUnits, testing::Values("x500", "hex", "octo"));

TEST(FailingUnits, FailWhereAVehicleHasTheSensor) {
  const auto all_types = [](FailureUnit unit, const char* vehicle) {
    for (std::size_t t = 0; t < 7; ++t) {
      Failure failure{.unit = unit, .type = kAllTypes[t]};
      if (failure.type == FailureType::wrong) failure.value[3] = 0.5;
      EXPECT_EQ(why(failure, vehicle), "") << to_string(unit) << ' ' << to_string(kAllTypes[t]);
    }
  };
  all_types(FailureUnit::distance_sensor, "x500_flow");
  all_types(FailureUnit::optical_flow, "x500_flow");
  all_types(FailureUnit::distance_sensor, "x500_lidar_down");
  all_types(FailureUnit::vio, "x500_vision");
}

TEST(FailingUnits, SayWhatTheVehicleLacks) {
  const Failure servo{.unit = FailureUnit::servo, .type = FailureType::off};
  EXPECT_EQ(why(servo, "x500"), "type: servo off is not supported; this vehicle has no servo");
  const Failure motor{.unit = FailureUnit::motor, .type = FailureType::off, .instances = 1U << 4};
  EXPECT_EQ(why(motor, "x500"), "instances: names motor 5, but this vehicle has 4");
  EXPECT_EQ(why(motor, "hex"), "");
  const Failure battery{.unit = FailureUnit::battery, .type = FailureType::off};
  EXPECT_EQ(why(battery, "airsim_quad"), "unit: this vehicle has no battery");
  EXPECT_EQ(why({.unit = FailureUnit::gps, .type = FailureType::off}, "brick"),
            "unit: this vehicle has no gps");
  EXPECT_EQ(why({.unit = FailureUnit::propeller, .type = FailureType::off}, "x500"),
            "type: propeller off is not supported; this unit knows damaged");
}

TEST(FailingUnits, RefuseFiguresThatCannotBe) {
  const auto figures = [](FailureUnit unit, FailureType type, std::array<double, 4> value) {
    return why({.value = value, .unit = unit, .type = type}, "x500");
  };
  EXPECT_EQ(figures(FailureUnit::gyro, FailureType::garbage, {1.5}),
            "values: value 1 (share) is 1.5; expected 0 to 1");
  // 128 samples at 250 a second.
  EXPECT_EQ(figures(FailureUnit::accel, FailureType::delayed, {2.0}),
            "values: value 1 (delay [s]) is 2; expected 0 to 0.512");
  EXPECT_EQ(figures(FailureUnit::motor, FailureType::slow, {0.0}),
            "values: value 1 (time constant [s]) is 0; expected 0.01 to 100");
  EXPECT_EQ(figures(FailureUnit::battery, FailureType::cell_drop, {5.0}),
            "values: value 1 (cells lost) is 5; expected 1 to 4");
  EXPECT_EQ(figures(FailureUnit::battery, FailureType::cell_drop, {1.5}),
            "values: must be a whole number of cells");
  EXPECT_EQ(figures(FailureUnit::mag, FailureType::wrong, {0.0, 0.0, 0.0, 1.0}),
            "values: say not how wrong; expected an offset (1 to 3) or a factor (4)");
  EXPECT_EQ(figures(FailureUnit::gps, FailureType::spoofed, {}),
            "values: say no velocity; expected north, east, down in m/s");
  EXPECT_EQ(figures(FailureUnit::baro, FailureType::wrong, {1e9, 0.0, 0.0, 1.0}),
            "values: must be numbers up to 1e6 in size");
}

// A failure for good on all motors: one heals, one fails otherwise, the rest stays.
TEST(FailingUnits, ANewFailureTakesThePlaceOfTheOldOnItsInstancesAlone) {
  FailureList list;
  const Failure all{.unit = FailureUnit::motor, .type = FailureType::off};
  Failure slow{.unit = FailureUnit::motor, .type = FailureType::slow, .instances = 0b0010};
  begin_failure(list, all, 10);
  begin_failure(list, {.unit = FailureUnit::gps, .type = FailureType::off}, 10);
  begin_failure(list, {.unit = FailureUnit::motor, .type = FailureType::ok, .instances = 0b1}, 20);
  begin_failure(list, slow, 30);
  ASSERT_EQ(list.size(), 3U);
  EXPECT_FALSE(covers(list[0], 0));
  EXPECT_FALSE(covers(list[0], 1));
  EXPECT_TRUE(covers(list[0], 2));
  EXPECT_EQ(list[0].start, 10);
  EXPECT_TRUE(covers(list[2], 1));
  EXPECT_EQ(list[2].value[0], 0.5) << "the usual time constant";
  begin_failure(list, {.unit = FailureUnit::motor, .type = FailureType::ok}, 40);
  ASSERT_EQ(list.size(), 1U);
  EXPECT_EQ(list[0].unit, FailureUnit::gps);
}

// Under way: content, delay lines, shafts and phases are all in the state.
TEST(FailingUnits, GoOnAfterASnapshotAsIfNothingHadBeen) {
  const auto world = build_world({}, pilot("x500", "a")),
             other = build_world({}, pilot("x500", "a"));
  const auto fail = [&](FailureUnit unit, FailureType type, std::array<double, 4> value) {
    ASSERT_TRUE(world->queue(0, Failure{.value = value, .unit = unit, .type = type}));
  };
  run_steps(*world, 15'000);
  ASSERT_TRUE(world->queue(0, {.kind = CommandKind::arm}));
  run_steps(*world, 500);
  ASSERT_TRUE(world->queue(0, {.value = {3.0}, .kind = CommandKind::takeoff}));
  run_steps(*world, 4'000);
  fail(FailureUnit::gyro, FailureType::delayed, {0.008});
  fail(FailureUnit::motor, FailureType::delayed, {0.01});
  fail(FailureUnit::propeller, FailureType::damaged, {0.95, 1e-6});
  fail(FailureUnit::mag, FailureType::garbage, {0.01});
  run_steps(*world, 500);
  ASSERT_FALSE(other->restore(world->state(), world->layout_hash()));
  run_steps(*world, 500);
  run_steps(*other, 500);
  EXPECT_FALSE(world->fault());
  EXPECT_EQ(world->state_hash(), other->state_hash());
}

}  // namespace
}  // namespace alula
