// Whatever fails in flight, on four, six or eight rotors: every number stays one, in the plant, in
// the estimate and in the commands, no assertion ends the run, and its bytes come again. What the
// flight then does is told by scenarios/failures.
#include <cmath>

#include <gtest/gtest.h>

#include "failures/support.h"
#include "tests/sim/flights.h"

namespace alula {
namespace {

// A vehicle that holds 5 m under its autopilot, flown there once.
class Hover {
 public:
  explicit Hover(const std::string& name) : world_(build_world({}, pilot(name, "a"))) {
    run_steps(*world_, 15'000);
    EXPECT_TRUE(world_->queue(0, {.kind = CommandKind::arm}));
    run_steps(*world_, 500);
    EXPECT_TRUE(world_->queue(0, {.value = {5.0}, .kind = CommandKind::takeoff}));
    run_steps(*world_, 10'000);
    EXPECT_LT(world_->vehicle(0).truth(world_->arena()).p_WB.z, -3.0);
    hover_ = copy_of_state(*world_);
  }
  Simulation& again() {
    EXPECT_FALSE(world_->restore(hover_, world_->layout_hash()));
    return *world_;
  }

 private:
  std::unique_ptr<Simulation> world_;
  std::vector<std::byte> hover_;
};

// Sticks and set-points come as well, so that links have something to lose.
void fly_on(Simulation& world, const Failure& failure, StepIndex steps) {
  ASSERT_TRUE(world.queue(0, failure));
  for (StepIndex i = 0; i < steps; ++i) {
    if (i % 20 == 0) {
      const TimeNs time = world.time();
      ASSERT_TRUE(world.queue(0, ManualControl{.time = time, .throttle = 0.1}));
      ASSERT_TRUE(world.queue(0, OffboardSetpoint{.time = time, .v_sp = {1.0, 0.0, 0.0}}));
      ASSERT_TRUE(world.queue(0, GroundHeartbeat{time}));
    }
    world.step();
    ASSERT_FALSE(world.fault()) << *world.fault();
    const StepView view = world.view(0);
    ASSERT_TRUE(is_finite(view.estimate.p_WB) && is_finite(view.estimate.v_WB) &&
                is_finite(view.estimate.q_WB.imag()) && is_finite(view.estimate.w_WB_B))
        << "the estimate, " << seconds(view.time) << " s";
    for (const double motor : view.command.motor) ASSERT_TRUE(std::isfinite(motor));
  }
}

constexpr std::array kUnits{
    FailureUnit::gyro,  FailureUnit::accel,    FailureUnit::mag,       FailureUnit::baro,
    FailureUnit::gps,   FailureUnit::battery,  FailureUnit::rc_signal, FailureUnit::mavlink_signal,
    FailureUnit::motor, FailureUnit::propeller};

Failure failure_of(FailureUnit unit, FailureType type) {
  Failure failure{.duration = nanoseconds(3.0), .unit = unit, .type = type};
  const bool field = unit == FailureUnit::mag;
  if (type == FailureType::wrong) {
    failure.value = {field ? 3e-5 : 0.5, field ? -2e-5 : -0.2, 0.0, 0.8};
  }
  if (type == FailureType::spoofed) failure.value = {5.0, 3.0, 1.0, 0.0};
  if (type == FailureType::damaged) failure.value = {0.5, 2e-5};
  const bool one_of_many = unit == FailureUnit::motor || unit == FailureUnit::propeller;
  if (one_of_many) failure.instances = 0b10;
  return failure;
}

class FailingFlight : public testing::TestWithParam<const char*> {};

TEST_P(FailingFlight, KeepsEveryNumberANumberAndComesAgain) {
  Hover hover(GetParam());
  std::size_t flown = 0;
  for (const FailureUnit unit : kUnits) {
    for (const FailureType type : supported_types(unit)) {
      SCOPED_TRACE(std::string(to_string(unit)) + " " + to_string(type));
      const Failure failure = failure_of(unit, type);
      Simulation& world = hover.again();
      ASSERT_FALSE(refusal(failure, world.vehicle(0).failures().breakable()));
      fly_on(world, failure, 6'000);
      const std::uint64_t once = world.state_hash();
      if (flown++ % 8 == 0) {  // every one twice would take long
        fly_on(hover.again(), failure, 6'000);
        EXPECT_EQ(world.state_hash(), once);
      }
      if (HasFatalFailure()) return;
    }
  }
  EXPECT_EQ(flown, 4U * 7 + 9 + 8 + 7 + 6 + 9 + 1);
}

INSTANTIATE_TEST_SUITE_P(Frames, FailingFlight, testing::Values("x500", "hex", "octo"));

}  // namespace
}  // namespace alula
