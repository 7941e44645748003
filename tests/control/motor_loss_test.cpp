// What an airframe can do without one of its motors.
#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "control/allocation.h"
#include "tests/control/test_quad.h"

namespace alula {
namespace {

constexpr double kThrustMax_n = 10.0;

// Rotors on a circle, neighbours turning against each other.
Airframe ring(int rotors) {
  Airframe airframe;
  for (int i = 0; i < rotors; ++i) {
    const double angle = 2.0 * std::numbers::pi * (i + 0.5) / rotors;
    AirframeRotor rotor;
    rotor.p_BR = {0.3 * std::cos(angle), 0.3 * std::sin(angle), 0.0};
    rotor.thrust_max_n = kThrustMax_n;
    rotor.moment_ratio_m = i % 2 == 0 ? 0.02 : -0.02;
    airframe.rotors.push_back(rotor);
  }
  return airframe;
}

struct Bench {
  Airframe airframe;
  AllocationSet set;
  std::size_t lost;
  AllocationConfig config{};
  Bench(const Airframe& a, std::size_t motor)
      : airframe(a), set(make_allocation_tables(a).value()), lost(motor) {}
  [[nodiscard]] ControlLeft left() const { return set.without[lost].left; }
  [[nodiscard]] AllocationStatus operator()(const Vec3& torque, double lift) const {
    AllocationState state;
    return Allocator(set.without[lost].tables, config)
        .allocate(state, torque, {0.0, 0.0, -lift}, 4e-3);
  }
  // What the motors really make of it, in newton metres and newtons.
  [[nodiscard]] std::pair<Vec3, double> made(const AllocationStatus& status) const {
    Vec3 torque{};
    double lift = 0.0;
    for (std::size_t i = 0; i < airframe.rotors.size(); ++i) {
      const AirframeRotor& rotor = airframe.rotors[i];
      const Vec3 f = (status.motor[i] * rotor.thrust_max_n) * rotor.axis_B;
      torque += cross(rotor.p_BR, f) - rotor.moment_ratio_m * f;
      lift -= f.z;
    }
    return {torque, lift};
  }
};

// Du, Quan, Yang, Cai, "Controllability analysis for a class of multirotors subject to rotor
// failure", 2015: a hexacopter of alternate directions hovers on the four motors whose opposite
// one lives, and cannot be controlled in all axes any more.
TEST(MotorLoss, AHexacopterHoversOnFourMotors) {
  for (std::size_t lost = 0; lost < 6; ++lost) {
    const Bench bench(ring(6), lost);
    EXPECT_EQ(bench.left(), ControlLeft::level);
    const AllocationStatus hover = bench({}, 0.4);
    for (std::size_t i = 0; i < 6; ++i) {
      const bool carries = i != lost && i != (lost + 3) % 6;
      EXPECT_NEAR(hover.motor[i], carries ? 0.4 * 6.0 / 4.0 : 0.0, 1e-9) << lost << " " << i;
    }
  }
}

TEST(MotorLoss, AHexacopterStillRollsAndPitchesBothWays) {
  for (std::size_t lost = 0; lost < 6; ++lost) {
    const Bench bench(ring(6), lost);
    for (const Vec3& asked :
         {Vec3{0.1, 0.0, 0.0}, Vec3{-0.1, 0.0, 0.0}, Vec3{0.0, 0.1, 0.0}, Vec3{0.0, -0.1, 0.0}}) {
      const auto [torque, lift] = bench.made(bench(asked, 0.4));
      EXPECT_NEAR(torque.x, asked.x / bench.set.whole.scale[0], 1e-9);
      EXPECT_NEAR(torque.y, asked.y / bench.set.whole.scale[1], 1e-9);
      EXPECT_NEAR(lift, 0.4 * 6.0 * kThrustMax_n, 1e-9);
    }
  }
}

TEST(MotorLoss, AHexacopterYawsInOneDirectionAndGivesUpTheOtherForRollAndPitch) {
  for (std::size_t lost = 0; lost < 6; ++lost) {
    const Bench bench(ring(6), lost);
    // The motor opposite the lost one turns against it, and can only be sped up.
    const double way = lost % 2 == 0 ? -1.0 : 1.0;
    const auto [with, lift_with] = bench.made(bench({0.0, 0.0, 0.05 * way}, 0.4));
    EXPECT_NEAR(with.z, 0.05 * way / bench.set.whole.scale[2], 1e-9);
    const auto [against, lift_against] = bench.made(bench({0.05, 0.05, -0.05 * way}, 0.4));
    EXPECT_NEAR(against.x, 0.05 / bench.set.whole.scale[0], 1e-9);
    EXPECT_NEAR(against.y, 0.05 / bench.set.whole.scale[1], 1e-9);
    EXPECT_NEAR(lift_with, 0.4 * 6.0 * kThrustMax_n, 1e-9);
    EXPECT_NEAR(lift_against, lift_with, 1e-9);
  }
}

TEST(MotorLoss, AnOctocopterKeepsEveryAxis) {
  for (std::size_t lost = 0; lost < 8; ++lost) {
    const Bench bench(ring(8), lost);
    EXPECT_EQ(bench.left(), ControlLeft::all);
    const Vec3 asked{0.05, -0.04, 0.02};
    const AllocationStatus status = bench(asked, 0.4);
    EXPECT_EQ(status.motor[lost], 0.0);
    EXPECT_NEAR(norm(status.torque_unallocated), 0.0, 1e-9);
    const auto [torque, lift] = bench.made(status);
    EXPECT_NEAR(torque.z, asked.z / bench.set.whole.scale[2], 1e-9);
    EXPECT_NEAR(lift, 0.4 * 8.0 * kThrustMax_n, 1e-9);
  }
}

TEST(MotorLoss, AQuadcopterIsLeftToSpin) {
  for (std::size_t lost = 0; lost < 4; ++lost) {
    const Bench bench(control_test::x500_airframe(), lost);
    EXPECT_EQ(bench.left(), ControlLeft::spinning);
    const auto [torque, lift] = bench.made(bench({}, 0.3));
    EXPECT_NEAR(torque.x, 0.0, 1e-9);
    EXPECT_NEAR(torque.y, 0.0, 1e-9);
    // Two motors of one direction carry it: their torque has nothing against it.
    EXPECT_NEAR(std::fabs(torque.z), 0.016 * lift, 1e-9);
  }
}

}  // namespace
}  // namespace alula
