#include "vehicle/vehicle.h"

#include <gtest/gtest.h>

#include "dynamics/plant_step.h"
#include "math/frames.h"
#include "vehicle/airframe_of.h"

namespace alula {
namespace {

constexpr double kStandardGravity = 9.80665;
constexpr double kSlug_kg = 14.593903, kFoot_m = 0.3048;

VehicleConfig model(const std::string& name) {
  Result<VehicleConfig> config = load_vehicle(find_vehicle(name, ALULA_SOURCE_DIR "/models"));
  EXPECT_TRUE(config.ok()) << (config.ok() ? "" : config.error().text());
  return std::move(config).value();
}

Vehicle built(const std::string& name, const VehicleSite& site = {}) {
  Result<Vehicle> vehicle = build_vehicle(model(name), site);
  EXPECT_TRUE(vehicle.ok());
  return std::move(vehicle).value();
}

TEST(FindVehicle, TakesANameOrAPath) {
  EXPECT_EQ(find_vehicle("x500", "models"), "models/vehicles/x500.yaml");
  EXPECT_EQ(find_vehicle("my/quad.yaml", "models"), "my/quad.yaml");
  EXPECT_EQ(find_vehicle("quad.yaml", "models"), "quad.yaml");
}

// Every figure of px4.md 5 that the file must hold.
TEST(X500, HasTheFiguresOfItsModel) {
  const VehicleConfig x500 = model("x500");
  EXPECT_NEAR(x500.body.mass_kg, 2.0 + 4.0 * 0.016077, 1e-9);
  EXPECT_EQ(x500.body.inertia_kg_m2.m[0][0], 0.0239);
  EXPECT_EQ(x500.body.inertia_kg_m2.m[2][2], 0.0440);
  const auto rotors = x500.parts_of<RotorConfig>();
  ASSERT_EQ(rotors.size(), 4U);
  const std::array<Vec3, 4> places{
      {{.174, .174, 0}, {-.174, -.174, 0}, {.174, -.174, 0}, {-.174, .174, 0}}};
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(rotors[i].position_m.x, places[i].x);
    EXPECT_EQ(rotors[i].position_m.y, places[i].y);
    EXPECT_NEAR(rotors[i].position_m.z, -0.06 + 0.0019, 1e-12);  // from the centre of mass
    EXPECT_EQ(rotors[i].spin_direction, i < 2 ? SpinDirection::ccw : SpinDirection::cw);
    EXPECT_EQ(rotors[i].thrust_coefficient_n_s2_rad2, 8.54858e-6);
    EXPECT_EQ(rotors[i].moment_coefficient_m, 0.016);
    EXPECT_EQ(rotors[i].time_constant_up_s, 0.0125);
    EXPECT_EQ(rotors[i].time_constant_down_s, 0.025);
    EXPECT_EQ(rotors[i].speed_min_rad_s, 150.0);
    EXPECT_EQ(rotors[i].speed_max_rad_s, 1000.0);
    EXPECT_NEAR(rotors[i].voltage_full_v, 16.8, 1e-12);     // 4 cells of 4.2 V
    EXPECT_NEAR(rotors[i].voltage_nominal_v, 14.8, 1e-12);  // and of 3.7 V
  }
  ASSERT_EQ(x500.contact_points_m.size(), 4U);
  EXPECT_NEAR(x500.contact_points_m[0].z, 0.227 + 0.0019, 1e-12);
  // The hover thrust follows from the airframe, all else from PX4's defaults.
  EXPECT_TRUE(x500.autopilot_parameters.empty());
}

// px4.md 5.1, line by line; the defaults of the structs are the same figures.
TEST(X500, HasTheDefaultNoise) {
  const SensorSuiteConfig sensors = model("x500").sensors;
  const ImuConfig& imu = sensors.imu.at(0);
  EXPECT_EQ(imu.common.rate_hz, 250.0);
  EXPECT_EQ(imu.common.delay_s, 0.001);
  EXPECT_NEAR(imu.common.position_m.z, 0.0019, 1e-12);
  EXPECT_EQ(imu.gyro_noise_rad_s_sqrt_hz, 1.5e-4);
  EXPECT_EQ(imu.gyro_bias_instability_rad_s, 2e-5);
  EXPECT_EQ(imu.gyro_bias_time_constant_s, 500.0);
  EXPECT_EQ(imu.gyro_turn_on_bias_rad_s, 0.01);
  EXPECT_NEAR(imu.gyro_range_rad_s, radians(2000.0), 1e-12);
  EXPECT_NEAR(imu.gyro_lsb_rad_s, radians(2000.0 / 32768.0), 1e-15);
  EXPECT_EQ(imu.accel_noise_m_s2_sqrt_hz, 1.5e-3);
  EXPECT_EQ(imu.accel_bias_instability_m_s2, 1e-3);
  EXPECT_EQ(imu.accel_bias_time_constant_s, 500.0);
  EXPECT_EQ(imu.accel_turn_on_bias_m_s2, 0.05);
  EXPECT_NEAR(imu.accel_range_m_s2, 16.0 * kStandardGravity, 1e-12);
  EXPECT_NEAR(imu.accel_lsb_m_s2, kStandardGravity / 2048.0, 1e-15);
  const GnssConfig& gnss = sensors.gnss.at(0);
  EXPECT_EQ(gnss.common.rate_hz, 10.0);
  EXPECT_EQ(gnss.common.delay_s, 0.110);
  EXPECT_EQ(gnss.position_white_horizontal_m, 0.10);
  EXPECT_EQ(gnss.position_white_vertical_m, 0.20);
  EXPECT_EQ(gnss.position_walk_horizontal_m, 0.15);
  EXPECT_EQ(gnss.position_walk_vertical_m, 0.10);
  EXPECT_EQ(gnss.position_walk_time_constant_s, 60.0);
  EXPECT_EQ(gnss.velocity_white_horizontal_m_s, 0.05);
  EXPECT_EQ(gnss.velocity_white_vertical_m_s, 0.10);
  EXPECT_EQ(gnss.eph_m, 0.5);
  EXPECT_EQ(gnss.epv_m, 0.75);
  EXPECT_EQ(gnss.speed_accuracy_m_s, 0.25);
  EXPECT_EQ(gnss.satellites, 12U);
  const BarometerConfig& barometer = sensors.barometer.at(0);
  EXPECT_EQ(barometer.common.rate_hz, 50.0);
  EXPECT_EQ(barometer.common.delay_s, 0.010);
  EXPECT_EQ(barometer.white_pa, 3.0);
  EXPECT_EQ(barometer.walk_pa, 10.0);
  EXPECT_EQ(barometer.walk_time_constant_s, 600.0);
  const MagnetometerConfig& magnetometer = sensors.magnetometer.at(0);
  EXPECT_EQ(magnetometer.common.rate_hz, 100.0);
  EXPECT_EQ(magnetometer.common.delay_s, 0.005);
  EXPECT_DOUBLE_EQ(magnetometer.white_tesla, 0.5e-3 * 1e-4);  // 0.5 mG
  EXPECT_DOUBLE_EQ(magnetometer.offset_tesla, 5e-3 * 1e-4);
}

TEST(X500, ItsAirframeIsWhatPx4AndPhysicsSay) {
  const Vehicle x500 = built("x500");
  const Airframe& airframe = x500.airframe();
  ASSERT_EQ(airframe.rotors.size(), 4U);
  EXPECT_NEAR(airframe.rotors[0].thrust_max_n, 8.54858, 1e-5);  // k w^2 at 1000 rad/s
  EXPECT_NEAR(airframe.rotors[0].moment_ratio_m, 0.016, 1e-12);
  EXPECT_NEAR(airframe.rotors[2].moment_ratio_m, -0.016, 1e-12);
  // "hover u about 0.73", "thrust/weight at u = 1: 1.69" (px4.md 5).
  EXPECT_NEAR(airframe.hover_command, 0.73, 0.005);
  EXPECT_NEAR(4.0 * airframe.rotors[0].thrust_max_n / (airframe.mass_kg * kStandardGravity), 1.69,
              0.005);
  EXPECT_NEAR(airframe.height_on_ground_m, 0.2289, 1e-9);
  EXPECT_NEAR(airframe.p_BI.z, 0.0019, 1e-12);
  // Best f of T = f u^2 + (1 - f) u for (0.15 + 0.85 u)^2, integrated by hand: 0.66625.
  EXPECT_NEAR(airframe.rotors[0].thrust_curve, 0.66625, 1e-9);
}

TEST(X500, PartsAndTheirNamesAreThoseOfTheLog) {
  const Vehicle x500 = built("x500");
  const std::vector<std::string> expected{"rotor_0", "rotor_1", "rotor_2",
                                          "rotor_3", "battery", "body_drag"};
  EXPECT_EQ(x500.plant().parts().names(), expected);
  EXPECT_EQ(x500.plant().state_size(), 13U + 4U + 1U);
  EXPECT_EQ(x500.plant().command_size(), 4U);
}

TEST(X500, ADisarmedCommandStopsEveryMotorAndAnArmedOneReachesItsRotor) {
  const Vehicle x500 = built("x500");
  std::vector<double> plant_command(4);
  ActuatorCommand command{.motor = {0.1, 0.2, 0.3, 0.4}, .motor_count = 4, .armed = false};
  x500.plant_commands(command, plant_command);
  for (const double u : plant_command) EXPECT_EQ(u, kRotorOff);
  command.armed = true;
  x500.plant_commands(command, plant_command);
  EXPECT_EQ(plant_command, (std::vector<double>{0.1, 0.2, 0.3, 0.4}));
  command.motor_count = 2;
  command.motor[0] = -0.3;
  x500.plant_commands(command, plant_command);
  EXPECT_EQ(plant_command, (std::vector<double>{0.0, 0.2, kRotorOff, kRotorOff}));
}

// px4.md 5: hovering takes about 249 W at the shafts. The current is that over 0.8 and 14.8 V: 21 A
// (there "about 20").
TEST(X500, InHoverItsPartsCarryItAndDrawWhatTheyShould) {
  VehicleSite site;
  site.environment.origin = {};
  site.environment.gravity = {
      .model = GravityModel::constant, .rotation = false, .constant_m_s2 = kStandardGravity};
  const Vehicle x500 = built("x500", site);
  std::vector<double> x(x500.plant().state_size()), dx(x.size());
  x500.initial_state({}, x);
  const double speed = std::sqrt(x500.airframe().mass_kg * kStandardGravity / 4.0 / 8.54858e-6);
  for (std::size_t i = 0; i < 4; ++i) x[kBodyStates + i] = speed;
  const std::vector<double> command(4, x500.airframe().hover_command);
  std::vector<Wrench<double>> wrenches(x500.plant().part_count());
  PlantEvaluation<double> found;
  x500.plant().derivative(0.0, x, command, dx, wrenches, &found);
  EXPECT_LT(norm(found.a_WB), 1e-9);
  EXPECT_LT(norm(found.alpha_WB_B), 1e-9);

  const PowerTruth power = x500.power(x, found);
  ASSERT_EQ(power.batteries.size(), 1U);
  ASSERT_EQ(power.rotors.size(), 4U);
  const double shaft_power_w = 4.0 * 0.016 * 8.54858e-6 * std::pow(speed, 3);
  EXPECT_NEAR(shaft_power_w, 249.0, 0.5);
  EXPECT_NEAR(power.batteries[0].current_a, shaft_power_w / (0.8 * 14.8), 1e-6);
  EXPECT_NEAR(4.0 * power.rotors[0].current_a, power.batteries[0].current_a, 1e-9);
  EXPECT_NEAR(power.batteries[0].voltage_v, 16.8 - 0.020 * power.batteries[0].current_a, 1e-9);
  EXPECT_EQ(power.batteries[0].cells, 4U);
  EXPECT_EQ(power.batteries[0].remaining, 1.0);
}

TEST(X500, StandsOnItsSkidsOnAnySlope) {
  for (const double slope_deg : {0.0, 10.0, 30.0}) {
    VehicleSite site;
    site.ground = make_ground({.slope_deg = slope_deg, .uphill_azimuth_deg = 70.0});
    const Vehicle x500 = built("x500", site);
    const RigidBodyState<double> body = x500.standing_pose(*site.ground, 1.2);
    EXPECT_NEAR(x500.contact().lowest_height(body), 0.0, 1e-12);
    EXPECT_NEAR(yaw_of(body.q_WB), 1.2, slope_deg == 0.0 ? 1e-12 : 0.1);
    // All four skids touch.
    for (const Vec3& point : model("x500").contact_points_m)
      EXPECT_NEAR(site.ground->height(body.p_WB + body.q_WB * point), 0.0, 1e-12);
  }
}

// The whole chain on the ground: plant, contact, IMU; disarmed.
TEST(X500, RestsOnASlopeForAMinuteWithRealGravityAndItsAccelerometerReadsMinusG) {
  for (const double slope_deg : {0.0, 10.0}) {
    VehicleSite site;
    site.environment.origin = {radians(47.397742), radians(8.545594), 488.0};
    site.ground = make_ground({.slope_deg = slope_deg});
    site.ideal_sensors = true;
    const Vehicle x500 = built("x500", site);
    const Imu& imu = x500.sensors().imus().front();
    const RigidBodyState<double> start = x500.standing_pose(*site.ground, 0.5);
    std::vector<double> x(x500.plant().state_size()), scratch(plant_scratch_size(x.size()));
    x500.initial_state(start, x);
    const std::vector<double> command(4, kRotorOff);
    ContactState contact;
    ImuState imu_state;
    Samples samples;
    const Vec3 omega_W = x500.plant().environment().gravity.omega_W();
    const Vec3 gravity_W = x500.plant().environment().gravity.gravity_W(start.p_WB);
    for (int i = 0; i < 60'000; ++i) {
      const RigidBodyState<double> before = read_body(x.data());
      step_rk4<double>(x500.plant(), 0.001 * i, 0.001, x, command, scratch);
      RigidBodyState<double> body = read_body(x.data());
      x500.contact().resolve(contact, body, 0.001);
      write_body(body, x.data());
      imu.accumulate(imu_state, {before, body, gravity_W, omega_W, 0.001});
      SensorErrors errors;
      samples.imu.clear();
      imu.sense(imu_state, TimeNs{i + 1} * 1'000'000, errors);
      imu.deliver(imu_state, TimeNs{i + 1} * 1'000'000, samples);
      for (const ImuSample& sample : samples.imu) {
        ASSERT_LT(norm(sample.specific_force_B + start.q_WB.conjugate() * gravity_W), 1e-6) << i;
        ASSERT_LT(norm(sample.w_B - start.q_WB.conjugate() * omega_W), 1e-8) << i;
      }
    }
    const RigidBodyState<double> end = read_body(x.data());
    // Asked for is 1 mm. The Coriolis force of the fall within a step is no constant: 1e-13 m a
    // step.
    EXPECT_LT(norm(end.p_WB - start.p_WB), 1e-8) << slope_deg;
    EXPECT_LT(norm(end.v_WB), 1e-12) << slope_deg;
  }
}

TEST(Nesc, SphereAndBrickHaveTheMassesOfTheCheckCases) {
  const VehicleConfig sphere = model("sphere"), brick = model("brick");
  const double slug_ft2 = kSlug_kg * kFoot_m * kFoot_m;
  EXPECT_NEAR(sphere.body.mass_kg, kSlug_kg, 1e-9);
  EXPECT_NEAR(sphere.body.inertia_kg_m2.m[0][0], 3.6 * slug_ft2, 1e-9);
  EXPECT_NEAR(brick.body.mass_kg, 0.155404754 * kSlug_kg, 1e-9);
  EXPECT_NEAR(brick.body.inertia_kg_m2.m[0][0], 0.001894220 * slug_ft2, 1e-12);
  EXPECT_NEAR(brick.body.inertia_kg_m2.m[1][1], 0.006211019 * slug_ft2, 1e-12);
  EXPECT_NEAR(brick.body.inertia_kg_m2.m[2][2], 0.007194665 * slug_ft2, 1e-12);
  const Vehicle body = built("brick");
  EXPECT_EQ(body.plant().state_size(), 13U);
  EXPECT_EQ(body.airframe().rotors.size(), 0U);
}

TEST(Vehicle, ARotorTiltedAtWillStillHoversByItsLeastThrusts) {
  VehicleConfig config = model("x500");
  auto& rotors = std::get<std::vector<RotorConfig>>(config.parts[0].configs);
  for (RotorConfig& rotor : rotors)
    rotor.axis = {-0.1 * rotor.position_m.x, -0.1 * rotor.position_m.y, -1.0};
  ASSERT_FALSE(validate(config).has_value());
  const std::vector<double> thrusts = hover_thrusts(config);
  double lift = 0.0;
  for (std::size_t i = 0; i < 4; ++i) lift += -thrusts[i] * rotors[i].axis.z / norm(rotors[i].axis);
  EXPECT_NEAR(lift, config.body.mass_kg * kStandardGravity, 1e-9);
}

TEST(Vehicle, AutopilotParametersAreHandedOnInTheirOrder) {
  const Result<VehicleConfig> config = parse_vehicle(
      "schema_version: 1\nname: a\nbody: {mass_kg: 1.0, inertia_kg_m2: [1, 1, 1]}\n"
      "autopilot_parameters: {MPC_THR_HOVER: 0.6, MC_ROLL_P: 5}\n",
      "a.yaml");
  ASSERT_TRUE(config.ok());
  ASSERT_EQ(config->autopilot_parameters.size(), 2U);
  EXPECT_EQ(config->autopilot_parameters[0].name, "MPC_THR_HOVER");
  EXPECT_EQ(config->autopilot_parameters[0].value, 0.6);
  EXPECT_EQ(config->autopilot_parameters[1].name, "MC_ROLL_P");
  EXPECT_EQ(config->autopilot_parameters[1].value, 5.0);
}

// A file may state what all instances share once, and override it for one.
TEST(Vehicle, AnInstanceMayDifferFromItsGroup) {
  const Result<VehicleConfig> config = parse_vehicle(
      "schema_version: 1\nname: a\nbody: {mass_kg: 1.0, center_of_mass_m: [0, 0, 1], "
      "inertia_kg_m2: [1, 1, 1]}\n"
      "parts:\n  - kind: body_drag\n    drag_area_m2: [1, 1, 1]\n    instances:\n"
      "      - {name: wide, drag_area_m2: [2, 2, 2]}\n      - {position_m: [0, 0, 3]}\n",
      "a.yaml");
  ASSERT_TRUE(config.ok());
  const auto drags = config->parts_of<BodyDragConfig>();
  ASSERT_EQ(drags.size(), 2U);
  EXPECT_EQ(config->parts[0].names, (std::vector<std::string>{"wide", "body_drag_1"}));
  EXPECT_EQ(drags[0].drag_area_m2.x, 2.0);
  EXPECT_EQ(drags[0].position_m, Vec3{});  // the centre of mass
  EXPECT_EQ(drags[1].drag_area_m2.x, 1.0);
  EXPECT_EQ(drags[1].position_m, (Vec3{0.0, 0.0, 2.0}));
}

std::string refusal(const std::string& yaml) {
  const Result<VehicleConfig> config = parse_vehicle(
      "schema_version: 1\nname: a\nbody: {mass_kg: 1.0, inertia_kg_m2: [1, 1, 1]}\n" + yaml,
      "a.yaml");
  return config.ok() ? "" : config.error().text();
}

// The key that was meant lies in the group, the place where it is missed in the instance.
TEST(Vehicle, AMisspeltKeyThatInstancesShareIsNamedRatherThanTheMissingOne) {
  EXPECT_EQ(refusal("parts:\n  - kind: body_drag\n    drag_aera_m2: [1, 1, 1]\n    instances:\n"
                    "      - {name: wide}\n"),
            "a.yaml:6: parts[0].drag_aera_m2: unknown key; did you mean \"drag_area_m2\"?");
  EXPECT_EQ(refusal("parts:\n  - kind: body_drag\n    drag_area_m2: [1, 1, 1]\n    instances:\n"
                    "      - {drag_aera_m2: [2, 2, 2]}\n"),
            "a.yaml:8: parts[0].instances[0].drag_aera_m2: unknown key; did you mean "
            "\"drag_area_m2\"?");
  EXPECT_EQ(refusal("parts:\n  - kind: body_drag\n    instances:\n      - {name: wide}\n"),
            "a.yaml:7: parts[0].instances[0].drag_area_m2: missing; expected a list of three "
            "numbers");
}

TEST(Vehicle, ThePartsNamesAreShortWords) {
  const auto named = [](const std::string& name) {
    return refusal("parts:\n  - {kind: body_drag, drag_area_m2: [1, 1, 1], name: \"" + name +
                   "\"}\n");
  };
  const std::string advice = " must be made of 1 to 32 letters, digits and underscores";
  EXPECT_EQ(named(""), "a.yaml:4: parts: the name \"\"" + advice);
  EXPECT_EQ(named("two\\nlines"), "a.yaml:4: parts: the name \"two\\nlines\"" + advice);
  EXPECT_EQ(named(std::string(33, 'x')),
            "a.yaml:4: parts: the name \"" + std::string(33, 'x') + "\"" + advice);
}

TEST(Vehicle, HasAtMostAsManyPartsAsALogHasRoomFor) {
  std::string yaml = "parts:\n  - kind: body_drag\n    drag_area_m2: [1, 1, 1]\n    instances:\n";
  for (int i = 0; i < 257; ++i) yaml += "      - {}\n";
  EXPECT_EQ(refusal(yaml), "a.yaml:4: parts: at most 256 in all");
}

// Nothing is said of what an absent map would hold.
TEST(Vehicle, AnEmptyMapIsToldWhatItMustBeginWith) {
  const Result<VehicleConfig> config = parse_vehicle("{}", "a.yaml");
  ASSERT_FALSE(config.ok());
  EXPECT_EQ(config.error().text(),
            "a.yaml:1: schema_version: missing; expected 1");
}

TEST(Vehicle, ARotorThatSettlesWithinAStepIsRefusedWithBothTimes) {
  VehicleConfig config = model("x500");
  for (PartGroupConfig& group : config.parts)
    if (auto* rotors = std::get_if<std::vector<RotorConfig>>(&group.configs))
      (*rotors)[1].time_constant_down_s = 2e-6;
  const Result<Vehicle> fast = build_vehicle(config, {});
  ASSERT_FALSE(fast.ok());
  EXPECT_EQ(fast.error().text(),
            "x500: parts: rotor_1: time_constant_down_s: is 2e-06 s, less than the step of 0.001 "
            "s; expected at least one step");
  EXPECT_TRUE(build_vehicle(config, {.clock = {.dt_ns = 1000}}).ok());
}

TEST(Vehicle, WithoutGroundNothingTouches) {
  const Vehicle x500 = built("x500");
  RigidBodyState<double> body{.p_WB = {0.0, 0.0, 100.0}};
  ContactState contact;
  EXPECT_EQ(x500.contact().resolve(contact, body, 0.001).active, 0U);
}

}  // namespace
}  // namespace alula
