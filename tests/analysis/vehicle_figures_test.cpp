// What a vehicle can do, against closed forms.
#include "analysis/vehicle_figures.h"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

namespace alula {
namespace {

constexpr double kGravity = 9.80665, kDensity = 1.225;

VehicleConfig model(const std::string& name) {
  Result<VehicleConfig> config = load_vehicle(find_vehicle(name, ALULA_SOURCE_DIR "/models"));
  EXPECT_TRUE(config.ok());
  return std::move(config).value();
}

VehicleFigures figures_of(const VehicleConfig& config, double altitude_m = 0.0) {
  Result<VehicleFigures> figures = vehicle_figures(config, altitude_m);
  EXPECT_TRUE(figures.ok()) << (figures.ok() ? "" : figures.error().text());
  return std::move(figures).value();
}

template <class Config, class Change> void change_all(VehicleConfig& config, const Change& change) {
  for (PartGroupConfig& group : config.parts)
    if (auto* configs = std::get_if<std::vector<Config>>(&group.configs))
      for (Config& each : *configs) change(each);
}

// A quad whose air is the drag of a sphere and whose battery does not sag.
VehicleConfig plain_quad(double drag_area_m2) {
  VehicleConfig config = model("x500");
  change_all<RotorConfig>(config, [](RotorConfig& rotor) {
    rotor.drag_coefficient_kg_rad = rotor.rolling_moment_coefficient_kg_m_rad = 0.0;
    rotor.voltage_full_v = 10.0;  // the pack always has more
  });
  change_all<BodyDragConfig>(config, [&](BodyDragConfig& drag) {
    drag.drag_area_m2 = {drag_area_m2, drag_area_m2, drag_area_m2};
  });
  return config;
}

// Full thrust T is the hypotenuse of weight and drag: V^2 = 2 sqrt(T^2 - W^2) / (rho A).
TEST(VehicleFigures, LevelSpeedIsWhereFullThrustBalancesWeightAndDrag) {
  const VehicleConfig config = plain_quad(0.04);
  const VehicleFigures figures = figures_of(config);
  const double weight = config.body.mass_kg * kGravity, thrust = 4.0 * 8.54858;
  const double drag = std::sqrt(thrust * thrust - weight * weight);
  EXPECT_NEAR(figures.level.thrust.speed_m_s, std::sqrt(2.0 * drag / (kDensity * 0.04)), 1e-3);
  EXPECT_NEAR(figures.level.tilt_rad, std::acos(weight / thrust), 1e-5);
  EXPECT_EQ(figures.level.thrust.limit.substr(0, 21), "full command of rotor");

  // At 45 degrees the drag is the weight.
  EXPECT_NEAR(figures.level.allowed.speed_m_s, std::sqrt(2.0 * weight / (kDensity * 0.04)), 1e-3);
  EXPECT_EQ(figures.level.allowed.limit, "the tilt limit, MPC_TILTMAX_AIR 45 deg");
  EXPECT_EQ(figures.level.flown.speed_m_s, 12.0);
  EXPECT_EQ(figures.level.flown.limit, "the autopilot's MPC_XY_VEL_MAX 12 m/s");
}

TEST(VehicleFigures, ClimbEndsWhereDragEatsWhatIsLeftOfTheThrust) {
  const VehicleConfig config = plain_quad(0.04);
  const VehicleFigures figures = figures_of(config);
  const double left = 4.0 * 8.54858 - config.body.mass_kg * kGravity;
  EXPECT_NEAR(figures.climb.thrust.speed_m_s, std::sqrt(2.0 * left / (kDensity * 0.04)), 1e-3);
  EXPECT_EQ(figures.climb.flown.speed_m_s, 3.0);
  EXPECT_NEAR(figures.vertical.back().command, 1.0, 1e-6);
}

TEST(VehicleFigures, ThrustToWeightLosesWhatTheBatterySags) {
  const VehicleFigures figures = figures_of(model("x500"));
  const FullThrottleFigures& full = figures.full;
  EXPECT_NEAR(full.thrust_to_weight_unsagged, 4.0 * 8.54858 / (2.064308 * kGravity), 1e-6);
  // Speed goes with the bus voltage, thrust with its square, and the bus obeys Ohm.
  EXPECT_NEAR(full.thrust_to_weight / full.thrust_to_weight_unsagged,
              std::pow(full.supply_v / 16.8, 2.0), 1e-6);
  EXPECT_NEAR(full.supply_v, 16.8 - 0.020 * full.current_a, 1e-6);
  EXPECT_NEAR(figures.throttle.back().thrust_n, full.thrust_n, 1e-12);
}

// The current of this motor model does not depend on the voltage: charge over current.
TEST(VehicleFigures, HoverLastsAsLongAsTheChargeFeedsTheCurrent) {
  const VehicleFigures figures = figures_of(model("x500"));
  const double charge_c = 5.2 * 3600.0;
  EXPECT_NEAR(figures.endurance->hover_reserve_s, 0.8 * charge_c / figures.hover.current_a, 1e-3);
  // Near the end the voltage no longer gives the speed: 3.27 V a cell when empty.
  EXPECT_LT(figures.endurance->hover_s, charge_c / figures.hover.current_a);
  EXPECT_GT(figures.endurance->hover_s, 0.97 * charge_c / figures.hover.current_a);
  EXPECT_EQ(figures.endurance->limit.substr(0, 18), "battery voltage at");
}

// Without sag every speed is kept to the last, and the way is charge over current times speed.
TEST(VehicleFigures, LongestWayIsWhereCurrentOverSpeedIsLeast) {
  const VehicleFigures figures = figures_of(plain_quad(0.04));
  const EnduranceFigures& endurance = *figures.endurance;
  double least = std::numeric_limits<double>::infinity(), at = 0.0;
  for (const FlightPoint& point : figures.forward) {
    if (!(point.current_a < least * point.speed_m_s)) continue;
    least = point.current_a / point.speed_m_s;
    at = point.speed_m_s;
  }
  EXPECT_NEAR(endurance.farthest_speed_m_s, at, figures.level.thrust.speed_m_s / 40.0);
  EXPECT_NEAR(endurance.farthest_m, 0.8 * 5.2 * 3600.0 / least, 0.01 * endurance.farthest_m);
}

// A speed that the sagging battery keeps for a minute only does not carry farthest.
TEST(VehicleFigures, LongestWayCountsUntilTheVoltageNoLongerCarries) {
  const VehicleFigures figures = figures_of(model("x500"));
  const EnduranceFigures& endurance = *figures.endurance;
  const FlightPoint& middle = figures.forward[20];
  EXPECT_GT(endurance.farthest_m, middle.speed_m_s * 0.8 * 5.2 * 3600.0 / middle.current_a);
  EXPECT_LT(endurance.farthest_speed_m_s, 0.9 * figures.level.thrust.speed_m_s);
}

// Two rotors give what the thrust has left at the bus voltage, two take as much: 4 r dT / I.
TEST(VehicleFigures, AuthorityIsWhatTheThrustHasLeftOnItsArms) {
  const VehicleFigures figures = figures_of(plain_quad(0.04));
  const double left = 8.54858 - 2.064308 * kGravity / 4.0;
  const auto expect_axis = [&](std::size_t axis, double expected) {
    EXPECT_NEAR(figures.authority[axis].up, expected, 1e-4 * expected) << axis;
    EXPECT_NEAR(figures.authority[axis].down, expected, 1e-4 * expected) << axis;
  };
  expect_axis(0, 4.0 * left * 0.174 / 0.0239);
  expect_axis(1, 4.0 * left * 0.174 / 0.0239);
  expect_axis(2, 4.0 * left * 0.016 / 0.0440);
  EXPECT_NEAR(figures.authority[3].up, 4.0 * left / 2.064308, 1e-4);
  const double idle = 8.54858e-6 * 150.0 * 150.0;
  EXPECT_NEAR(figures.authority[3].down, kGravity - 4.0 * idle / 2.064308, 1e-4);
}

// dv/dt = -(4 c w / m) v for rotors with linear drag in the plane of their discs.
TEST(VehicleFigures, SpeedDecaysByTheDragOfTheRotors) {
  const VehicleFigures figures = figures_of(model("x500"));
  const double decay = 4.0 * 8.06428e-5 * figures.hover.speed_rad_s / 2.064308;
  EXPECT_NEAR(figures.time_constants.forward_s.value(), 1.0 / decay, 2e-3);
  EXPECT_NEAR(figures.time_constants.sideways_s.value(), 1.0 / decay, 2e-3);
  EXPECT_FALSE(figures.time_constants.vertical_s.has_value());
  EXPECT_EQ(figures.time_constants.rotor_up_s, 0.0125);
  EXPECT_EQ(figures.time_constants.rotor_down_s, 0.025);
}

TEST(VehicleFigures, CurvesAreAscendingAndEndAtTheLimits) {
  for (const char* name : {"x500", "octo", "flamewheel"}) {
    SCOPED_TRACE(name);
    const VehicleFigures figures = figures_of(model(name));
    ASSERT_EQ(figures.forward.size(), 41U);
    EXPECT_DOUBLE_EQ(figures.forward.back().speed_m_s, figures.level.thrust.speed_m_s);
    for (std::size_t i = 1; i < figures.forward.size(); ++i)
      EXPECT_GT(figures.forward[i].tilt_rad, figures.forward[i - 1].tilt_rad);
    for (std::size_t i = 1; i < figures.throttle.size(); ++i)
      EXPECT_GE(figures.throttle[i].thrust_n + 1e-9, figures.throttle[i - 1].thrust_n);
    EXPECT_NEAR(figures.forward.front().command, figures.hover.command, 1e-9);
  }
}

TEST(VehicleFigures, AreRefusedWhereTheAirIsTooThin) {
  const Result<VehicleFigures> high = vehicle_figures(model("x500"), 12000.0);
  ASSERT_FALSE(high.ok());
  EXPECT_EQ(high.error().text(), "x500: cannot hover at 12000 m");
}

}  // namespace
}  // namespace alula
