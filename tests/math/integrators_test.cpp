#include "math/integrators.h"

#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include <gtest/gtest.h>

#include "math/pack.h"

namespace alula {
namespace {

// dx/dt = v, dv/dt = -x + sin(2t)/2: an oscillator with an outside drive. From rest at 0
// x = sin(t)/3 - sin(2t)/6.
const auto kDrivenOscillator = [](double t_s, auto x, auto dx) {
  using Real = std::remove_cvref_t<decltype(dx[0])>;
  dx[0] = x[1];
  dx[1] = Real(0.5 * std::sin(2.0 * t_s)) - x[0];
};
double exact_place(double t_s) { return std::sin(t_s) / 3.0 - std::sin(2.0 * t_s) / 6.0; }
double exact_speed(double t_s) { return (std::cos(t_s) - std::cos(2.0 * t_s)) / 3.0; }
// Of place and speed together: either one's error may pass through zero.
double error_at(double t_s, const std::array<double, 2>& x) {
  return std::hypot(x[0] - exact_place(t_s), x[1] - exact_speed(t_s));
}

double rk4_error(double dt_s) {
  std::array<double, 2> x{};
  std::array<double, rk4_scratch_size(2)> scratch{};
  const int steps = static_cast<int>(std::lround(4.0 / dt_s));
  for (int i = 0; i < steps; ++i) rk4_step<double>(kDrivenOscillator, i * dt_s, dt_s, x, scratch);
  return error_at(4.0, x);
}

TEST(RungeKutta4, IsOfOrderFour) {
  for (const double dt : {0.1, 0.05, 0.025}) {
    EXPECT_NEAR(std::log2(rk4_error(dt) / rk4_error(0.5 * dt)), 4.0, 0.1) << dt;
  }
}

TEST(RungeKutta4, IsExactForCubics) {
  std::array<double, 1> x{};
  std::array<double, 3> scratch{};
  const auto cubic_rate = [](double t, auto, auto dx) { dx[0] = 4.0 * t * t * t; };
  rk4_step<double>(cubic_rate, 1.0, 2.0, x, scratch);
  EXPECT_DOUBLE_EQ(x[0], 81.0 - 1.0);
}

TEST(RungeKutta4, ALaneOfAPackEqualsTheScalarFloat) {
  std::array<Pack<kLanes>, 2> x{};
  for (int lane = 0; lane < kLanes; ++lane) x[0].set(lane, 0.1F * static_cast<float>(lane));
  std::array<Pack<kLanes>, 6> scratch{};
  for (int i = 0; i < 1000; ++i)
    rk4_step<Pack<kLanes>>(kDrivenOscillator, i * 0.01, 0.01, x, scratch);
  for (int lane = 0; lane < kLanes; ++lane) {
    std::array<float, 2> one{0.1F * static_cast<float>(lane), 0.0F};
    std::array<float, 6> one_scratch{};
    for (int i = 0; i < 1000; ++i)
      rk4_step<float>(kDrivenOscillator, i * 0.01, 0.01, one, one_scratch);
    EXPECT_EQ(x[0][lane], one[0]);
    EXPECT_EQ(x[1][lane], one[1]);
  }
}

double dormand_prince_error(double dt_s) {
  const DormandPrince method;
  std::array<double, 2> x{};
  std::array<double, DormandPrince::scratch_size(2)> scratch{};
  const std::span<double> all(scratch);
  const int steps = static_cast<int>(std::lround(4.0 / dt_s));
  for (int i = 0; i < steps; ++i) {
    kDrivenOscillator(i * dt_s, std::span<const double>(x), all.subspan(0, 2));
    method.try_step(kDrivenOscillator, i * dt_s, dt_s, x, scratch);
    x = {scratch[14], scratch[15]};
  }
  return error_at(4.0, x);
}

TEST(DormandPrince, IsOfOrderFive) {
  for (const double dt : {0.2, 0.1, 0.05}) {
    EXPECT_NEAR(std::log2(dormand_prince_error(dt) / dormand_prince_error(0.5 * dt)), 5.0, 0.1)
        << dt;
  }
}

// An eccentric Kepler orbit: after one period everything is where it was; the speed varies by a
// factor of 19.
TEST(DormandPrince, FollowsAnEccentricOrbitWithinItsTolerance) {
  const auto kepler = [](double, auto x, auto dx) {
    const double r2 = x[0] * x[0] + x[1] * x[1];
    const double pull = -1.0 / (r2 * std::sqrt(r2));
    dx[0] = x[2];
    dx[1] = x[3];
    dx[2] = pull * x[0];
    dx[3] = pull * x[1];
  };
  const double e = 0.9;
  const std::array<double, 4> start{1.0 - e, 0.0, 0.0, std::sqrt((1.0 + e) / (1.0 - e))};
  std::array<double, 4> x = start;
  std::array<double, DormandPrince::scratch_size(4)> scratch{};
  DormandPrinceState state;
  DormandPrince({.relative_tolerance = 1e-12})
      .integrate(kepler, 0.0, 2.0 * std::numbers::pi, x, scratch, state);
  for (std::size_t i = 0; i < x.size(); ++i) EXPECT_NEAR(x[i], start[i], 1e-8);
  EXPECT_GT(state.accepted, 100);
  EXPECT_GT(state.rejected, 0);
}

TEST(DormandPrince, ManyShortCallsGiveWhatOneLongCallGives) {
  const DormandPrince method;
  std::array<double, DormandPrince::scratch_size(2)> scratch{};
  std::array<double, 2> once{}, often{};
  DormandPrinceState memory;
  method.integrate(kDrivenOscillator, 0.0, 4.0, once, scratch, memory);
  memory = {};
  for (int i = 0; i < 4000; ++i) {
    method.integrate(kDrivenOscillator, i * 1e-3, (i + 1) * 1e-3, often, scratch, memory);
  }
  EXPECT_NEAR(once[0], exact_place(4.0), 1e-9);
  EXPECT_NEAR(often[0], exact_place(4.0), 1e-9);
  EXPECT_EQ(memory.accepted, 4000);  // the remembered step is not spoilt by the ends of the calls
}

TEST(DormandPrince, ReturnsWhenTheStateIsNoNumber) {
  std::array<double, 2> x{std::numeric_limits<double>::quiet_NaN(), 0.0};
  std::array<double, DormandPrince::scratch_size(2)> scratch{};
  DormandPrinceState memory;
  DormandPrince().integrate(kDrivenOscillator, 0.0, 1.0, x, scratch, memory);
  EXPECT_TRUE(std::isnan(x[1]));
  EXPECT_LT(memory.rejected, 100);
}

TEST(DormandPrince, RefusesTolerancesThatCannotBeMet) {
  EXPECT_FALSE(validate(DormandPrinceConfig{}).has_value());
  EXPECT_EQ(validate(DormandPrinceConfig{.relative_tolerance = 0.0})->where, "relative_tolerance");
  EXPECT_EQ(validate(DormandPrinceConfig{.absolute_tolerance = -1.0})->where, "absolute_tolerance");
  EXPECT_EQ(validate(DormandPrinceConfig{.step_min_s = std::nan("")})->where, "step_min_s");
}

}  // namespace
}  // namespace alula
