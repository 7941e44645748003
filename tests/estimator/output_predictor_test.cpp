#include "estimator/output_predictor.h"

#include <cmath>

#include <gtest/gtest.h>

namespace alula {
namespace {

using namespace ekf;

constexpr TimeNs kStep = 10'000'000;

ImuStep resting_increment(TimeNs time) {
  ImuStep step{};
  step.time = time;
  step.interval = kStep;
  step.velocity_gain_B = {0.0, 0.0, -0.0980665};
  return step;
}

// A filter that stands still `offset` away from where the output begins; the output runs eleven
// steps ahead.
struct Chase {
  EstimatorConfig config{};
  EarthFrame earth{};
  Nominal filter{};
  OutputPredictor output{};
  TimeNs time = 0;

  explicit Chase(const Nominal& begin) {
    restart_output(output, Nominal{});
    filter = begin;
    for (int k = 0; k < 11; ++k) advance();
  }
  void advance() {
    time += kStep;
    predict_output(output, resting_increment(time), Nominal{}, earth);
    mark_output(output);
  }
  Vec3 step() {
    advance();
    return correct_output(output, filter, config, 0.01, 0.11);
  }
};

TEST(OutputPredictor, KeepsStillWhenTheFilterAgrees) {
  Chase chase(Nominal{});
  for (int k = 0; k < 100; ++k) EXPECT_LT(norm(chase.step()), 1e-12);
  EXPECT_LT(norm(chase.output.now.p_W), 1e-12);
}

TEST(OutputPredictor, ClosesAPositionErrorWithItsTimeConstant) {
  Nominal away{};
  away.p_W = {1.0, 0.0, 0.0};
  Chase chase(away);
  for (int k = 0; k < 25; ++k) chase.step();
  // One time constant of 0.25 s leaves 1/e; the weak integral takes off a little more.
  EXPECT_NEAR(1.0 - chase.output.now.p_W.x, std::exp(-1.0), 0.05);
  // The slow pole of the integral, 2 s, has gone after 20 s.
  for (int k = 0; k < 2000; ++k) chase.step();
  EXPECT_NEAR(chase.output.now.p_W.x, 1.0, 1e-3);
}

TEST(OutputPredictor, ClosesAnAttitudeErrorWithLittleOvershoot) {
  Nominal away{};
  away.q_WB = from_rotation_vector({0.0, 0.0, 0.1});
  Chase chase(away);
  double worst = 0.0;
  for (int k = 0; k < 300; ++k) {
    chase.step();
    worst = std::fmax(worst, yaw_of(chase.output.now.q_WB));
  }
  // A loop with a dead time T and the gain 0.5/T: a little above 1/(e T), where overshoot begins.
  EXPECT_LT(worst, 0.107);
  EXPECT_NEAR(yaw_of(chase.output.now.q_WB), 0.1, 1e-3);
}

// A quadcopter that lands without one motor turns two or three times a second. Between the filter's
// time and now that is more than a quarter turn: a correction in axes of the body would point the
// other way.
TEST(OutputPredictor, ClosesATiltErrorWhileTheVehicleSpins) {
  constexpr double spin_rad_s = 18.0;
  const Quat lean = from_rotation_vector({0.1, 0.0, 0.0});
  const auto turned = [](TimeNs time) {
    return from_rotation_vector({0.0, 0.0, spin_rad_s * seconds(time)});
  };
  Nominal filter{};
  OutputPredictor output{};
  restart_output(output, filter);
  TimeNs time = 0;
  const auto advance = [&] {
    time += kStep;
    ImuStep step = resting_increment(time);
    step.rotation = {0.0, 0.0, spin_rad_s * 0.01};
    predict_output(output, step, Nominal{}, EarthFrame{});
    mark_output(output);
  };
  for (int k = 0; k < 11; ++k) advance();
  double left = 0.0;
  for (int k = 0; k < 300; ++k) {
    advance();
    filter.q_WB = lean * turned(output.history.front().time);
    correct_output(output, filter, EstimatorConfig{}, 0.01, 0.11);
    const Quat wanted = lean * turned(time);
    left = norm(to_rotation_vector(wanted.conjugate() * output.now.q_WB));
    EXPECT_LT(left, 0.107);
  }
  EXPECT_LT(left, 1e-3);
}

TEST(OutputPredictor, VerticalSpeedIsTheDerivativeOfTheHeightAlone) {
  Nominal away{};
  away.p_W = {0.0, 0.0, -1.0};
  Chase chase(away);
  // Inertia says that nothing moves, the filter that it is a metre higher: on the way there speed
  // and height agree.
  double climbed = 0.0;
  for (int k = 0; k < 500; ++k) {
    const double before = chase.output.now.vertical_position,
                 speed_before = chase.output.now.vertical_speed;
    chase.step();
    const double shift = chase.output.now.vertical_speed - speed_before;
    climbed += 0.01 * chase.output.now.vertical_speed;
    // Corrections reach back over the delay, eleven steps.
    EXPECT_NEAR(chase.output.now.vertical_position - before, 0.01 * speed_before + 0.11 * shift,
                0.02);
  }
  EXPECT_NEAR(climbed, -1.0, 0.15);
  EXPECT_NEAR(chase.output.now.vertical_position, -1.0, 1e-3);
  EXPECT_NEAR(chase.output.now.vertical_speed, 0.0, 1e-3);
}

TEST(OutputPredictor, AResetMovesPastAndPresentAlike) {
  Chase chase(Nominal{});
  shift_output_position(chase.output, {3.0, -2.0, 1.0});
  chase.filter.p_W = {3.0, -2.0, 1.0};
  for (int k = 0; k < 20; ++k) EXPECT_LT(norm(chase.step()), 1e-12);
  EXPECT_NEAR(chase.output.now.p_W.x, 3.0, 1e-12);
}

}  // namespace
}  // namespace alula
