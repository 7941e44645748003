// Steady flight, against closed forms that a hand can compute and against the plant in motion.
#include "analysis/steady_flight.h"

#include <cmath>

#include <gtest/gtest.h>

#include "dynamics/plant_step.h"
#include "math/quaternion.h"

namespace alula {
namespace {

constexpr double kGravity = 9.80665, kDensity = 1.225;  // of the standard, at the sea

VehicleConfig model(const std::string& name) {
  Result<VehicleConfig> config = load_vehicle(find_vehicle(name, ALULA_SOURCE_DIR "/models"));
  EXPECT_TRUE(config.ok());
  return std::move(config).value();
}

SteadyFlight flight_of(const VehicleConfig& config, double altitude_m = 0.0) {
  Result<SteadyFlight> flight = SteadyFlight::build(config, altitude_m);
  EXPECT_TRUE(flight.ok()) << (flight.ok() ? "" : flight.error().text());
  return std::move(flight).value();
}

// k w^2 n = m g; the pack gives P / (efficiency times nominal voltage) and sags by R.
TEST(SteadyFlight, HoversWhereTheThrustIsTheWeight) {
  const SteadyFlight x500 = flight_of(model("x500"));
  const SteadyPoint hover = x500.trim({}, 1.0).value();
  const double speed = std::sqrt(2.064308 * kGravity / (4.0 * 8.54858e-6));
  const double shaft_w = 4.0 * 8.54858e-6 * 0.016 * speed * speed * speed;
  const double current = shaft_w / (0.8 * 14.8);
  for (const double state : hover.rotor_state) EXPECT_NEAR(state, speed, 1e-6);
  EXPECT_NEAR(hover.command_mean(), (speed - 150.0) / 850.0, 1e-8);
  EXPECT_NEAR(hover.current_a, current, 1e-6);
  EXPECT_NEAR(hover.supply_v, 16.8 - 0.020 * current, 1e-6);
  EXPECT_NEAR(hover.tilt_rad, 0.0, 1e-9);
  EXPECT_TRUE(hover.reachable());
  EXPECT_NEAR(hover.use, speed / (1000.0 * hover.supply_v / 16.8), 1e-8);
  EXPECT_TRUE(hover.voltage_binds);
}

// Thin air: 1.0066 kg/m^3 at 2000 m (U.S. Standard Atmosphere 1976, geometric height 1.0065).
TEST(SteadyFlight, TurnsFasterInThinAir) {
  const SteadyFlight high = flight_of(model("x500"), 2000.0);
  EXPECT_NEAR(high.density_ratio() * kDensity, 1.0065, 2e-4);
  const double sea = flight_of(model("x500")).trim({}, 1.0)->rotor_state[0];
  EXPECT_NEAR(high.trim({}, 1.0)->rotor_state[0], sea / std::sqrt(high.density_ratio()), 1e-6);
}

// AirSim's own hover command for its quad (airsim.md 3.2).
TEST(SteadyFlight, HoversAirsimsQuadAtItsCommand) {
  const SteadyFlight quad = flight_of(model("airsim_quad"));
  EXPECT_NEAR(quad.trim({}, 1.0)->command_mean(), 0.5866, 5e-5);
  EXPECT_FALSE(quad.has_electrics());
}

// The x500 with the drag of a sphere and nothing else of the air.
VehicleConfig sphere_quad(double drag_area_m2) {
  VehicleConfig config = model("x500");
  for (PartGroupConfig& group : config.parts) {
    if (auto* rotors = std::get_if<std::vector<RotorConfig>>(&group.configs))
      for (RotorConfig& rotor : *rotors)
        rotor.drag_coefficient_kg_rad = rotor.rolling_moment_coefficient_kg_m_rad = 0.0;
    if (auto* drags = std::get_if<std::vector<BodyDragConfig>>(&group.configs))
      drags->front().drag_area_m2 = {drag_area_m2, drag_area_m2, drag_area_m2};
  }
  return config;
}

// tan(tilt) = D / W with D = rho/2 A V^2; thrust is the hypotenuse.
TEST(SteadyFlight, TiltsUntilThrustBalancesWeightAndDrag) {
  const VehicleConfig config = sphere_quad(0.04);
  const SteadyFlight flight = flight_of(config);
  const double weight = config.body.mass_kg * kGravity;
  for (const Vec3& v_WB : {Vec3{12.0, 0, 0}, Vec3{0, -12.0, 0}, Vec3{0, 0, -4.0}}) {
    const SteadyPoint point = flight.trim(v_WB, 1.0).value();
    const double drag = 0.5 * kDensity * 0.04 * norm_squared(v_WB);
    EXPECT_NEAR(point.drag_n(), drag, 1e-4 * drag);
    const bool climbs = v_WB.z != 0.0;
    const double thrust = climbs ? weight + drag : std::hypot(weight, drag);
    EXPECT_NEAR(point.tilt_rad, climbs ? 0.0 : std::atan2(drag, weight), 1e-5);
    double sum = 0.0;
    for (const double each : point.thrust_n) sum += each;
    EXPECT_NEAR(sum, thrust, 1e-4 * thrust);
  }
  // Forward: nose down. To the left: left side down.
  EXPECT_LT(flight.trim({12.0, 0, 0}, 1.0)->pitch_rad, 0.0);
  EXPECT_LT(flight.trim({0, -12.0, 0}, 1.0)->roll_rad, 0.0);
}

TEST(SteadyFlight, SaysWhenTheRotorsCannot) {
  const SteadyFlight flight = flight_of(sphere_quad(0.04));
  EXPECT_TRUE(flight.trim({25.0, 0, 0}, 1.0).value().reachable());
  EXPECT_FALSE(flight.trim({40.0, 0, 0}, 1.0).value().reachable());
  EXPECT_TRUE(flight.trim({0, 0, 5.0}, 1.0).value().reachable());
  // It falls with 28.74 m/s at last without rotors, with 28.2 m/s on idle ones.
  EXPECT_TRUE(flight.trim({0, 0, 28.5}, 1.0).value().idle);
  EXPECT_FALSE(flight.trim({0, 0, 29.0}, 1.0).has_value());
}

// The plant itself, from the solution on, under the solution's commands: nothing changes.
TEST(SteadyFlight, GoesOnUnchangedInThePlant) {
  for (const char* name : {"x500", "hex", "airsim_quad", "iris"}) {
    SCOPED_TRACE(name);
    const SteadyFlight flight = flight_of(model(name));
    const SteadyPoint point = flight.trim({9.0, 3.0, 0.0}, 1.0).value();
    ASSERT_TRUE(point.reachable());
    const PlantModel<double>& plant = flight.vehicle().plant();
    const RigidBodyState<double> body{
        .v_WB = point.v_WB,
        .q_WB = from_euler({.roll = point.roll_rad, .pitch = point.pitch_rad, .yaw = 0.0})};
    std::vector<double> x(plant.state_size()), command(plant.command_size());
    flight.vehicle().initial_state(body, x);
    for (std::size_t i = 0; i < flight.rotors().size(); ++i) {
      x[flight.rotors().state_index(i)] = point.rotor_state[i];
      command[flight.rotors().command_index(i)] = point.command[i];
    }
    std::vector<double> scratch(plant_scratch_size(x.size()));
    std::vector<Wrench<double>> wrenches(plant.part_count());
    IntegratorState memory{};
    for (int k = 0; k < 1000; ++k)
      step_plant(Integrator::rk4, plant, memory, 1e-3 * k, 1e-3, x, command, scratch, wrenches);
    const RigidBodyState<double> after = read_body(x.data());
    EXPECT_LT(norm(after.v_WB - point.v_WB), 1e-4);
    EXPECT_LT(norm(after.w_WB_B), 1e-4);
    EXPECT_NEAR(x[flight.rotors().state_index(0)], point.rotor_state[0], 1e-6);
  }
}

TEST(SteadyFlight, IsRefusedWithoutRotors) {
  const Result<SteadyFlight> sphere = SteadyFlight::build(model("sphere"));
  ASSERT_FALSE(sphere.ok());
  EXPECT_EQ(sphere.error().text(), "sphere: parts: has no rotor; expected a vehicle that hovers");
}

}  // namespace
}  // namespace alula
