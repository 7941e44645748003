// What is put beside a vehicle, or into it, changes nothing that was there.
#include <gtest/gtest.h>

#include "tests/sim/flights.h"

namespace alula {
namespace {

constexpr StepIndex kSteps = 14'000;  // armed and off the ground

void fly(Simulation& simulation, std::size_t vehicle) {
  ASSERT_TRUE(simulation.queue(vehicle, {.kind = CommandKind::start_mission_when_ready}));
  run_steps(simulation, kSteps);
}

TEST(Independence, AVehicleAddedToTheWorldChangesNoOther) {
  const auto alone = build_world({}, pilot("x500", "a"));
  const auto first = build_world({}, pilot("x500", "a"), body_without_brain("x500", "b"));
  const auto last = build_world({}, body_without_brain("brick", "b"), pilot("x500", "a"));
  fly(*alone, 0);
  fly(*first, 0);
  fly(*last, 1);
  const std::vector<NamedBytes> blocks = blocks_of(*alone, "a/");
  EXPECT_GT(blocks.size(), 15U);
  EXPECT_EQ(blocks, blocks_of(*first, "a/"));
  EXPECT_EQ(blocks, blocks_of(*last, "a/"));
}

TEST(Independence, TwoVehiclesOfOneKindDrawDifferentNoise) {
  Participant a = body_without_brain("x500", "a"), b = body_without_brain("x500", "b");
  const auto world = build_world({}, std::move(a), std::move(b));
  world->step();
  const SensorErrors a_errors = world->view(0).sensor_errors;
  const SensorErrors b_errors = world->view(1).sensor_errors;
  ASSERT_EQ(a_errors.size(), 4U);  // GNSS position and velocity, barometer, magnetometer
  ASSERT_EQ(a_errors.size(), b_errors.size());
  for (std::size_t i = 0; i < a_errors.size(); ++i) {
    EXPECT_NE(a_errors[i].error.x, b_errors[i].error.x);
  }
}

TEST(Independence, ASensorAddedToAVehicleChangesNoOther) {
  Participant plain = body_without_brain("x500", "a"), rich = body_without_brain("x500", "a");
  SensorSuiteConfig& sensors = rich.vehicle.sensors;
  sensors.imu.insert(sensors.imu.end(), 1, sensors.imu.front());
  sensors.gnss.push_back(sensors.gnss.front());
  sensors.barometer.push_back(sensors.barometer.front());
  sensors.magnetometer.push_back(sensors.magnetometer.front());
  const auto one = build_world({}, std::move(plain));
  const auto two = build_world({}, std::move(rich));
  std::size_t compared = 0, added = 0;
  for (StepIndex i = 0; i < 2'000; ++i) {
    one->step();
    two->step();
    std::size_t next = 0;
    const SensorErrors& expected = one->view(0).sensor_errors;
    for (const SensorError& error : two->view(0).sensor_errors) {
      if (error.instance > 0) {
        ++added;
        continue;
      }
      ASSERT_LT(next, expected.size());
      ASSERT_EQ(error.kind, expected[next].kind);
      ASSERT_EQ(error.error.x, expected[next].error.x);
      ASSERT_EQ(error.error.y, expected[next].error.y);
      ASSERT_EQ(error.error.z, expected[next].error.z);
      ++next;
    }
    ASSERT_EQ(next, expected.size());
    compared += next;
  }
  EXPECT_GT(compared, 1'300U);
  EXPECT_EQ(added, compared);
  EXPECT_EQ(blocks_of(*one, "a/plant"), blocks_of(*two, "a/plant"));
}

TEST(Independence, TwoVehiclesOfOneNameAreRefused) {
  std::vector<Participant> twins;
  twins.push_back(body_without_brain("x500", "a"));
  twins.push_back(body_without_brain("brick", "a"));
  const auto world = Simulation::build({}, std::move(twins));
  ASSERT_FALSE(world.ok());
  EXPECT_EQ(world.error().text(), "vehicle a: is there twice; names must be unique");
}

}  // namespace
}  // namespace alula
