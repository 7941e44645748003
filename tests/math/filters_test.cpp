#include "math/filters.h"

#include <cmath>
#include <complex>
#include <limits>
#include <numbers>

#include <gtest/gtest.h>

namespace alula {
namespace {

constexpr double kRate_hz = 1000.0;

// The gain at a frequency, measured: correlation of a long sine's response with the sine and the
// cosine.
template <class Filter, class State>
double measured_gain(const Filter& filter, State state, double frequency_hz) {
  const double step = 2.0 * std::numbers::pi * frequency_hz / kRate_hz;
  const int settle = 20000, count = 20000;  // whole periods for whole frequencies
  std::complex<double> sum = 0.0;
  for (int i = 0; i < settle + count; ++i) {
    const double output = filter.update(state, std::sin(step * i));
    if (i >= settle) sum += output * std::polar(1.0, -step * i);
  }
  return 2.0 * std::abs(sum) / count;
}

TEST(LowPass, AStepArrivesExponentially) {
  const LowPass<double> filter(0.1, 1e-3);
  LowPassState<double> state;
  for (int i = 0; i < 100; ++i) filter.update(state, 1.0);
  EXPECT_NEAR(state.output, 1.0 - std::exp(-1.0), 1e-12);
}

// |H|^2 of y += k (x - y): k^2/(1 - 2(1 - k) cos w + (1 - k)^2).
TEST(LowPass, HasTheGainOfItsClosedForm) {
  const LowPass<double> filter(LowPassConfig{.cutoff_hz = 20.0}, 1.0 / kRate_hz);
  const double k = filter.gain();
  for (const double f : {2.0, 20.0, 100.0, 400.0}) {
    const double w = 2.0 * std::numbers::pi * f / kRate_hz;
    const double expected =
        k / std::sqrt(1.0 - 2.0 * (1.0 - k) * std::cos(w) + (1.0 - k) * (1.0 - k));
    EXPECT_NEAR(measured_gain(filter, LowPassState<double>{}, f), expected, 1e-9) << f;
  }
  EXPECT_NEAR(measured_gain(filter, LowPassState<double>{}, 20.0), std::numbers::sqrt2 / 2.0, 0.01);
}

TEST(LowPass, ACutoffOfZeroLetsEverythingPass) {
  const LowPass<Vec3> filter(LowPassConfig{.cutoff_hz = 0.0}, 1e-3);
  LowPassState<Vec3> state;
  EXPECT_EQ(filter.update(state, {1.0, -2.0, 3.0}), (Vec3{1.0, -2.0, 3.0}));
}

TEST(Butterworth, HasTheGainOfItsClosedForm) {
  const double cutoff = 40.0;
  const Butterworth<double> filter({.cutoff_hz = cutoff}, kRate_hz);
  const auto warped = [](double f) { return std::tan(std::numbers::pi * f / kRate_hz); };
  for (const double f : {4.0, 20.0, 40.0, 80.0, 200.0, 400.0}) {
    const double expected = 1.0 / std::sqrt(1.0 + std::pow(warped(f) / warped(cutoff), 4.0));
    EXPECT_NEAR(measured_gain(filter, ButterworthState<double>{}, f), expected, 1e-9) << f;
  }
  EXPECT_NEAR(measured_gain(filter, ButterworthState<double>{}, cutoff), std::numbers::sqrt2 / 2.0,
              1e-9);
}

TEST(Butterworth, IsSettledAfterAReset) {
  const Butterworth<Vec3> filter({.cutoff_hz = 30.0}, 250.0);
  ButterworthState<Vec3> state;
  const Vec3 value{1.0, -9.81, 0.5};
  filter.reset(state, value);
  for (int i = 0; i < 10; ++i) EXPECT_LT(norm(filter.update(state, value) - value), 1e-13);
}

// The overshoot of a second-order Butterworth step is exp(-pi) = 4.3 %.
TEST(Butterworth, OvershootsAStepByFourPercent) {
  const Butterworth<double> filter({.cutoff_hz = 5.0}, kRate_hz);
  ButterworthState<double> state;
  double most = 0.0;
  for (int i = 0; i < 1000; ++i) most = std::max(most, filter.update(state, 1.0));
  EXPECT_NEAR(most, 1.0 + std::exp(-std::numbers::pi), 1e-3);
}

TEST(Butterworth, LetsEverythingPassWithoutACutoffOrNearHalfTheRate) {
  for (const double cutoff : {0.0, 120.0}) {
    const Butterworth<double> filter({.cutoff_hz = cutoff}, 250.0);
    ButterworthState<double> state;
    EXPECT_EQ(filter.update(state, 1.0), 1.0);
    EXPECT_EQ(filter.update(state, -2.0), -2.0);
  }
}

TEST(Filters, RefuseACutoffThatIsNoFrequency) {
  EXPECT_FALSE(validate(LowPassConfig{}).has_value());
  for (const double bad :
       {-1.0, std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    EXPECT_EQ(validate(LowPassConfig{.cutoff_hz = bad})->where, "cutoff_hz");
  }
}

TEST(SlewLimit, MovesAtMostByRateTimesTime) {
  EXPECT_DOUBLE_EQ(slew_limit(1.0, 5.0, 10.0, 0.1), 2.0);
  EXPECT_DOUBLE_EQ(slew_limit(1.0, -5.0, 10.0, 0.1), 0.0);
  EXPECT_DOUBLE_EQ(slew_limit(1.0, 1.5, 10.0, 0.1), 1.5);
  EXPECT_LT(norm(slew_limit(Vec3{}, Vec3{3.0, 4.0, 0.0}, 10.0, 0.1) - Vec3{0.6, 0.8, 0.0}), 1e-15);
  EXPECT_EQ(slew_limit(Vec3{}, Vec3{0.3, 0.4, 0.0}, 10.0, 0.1), (Vec3{0.3, 0.4, 0.0}));
}

}  // namespace
}  // namespace alula
