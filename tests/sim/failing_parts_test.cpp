// Failures of motors, propellers and batteries, by their definition, in the plant itself: no brain
// flies; every motor gets the command that the test gives.
#include <cmath>

#include <gtest/gtest.h>

#include "failures/support.h"
#include "tests/sim/flights.h"
#include "vehicle/rotor_bank.h"

namespace alula {
namespace {

constexpr std::size_t kBroken = 1;  // motor 2; the others are healthy
constexpr std::uint32_t kBrokenOnly = 0b10;
constexpr double kCommand = 0.4;

// A vehicle in the air, far from any ground, whose motors have settled.
class Bench {
 public:
  explicit Bench(const std::string& name, const Participant* participant = nullptr)
      : config_(vehicle_config(name)) {
    SimulationConfig world;
    world.world.has_ground = false;
    world.ideal_sensors = true;
    Participant body = body_without_brain(name, "a");
    if (participant != nullptr) body.vehicle = participant->vehicle;
    world_ = build_world(world, std::move(body));
    run(2.0, kCommand);
  }

  void fail(FailureUnit unit, FailureType type, std::array<double, 4> value = {},
            TimeNs duration = kFailureForGood) {
    const Failure failure{
        .duration = duration, .value = value, .unit = unit, .type = type, .instances = kBrokenOnly};
    const MaybeError refused = refusal(failure, world_->vehicle(0).failures().breakable());
    ASSERT_FALSE(refused) << refused->message;
    ASSERT_TRUE(world_->queue(0, failure));
  }
  void run(double duration_s, double command) {
    ActuatorCommand all{.motor_count = kMotorsMax, .armed = true};
    all.motor.fill(command);
    const auto steps = static_cast<StepIndex>(std::lround(1000.0 * duration_s));
    for (StepIndex i = 0; i < steps; ++i) {
      world_->advance({&all, 1});
      ASSERT_FALSE(world_->fault());
    }
  }

  [[nodiscard]] double speed(std::size_t motor) const {
    const RotorBank rotors(world_->vehicle(0).vehicle().plant().parts());
    const double state = world_->vehicle(0).plant_state(world_->arena())[rotors.state_index(motor)];
    return rotors.speed_rad_s(motor, state);
  }
  [[nodiscard]] std::size_t motors() const {
    return RotorBank(world_->vehicle(0).vehicle().plant().parts()).size();
  }
  // Of the step that has just ended.
  [[nodiscard]] PartWrench wrench(std::size_t motor) const {
    const RotorBank rotors(world_->vehicle(0).vehicle().plant().parts());
    return world_->view(0).part_wrenches[rotors.part_index(motor)];
  }
  [[nodiscard]] RotorConfig rotor(std::size_t motor) const {
    return config_.parts_of<RotorConfig>()[motor];
  }
  // At which a healthy motor settles.
  [[nodiscard]] double asked(double command) const {
    const RotorConfig& r = rotor(kBroken);
    return r.speed_min_rad_s + command * (r.speed_max_rad_s - r.speed_min_rad_s);
  }
  [[nodiscard]] Simulation& world() { return *world_; }
  void expect_others_at(double speed_rad_s) const {
    for (std::size_t i = 0; i < motors(); ++i) {
      if (i == kBroken) continue;
      EXPECT_NEAR(speed(i), speed_rad_s, 1e-6) << "motor " << i + 1;
    }
  }

 private:
  VehicleConfig config_;
  std::unique_ptr<Simulation> world_;
};

class FailingMotor : public testing::TestWithParam<const char*> {};

TEST_P(FailingMotor, OffRunsDownWithItsTimeConstantAndComesBack) {
  Bench bench(GetParam());
  const double before = bench.speed(kBroken);
  EXPECT_NEAR(before, bench.asked(kCommand), 1e-6);
  bench.fail(FailureUnit::motor, FailureType::off, {}, nanoseconds(0.5));
  bench.run(0.02, kCommand);
  const double expected = before * std::exp(-0.02 / bench.rotor(kBroken).time_constant_down_s);
  EXPECT_NEAR(bench.speed(kBroken), expected, 1e-5 * before);
  bench.expect_others_at(before);
  bench.run(0.48, kCommand);
  EXPECT_LT(bench.speed(kBroken), 1e-3 * before);
  bench.run(0.5, kCommand);
  EXPECT_NEAR(bench.speed(kBroken), before, 1e-6 * before);
}

TEST_P(FailingMotor, StuckKeepsTheCommandOfItsBeginning) {
  Bench bench(GetParam());
  bench.fail(FailureUnit::motor, FailureType::stuck);
  bench.run(0.1, kCommand);
  bench.run(1.0, 0.2);
  EXPECT_NEAR(bench.speed(kBroken), bench.asked(kCommand), 1e-6);
  bench.expect_others_at(bench.asked(0.2));
}

TEST_P(FailingMotor, GarbageWandersInItsShareOfTheRange) {
  Bench bench(GetParam());
  bench.fail(FailureUnit::motor, FailureType::garbage, {0.4});
  bench.run(0.3, kCommand);
  double lowest = 1e9, highest = 0.0;
  for (int i = 0; i < 1000; ++i) {
    bench.run(0.001, kCommand);
    lowest = std::min(lowest, bench.speed(kBroken));
    highest = std::max(highest, bench.speed(kBroken));
  }
  EXPECT_GT(lowest, bench.asked(0.3));
  EXPECT_LT(highest, bench.asked(0.7));
  EXPECT_GT(highest - lowest, 0.05 * (bench.asked(0.7) - bench.asked(0.3)));
  bench.expect_others_at(bench.asked(kCommand));
}

TEST_P(FailingMotor, WrongTurnsAtAShareOfItsSpeed) {
  Bench bench(GetParam());
  bench.fail(FailureUnit::motor, FailureType::wrong, {0.0, 0.0, 0.0, 0.7});
  bench.run(1.0, kCommand);
  EXPECT_NEAR(bench.speed(kBroken), 0.7 * bench.asked(kCommand), 1e-6);
  bench.expect_others_at(bench.asked(kCommand));
}

TEST_P(FailingMotor, SlowAnswersWithTheTimeConstantGiven) {
  Bench bench(GetParam());
  bench.fail(FailureUnit::motor, FailureType::slow, {0.4});
  bench.run(0.4, 0.2);
  const double from = bench.asked(kCommand), to = bench.asked(0.2);
  EXPECT_NEAR(bench.speed(kBroken), to + (from - to) * std::exp(-1.0), 1e-6 * from);
}

TEST_P(FailingMotor, DelayedFollowsLater) {
  Bench bench(GetParam());
  bench.fail(FailureUnit::motor, FailureType::delayed, {0.1});
  bench.run(0.05, kCommand);
  bench.run(0.1, 0.6);
  EXPECT_NEAR(bench.speed(kBroken), bench.asked(kCommand), 1e-6) << "not yet";
  bench.run(0.03, 0.6);
  const double from = bench.asked(kCommand), to = bench.asked(0.6);
  const double left = std::exp(-0.03 / bench.rotor(kBroken).time_constant_up_s);
  EXPECT_NEAR(bench.speed(kBroken), to + (from - to) * left, 1e-5 * to);
}

TEST_P(FailingMotor, IntermittentStopsAndComesBack) {
  Bench bench(GetParam());
  const double before = bench.speed(kBroken);
  bench.fail(FailureUnit::motor, FailureType::intermittent, {0.3, 0.2});
  for (int period = 0; period < 3; ++period) {
    bench.run(0.3, kCommand);
    EXPECT_LT(bench.speed(kBroken), 1e-3 * before);
    bench.run(0.2, kCommand);
    EXPECT_NEAR(bench.speed(kBroken), before, 0.01 * before);
  }
  bench.expect_others_at(before);
}

// What the shaft loses of angular momentum the body gets. In one step nothing else turns the body
// about its axis by a hundredth of that.
TEST_P(FailingMotor, AJammedShaftStopsAtOnceAndTurnsTheBody) {
  Bench healthy(GetParam()), jammed(GetParam());
  const double speed = jammed.speed(kBroken);
  jammed.fail(FailureUnit::motor, FailureType::jammed);
  healthy.run(0.001, kCommand);
  jammed.run(0.001, kCommand);
  EXPECT_EQ(jammed.speed(kBroken), 0.0);

  const auto rate = [](Bench& bench) {
    return bench.world().vehicle(0).body(bench.world().arena()).w_WB_B.z;
  };
  const RotorConfig rotor = jammed.rotor(kBroken);
  const double axis_z = rotor.axis.z / norm(rotor.axis);
  const double spin = rotor.spin_direction == SpinDirection::ccw ? 1.0 : -1.0;
  const Mat3& inertia_B = jammed.world().vehicle(0).vehicle().plant().mass().inertia_B;
  const double expected = spin * axis_z * rotor.inertia_kg_m2 * speed / inertia_B.m[2][2];
  EXPECT_NEAR(rate(jammed) - rate(healthy), expected, 0.02 * std::fabs(expected));

  jammed.run(0.5, kCommand);
  EXPECT_EQ(jammed.speed(kBroken), 0.0);
  jammed.expect_others_at(speed);
}

// Only the air's torque is left: I dw/dt = -c w^2, w = w0 / (1 + c w0 t / I), and the body feels no
// torque about the shaft.
TEST_P(FailingMotor, DesyncGivesNoTorqueForItsTime) {
  Bench bench(GetParam());
  const double before = bench.speed(kBroken);
  bench.fail(FailureUnit::motor, FailureType::desync, {0.05, 0.2});
  bench.run(0.05, kCommand);
  const RotorConfig rotor = bench.rotor(kBroken);
  const AirState<double> air = bench.world().vehicle(0).vehicle().plant().environment().air(
      0.0, bench.world().vehicle(0).body(bench.world().arena()), Mat3::identity());
  const double c =
      rotor.thrust_coefficient_n_s2_rad2 * rotor.moment_coefficient_m * air.density_ratio;
  const double expected = before / (1.0 + c * before * 0.05 / rotor.inertia_kg_m2);
  EXPECT_NEAR(bench.speed(kBroken), expected, 2e-3 * before);
  const double lift = -bench.wrench(kBroken).f_B.z;
  EXPECT_GT(lift, 0.1);
  EXPECT_LT(std::fabs(bench.wrench(kBroken).t_B.z), 0.02 * rotor.moment_coefficient_m * lift);
  bench.run(0.2, kCommand);
  EXPECT_NEAR(bench.speed(kBroken), before, 0.01 * before);
  bench.expect_others_at(before);
}

TEST_P(FailingMotor, ADamagedPropellerGivesItsShareOfThrustAtItsSpeed) {
  Bench bench(GetParam());
  bench.fail(FailureUnit::propeller, FailureType::damaged, {0.6, 0.0});
  bench.run(0.5, kCommand);
  EXPECT_NEAR(bench.speed(kBroken), bench.asked(kCommand), 1e-6);
  EXPECT_NEAR(bench.wrench(kBroken).f_B.z / bench.wrench(0).f_B.z, 0.6, 1e-9);
}

// m r w^2 turns with the shaft. The accelerometer, a mean over 1 ms, sees sin(x)/x of it on both
// axes of the disc, x = w * 0.5 ms.
TEST_P(FailingMotor, AnUnbalancedPropellerShakesTheAccelerometer) {
  Participant body = body_without_brain(GetParam(), "a");
  ImuConfig& imu = body.vehicle.sensors.imu.front();
  imu.common.rate_hz = 1000.0;
  imu.common.position_m = {};
  Bench healthy(GetParam(), &body), shaken(GetParam(), &body);
  shaken.fail(FailureUnit::propeller, FailureType::damaged, {1.0, 2e-5});
  Vec3 squares{};
  for (int i = 0; i < 500; ++i) {
    healthy.run(0.001, kCommand);
    shaken.run(0.001, kCommand);
    const auto force = [](Bench& bench) {
      return bench.world().view(0).samples.imu[0].specific_force_B;
    };
    const Vec3 difference = force(shaken) - force(healthy);
    squares += cwise_product(difference, difference);
  }
  const double speed = shaken.speed(kBroken), x = 0.5e-3 * speed;
  const double mass_kg = shaken.world().vehicle(0).vehicle().plant().mass().mass_kg;
  const double expected = 2e-5 * speed * speed / mass_kg * std::sin(x) / x / std::sqrt(2.0);
  EXPECT_NEAR(std::sqrt(squares.x / 500.0), expected, 0.05 * expected);
  EXPECT_NEAR(std::sqrt(squares.y / 500.0), expected, 0.05 * expected);
  EXPECT_LT(std::sqrt(squares.z / 500.0), 0.2 * expected);
}

INSTANTIATE_TEST_SUITE_P(Frames, FailingMotor, testing::Values("x500", "hex", "octo"));

// Their command and thrust are linear; what they tell as speed goes with the root.
TEST(FailingParts, AirsimsRotorsFailAsWell) {
  Bench bench("airsim_quad");
  const double before = bench.speed(kBroken);
  const double thrust = bench.wrench(kBroken).f_B.z;
  bench.fail(FailureUnit::motor, FailureType::wrong, {0.0, 0.0, 0.0, 0.5});
  bench.run(0.5, kCommand);
  EXPECT_NEAR(bench.speed(kBroken), 0.5 * before, 1e-6);
  EXPECT_NEAR(bench.wrench(kBroken).f_B.z / bench.wrench(0).f_B.z, 0.25, 1e-9);
  bench.fail(FailureUnit::motor, FailureType::off);
  bench.run(0.5, kCommand);
  EXPECT_NEAR(bench.wrench(kBroken).f_B.z, 0.0, 1e-9 * std::fabs(thrust));
  const Failure desync{.unit = FailureUnit::motor, .type = FailureType::desync};
  EXPECT_TRUE(refusal(desync, bench.world().vehicle(0).failures().breakable()));
}

// 4.2 V a cell when full and nothing is drawn.
TEST(FailingParts, ALostCellTakesItsVoltage) {
  const auto world = build_world({}, body_without_brain("x500", "a"));
  run_steps(*world, 200);
  ASSERT_TRUE(world->queue(0, Failure{.duration = nanoseconds(1.0),
                                      .value = {1.0},
                                      .unit = FailureUnit::battery,
                                      .type = FailureType::cell_drop}));
  run_steps(*world, 501);
  ASSERT_EQ(world->view(0).samples.battery.size(), 1U);
  EXPECT_NEAR(world->view(0).samples.battery[0].voltage_v, 3 * 4.2, 1e-9);
  EXPECT_EQ(world->view(0).samples.battery[0].cells, 4U);
  run_steps(*world, 1000);
  EXPECT_NEAR(world->view(0).samples.battery[0].voltage_v, 4 * 4.2, 1e-9);
}

Participant with_two_batteries() {
  Participant body = body_without_brain("x500", "a");
  add_second_battery(body.vehicle);
  return body;
}

BatterySample last_report(Bench& bench, std::uint32_t battery) {
  for (int i = 0; i < 100; ++i) {
    bench.run(0.001, kCommand);
    for (const BatterySample& sample : bench.world().view(0).samples.battery) {
      if (sample.instance == battery) return sample;
    }
  }
  ADD_FAILURE() << "no report for 0.1 s";
  return {};
}

TEST(FailingParts, OfTwoBatteriesTheOneThatIsLeftCarriesAll) {
  const Participant body = with_two_batteries();
  Bench bench("x500", &body);
  const double each_a = last_report(bench, 0).current_a;
  EXPECT_NEAR(last_report(bench, 1).current_a, each_a, 0.01 * each_a);
  bench.fail(FailureUnit::battery, FailureType::off);
  bench.run(0.2, kCommand);
  EXPECT_EQ(last_report(bench, 1).current_a, 0.0);
  EXPECT_NEAR(last_report(bench, 0).current_a, 2.0 * each_a, 0.01 * each_a);
  EXPECT_NEAR(bench.speed(0), bench.asked(kCommand), 1e-6);
}

TEST(FailingParts, WithoutItsBatteryEveryMotorStopsAndEveryReportIsANumber) {
  Bench bench("x500");
  ASSERT_TRUE(
      bench.world().queue(0, Failure{.unit = FailureUnit::battery, .type = FailureType::off}));
  bench.run(0.5, kCommand);
  for (std::size_t i = 0; i < bench.motors(); ++i) EXPECT_LT(bench.speed(i), 1e-3);
  const BatterySample report = last_report(bench, 0);
  EXPECT_EQ(report.voltage_v, 0.0);
  EXPECT_EQ(report.current_a, 0.0);
}

}  // namespace
}  // namespace alula
