// Conditions and numbers of scenario files, held against values worked out by hand.
#include "scenario/expression.h"

#include <gtest/gtest.h>

#include "tests/scenario/seen_vehicle.h"

namespace alula {
namespace {

class Expressions : public ::testing::Test {
 protected:
  Result<Expression> parse(std::string_view text, ExpressionType type = ExpressionType::condition) {
    return Expression::parse(text, type, names);
  }
  double number(std::string_view text) {
    const Result<Expression> parsed = parse(text, ExpressionType::number);
    EXPECT_TRUE(parsed.ok()) << parsed.error().message;
    return parsed.ok() ? parsed.value().evaluate(vehicle.seen(), facts()) : 0.0;
  }
  double condition(std::string_view text) {
    const Result<Expression> parsed = parse(text);
    EXPECT_TRUE(parsed.ok()) << parsed.error().message;
    return parsed.ok() ? parsed.value().evaluate(vehicle.seen(), facts()) : 0.5;
  }
  std::string fault(std::string_view text, ExpressionType type = ExpressionType::condition) {
    const Result<Expression> parsed = parse(text, type);
    return parsed.ok() ? "" : parsed.error().message;
  }
  ExpressionFacts facts() const {
    return {std::vector<std::uint8_t>(names.said.size(), said),
            std::vector<std::uint8_t>(names.marks.size(), 1)};
  }
  bool unknown(std::string_view text) { return std::isnan(condition(text)); }

  ExpressionNames names;
  SeenVehicle vehicle;
  std::uint8_t said = 0;
};

TEST_F(Expressions, ArithmeticHasItsUsualOrder) {
  EXPECT_EQ(number("1 + 2 * 3 - 8 / 4"), 5.0);
  EXPECT_EQ(number("(1 + 2) * -3"), -9.0);
  EXPECT_EQ(number("2 - 3 - 4"), -5.0);
  EXPECT_EQ(number("--2"), 2.0);
  EXPECT_EQ(number("1.5e1 + abs(-2)"), 17.0);
  EXPECT_EQ(number("max(min(3, 2), sqrt(16))"), 4.0);
  EXPECT_EQ(number("hypot(3, 4)"), 5.0);
  EXPECT_NEAR(number("wrap_deg(190)"), -170.0, 1e-9);
}

TEST_F(Expressions, ComparisonsMayStandInARow) {
  EXPECT_EQ(condition("1 < 2 <= 2"), 1.0);
  EXPECT_EQ(condition("1 < 3 <= 2"), 0.0);
  EXPECT_EQ(condition("2 < 1 < 3"), 0.0);
  EXPECT_EQ(condition("1 == 1 and 1 != 2 and 3 > 2 >= 2"), 1.0);
}

TEST_F(Expressions, AndBindsTighterThanOrAndNotTighterThanBoth) {
  EXPECT_EQ(condition("true or true and false"), 1.0);
  EXPECT_EQ(condition("(true or true) and false"), 0.0);
  EXPECT_EQ(condition("not false and false"), 0.0);
  EXPECT_EQ(condition("not not true"), 1.0);
}

TEST_F(Expressions, QuantitiesAreInTheUnitsOfTheirNames) {
  vehicle.truth.p_WB = {3.0, -4.0, -12.0};
  vehicle.start_W = {1.0, 1.0, -2.0};
  vehicle.truth.v_WB = {3.0, 4.0, -2.0};
  vehicle.truth.q_WB = from_euler({0.0, 0.5, 1.0});
  EXPECT_EQ(number("truth.north_m"), 2.0);
  EXPECT_EQ(number("truth.east_m"), -5.0);
  EXPECT_EQ(number("truth.height_m"), 10.0);
  EXPECT_EQ(number("truth.climb_m_s"), 2.0);
  EXPECT_EQ(number("truth.speed_m_s"), 5.0);
  EXPECT_NEAR(number("truth.pitch_deg"), 28.64788975654116, 1e-9);  // 0.5 rad
  EXPECT_NEAR(number("truth.yaw_deg"), 57.29577951308232, 1e-9);
  EXPECT_NEAR(number("truth.tilt_deg"), 28.64788975654116, 1e-9);
}

TEST_F(Expressions, TheEstimateCountsFromHome) {
  EXPECT_TRUE(unknown("estimate.height_m < 5")) << "no home yet";
  vehicle.commander.home.set_count = 1;
  vehicle.commander.home.p_W = {1.0, 2.0, -3.0};
  vehicle.estimate.p_WB = {11.0, 2.0, -8.0};
  vehicle.estimate.xy_valid = vehicle.estimate.z_valid = true;
  EXPECT_EQ(number("estimate.north_m"), 10.0);
  EXPECT_EQ(number("estimate.height_m"), 5.0);
}

TEST_F(Expressions, ModesAndFlagsReadAsWords) {
  vehicle.commander.vehicle.mode = FlightMode::return_home;
  vehicle.commander.vehicle.arming = ArmingState::armed;
  EXPECT_EQ(condition("mode == return"), 1.0);
  EXPECT_EQ(condition("mode != hold and armed"), 1.0);
}

TEST_F(Expressions, WhatIsUnknownSettlesNothingByItself) {
  EXPECT_TRUE(unknown("setpoint.north_m < 5"));
  EXPECT_TRUE(unknown("not setpoint.north_m < 5"));
  EXPECT_TRUE(unknown("setpoint.north_m < 5 and true"));
  EXPECT_TRUE(unknown("max(setpoint.north_m, 1) > 0"));
  EXPECT_EQ(condition("setpoint.north_m < 5 and false"), 0.0);
  EXPECT_EQ(condition("setpoint.north_m < 5 or true"), 1.0);
  EXPECT_EQ(condition("known(setpoint.north_m)"), 0.0);
  EXPECT_EQ(condition("known(truth.north_m)"), 1.0);
}

TEST_F(Expressions, DistancesAreToTheNearestPointOfAPath) {
  names.paths["square"] = {{{0.0, 0.0, 10.0}, {20.0, 0.0, 10.0}, {20.0, 20.0, 10.0}}, false};
  names.places["line"] = {{{20.0, 0.0, 0.0}}, true};
  vehicle.truth.p_WB = {10.0, 3.0, -6.0};  // 3 m beside the first leg, 4 m below
  EXPECT_EQ(number("from_path(truth, square)"), 5.0);
  EXPECT_NEAR(number("from_place(truth, line)"), std::sqrt(109.0), 1e-12);
  vehicle.truth.p_WB = {23.0, 24.0, -10.0};  // beyond the end
  EXPECT_EQ(number("from_path(truth, square)"), 5.0);
}

TEST_F(Expressions, EventsAndMarksAreRemembered) {
  names.marks = {"aloft"};
  EXPECT_EQ(condition("said(\"Take-off\") or done(aloft)"), 1.0);
  EXPECT_EQ(names.said, std::vector<std::string>{"Take-off"});
  EXPECT_EQ(condition("said('Take-off')"), 0.0);
  said = 1;
  EXPECT_EQ(condition("said('Take-off')"), 1.0);
  EXPECT_EQ(names.said.size(), 1U) << "each text once";
}

TEST_F(Expressions, ValuesTellEachQuantityOnce) {
  vehicle.commander.vehicle.mode = FlightMode::land;
  const auto parsed = parse("truth.height_m > 1 and truth.height_m < 2 and mode == hold and armed");
  ASSERT_TRUE(parsed.ok());
  EXPECT_EQ(parsed.value().values(vehicle.seen()), "truth.height_m 0, mode land, armed false");
}

struct BadText {
  std::string_view text;
  std::string_view message;
};

TEST_F(Expressions, EveryFaultIsToldWithWhatWasExpected) {
  names.marks = {"aloft"};
  const BadText texts[] = {
      {"", R"x("" ends too early; expected a quantity or a number)x"},
      {"1 <", R"x("1 <" ends too early; expected a quantity or a number)x"},
      {"truth.heigth_m > 5",
       R"x("truth.heigth_m > 5" names no quantity: "truth.heigth_m"; did you mean )x"
       R"x("truth.height_m"?; `alula test --quantities` lists all)x"},
      {"abs(1 < 2", R"x("abs(1 < 2" calls abs with a condition; expected a number)x"},
      {"(1 < 2", R"x("(1 < 2" lacks a closing parenthesis)x"},
      {"1 < 2)", R"x("1 < 2)" cannot be read from ")" on)x"},
      {"1 + 2", R"x("1 + 2" is a number; expected a condition)x"},
      {"landed + 1 > 2", R"x("landed + 1 > 2" computes with a condition; expected a number)x"},
      {"landed < 1", R"x("landed < 1" compares a condition with a number)x"},
      {"1 and landed", R"x("1 and landed" joins a number; expected a condition)x"},
      {"mode == holt", R"x("mode == holt" names no flight mode: "holt"; did you mean "hold"?)x"},
      {"mode < hold", R"x("mode < hold" compares flight modes by size; expected == or !=)x"},
      {"mode", R"x("mode" is a flight mode; expected a condition)x"},
      {"sinus(1) > 0", R"x("sinus(1) > 0" names no function: "sinus")x"},
      {"min(1) > 0", R"x("min(1) > 0" cannot be read from ") > 0" on; expected a comma)x"},
      {"said(landed)", R"x("said(landed)" has said() without a text; expected one in quotes)x"},
      {"done(alof)", R"x("done(alof)" names no mark: "alof"; did you mean "aloft"?)x"},
      {"from_path(truth, loop) < 1",
       R"x("from_path(truth, loop) < 1" names no path: "loop"; expected one of the key paths)x"},
      {"1.2.3 > 0", R"x("1.2.3 > 0" has "1.2.3" where a number was expected)x"},
      {"1 = 1", R"x("1 = 1" cannot be read from "= 1" on)x"}};
  for (const BadText& bad : texts) EXPECT_EQ(fault(bad.text), bad.message);
}

TEST_F(Expressions, DeepNestingIsRefusedAndLongTextsAreNot) {
  EXPECT_NE(fault(std::string(1000, '(') + "1" + std::string(1000, ')'), ExpressionType::number),
            "");
  std::string sum = "1";
  for (int i = 0; i < 1000; ++i) sum += " + 1";
  EXPECT_EQ(number(sum), 1001.0);
}

}  // namespace
}  // namespace alula
