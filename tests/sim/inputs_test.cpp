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
      ASSERT_TRUE(again->queue(world->inputs()[next].vehicle, world->inputs()[next].command));
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

}  // namespace
}  // namespace alula
