// Expectations over a height that a test makes up: what holds, what breaks, when, and by how much.
#include "scenario/expectation.h"

#include <cmath>
#include <functional>

#include <gtest/gtest.h>

#include "tests/scenario/seen_vehicle.h"

namespace alula {
namespace {

using Height = std::function<double(double)>;  // of the time [s]

std::optional<Expression> condition(const std::string& text) {
  ExpressionNames names;
  return Expression::parse(text, ExpressionType::condition, names).value();
}

Expectation expect(ExpectationKind kind, const std::string& text) {
  ExpressionNames names;
  const bool number = kind >= ExpectationKind::mean && kind < ExpectationKind::count;
  const auto type = number ? ExpressionType::number : ExpressionType::condition;
  Expectation e;
  e.kind = kind;
  e.what = Expression::parse(text, type, names).value();
  return e;
}

// 10 s at 1 kHz.
Verdict judge(const Expectation& expectation, const Height& height, double end_s = 10.0) {
  ExpectationWatch watch(expectation, 0.001);
  SeenVehicle vehicle;
  for (vehicle.time = 0; seconds(vehicle.time) < end_s; vehicle.time += 1'000'000) {
    vehicle.truth.p_WB.z = -height(seconds(vehicle.time));
    watch.observe(vehicle.seen(), {});
  }
  vehicle.time -= 1'000'000;
  return watch.verdict(vehicle.seen(), {});
}

double climb(double t_s) { return t_s; }  // 1 m/s

TEST(Always, BreaksAtTheFirstStepThatIsFalse) {
  const Verdict verdict = judge(expect(ExpectationKind::always, "truth.height_m < 5"), climb);
  EXPECT_FALSE(verdict.held);
  EXPECT_EQ(verdict.time, nanoseconds(5.0));
  EXPECT_EQ(verdict.reason, "is false at 5.000 s: truth.height_m 5");
  EXPECT_TRUE(judge(expect(ExpectationKind::always, "truth.height_m < 11"), climb).held);
}

TEST(Always, AndNeverBreakOnWhatIsUnknown) {
  for (const ExpectationKind kind : {ExpectationKind::always, ExpectationKind::never}) {
    const Verdict verdict = judge(expect(kind, "setpoint.north_m < 5"), climb);
    EXPECT_FALSE(verdict.held);
    EXPECT_EQ(verdict.reason, "is unknown at 0.000 s: setpoint.north_m unknown");
  }
}

TEST(Never, BreaksAtTheFirstStepThatIsTrue) {
  const Verdict verdict = judge(expect(ExpectationKind::never, "truth.height_m > 3"), climb);
  EXPECT_EQ(verdict.time, nanoseconds(3.001));
}

TEST(Eventually, MustComeTrueWithinItsTimeFromTheOpeningOn) {
  Expectation e = expect(ExpectationKind::eventually, "truth.height_m > 6");
  EXPECT_TRUE(judge(e, climb).held);
  e.window.from = condition("truth.height_m > 2");
  e.within = nanoseconds(4.5);
  EXPECT_TRUE(judge(e, climb).held);
  e.within = nanoseconds(3.9);
  const Verdict late = judge(e, climb);
  EXPECT_EQ(late.time, nanoseconds(5.902));
  EXPECT_EQ(late.reason, "has not come true in time at 5.902 s: truth.height_m 5.902");
}

TEST(Eventually, MustStayTrueAsLongAsAsked) {
  Expectation e = expect(ExpectationKind::eventually, "truth.height_m > 0.5");
  const Height hops = [](double t_s) { return std::fmod(t_s, 1.0); };  // half a second each
  e.hold = nanoseconds(0.4);
  EXPECT_TRUE(judge(e, hops).held);
  e.hold = nanoseconds(0.6);
  EXPECT_EQ(judge(e, hops).reason, "never came true; at 9.999 s: truth.height_m 0.999");
}

TEST(AtEnd, LooksAtTheLastStepAlone) {
  EXPECT_TRUE(judge(expect(ExpectationKind::at_end, "truth.height_m > 9.99"), climb).held);
  EXPECT_EQ(judge(expect(ExpectationKind::at_end, "truth.height_m < 9"), climb).reason,
            "is not true at 9.999 s: truth.height_m 9.999");
}

TEST(Windows, OpenLateAndCloseEarly) {
  Expectation e = expect(ExpectationKind::always, "3 <= truth.height_m < 7");
  EXPECT_FALSE(judge(e, climb).held);
  e.window.from = condition("truth.height_m >= 2");
  e.window.settle = nanoseconds(1.0);
  e.window.until = condition("truth.height_m >= 7");
  EXPECT_TRUE(judge(e, climb).held);
  e.window.until.reset();
  e.window.lasting = nanoseconds(4.0);
  EXPECT_TRUE(judge(e, climb).held);
  e.window.lasting = nanoseconds(4.001);
  EXPECT_EQ(judge(e, climb).time, nanoseconds(7.0));
}

TEST(Windows, LeaveOutWhatDoesNotCount) {
  Expectation e = expect(ExpectationKind::lowest, "truth.height_m");
  e.above = 3.9;
  e.window.only_while = condition("truth.height_m >= 4");
  EXPECT_TRUE(judge(e, climb).held);
  e.window.only_while = condition("truth.height_m >= 400");
  EXPECT_EQ(judge(e, climb).reason, "no step of its window counted: truth.height_m >= 400");
}

TEST(Windows, ThatNeverOpenOrAreCutShortBreakTheirExpectation) {
  Expectation e = expect(ExpectationKind::always, "true");
  e.window.from = condition("truth.height_m > 50");
  EXPECT_EQ(judge(e, climb).reason, "its window never opened: truth.height_m > 50");
  e.window.from = condition("truth.height_m >= 8");
  e.window.lasting = nanoseconds(2.0);
  EXPECT_TRUE(judge(e, climb).held) << "it ends with the flight";
  e.window.lasting = nanoseconds(3.0);
  EXPECT_EQ(judge(e, climb).reason, "the flight ended 1.999 s into a window of 3 s");
  e.window.settle = nanoseconds(5.0);
  EXPECT_EQ(
      judge(e, climb).reason,
      "the flight ended before its window opened: truth.height_m >= 8 began to hold at 8.000 s");
}

// Of a ramp from 0 to a: mean a/2, r.m.s. a/sqrt(3), standard deviation a/sqrt(12).
TEST(Figures, OfARampAreThoseOfTheTextbook) {
  const auto value = [](ExpectationKind kind, double wanted) {
    Expectation e = expect(kind, "truth.height_m");
    e.above = wanted - 0.001;
    e.below = wanted + 0.001;
    const Verdict verdict = judge(e, climb);
    EXPECT_TRUE(verdict.held) << verdict.reason;
    EXPECT_FALSE(verdict.measure.empty());
  };
  value(ExpectationKind::mean, 4.9995);
  value(ExpectationKind::rms, 9.9995 / std::sqrt(3.0));
  value(ExpectationKind::deviation, 10.0 / std::sqrt(12.0));
  value(ExpectationKind::highest, 9.999);
  value(ExpectationKind::lowest, 0.0);
}

TEST(Figures, TellWhatCameOutAndWhatWasExpected) {
  Expectation e = expect(ExpectationKind::highest, "truth.height_m");
  e.above = 2.0;
  e.below = 3.0;
  EXPECT_EQ(judge(e, climb).reason,
            "highest 9.999, expected above 2 and below 3 (from 0.000 s on)");
}

TEST(Figures, CountHowOftenAConditionBecameTrue) {
  Expectation e = expect(ExpectationKind::count, "truth.height_m > 0");
  const Height swing = [](double t_s) { return std::sin(2.0 * 3.14159265 * t_s - 0.1); };  // 1 Hz
  e.above = 9.5;
  e.below = 10.5;
  EXPECT_TRUE(judge(e, swing).held);
}

// A ramp of 10 s lies above 4 for 6 s of them.
TEST(Figures, TellTheShareOfTimeInWhichAConditionIsTrue) {
  Expectation e = expect(ExpectationKind::share, "truth.height_m >= 4");
  e.above = 0.599;
  e.below = 0.601;
  EXPECT_TRUE(judge(e, climb).held) << judge(e, climb).reason;
  e.window.only_while = condition("truth.height_m >= 5");
  EXPECT_EQ(judge(e, climb).reason,
            "share 1, expected above 0.599 and below 0.601 (from 0.000 s on)");
}

// A sine's r.m.s. is its amplitude over sqrt(2); each filter leaves 1/sqrt(2) at its edge.
TEST(Figures, HearOnlyTheirBand) {
  const auto rms = [](double frequency_hz) {
    Expectation e = expect(ExpectationKind::rms, "truth.height_m");
    e.band = FrequencyBand{5.0, 50.0};
    e.below = 0.0;  // broken on purpose: the reason tells the figure
    const Height tone = [=](double t_s) { return std::sin(2.0 * 3.14159265 * frequency_hz * t_s); };
    const std::string text = judge(e, tone).measure;
    return std::stod(text.substr(text.rfind(' '))) * std::sqrt(2.0);
  };
  EXPECT_NEAR(rms(16.0), 1.0, 0.1);
  EXPECT_LT(rms(0.1), 0.1);
  EXPECT_LT(rms(400.0), 0.05);
}

}  // namespace
}  // namespace alula
