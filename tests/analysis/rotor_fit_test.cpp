// Rotors fitted to the tables of test stands.
#include "analysis/rotor_fit.h"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "document/text_file.h"

namespace alula {
namespace {

constexpr RotorFitConfig kThirteenInch{
    .propeller_diameter_m = 0.3302, .propeller_mass_kg = 0.0142, .motor_kv_rev_min_v = 400.0};

// A stand that obeys the laws exactly: k = 3e-5, torque 0.02 T, 75 % efficient.
std::vector<TestStandRow> exact_rows() {
  std::vector<TestStandRow> rows;
  for (const double speed : {300.0, 400.0, 500.0, 600.0}) {
    const double thrust = 3e-5 * speed * speed;
    rows.push_back({.line = static_cast<int>(rows.size()) + 2,
                    .thrust_n = thrust,
                    .speed_rad_s = speed,
                    .torque_n_m = 0.02 * thrust,
                    .power_w = 0.02 * thrust * speed / 0.75,
                    .voltage_v = 24.0});
  }
  return rows;
}

TEST(RotorFit, GivesBackTheLawsOfAnExactStand) {
  const RotorFit fit = fit_rotor(exact_rows(), kThirteenInch).value();
  EXPECT_NEAR(fit.thrust_coefficient_n_s2_rad2, 3e-5, 1e-17);
  EXPECT_NEAR(fit.moment_coefficient_m, 0.02, 1e-14);
  EXPECT_NEAR(fit.efficiency, 0.75, 1e-12);
  EXPECT_NEAR(fit.speed_max_rad_s, 600.0, 1e-9);
  EXPECT_EQ(fit.voltage_full_v, 24.0);
  EXPECT_EQ(fit.used.size(), 4U);
  // V = R I + K w at the last row.
  const double torque_per_ampere = 60.0 / (2.0 * std::numbers::pi * 400.0);
  const double current = 0.02 * 10.8 * 600.0 / 0.75 / 24.0;
  EXPECT_NEAR(fit.resistance_ohm, (24.0 - torque_per_ampere * 600.0) / current, 1e-9);
  // m R^2 / 4 over the slope of motor and propeller torque at half of the thrust.
  const double inertia = 0.25 * 0.0142 * 0.1651 * 0.1651;
  const double speed = 600.0 / std::numbers::sqrt2;
  const double slope =
      torque_per_ampere * torque_per_ampere / fit.resistance_ohm + 2.0 * 0.02 * 5.4 / speed;
  EXPECT_NEAR(fit.inertia_kg_m2, inertia, 1e-12);
  EXPECT_NEAR(fit.time_constant_s, inertia / slope, 1e-9);
}

TEST(RotorFit, RefersTheThrustToSeaLevel) {
  RotorFitConfig config = kThirteenInch;
  config.density_kg_m3 = 1.1;
  const RotorFit fit = fit_rotor(exact_rows(), config).value();
  EXPECT_NEAR(fit.thrust_coefficient_n_s2_rad2, 3e-5 * 1.225 / 1.1, 1e-16);
  EXPECT_NEAR(fit.speed_max_rad_s, 600.0, 1e-9);
}

TEST(RotorFit, LeavesOutARowWhoseSpeedIsMisprinted) {
  std::vector<TestStandRow> rows = exact_rows();
  rows[3].speed_rad_s = 500.0;
  const RotorFit fit = fit_rotor(rows, kThirteenInch).value();
  ASSERT_EQ(fit.left_out.size(), 1U);
  EXPECT_EQ(fit.left_out[0].line, 5);
  EXPECT_NEAR(fit.thrust_coefficient_n_s2_rad2, 3e-5, 1e-17);
  EXPECT_NEAR(fit.speed_max_rad_s, 600.0, 1e-9);  // by its thrust
}

TEST(RotorFit, RefusesWhatNoMotorDoes) {
  std::vector<TestStandRow> rows = exact_rows();
  for (TestStandRow& row : rows) row.torque_n_m *= 1.6;
  EXPECT_EQ(fit_rotor(rows, kThirteenInch).error().text().substr(0, 42),
            "torque times speed is 120 % of the power; ");
  RotorFitConfig slow = kThirteenInch;
  slow.motor_kv_rev_min_v = 200.0;
  EXPECT_EQ(fit_rotor(exact_rows(), slow).error().text(),
            "the motor turns faster than its Kv allows at this voltage; check Kv");
}

// T-Motor's own table of the MN4004 KV400 with a 13*4.4 CF propeller.
TEST(RotorFit, MeetsAMakersTableWithinThreePercentOfThrustAndFourOfPower) {
  const std::string path = ALULA_SOURCE_DIR "/examples/vehicles/mn4004_kv400_13x4.4.csv";
  const std::string text = read_file(path, 10000).value();
  const auto rows = parse_test_stand_table(text, path);
  ASSERT_TRUE(rows.ok()) << rows.error().text();
  ASSERT_EQ(rows->size(), 7U);
  const RotorFit fit = fit_rotor(*rows, kThirteenInch).value();
  EXPECT_TRUE(fit.left_out.empty());
  for (const TestStandRow& row : *rows) {
    EXPECT_NEAR(fit.thrust_n(row.speed_rad_s), row.thrust_n, 0.03 * row.thrust_n);
    EXPECT_NEAR(fit.power_w(row.speed_rad_s), row.power_w, 0.04 * row.power_w);
  }
  // As UIUC's propellers of this kind: 0.65 to 0.68.
  EXPECT_NEAR(fit.figure_of_merit, 0.67, 0.03);
}

std::string refusal(const std::string& text) {
  const auto rows = parse_test_stand_table(text, "t.csv");
  return rows.ok() ? "" : rows.error().text();
}

TEST(TestStandTable, ReadsColumnsInAnyOrderAndUnit) {
  const auto rows = parse_test_stand_table(
      "\xEF\xBB\xBF# a comment\r\ncurrent_a, voltage_v ,name,thrust_n,torque_n_m,rpm\r\n"
      "2,12,x,5,0.1,6000\r\n\r\n4,11.5,x,9,0.2,8000",
      "t.csv");
  ASSERT_TRUE(rows.ok()) << rows.error().text();
  ASSERT_EQ(rows->size(), 2U);
  EXPECT_EQ((*rows)[0].line, 3);
  EXPECT_EQ((*rows)[0].thrust_n, 5.0);
  EXPECT_EQ((*rows)[0].power_w, 24.0);
  EXPECT_NEAR((*rows)[0].speed_rad_s, 200.0 * std::numbers::pi, 1e-9);
  EXPECT_EQ((*rows)[1].power_w, 46.0);
  EXPECT_EQ((*rows)[1].line, 5);
}

TEST(TestStandTable, NamesLineAndColumnOfWhatIsWrong) {
  const std::string header = "rpm,thrust_g,torque_n_m,voltage_v,power_w\n";
  EXPECT_EQ(refusal(""),
            "t.csv:1: has no header; expected rpm, thrust_g, thrust_n, torque_n_m, "
            "voltage_v, power_w, current_a");
  EXPECT_EQ(refusal("rpm,torque_n_m,voltage_v,power_w\n"),
            "t.csv:1: the column \"thrust_g\" or \"thrust_n\" is missing");
  EXPECT_EQ(refusal("rpm,thrust_g,voltage_v,power_w\n"),
            "t.csv:1: the column \"torque_n_m\" is missing");
  EXPECT_EQ(refusal(header), "t.csv:1: has fewer than 2 rows of numbers");
  EXPECT_EQ(refusal(header + "5000,600,0.1,24,65\n5200,650,0,24,70\n"),
            "t.csv:3: torque_n_m: expected a number above 0, found \"0\"");
  EXPECT_EQ(refusal(header + "5000,600,0.1\n"),
            "t.csv:2: voltage_v: expected a number above 0, found \"\"");
  EXPECT_EQ(refusal(header + "5000,600,.nan,24,65\n"),
            "t.csv:2: torque_n_m: expected a number above 0, found \".nan\"");
}

}  // namespace
}  // namespace alula
