// The vehicle files beside the x500: they hold the figures of their sources, and can fly.
#include <array>
#include <string>

#include <gtest/gtest.h>

#include "vehicle/airframe_of.h"
#include "vehicle/lifter.h"
#include "vehicle/vehicle.h"

namespace alula {
namespace {

constexpr double kWeightOfAKilogram = 9.80665;

VehicleConfig model(const std::string& name) {
  Result<VehicleConfig> config = load_vehicle(find_vehicle(name, ALULA_SOURCE_DIR "/models"));
  EXPECT_TRUE(config.ok()) << (config.ok() ? "" : config.error().text());
  return config.ok() ? std::move(config).value() : VehicleConfig{};
}

class Model : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(All, Model,
                         testing::Values("x500", "iris", "hex", "octo", "airsim_quad", "airsim_hex",
                                         "airsim_octo", "flamewheel", "flamewheel_fla",
                                         "blacksheep", "solo"));

TEST_P(Model, CanBeBuiltWithTheDefaultSensorsAndIsCalledLikeItsFile) {
  const VehicleConfig config = model(GetParam());
  EXPECT_EQ(config.name, GetParam());
  EXPECT_TRUE(build_vehicle(config, {}).ok());
  const SensorSuiteConfig& sensors = config.sensors;
  const SensorSuiteConfig x500 = model("x500").sensors;
  ASSERT_EQ(sensors.imu.size(), 1U);
  ASSERT_EQ(sensors.gnss.size(), 1U);
  ASSERT_EQ(sensors.barometer.size(), 1U);
  ASSERT_EQ(sensors.magnetometer.size(), 1U);
  EXPECT_EQ(sensors.imu[0].gyro_noise_rad_s_sqrt_hz, x500.imu[0].gyro_noise_rad_s_sqrt_hz);
  EXPECT_EQ(sensors.gnss[0].common.delay_s, x500.gnss[0].common.delay_s);
  EXPECT_EQ(sensors.barometer[0].white_pa, x500.barometer[0].white_pa);
  EXPECT_EQ(sensors.magnetometer[0].offset_tesla, x500.magnetometer[0].offset_tesla);
}

// Level, every rotor at its hover thrust: no moment, and lift for the weight.
TEST_P(Model, HoversOnThrustsThatEveryRotorCanGive) {
  const VehicleConfig config = model(GetParam());
  const std::vector<Lifter> rotors = lifters_of(config);
  const std::vector<double> thrusts = hover_thrusts(config);
  Vec3 force{}, moment{};
  for (std::size_t i = 0; i < rotors.size(); ++i) {
    force += thrusts[i] * rotors[i].axis;
    moment += thrusts[i] * (cross(rotors[i].position_m, rotors[i].axis) -
                            rotors[i].moment_ratio_m * rotors[i].axis);
    EXPECT_LT(rotors[i].command_for(thrusts[i]), 0.9);
  }
  EXPECT_NEAR(force.z, -config.body.mass_kg * kWeightOfAKilogram, 1e-9);
  EXPECT_LT(norm(moment), 1e-9);
}

// airsim.md 3.2, "computed" from AirSim's constants: to the printed digits.
struct AirsimRow {
  const char* name;
  Vec3 inertia;
  double thrust_max_n, torque_max_n_m, speed_max_rad_s, hover_command;
};
TEST(AirsimModels, HaveTheInertiaThrustTorqueSpeedAndHoverOfAirsim) {
  const AirsimRow rows[] = {
      {"airsim_quad", {6.721e-3, 8.041e-3, 1.428e-2}, 4.1794, 0.05556, 669.86, 0.5866},
      {"airsim_hex", {9.511e-3, 1.064e-2, 1.956e-2}, 4.1794, 0.05556, 669.86, 0.3911},
      {"airsim_octo", {1.230e-2, 1.325e-2, 2.485e-2}, 4.1794, 0.05556, 669.86, 0.2933},
      {"flamewheel", {1.346e-2, 1.532e-2, 1.476e-2}, 9.2253, 0.14341, 994.84, 0.4345},
      {"flamewheel_fla", {2.369e-2, 2.609e-2, 2.574e-2}, 16.157, 0.29393, 976.41, 0.3414},
      {"blacksheep", {1.043e-2, 1.022e-2, 1.992e-2}, 9.2253, 0.14341, 994.84, 0.5315},
      {"solo", {8.002e-3, 1.018e-2, 1.507e-2}, 4.1794, 0.05556, 669.86, 0.4693}};
  for (const AirsimRow& row : rows) {
    SCOPED_TRACE(row.name);
    const VehicleConfig config = model(row.name);
    const Mat3& inertia = config.body.inertia_kg_m2;
    const double printed = 5.5e-4;  // half a unit of the fourth digit
    EXPECT_NEAR(inertia.m[0][0], row.inertia.x, printed * row.inertia.x);
    EXPECT_NEAR(inertia.m[1][1], row.inertia.y, printed * row.inertia.y);
    EXPECT_NEAR(inertia.m[2][2], row.inertia.z, printed * row.inertia.z);
    EXPECT_EQ(config.body.position_m, Vec3{});
    for (const AirsimRotorConfig& rotor : config.parts_of<AirsimRotorConfig>()) {
      EXPECT_NEAR(thrust_max_n(rotor), row.thrust_max_n, 5e-5 * row.thrust_max_n);
      EXPECT_NEAR(torque_max_n_m(rotor), row.torque_max_n_m, 1e-4 * row.torque_max_n_m);
      EXPECT_NEAR(speed_max_rad_s(rotor), row.speed_max_rad_s, 5e-3);
    }
    EXPECT_NEAR(airframe_of(config).hover_command, row.hover_command, 5e-5);
  }
}

TEST(AirsimModels, HaveTheDragOfTheirBoxAndPropellers) {
  const auto faces = model("airsim_quad");
  const Vec3 factors = face_factors_m2(faces.parts_of<AirsimDragConfig>()[0]);
  EXPECT_NEAR(factors.x, 0.005383, 5e-7);
  EXPECT_NEAR(factors.y, 0.005838, 5e-7);
  EXPECT_NEAR(factors.z, 0.109930, 5e-7);
  EXPECT_EQ(model("airsim_octo").parts_of<AirsimDragConfig>()[0].rotor_count, 8);
  EXPECT_EQ(model("flamewheel").parts_of<AirsimDragConfig>()[0].drag_coefficient, 1.3);
}

// "0 front right CCW, 1 rear left CCW, 2 front left CW, 3 rear right CW" and so on (airsim.md 3.2).
TEST(AirsimModels, NumberTheirRotorsAsAirsimDoes) {
  struct Place {
    int x, y;  // signs: forward, right; 0 on an axis
    SpinDirection spin;
  };
  const auto expect_places = [](const char* name, const std::vector<Place>& places) {
    const VehicleConfig config = model(name);
    const auto rotors = config.parts_of<AirsimRotorConfig>();
    ASSERT_EQ(rotors.size(), places.size());
    for (std::size_t i = 0; i < places.size(); ++i) {
      const auto sign = [](double v) { return v > 1e-6 ? 1 : (v < -1e-6 ? -1 : 0); };
      EXPECT_EQ(sign(rotors[i].position_m.x), places[i].x) << name << i;
      EXPECT_EQ(sign(rotors[i].position_m.y), places[i].y) << name << i;
      EXPECT_EQ(rotors[i].spin_direction, places[i].spin) << name << i;
    }
  };
  const SpinDirection ccw = SpinDirection::ccw, cw = SpinDirection::cw;
  const std::vector<Place> quad{{1, 1, ccw}, {-1, -1, ccw}, {1, -1, cw}, {-1, 1, cw}};
  for (const char* name : {"airsim_quad", "flamewheel", "flamewheel_fla", "blacksheep", "solo"})
    expect_places(name, quad);
  expect_places("airsim_hex",
                {{0, 1, cw}, {0, -1, ccw}, {1, -1, cw}, {-1, 1, ccw}, {1, 1, ccw}, {-1, -1, cw}});
  expect_places("airsim_octo", {{1, 1, cw},
                                {-1, -1, cw},
                                {1, 1, ccw},
                                {-1, 1, ccw},
                                {1, -1, ccw},
                                {-1, -1, ccw},
                                {1, -1, cw},
                                {-1, 1, cw}});
}

// Every figure of px4.md 5.
TEST(Iris, HasTheFiguresOfItsModel) {
  const VehicleConfig iris = model("iris");
  EXPECT_NEAR(iris.body.mass_kg, 1.535, 1e-12);
  const auto rotors = iris.parts_of<RotorConfig>();
  ASSERT_EQ(rotors.size(), 4U);
  const std::array<Vec3, 4> places{
      {{.13, .22, 0}, {-.13, -.20, 0}, {.13, -.22, 0}, {-.13, .20, 0}}};
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_NEAR(rotors[i].position_m.x, places[i].x, 1e-12);
    EXPECT_NEAR(rotors[i].position_m.y, places[i].y, 1e-12);
    EXPECT_NEAR(rotors[i].position_m.z + iris.body.position_m.z, -0.023, 1e-12);
    EXPECT_EQ(rotors[i].spin_direction, i < 2 ? SpinDirection::ccw : SpinDirection::cw);
    EXPECT_EQ(rotors[i].thrust_coefficient_n_s2_rad2, 5.84e-6);
    EXPECT_EQ(rotors[i].moment_coefficient_m, 0.06);
    EXPECT_EQ(rotors[i].time_constant_up_s, 0.0125);
    EXPECT_EQ(rotors[i].time_constant_down_s, 0.025);
    EXPECT_EQ(rotors[i].speed_min_rad_s, 100.0);
    EXPECT_EQ(rotors[i].speed_max_rad_s, 1100.0);
    EXPECT_EQ(rotors[i].drag_coefficient_kg_rad, 1.75e-4);
  }
  // "hover u 0.703 (measured)", "thrust/weight at u = 1: 1.88".
  const Airframe airframe = airframe_of(iris);
  EXPECT_NEAR(airframe.hover_command, 0.703, 0.0005);
  EXPECT_NEAR(4.0 * airframe.rotors[0].thrust_max_n / (1.535 * kWeightOfAKilogram), 1.88, 0.005);
  // Body and IMU as given, and four propellers on their arms, by hand.
  const double r2 = 2.0 * 0.005 * (0.22 * 0.22 + 0.20 * 0.20);
  EXPECT_NEAR(iris.body.inertia_kg_m2.m[0][0], 0.029125 + 1e-5 + r2, 2e-5);
}

// Loaded like the x500, so that the same autopilot flies them on its defaults.
TEST(OurModels, HaveTheThrustToWeightOfTheX500) {
  for (const char* name : {"x500", "hex", "octo"}) {
    const VehicleConfig config = model(name);
    double lift = 0.0;
    for (const Lifter& rotor : lifters_of(config)) lift += rotor.thrust_max_n;
    EXPECT_NEAR(lift / (config.body.mass_kg * kWeightOfAKilogram), 1.69, 0.005) << name;
  }
  EXPECT_EQ(lifters_of(model("hex")).size(), 6U);
  EXPECT_EQ(lifters_of(model("octo")).size(), 8U);
}

VehicleConfig parsed(const std::string& body) {
  Result<VehicleConfig> config =
      parse_vehicle("schema_version: 1\nname: a\nbody: " + body + "\n", "a.yaml");
  EXPECT_TRUE(config.ok()) << (config.ok() ? "" : config.error().text());
  return config.ok() ? std::move(config).value() : VehicleConfig{};
}

// Two boxes at the ends of a stick are a box with a gap: by Steiner's rule.
TEST(BodyOfElements, IsThePhysicsOfItsPieces) {
  const MassElement body =
      parsed(
          "{elements: [{mass_kg: 1.0, size_m: [0.1, 0.2, 0.3], position_m: [0.5, 0, 0]}, "
          "{mass_kg: 3.0, position_m: [-0.3, 0, 0]}]}")
          .body;
  EXPECT_NEAR(body.mass_kg, 4.0, 1e-12);
  EXPECT_NEAR(body.position_m.x, -0.1, 1e-12);
  const double arms = 1.0 * 0.6 * 0.6 + 3.0 * 0.2 * 0.2;
  EXPECT_NEAR(body.inertia_kg_m2.m[0][0], (0.04 + 0.09) / 12.0, 1e-12);
  EXPECT_NEAR(body.inertia_kg_m2.m[1][1], (0.01 + 0.09) / 12.0 + arms, 1e-12);
  EXPECT_NEAR(body.inertia_kg_m2.m[2][2], (0.01 + 0.04) / 12.0 + arms, 1e-12);
}

TEST(BodyOfElements, TakesAStatedCentreAsAirsimDoes) {
  const MassElement body = parsed(
                               "{center_of_mass_m: [0, 0, 0], elements: [{mass_kg: 1.0, size_m: "
                               "[0.1, 0.1, 0.1]}, {mass_kg: 1.0, position_m: [0, 0, 0.2]}]}")
                               .body;
  EXPECT_EQ(body.position_m, Vec3{});
  EXPECT_NEAR(body.inertia_kg_m2.m[0][0], 0.02 / 12.0 + 0.04, 1e-12);
}

TEST(BodyOfElements, SaysWhatIsWrongWithIt) {
  const auto complaint = [](const std::string& body) {
    const auto config = parse_vehicle("schema_version: 1\nname: a\nbody: " + body + "\n", "a.yaml");
    return config.ok() ? std::string() : config.error().text();
  };
  EXPECT_NE(complaint("{mass_kg: 1, elements: [{mass_kg: 1, size_m: [1, 1, 1]}]}")
                .find("stands beside elements"),
            std::string::npos);
  EXPECT_NE(complaint("{elements: [{mass_kg: 1, size_m: [1, 1, 1], inertia_kg_m2: [1, 1, 1]}]}")
                .find("stands beside size_m"),
            std::string::npos);
  EXPECT_NE(
      complaint("{elements: [{mass_kg: 1, position_m: [0, 0, 1]}]}").find("positive definite"),
      std::string::npos);
  EXPECT_NE(complaint("{elements: []}").find("elements"), std::string::npos);
  EXPECT_NE(complaint("{elements: [{mass_kg: -1}]}").find("mass_kg"), std::string::npos);
  EXPECT_NE(complaint("{elements: [{mass_kg: 1, colour: 2}]}").find("colour"), std::string::npos);
}

TEST(Vehicle, MayHaveOnlyOneKindOfRotor) {
  VehicleConfig config = model("x500");
  config.parts.push_back(
      {.names = {"other"}, .configs = std::vector<AirsimRotorConfig>{AirsimRotorConfig{}}});
  const MaybeError error = validate(config);
  ASSERT_TRUE(error);
  EXPECT_NE(error->message.find("one kind of rotor"), std::string::npos);
}

}  // namespace
}  // namespace alula
