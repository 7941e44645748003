// Check cases 1 and 2 of NASA/TM-2015-218675, row by row; tests/reference/nesc/README.md names the
// columns.
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "dynamics/plant_step.h"
#include "math/frames.h"

namespace alula {
namespace {

constexpr double kFoot = 0.3048;
constexpr double kSlug = 14.593903;
constexpr int kStepsPerRow = 500;  // of 1 ms: the files have a row every 0.5 s

using Row = std::map<std::string, double>;

std::vector<Row> read_table(const std::string& name) {
  std::ifstream file(std::string(ALULA_SOURCE_DIR) + "/tests/reference/nesc/" + name);
  std::string line, cell;
  std::getline(file, line);
  std::vector<std::string> names;
  for (std::stringstream head(line); std::getline(head, cell, ',');) names.push_back(cell);
  std::vector<Row> rows;
  while (std::getline(file, line)) {
    Row row;
    std::size_t column = 0;
    for (std::stringstream cells(line); std::getline(cells, cell, ',');)
      row[names.at(column++)] = std::stod(cell);
    rows.push_back(row);
  }
  return rows;
}

Vec3 triple(const Row& row, const char* prefix, const char* a, const char* b, const char* c) {
  const std::string start(prefix);
  return {row.at(start + a), row.at(start + b), row.at(start + c)};
}

EnvironmentConfig over_the_equator() {
  EnvironmentConfig world;
  world.origin = {.latitude_rad = 0.0, .longitude_rad = 0.0, .height_m = 30000.0 * kFoot};
  world.gravity.model = GravityModel::j2;
  return world;
}

// At rest relative to the Earth, level, nose north; the rate is inertial.
std::vector<double> start_state(const Environment<double>& environment, const Vec3& w_IB_B) {
  std::vector<double> x(kBodyStates);
  write_body(RigidBodyState<double>{.p_WB = {},
                                    .v_WB = {},
                                    .q_WB = Quat::identity(),
                                    .w_WB_B = w_IB_B - environment.gravity.omega_W()},
             x.data());
  return x;
}

void expect_same_path(const LocalFrame& frame, const RigidBodyState<double>& body, const Row& row) {
  const Geodetic place = frame.to_geodetic(body.p_WB);
  EXPECT_NEAR(place.height_m, row.at("altitudeMsl_ft") * kFoot, 1e-3);
  EXPECT_NEAR(degrees(place.longitude_rad), row.at("longitude_deg"), 1e-9);
  EXPECT_NEAR(degrees(place.latitude_rad), row.at("latitude_deg"), 1e-9);
  const Vec3 v_N = frame.R_WN(body.p_WB).transposed() * body.v_WB;
  EXPECT_LT(norm(v_N - kFoot * triple(row, "feVelocity_ft_s_", "X", "Y", "Z")), 1e-5);
}

void expect_same_attitude(const LocalFrame& frame, const Vec3& omega_W,
                          const RigidBodyState<double>& body, const Row& row) {
  const Quat q_NB = from_rotation_matrix(frame.R_WN(body.p_WB).transposed()) * body.q_WB;
  const Vec3 angles = radians(1.0) * triple(row, "eulerAngle_deg_", "Roll", "Pitch", "Yaw");
  const Quat expected = from_euler({.roll = angles.x, .pitch = angles.y, .yaw = angles.z});
  EXPECT_LT(norm(to_rotation_vector(expected.conjugate() * q_NB)), radians(0.005));
  const Vec3 w_IB_B = body.w_WB_B + body.q_WB.conjugate() * omega_W;
  const Vec3 rates =
      radians(1.0) * triple(row, "bodyAngularRateWrtEi_deg_s_", "Roll", "Pitch", "Yaw");
  EXPECT_LT(norm(w_IB_B - rates), radians(1e-4));
}

void fly_case(const char* file, const MassElement& body_config, const Vec3& w_IB_B) {
  const EnvironmentConfig world = over_the_equator();
  const LocalFrame frame(world.origin);
  const PlantModel<double> plant(mass_properties<double>(body_config),
                                 Environment<double>::build(world), PartList<double>{});
  const Vec3 omega_W = plant.environment().gravity.omega_W();
  std::vector<double> x = start_state(plant.environment(), w_IB_B);
  std::vector<double> scratch(plant_scratch_size(x.size()));
  const std::vector<Row> rows = read_table(file);
  ASSERT_EQ(rows.size(), 61U);
  int step = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    SCOPED_TRACE(std::string(file) + " at " + std::to_string(rows[i].at("time")) + " s");
    ASSERT_DOUBLE_EQ(rows[i].at("time"), 0.5 * static_cast<double>(i));
    for (; step < static_cast<int>(i) * kStepsPerRow; ++step)
      step_rk4<double>(plant, 1e-3 * step, 1e-3, x, {}, scratch);
    expect_same_path(frame, read_body(x.data()), rows[i]);
    expect_same_attitude(frame, omega_W, read_body(x.data()), rows[i]);
  }
}

TEST(NescCheckCase, FirstADraglessSphereFallsOverTheTurningEarth) {
  fly_case("Atmos_01_sim_04.csv",
           {.mass_kg = kSlug, .position_m = {}, .inertia_kg_m2 = Mat3::identity()}, {});
}

TEST(NescCheckCase, SecondABrickTumblesOnTheSamePath) {
  const double slug_ft2 = kSlug * kFoot * kFoot;
  const MassElement brick{
      .mass_kg = 0.155404754 * kSlug,
      .position_m = {},
      .inertia_kg_m2 = Mat3::diagonal(slug_ft2 * Vec3{0.001894220, 0.006211019, 0.007194665})};
  fly_case("Atmos_02_sim_04.csv", brick, radians(1.0) * Vec3{10.0, 20.0, 30.0});
}

}  // namespace
}  // namespace alula
