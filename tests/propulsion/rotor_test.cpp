#include "propulsion/rotor.h"

#include <cmath>
#include <functional>
#include <limits>
#include <string>

#include <gtest/gtest.h>

#include "dynamics/plant_step.h"

namespace alula {
namespace {

// In still air at sea level, at rest, on a full bus.
Flight<double> at_rest() {
  Flight<double> flight;
  flight.air.density_kg_m3 = 1.225;
  flight.air.density_ratio = 1.0;
  flight.supply_v = 16.8;
  return flight;
}

struct Effect {
  Wrench<double> wrench;
  double acceleration;
};

Effect effect_of(const RotorConfig& config, const Flight<double>& flight, double speed,
                 double command) {
  double acceleration = 0.0;
  const Wrench<double> wrench =
      Rotor<double>::build(config).effect(flight, &speed, &command, &acceleration);
  return {wrench, acceleration};
}

double command_for(double speed_rad_s) { return (speed_rad_s - 150.0) / 850.0; }

// The speed after a time, from the rotor's own rate under a held command.
double speed_after(const RotorConfig& config, double speed, double command, double time_s) {
  const Rotor<double> rotor = Rotor<double>::build(config);
  std::vector<double> x{speed}, scratch(rk4_scratch_size(1));
  const Flight<double> flight = at_rest();
  const auto rate = [&](double, std::span<const double> y, std::span<double> dy) {
    rotor.effect(flight, y.data(), &command, dy.data());
  };
  const int steps = 1000;
  for (int i = 0; i < steps; ++i) rk4_step<double>(rate, 0.0, time_s / steps, x, scratch);
  return x[0];
}

TEST(Rotor, ReachesTheShareOneMinusOneOverEInOneTimeConstant) {
  const RotorConfig config;
  const double share = 1.0 - std::exp(-1.0);  // 63.2 %
  EXPECT_NEAR(speed_after(config, 200.0, command_for(800.0), 0.0125), 200.0 + share * 600.0, 1e-7);
  EXPECT_NEAR(speed_after(config, 800.0, command_for(200.0), 0.025), 800.0 - share * 600.0, 1e-7);
}

TEST(Rotor, TurnsItsCommandIntoASpeedAndANegativeOneIntoStandstill) {
  const Rotor<double> rotor = Rotor<double>::build({});
  EXPECT_EQ(rotor.speed_setpoint(0.0, 16.8), 150.0);
  EXPECT_NEAR(rotor.speed_setpoint(0.5, 16.8), 575.0, 1e-12);
  EXPECT_NEAR(rotor.speed_setpoint(1.0, 16.8), 1000.0, 1e-12);
  EXPECT_NEAR(rotor.speed_setpoint(3.0, 16.8), 1000.0, 1e-12);
  EXPECT_EQ(rotor.speed_setpoint(kRotorOff, 16.8), 0.0);
  EXPECT_EQ(rotor.speed_setpoint(-1e-9, 16.8), 0.0);
  EXPECT_EQ(rotor.speed_setpoint(std::numeric_limits<double>::quiet_NaN(), 16.8), 0.0);
}

// 1000 rad/s at 16.8 V; what the command asks for below that is not touched.
TEST(Rotor, IsLimitedByTheVoltageOnlyAtTheTop) {
  const Rotor<double> rotor = Rotor<double>::build({});
  EXPECT_NEAR(rotor.speed_setpoint(1.0, 14.8), 1000.0 * 14.8 / 16.8, 1e-12);
  EXPECT_NEAR(rotor.speed_setpoint(0.5, 14.8), 575.0, 1e-12);
  EXPECT_EQ(rotor.speed_setpoint(1.0, 0.0), 0.0);
  EXPECT_EQ(rotor.speed_setpoint(1.0, -1.0), 0.0);
}

TEST(Rotor, PushesWithTheSquareOfItsSpeedAndWithDensity) {
  Flight<double> flight = at_rest();
  const Effect slow = effect_of({}, flight, 400.0, command_for(400.0));
  EXPECT_NEAR(slow.wrench.f_B.z, -8.54858e-6 * 160000.0, 1e-12);
  EXPECT_NEAR(effect_of({}, flight, 800.0, command_for(800.0)).wrench.f_B.z,
              4.0 * slow.wrench.f_B.z, 1e-12);
  flight.air.density_ratio = 0.5;
  EXPECT_NEAR(effect_of({}, flight, 400.0, command_for(400.0)).wrench.f_B.z,
              0.5 * slow.wrench.f_B.z, 1e-12);
}

// Turning counter-clockwise as seen from above, the air holds the blades back clockwise and the
// body follows: nose right.
TEST(Rotor, TurnsTheBodyAgainstItsOwnSpin) {
  const double torque = 0.016 * 8.54858e-6 * 490000.0;
  RotorConfig config;
  EXPECT_NEAR(effect_of(config, at_rest(), 700.0, command_for(700.0)).wrench.t_B.z, torque, 1e-12);
  config.spin_direction = SpinDirection::cw;
  EXPECT_NEAR(effect_of(config, at_rest(), 700.0, command_for(700.0)).wrench.t_B.z, -torque, 1e-12);
}

// While it speeds up, inertia times acceleration comes on top.
TEST(Rotor, ReactsToItsOwnSpinUp) {
  RotorConfig config;
  config.moment_coefficient_m = 0.0;
  const Effect effect = effect_of(config, at_rest(), 400.0, command_for(500.0));
  EXPECT_NEAR(effect.acceleration, 100.0 / 0.0125, 1e-8);
  EXPECT_NEAR(effect.wrench.t_B.z, 2.65e-5 * effect.acceleration, 1e-12);
}

// M = -w x H, H = -J speed along Bz for a counter-clockwise rotor: rolling right pushes the nose
// down by p J speed.
TEST(Rotor, ResistsTurningItsAxis) {
  Flight<double> flight = at_rest();
  flight.w_IB_B = {2.0, 0.0, 0.0};
  RotorConfig config;
  config.moment_coefficient_m = 0.0;
  const Vec3 moment = effect_of(config, flight, 600.0, command_for(600.0)).wrench.t_B;
  const Vec3 momentum{0.0, 0.0, -2.65e-5 * 600.0};
  EXPECT_LT(norm(moment + cross(flight.w_IB_B, momentum)), 1e-15);
  EXPECT_NEAR(moment.y, -2.0 * 2.65e-5 * 600.0, 1e-12);
  EXPECT_NEAR(dot(moment, flight.w_IB_B), 0.0, 1e-15);  // it takes no energy
}

TEST(Rotor, DragsInItsDiscInProportionToSpeedAndAirflow) {
  Flight<double> flight = at_rest();
  flight.air.v_AB_B = {3.0, -1.0, 5.0};  // the part along the axis does not count
  RotorConfig config;
  config.moment_coefficient_m = 0.0;
  config.inertia_kg_m2 = 0.0;
  const Wrench<double> wrench = effect_of(config, flight, 500.0, command_for(500.0)).wrench;
  EXPECT_NEAR(wrench.f_B.x, -8.06428e-5 * 500.0 * 3.0, 1e-12);
  EXPECT_NEAR(wrench.f_B.y, 8.06428e-5 * 500.0 * 1.0, 1e-12);
  EXPECT_NEAR(wrench.t_B.x, -1e-6 * 500.0 * 3.0, 1e-12);
  EXPECT_NEAR(wrench.t_B.y, 1e-6 * 500.0 * 1.0, 1e-12);
}

// The hub of a turning body moves through the air although the centre does not.
TEST(Rotor, FeelsTheMotionOfItsOwnHub) {
  Flight<double> flight = at_rest();
  flight.body.w_WB_B = {0.0, 0.0, 2.0};
  RotorConfig config;
  config.position_m = {0.5, 0.0, 0.0};
  const Wrench<double> wrench = effect_of(config, flight, 500.0, command_for(500.0)).wrench;
  EXPECT_NEAR(wrench.f_B.y, -8.06428e-5 * 500.0 * 1.0, 1e-12);
}

TEST(Rotor, ActsAtItsPlaceAndAlongItsTilt) {
  RotorConfig config;
  config.position_m = {0.2, -0.3, 0.1};
  config.axis = {2.0, 0.0, -2.0};
  config.moment_coefficient_m = 0.0;
  const Wrench<double> wrench = effect_of(config, at_rest(), 700.0, command_for(700.0)).wrench;
  const double thrust = 8.54858e-6 * 490000.0;
  const Vec3 f_B = (thrust / std::sqrt(2.0)) * Vec3{1.0, 0.0, -1.0};
  EXPECT_LT(norm(wrench.f_B - f_B), 1e-12);
  EXPECT_LT(norm(wrench.t_B - cross(config.position_m, f_B)), 1e-12);
}

// Shaft power over efficiency and nominal voltage.
TEST(Rotor, DrawsItsPowerAsCurrent) {
  const Rotor<double> rotor = Rotor<double>::build({});
  const double power_w = 0.016 * 8.54858e-6 * 769.4 * 769.4 * 769.4;
  EXPECT_NEAR(power_w, 62.3, 0.1);  // a quarter of the x500's 249 W
  const double speed = 769.4;
  EXPECT_NEAR(rotor.current(at_rest().air, speed), power_w / (0.8 * 14.8), 1e-12);
  Bus<double> bus;
  rotor.publish(at_rest(), &speed, nullptr, bus);
  EXPECT_EQ(bus.source, -rotor.current(at_rest().air, speed));
  EXPECT_EQ(bus.conductance, 0.0);
}

TEST(RotorConfig, NamesTheFieldThatIsWrong) {
  EXPECT_FALSE(validate(RotorConfig{}));
  const auto wrong = [](const std::function<void(RotorConfig&)>& spoil) {
    RotorConfig config;
    spoil(config);
    const auto error = validate(config);
    return error ? error->where : std::string("none");
  };
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(wrong([](RotorConfig& c) { c.axis = {}; }), "axis");
  EXPECT_EQ(wrong([&](RotorConfig& c) { c.position_m.y = nan; }), "position_m");
  EXPECT_EQ(wrong([](RotorConfig& c) { c.thrust_coefficient_n_s2_rad2 = 0.0; }),
            "thrust_coefficient_n_s2_rad2");
  EXPECT_EQ(wrong([](RotorConfig& c) { c.time_constant_down_s = -1.0; }), "time_constant_down_s");
  EXPECT_EQ(wrong([](RotorConfig& c) { c.speed_min_rad_s = 1000.0; }), "speed_min_rad_s");
  EXPECT_EQ(wrong([](RotorConfig& c) { c.efficiency = 1.2; }), "efficiency");
  EXPECT_EQ(wrong([&](RotorConfig& c) { c.voltage_full_v = nan; }), "voltage_full_v");
  EXPECT_EQ(wrong([](RotorConfig& c) { c.inertia_kg_m2 = -1e-6; }), "inertia_kg_m2");
}

}  // namespace
}  // namespace alula
