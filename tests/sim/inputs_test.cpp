// What a user asks of a vehicle is recorded with its step, and the record makes the run again.
#include <gtest/gtest.h>

#include "tests/sim/flights.h"

namespace alula {
namespace {

constexpr AutopilotCommand kArm{.kind = CommandKind::arm};

TEST(Inputs, ACommandActsAtTheNextStepBorder) {
  const auto world = build_world({}, pilot("x500", "a"));
  run_steps(*world, 10);
  ASSERT_TRUE(world->queue(0, kArm));
  world->sense();
  ASSERT_TRUE(world->queue(0, kArm));  // step 10 has had its inputs
  world->step();
  ASSERT_TRUE(world->queue(0, kArm));
  ASSERT_EQ(world->inputs().size(), 3U);
  EXPECT_EQ(world->inputs()[0].step, 10);
  EXPECT_EQ(world->inputs()[1].step, 11);
  EXPECT_EQ(world->inputs()[2].step, 11);
}

TEST(Inputs, TheRecordMakesTheRunAgain) {
  const auto world = build_world({}, pilot("x500", "a"));
  const auto command = [&](CommandKind kind, double value) {
    ASSERT_TRUE(world->queue(0, {.value = {value}, .kind = kind}));
  };
  run_steps(*world, 15'000);
  command(CommandKind::arm, 0.0);
  run_steps(*world, 500);
  world->sense();
  command(CommandKind::takeoff, 3.0);
  run_steps(*world, 6'000);
  command(CommandKind::set_mode, static_cast<double>(FlightMode::land));
  run_steps(*world, 3'000);
  EXPECT_LT(world->vehicle(0).truth(world->arena()).p_WB.z, -0.5);  // it did fly

  const auto again = build_world({}, pilot("x500", "a"));
  std::size_t next = 0;
  while (again->step_index() < world->step_index()) {
    while (next < world->inputs().size() && world->inputs()[next].step == again->step_index()) {
      ASSERT_TRUE(again->queue(world->inputs()[next]));
      ++next;
    }
    again->step();
  }
  EXPECT_EQ(next, 3U);
  EXPECT_EQ(world->state_hash(), again->state_hash());
}

TEST(Inputs, WhatDoesNotFitIsRefusedAndNotRecorded) {
  const auto world = build_world({}, pilot("x500", "a"));
  std::size_t taken = 0;
  while (world->queue(0, kArm)) ++taken;
  EXPECT_EQ(taken, 256U);
  EXPECT_EQ(world->inputs().size(), taken);
  world->step();
  EXPECT_TRUE(world->queue(0, kArm));
}

TEST(Inputs, AnInputThatWaitsIsPartOfTheState) {
  const auto asked = build_world({}, pilot("x500", "a")),
             idle = build_world({}, pilot("x500", "a"));
  run_steps(*asked, 12'000);
  run_steps(*idle, 12'000);
  ASSERT_TRUE(asked->queue(0, kArm));
  EXPECT_NE(asked->state_hash(), idle->state_hash());

  ASSERT_FALSE(idle->restore(asked->state(), asked->layout_hash()));
  EXPECT_TRUE(idle->inputs().empty());  // it is the state's now
  run_steps(*asked, 2'000);
  run_steps(*idle, 2'000);
  EXPECT_EQ(asked->state_hash(), idle->state_hash());
  const auto armed = idle->view(0).commander.vehicle.arming;
  EXPECT_EQ(armed, ArmingState::armed);
}

TEST(Inputs, ABodyWithoutABrainIgnoresThem) {
  const auto world = build_world({}, body_without_brain("x500", "a"));
  ASSERT_TRUE(world->queue(0, kArm));
  run_steps(*world, 10);
  EXPECT_FALSE(world->fault());
}

// What the brain got in the step that has just ended.
const Samples& received(const Simulation& world) { return world.view(0).samples; }

TEST(Inputs, SticksAndSetPointsReachTheBrainOnce) {
  const auto world = build_world({}, pilot("x500", "a"));
  ASSERT_TRUE(world->queue(0, ManualControl{.time = 7, .pitch = 0.5}));
  ASSERT_TRUE(world->queue(0, OffboardSetpoint{.v_sp = {1.0, 2.0, -3.0}}));
  world->step();
  ASSERT_EQ(received(*world).manual.size(), 1U);
  EXPECT_EQ(received(*world).manual[0].pitch, 0.5);
  ASSERT_EQ(received(*world).offboard.size(), 1U);
  EXPECT_EQ(received(*world).offboard[0].v_sp.z, -3.0);
  world->step();
  EXPECT_TRUE(received(*world).manual.empty());
  EXPECT_TRUE(received(*world).offboard.empty());
}

TEST(Inputs, OfMoreThanAStepHoldsTheNewestReachTheBrain) {
  const auto world = build_world({}, pilot("x500", "a"));
  for (TimeNs time = 1; time <= 5; ++time)
    ASSERT_TRUE(world->queue(0, ManualControl{.time = time}));
  world->step();
  ASSERT_EQ(received(*world).manual.size(), 2U);
  EXPECT_EQ(received(*world).manual[0].time, 4);
  EXPECT_EQ(received(*world).manual[1].time, 5);
}

TEST(Inputs, TheWindIsTheOneThatWasQueuedLast) {
  SimulationConfig config;
  config.world.has_ground = false;
  const auto windy = build_world(config, body_without_brain("sphere_drag", "a"));
  const auto calm = build_world(config, body_without_brain("sphere_drag", "a"));
  ASSERT_TRUE(windy->queue(0, WeatherChange{.wind_W = {0.0, 20.0, 0.0}}));
  run_steps(*windy, 1000);
  run_steps(*calm, 1000);
  const auto east = [](const Simulation& w) { return w.vehicle(0).truth(w.arena()).v_WB.y; };
  EXPECT_GT(east(*windy) - east(*calm), 0.01) << "the drag of a wind from the west";
  // The whole of the record makes the run again, weather included.
  const auto again = build_world(config, body_without_brain("sphere_drag", "a"));
  ASSERT_TRUE(again->queue(windy->inputs().at(0)));
  run_steps(*again, 1000);
  EXPECT_EQ(windy->state_hash(), again->state_hash());
}

// 8.3 hPa are 70 m of air near the sea; 10 K more stretch nothing at the place itself.
TEST(Inputs, ThePressureOfTheDayReachesBarometersAndTheAirItself) {
  const auto world = build_world({}, pilot("x500", "a"));
  const auto pressure = [&] {
    double sum = 0.0;
    std::size_t count = 0;
    for (int i = 0; i < 500; ++i) {
      world->step();
      for (const BaroSample& baro : received(*world).baro) {
        sum += baro.pressure_pa;
        ++count;
      }
    }
    return sum / static_cast<double>(count);
  };
  run_steps(*world, 1000);
  const double before = pressure();
  ASSERT_TRUE(world->queue(0, WeatherChange{.pressure_offset_pa = -830.0}));
  run_steps(*world, 200);
  const double after = pressure();
  // At 488 m the pressure is 0.9436 of that at the sea.
  EXPECT_NEAR(before - after, 830.0 * 0.9436, 5.0);
}

std::size_t fixes_in(Simulation& world, StepIndex steps) {
  std::size_t count = 0;
  for (StepIndex i = 0; i < steps; ++i) {
    world.step();
    count += received(world).gnss.size();
  }
  return count;
}

TEST(Failures, AReceiverThatIsOffSaysNothingForItsTime) {
  const auto world = build_world({}, pilot("x500", "a"));
  run_steps(*world, 2000);
  const std::size_t before = fixes_in(*world, 1000);
  EXPECT_GE(before, 5U);
  ASSERT_TRUE(world->queue(
      0,
      Failure{.duration = nanoseconds(2.0), .unit = FailureUnit::gps, .type = FailureType::off}));
  EXPECT_EQ(fixes_in(*world, 2000), 0U);
  EXPECT_GE(fixes_in(*world, 1000), before - 1);
}

TEST(Failures, OkEndsWhatFailsForGood) {
  const auto world = build_world({}, pilot("x500", "a"));
  run_steps(*world, 2000);
  ASSERT_TRUE(world->queue(0, Failure{.unit = FailureUnit::gps, .type = FailureType::off}));
  EXPECT_EQ(fixes_in(*world, 1000), 0U);
  ASSERT_TRUE(world->queue(0, Failure{.unit = FailureUnit::gps, .type = FailureType::ok}));
  EXPECT_GE(fixes_in(*world, 1000), 5U);
}

// The x500 has one receiver, instance 0.
TEST(Failures, ThatAreNotRealForTheVehicleAreRefusedAndNotRecorded) {
  const auto world = build_world({}, pilot("x500", "a"));
  EXPECT_FALSE(world->queue(
      0, Failure{.unit = FailureUnit::gps, .type = FailureType::off, .instances = 0b10}));
  EXPECT_FALSE(world->queue(0, Failure{.unit = FailureUnit::servo, .type = FailureType::off}));
  EXPECT_TRUE(world->inputs().empty());
  EXPECT_TRUE(world->queue(
      0, Failure{.unit = FailureUnit::gps, .type = FailureType::off, .instances = 0b01}));
}

}  // namespace
}  // namespace alula
