// A state that is no number ends the run, which says whose it was and when.
#include <cmath>
#include <cstring>
#include <limits>

#include <gtest/gtest.h>

#include "tests/sim/flights.h"

namespace alula {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInf = std::numeric_limits<double>::infinity();

// Writes one number of a vehicle's plant state.
void inject(Simulation& simulation, const std::string& block_name, std::size_t index,
            double value) {
  std::vector<std::byte> state = copy_of_state(simulation);
  const BlockInfo& block = block_named(simulation, block_name);
  ASSERT_LT(sizeof(double) * index, block.bytes);
  std::memcpy(state.data() + block.offset + sizeof(double) * index, &value, sizeof value);
  ASSERT_FALSE(simulation.restore(state, simulation.layout_hash()));
}

TEST(Fault, NamesTheVehicleTheStateAndTheStep) {
  const auto world = build_world({}, pilot("x500", "a"), pilot("x500", "b"));
  run_steps(*world, 1234);
  EXPECT_FALSE(world->fault());
  inject(*world, "b/plant", 0, kNan);
  EXPECT_FALSE(world->fault());
  world->step();
  ASSERT_TRUE(world->fault());
  EXPECT_EQ(*world->fault(), "b: state 0 is no longer a number after step 1233 (1.233 s)");
}

TEST(Fault, IsLatchedAtTheFirstStep) {
  const auto world = build_world({}, body_without_brain("brick", "a"));
  run_steps(*world, 10);
  inject(*world, "a/plant", 0, kInf);
  run_steps(*world, 50);
  ASSERT_TRUE(world->fault());
  EXPECT_NE(world->fault()->find("after step 9 "), std::string::npos) << *world->fault();
}

// A rotation that no double can square: the first step makes it infinite.
TEST(Fault, IsFoundInTheStepThatMadeIt) {
  for (const char* vehicle : {"brick", "x500"}) {
    Participant participant = body_without_brain(vehicle, "a");
    participant.body->w_WB_B = {1e200, 1e200, 1e200};
    const auto world = build_world({}, std::move(participant));
    world->step();
    ASSERT_TRUE(world->fault());
    EXPECT_NE(world->fault()->find("after step 0 "), std::string::npos) << *world->fault();
    run_steps(*world, 10);
    EXPECT_NE(world->fault()->find("after step 0 "), std::string::npos) << *world->fault();
  }
}

// In every number of the state, of either kind, also in those that only parts know.
TEST(Fault, EndsAFlightWhereverItBreaks) {
  const auto flight = build_flight(hover_setup());
  Simulation& simulation = flight->simulation();
  run_steps(simulation, 20'000);
  const std::vector<std::byte> state = copy_of_state(simulation);
  const std::size_t count = block_named(simulation, "x500/plant").bytes / sizeof(double);
  ASSERT_GT(count, 13U);
  for (std::size_t i = 0; i < count; ++i) {
    for (const double value : {kNan, kInf, -kInf}) {
      ASSERT_FALSE(simulation.restore(state, simulation.layout_hash()));
      inject(simulation, "x500/plant", i, value);
      flight->step();
      const std::optional<FlightEnd> end = flight->end();
      ASSERT_TRUE(end.has_value()) << "state " << i << " = " << value;
      EXPECT_FALSE(end->completed);
      EXPECT_NE(end->reason.find("x500: state "), std::string::npos) << end->reason;
      EXPECT_NE(end->reason.find("after step 19999 (19.999 s)"), std::string::npos) << end->reason;
      EXPECT_NE(summary_json(*flight, *end).find("\"completed\": false"), std::string::npos);
    }
  }
}

}  // namespace
}  // namespace alula
