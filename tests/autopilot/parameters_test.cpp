// The parameter table: PX4's names, units and defaults.
#include "autopilot/parameters.h"

#include <cmath>
#include <set>
#include <string>

#include <gtest/gtest.h>

namespace alula {
namespace {

TEST(Parameters, NamesAreUniqueAndFitMavlink) {
  std::set<std::string_view> names;
  for (const ParameterInfo& p : parameter_table()) {
    EXPECT_TRUE(names.insert(p.name).second) << p.name << " is there twice";
    EXPECT_LE(p.name.size(), 16U) << p.name << ": MAVLink's parameter ids have 16 characters";
    EXPECT_FALSE(p.description.empty()) << p.name;
  }
}

TEST(Parameters, DefaultsLieWithinTheirRanges) {
  for (const ParameterInfo& p : parameter_table()) {
    EXPECT_LT(p.min, p.max) << p.name;
    EXPECT_TRUE(allows(p, p.default_value)) << p.name;
    EXPECT_TRUE(allows(p, p.min) && allows(p, p.max)) << p.name << ": the range includes its ends";
  }
}

// PX4 v1.15, multicopter defaults (NAV_ACC_RAD, RTL_RETURN_ALT and RTL_DESCEND_ALT by its
// multicopter start script).
TEST(Parameters, DefaultsArePx4s) {
  const std::pair<Param, double> expected[] = {
      {Param::MPC_XY_P, 0.95},        {Param::MPC_Z_P, 1.0},
      {Param::MPC_XY_VEL_P_ACC, 1.8}, {Param::MPC_XY_VEL_I_ACC, 0.4},
      {Param::MPC_XY_VEL_D_ACC, 0.2}, {Param::MPC_Z_VEL_P_ACC, 4.0},
      {Param::MPC_XY_CRUISE, 5.0},    {Param::MPC_XY_VEL_MAX, 12.0},
      {Param::MPC_JERK_AUTO, 4.0},    {Param::MPC_ACC_HOR, 3.0},
      {Param::MPC_THR_HOVER, 0.5},    {Param::MPC_TKO_SPEED, 1.5},
      {Param::MPC_LAND_SPEED, 0.7},   {Param::MC_ROLL_P, 6.5},
      {Param::MC_YAW_P, 2.8},         {Param::MC_ROLLRATE_P, 0.15},
      {Param::MC_YAWRATE_P, 0.2},     {Param::NAV_ACC_RAD, 2.0},
      {Param::NAV_MC_ALT_RAD, 0.8},   {Param::MIS_TAKEOFF_ALT, 2.5},
      {Param::MIS_DIST_1WP, 900.0},   {Param::MIS_YAW_ERR, 12.0},
      {Param::RTL_RETURN_ALT, 30.0},  {Param::RTL_DESCEND_ALT, 10.0},
      {Param::RTL_MIN_DIST, 10.0},    {Param::RTL_CONE_ANG, 45.0},
      {Param::COM_DISARM_LAND, 2.0},  {Param::COM_DISARM_PRFLT, 10.0},
      {Param::BAT_LOW_THR, 0.15},     {Param::EKF2_GPS_DELAY, 110.0},
      {Param::EKF2_HGT_REF, 1.0},     {Param::EKF2_GPS_CHECK, 245.0},
  };
  const ParameterValues values = default_parameters();
  for (const auto& [which, value] : expected) {
    EXPECT_EQ(values[which], value) << parameter_table()[static_cast<std::size_t>(which)].name;
  }
}

TEST(Parameters, AreFoundByName) {
  EXPECT_EQ(find_parameter("MPC_XY_CRUISE"), Param::MPC_XY_CRUISE);
  EXPECT_EQ(find_parameter("mpc_xy_cruise"), std::nullopt);
  EXPECT_EQ(find_parameter(""), std::nullopt);
}

std::string error_of(std::string_view assignment) {
  ParameterValues values = default_parameters();
  const MaybeError error = set_parameter_text(values, assignment);
  return error ? error->text() : "no error";
}

TEST(Parameters, AreSetFromText) {
  ParameterValues values = default_parameters();
  EXPECT_FALSE(set_parameter_text(values, "MPC_XY_CRUISE=7.5").has_value());
  EXPECT_EQ(values[Param::MPC_XY_CRUISE], 7.5);
  EXPECT_FALSE(set_parameter_text(values, "MPC_YAW_MODE=3").has_value());
  EXPECT_EQ(values.integer(Param::MPC_YAW_MODE), 3);
}

TEST(Parameters, BadAssignmentsSayWhy) {
  EXPECT_NE(error_of("MPC_XY_CRUSE=5").find("did you mean \"MPC_XY_CRUISE\"?"), std::string::npos);
  EXPECT_NE(error_of("MPC_XY_CRUISE=500").find("expected 3 to 20 m/s"), std::string::npos);
  EXPECT_NE(error_of("MPC_XY_CRUISE=nan").find("out of range"), std::string::npos);
  EXPECT_NE(error_of("MPC_XY_CRUISE=inf").find("out of range"), std::string::npos);
  EXPECT_NE(error_of("MPC_XY_CRUISE=fast").find("no number"), std::string::npos);
  EXPECT_NE(error_of("MPC_XY_CRUISE=5 m/s").find("no number"), std::string::npos);
  EXPECT_NE(error_of("MPC_YAW_MODE=1.5").find("whole number"), std::string::npos);
  EXPECT_NE(error_of("MPC_XY_CRUISE").find("expected NAME=VALUE"), std::string::npos);
  EXPECT_NE(error_of("=5").find("expected NAME=VALUE"), std::string::npos);
}

TEST(Parameters, ARefusedValueChangesNothing) {
  ParameterValues values = default_parameters();
  EXPECT_TRUE(set_parameter(values, "MPC_XY_CRUISE", 1e300).has_value());
  EXPECT_TRUE(set_parameter(values, "NO_SUCH_THING", 1.0).has_value());
  EXPECT_EQ(values.value, default_parameters().value);
}

}  // namespace
}  // namespace alula
