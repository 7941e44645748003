#include "control/allocation.h"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "tests/control/test_quad.h"

namespace alula {
namespace {

using control_test::x500_airframe;

// Motors 1..4 of PX4's quad X: front right, rear left, front left, rear right.
enum Motor : std::size_t { front_right = 0, rear_left, front_left, rear_right };

struct Bench {
  AllocationTables tables;
  AllocationConfig config{};
  AllocationState state{};
  explicit Bench(const Airframe& airframe = x500_airframe())
      : tables(make_allocation_tables(airframe).value()) {}
  AllocationStatus operator()(const Vec3& torque, double lift,
                              MixPriority priority = MixPriority::torque) {
    state = {};
    return Allocator(tables, config).allocate(state, torque, {0.0, 0.0, -lift}, 4e-3, priority);
  }
};

Airframe ring(int rotors, double radius) {
  Airframe airframe;
  for (int i = 0; i < rotors; ++i) {
    const double angle = 2.0 * std::numbers::pi * (i + 0.5) / rotors;
    AirframeRotor rotor;
    rotor.p_BR = {radius * std::cos(angle), radius * std::sin(angle), 0.0};
    rotor.thrust_max_n = 10.0;
    rotor.moment_ratio_m = i % 2 == 0 ? 0.05 : -0.05;
    airframe.rotors.push_back(rotor);
  }
  return airframe;
}

TEST(Allocation, LiftIsSharedEqually) {
  const AllocationStatus out = Bench()({}, 0.5);
  ASSERT_EQ(out.motor_count, 4U);
  for (int i = 0; i < 4; ++i) EXPECT_NEAR(out.motor[static_cast<std::size_t>(i)], 0.5, 1e-12);
  EXPECT_TRUE(out.torque_achieved);
  EXPECT_TRUE(out.thrust_achieved);
}

TEST(Allocation, RollToTheRightRaisesTheLeftMotors) {
  const auto motor = Bench()({0.1, 0.0, 0.0}, 0.5).motor;
  // PX4's normalisation of a symmetric quad X: each motor gets torque times 1/sqrt(2).
  EXPECT_NEAR(motor[front_left], 0.5 + 0.1 * std::numbers::sqrt2 / 2.0, 1e-12);
  EXPECT_NEAR(motor[rear_left], motor[front_left], 1e-12);
  EXPECT_NEAR(motor[front_right], 0.5 - 0.1 * std::numbers::sqrt2 / 2.0, 1e-12);
  EXPECT_NEAR(motor[rear_right], motor[front_right], 1e-12);
}

TEST(Allocation, PitchUpRaisesTheFrontMotors) {
  const auto motor = Bench()({0.0, 0.1, 0.0}, 0.5).motor;
  EXPECT_GT(motor[front_left], 0.5);
  EXPECT_GT(motor[front_right], 0.5);
  EXPECT_LT(motor[rear_left], 0.5);
  EXPECT_LT(motor[rear_right], 0.5);
}

TEST(Allocation, YawToTheRightRaisesTheMotorsThatTurnCounterClockwise) {
  const auto motor = Bench()({0.0, 0.0, 0.1}, 0.5).motor;
  // Yaw is scaled by its largest entry: one unit is one unit of each motor.
  EXPECT_NEAR(motor[front_right], 0.6, 1e-12);
  EXPECT_NEAR(motor[rear_left], 0.6, 1e-12);
  EXPECT_NEAR(motor[front_left], 0.4, 1e-12);
  EXPECT_NEAR(motor[rear_right], 0.4, 1e-12);
}

TEST(Allocation, TheTorqueOfTheMotorsIsTheOneAskedFor) {
  // An uneven airframe: the iris, whose arms are longer in front than behind.
  Airframe iris;
  const Vec3 places[4] = {
      {0.13, 0.22, 0.0}, {-0.13, -0.20, 0.0}, {0.13, -0.22, 0.0}, {-0.13, 0.20, 0.0}};
  for (int i = 0; i < 4; ++i) {
    AirframeRotor rotor;
    rotor.p_BR = places[i];
    rotor.thrust_max_n = 7.0;
    rotor.moment_ratio_m = i < 2 ? 0.06 : -0.06;
    iris.rotors.push_back(rotor);
  }
  Bench bench(iris);
  const Vec3 torque{0.05, -0.04, 0.02};
  const AllocationStatus out = bench(torque, 0.5);
  Vec3 made{};
  for (std::size_t i = 0; i < 4; ++i) {
    const Vec3 f = out.motor[i] * 7.0 * Vec3{0.0, 0.0, -1.0};
    made += cross(places[i], f) - iris.rotors[i].moment_ratio_m * f;
  }
  EXPECT_NEAR(made.x * bench.tables.scale[0], torque.x, 1e-12);
  EXPECT_NEAR(made.y * bench.tables.scale[1], torque.y, 1e-12);
  EXPECT_NEAR(made.z * bench.tables.scale[2], torque.z, 1e-12);
  EXPECT_NEAR(norm(out.torque_unallocated), 0.0, 1e-12);
}

// By 0.9 of the thrust 0.1 is left to each motor, in roll as in pitch or yaw.
TEST(Allocation, WithThrustFirstTorqueGetsWhatIsLeft) {
  Bench bench;
  for (const Vec3& torque :
       {Vec3{0.6, 0.0, 0.0}, Vec3{0.0, -0.6, 0.0}, Vec3{0.0, 0.0, 0.6}, Vec3{0.3, -0.3, 0.3}}) {
    const AllocationStatus lowered = bench(torque, 0.9);
    EXPECT_FALSE(lowered.thrust_achieved);
    const AllocationStatus kept = bench(torque, 0.9, MixPriority::thrust);
    EXPECT_TRUE(kept.thrust_achieved);
    EXPECT_FALSE(kept.torque_achieved);
    double most = 0.0;
    for (std::size_t i = 0; i < 4; ++i) most = std::max(most, kept.motor[i]);
    EXPECT_NEAR(most, 1.0, 1e-9);
  }
}

TEST(Allocation, ThrustFirstChangesNothingWhereBothFit) {
  Bench bench;
  const Vec3 torque{0.1, -0.05, 0.03};
  EXPECT_EQ(bench(torque, 0.5).motor, bench(torque, 0.5, MixPriority::thrust).motor);
}

TEST(Allocation, HexAndOctoAnswerWithEachAxisOnItsOwn) {
  for (const int rotors : {6, 8}) {
    Bench bench(ring(rotors, 0.3));
    const AllocationStatus out = bench({0.1, 0.05, 0.02}, 0.5);
    EXPECT_NEAR(norm(out.torque_unallocated), 0.0, 1e-12) << rotors;
    EXPECT_NEAR(norm(out.thrust_unallocated), 0.0, 1e-12) << rotors;
  }
}

TEST(Allocation, ResultDoesNotDependOnTheSizeOfTheVehicle) {
  Airframe big = x500_airframe();
  for (AirframeRotor& rotor : big.rotors) {
    rotor.p_BR = 20.0 * rotor.p_BR;
    rotor.thrust_max_n *= 1000.0;
    rotor.moment_ratio_m *= 20.0;
  }
  const auto a = Bench()({0.1, -0.05, 0.03}, 0.6).motor,
             b = Bench(big)({0.1, -0.05, 0.03}, 0.6).motor;
  for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(a[i], b[i], 1e-12);
}

TEST(Desaturation, AtFullLiftThrustGivesWayToRoll) {
  const AllocationStatus out = Bench()({0.2, 0.0, 0.0}, 1.0);
  EXPECT_NEAR(out.torque_unallocated.x, 0.0, 1e-9);
  EXPECT_LT(out.thrust_unallocated.z, -0.1);  // lift is missing
  EXPECT_NEAR(out.motor[front_left], 1.0, 1e-9);
}

TEST(Desaturation, WithoutAirmodeThrustIsNeverRaised) {
  const AllocationStatus out = Bench()({0.4, 0.0, 0.0}, 0.1);
  double lift = 0.0;
  for (std::size_t i = 0; i < 4; ++i) lift += out.motor[i] / 4.0;
  EXPECT_LE(lift, 0.1 + 1e-12);
  EXPECT_GT(out.torque_unallocated.x, 0.1);  // roll is what is given up
}

TEST(Desaturation, AirmodeRaisesThrustToKeepRoll) {
  Bench bench;
  bench.config.airmode = 1;
  const AllocationStatus out = bench({0.4, 0.0, 0.0}, 0.1);
  EXPECT_NEAR(out.torque_unallocated.x, 0.0, 1e-9);
  EXPECT_GT(out.thrust_unallocated.z, 0.1);  // more lift than asked for
}

TEST(Desaturation, OnlyAirmodeTwoRaisesThrustForYaw) {
  Bench bench;
  bench.config.airmode = 1;
  EXPECT_GT(bench({0.0, 0.0, 0.3}, 0.1).torque_unallocated.z, 0.1);
  bench.config.airmode = 2;
  EXPECT_NEAR(bench({0.0, 0.0, 0.3}, 0.1).torque_unallocated.z, 0.0, 1e-9);
}

TEST(Desaturation, YawIsSacrificedBeforeRollAndPitch) {
  const AllocationStatus out = Bench()({0.3, 0.3, 0.9}, 0.5);
  EXPECT_NEAR(out.torque_unallocated.x, 0.0, 1e-9);
  EXPECT_NEAR(out.torque_unallocated.y, 0.0, 1e-9);
  EXPECT_GT(out.torque_unallocated.z, 0.3);
}

TEST(Desaturation, SomeYawIsLeftAtFullLift) {
  // 15 % of head-room at the top: thrust gives way to that much yaw and no more.
  const AllocationStatus out = Bench()({0.0, 0.0, 1.0}, 1.0);
  EXPECT_NEAR(out.torque_sp.z - out.torque_unallocated.z, 0.15, 1e-9);
  EXPECT_NEAR(out.motor[front_right], 1.0, 1e-9);
}

TEST(Desaturation, MotorsStayBetweenZeroAndOneWhateverIsAsked) {
  for (const std::int64_t airmode : {0, 1, 2}) {
    Bench bench;
    bench.config.airmode = airmode;
    for (int k = 0; k < 2000; ++k) {
      const auto at = [&](int j) { return std::sin(0.7 * k * (j + 1) + j) * 2.0; };
      const AllocationStatus out = bench({at(0), at(1), at(2)}, std::fabs(at(3)));
      for (std::size_t i = 0; i < 4; ++i) {
        EXPECT_GE(out.motor[i], 0.0);
        EXPECT_LE(out.motor[i], 1.0);
      }
    }
  }
}

TEST(Allocation, TellsTheRateLoopWhichWayItIsOutOfTorque) {
  const TorqueHeadroom free = torque_headroom(Bench()({0.1, 0.1, 0.1}, 0.5));
  EXPECT_EQ(free.positive, (Vec3{1.0, 1.0, 1.0}));
  EXPECT_EQ(free.negative, (Vec3{1.0, 1.0, 1.0}));
  const TorqueHeadroom full = torque_headroom(Bench()({2.0, 0.0, -3.0}, 0.5));
  EXPECT_EQ(full.positive.x, 0.0);
  EXPECT_EQ(full.negative.x, 1.0);
  EXPECT_EQ(full.positive.z, 1.0);
  EXPECT_EQ(full.negative.z, 0.0);
}

TEST(Allocation, SlewLimitsHowFastAMotorChanges) {
  Bench bench;
  bench.config.slew_time_s = 0.4;
  AllocationState state;
  const Allocator allocator(bench.tables, bench.config);
  AllocationStatus out;
  for (int k = 0; k < 10; ++k) out = allocator.allocate(state, {}, {0.0, 0.0, -1.0}, 4e-3);
  EXPECT_NEAR(out.motor[0], 0.1, 1e-12);  // 40 ms of 400 ms
}

TEST(Allocation, ThrustCurveGivesTheSignalWhoseThrustIsTheShare) {
  for (const double f : {0.0, 0.3, 1.0}) {
    Bench bench;
    bench.config.thrust_curve = f;
    const AllocationStatus status = bench({0.05, 0.0, 0.0}, 0.4);
    const ActuatorCommand command = Allocator(bench.tables, bench.config).command(status);
    EXPECT_TRUE(command.armed);
    EXPECT_EQ(command.motor_count, 4U);
    for (std::size_t i = 0; i < 4; ++i) {
      const double u = command.motor[i];
      EXPECT_NEAR(f * u * u + (1.0 - f) * u, status.motor[i], 1e-12) << f;
    }
  }
}

TEST(Allocation, RefusesAirframesThatCannotControlAnAxisAndNamesIt) {
  const auto complaint = [](const Airframe& airframe) {
    const Result<AllocationTables> tables = make_allocation_tables(airframe);
    return tables.ok() ? std::string() : tables.error().text();
  };
  Airframe same_way = x500_airframe();
  for (AirframeRotor& rotor : same_way.rotors) rotor.moment_ratio_m = 0.0;
  EXPECT_NE(complaint(same_way).find("yaw"), std::string::npos);

  Airframe in_line = x500_airframe();
  for (AirframeRotor& rotor : in_line.rotors) rotor.p_BR.y = 0.0;
  EXPECT_NE(complaint(in_line).find("roll"), std::string::npos);

  Airframe beam = x500_airframe();
  for (AirframeRotor& rotor : beam.rotors) rotor.p_BR.x = 0.0;
  EXPECT_NE(complaint(beam).find("pitch"), std::string::npos);

  // Directions of rotation front against rear: yaw and pitch come only together.
  Airframe coupled = x500_airframe();
  const double spin[4] = {0.016, -0.016, 0.016, -0.016};
  for (std::size_t i = 0; i < 4; ++i) coupled.rotors[i].moment_ratio_m = spin[i];
  EXPECT_NE(complaint(coupled), "");

  EXPECT_NE(complaint(ring(3, 0.3)), "");  // three rotors, four axes
  EXPECT_NE(complaint(Airframe{}), "");
  EXPECT_EQ(complaint(x500_airframe()), "");
}

TEST(Allocation, RefusesRotorsWithoutThrustOrDirection) {
  Airframe airframe = x500_airframe();
  airframe.rotors[2].thrust_max_n = 0.0;
  EXPECT_EQ(make_allocation_tables(airframe).error().where, "rotors[2].thrust_max_n");
  airframe = x500_airframe();
  airframe.rotors[1].axis_B = {0.0, 0.0, -2.0};
  EXPECT_EQ(make_allocation_tables(airframe).error().where, "rotors[1].axis_B");
}

TEST(Allocation, RefusesUnknownAirmodes) {
  AllocationConfig config;
  EXPECT_FALSE(validate(config));
  config.airmode = 3;
  EXPECT_EQ(validate(config)->where, "airmode");
}

}  // namespace
}  // namespace alula
