// Parameters as QGroundControl saves them: read as PX4 and QGroundControl read them, or refused
// with line and name.
#include "autopilot/parameter_file.h"

#include <gtest/gtest.h>

#include "autopilot/parameter_map.h"
#include "autopilot/parameter_names.h"
#include "core/random.h"

namespace alula {
namespace {

// As QGroundControl writes a PX4 vehicle, with a camera beside the autopilot.
constexpr const char* kSaved =
    "# Onboard parameters for Vehicle 3\n"
    "#\n"
    "# Stack: PX4 Pro\n"
    "# Vehicle-Id Component-Id Name Value Type\n"
    "3\t1\tMPC_XY_P\t0.899999976158142090\t9\n"
    "3\t1\tMPC_YAW_MODE\t1\t6\n"
    "3\t100\tCAM_MODE\t2\t2\n";

ParameterFile read(std::string_view text) { return parse_parameter_file(text, "a.params").value(); }

TEST(ParameterFile, HoldsWhatQGroundControlSaved) {
  const ParameterFile file = read(kSaved);
  ASSERT_EQ(file.entries.size(), 2U);
  EXPECT_EQ(file.entries[0].name, "MPC_XY_P");
  EXPECT_EQ(file.entries[0].value, 0.9);  // what the float stands for
  EXPECT_EQ(file.entries[0].line, 5);
  EXPECT_EQ(file.entries[1].value, 1.0);
  EXPECT_EQ(file.entries[1].type, ParameterType::integer);
  EXPECT_EQ(file.others, 1U);
}

TEST(ParameterFile, ReadsTheSameWithOtherLineEndsAndBlanks) {
  std::string windows = "\xef\xbb\xbf";
  for (const char c : std::string_view(kSaved))
    windows += c == '\n' ? std::string("\r\n") : std::string(1, c);
  const ParameterFile file = read(windows);
  ASSERT_EQ(file.entries.size(), 2U);
  EXPECT_EQ(file.entries[0].value, 0.9);
  EXPECT_EQ(read("1 1 MPC_XY_P 1e-1 9").entries[0].value, 0.1);
}

TEST(ParameterFile, KeepsADoubleThatIsNoFloat) {
  EXPECT_EQ(read("1\t1\tMPC_XY_P\t0.12345678901\t9").entries[0].value, 0.12345678901);
}

TEST(ParameterFile, WrittenAndReadIsTheSame) {
  ParameterValues values = default_parameters();
  values.value[static_cast<std::size_t>(Param::MPC_XY_P)] = 0.7;
  const std::string text = parameter_file_text(values, search_parameters({}));
  ParameterValues again;
  EXPECT_FALSE(apply_parameters(read(text), again));
  EXPECT_EQ(again.value, values.value);
}

std::string parse_error(std::string_view text) {
  const Result<ParameterFile> file = parse_parameter_file(text, "a.params");
  return file.ok() ? "no error" : file.error().text();
}

TEST(ParameterFile, WhatIsNoLineOfItIsRefused) {
  const std::string fields =
      "expected 5: vehicle id, component id, name, value and type, a parameter a line";
  EXPECT_EQ(parse_error("MPC_XY_P,0.9"), "a.params:1: has 1 field; " + fields);
  EXPECT_EQ(parse_error("#\n1\t1\tMPC_XY_P\t0.9"), "a.params:2: has 4 fields; " + fields);
  EXPECT_EQ(parse_error("0\t1\tMPC_XY_P\t0.9\t9"),
            "a.params:1: MPC_XY_P: has vehicle id \"0\"; expected 1 to 255");
  EXPECT_EQ(parse_error("1\tx\tMPC_XY_P\t0.9\t9"),
            "a.params:1: MPC_XY_P: has component id \"x\"; expected 1 to 255");
  EXPECT_EQ(parse_error("1\t1\tmpc_xy_p\t0.9\t9"),
            "a.params:1: mpc_xy_p: is no name of a parameter; expected at most 16 capitals, digits "
            "and _; small letters are none");
  EXPECT_EQ(parse_error("1\t1\tMPC_XY_P\t0,9\t9"),
            "a.params:1: MPC_XY_P: \"0,9\" is no number; expected one with a decimal point");
  EXPECT_EQ(parse_error("1\t1\tMPC_XY_P\tnan\t9"),
            "a.params:1: MPC_XY_P: is nan; expected a finite number");
  EXPECT_EQ(parse_error("1\t1\tMPC_XY_P\t-inf\t9"),
            "a.params:1: MPC_XY_P: is -inf; expected a finite number");
  EXPECT_EQ(parse_error("1\t1\tMPC_XY_P\t0.9\t4"),
            "a.params:1: MPC_XY_P: is of type \"4\"; expected 6 (whole number) or 9 (real number)");
  EXPECT_EQ(parse_error("1\t1\tMPC_XY_P\t0.9\t9\n2\t1\tMPC_Z_P\t1\t9"),
            "a.params:2: MPC_Z_P: is of vehicle 2; expected vehicle 1, as on the lines before");
  EXPECT_EQ(parse_error("1\t1\tMPC_XY_P\t1\t9\n1\t1\tMPC_Z_P\t1\t9\n1\t1\tMPC_XY_P\t2\t9"),
            "a.params:3: MPC_XY_P: stands there twice; the first is on line 1");
  EXPECT_EQ(parse_error(""), "a.params: is empty; expected " + fields.substr(12));
  EXPECT_EQ(parse_error("# nothing\n"),
            "a.params:1: holds nothing but blanks and remarks; expected " + fields.substr(12));
}

std::string apply_error(std::string_view text, ParameterValues& values) {
  const MaybeError error = apply_parameters(read(text), values);
  return error ? error->text() : "no error";
}

TEST(ParameterFile, WhatTheAutopilotDoesNotTakeIsRefusedWhole) {
  const ParameterValues before = default_parameters();
  ParameterValues values = before;
  const std::string good = "1\t1\tMPC_Z_P\t0.5\t9\n";
  EXPECT_EQ(apply_error(good + "1\t1\tMPC_XY_PP\t0.9\t9", values),
            "a.params:2: MPC_XY_PP: unknown parameter; did you mean \"MPC_XY_P\"?");
  EXPECT_EQ(
      apply_error(good + "1\t1\tSYS_AUTOSTART\t4001\t6", values),
      "a.params:2: SYS_AUTOSTART: unknown parameter; `alula params import a.params --out FILE` "
      "takes what this autopilot has");
  EXPECT_EQ(
      apply_error(good + "1\t1\tMPC_ACC_DEC\t0.9\t9", values),
      "a.params:2: MPC_ACC_DEC: unknown parameter; replaced by MPC_ACC_HOR and MPC_JERK_AUTO");
  EXPECT_EQ(apply_error(good + "1\t1\tMPC_XY_P\t6\t9", values),
            "a.params:2: MPC_XY_P: 6 is out of range; expected 0 to 5 1/s");
  EXPECT_EQ(apply_error(good + "1\t1\tMPC_XY_P\t1\t6", values),
            "a.params:2: MPC_XY_P: is of type 6 (whole number); expected 9 (real number)");
  EXPECT_EQ(apply_error(good + "1\t1\tMPC_YAW_MODE\t1\t9", values),
            "a.params:2: MPC_YAW_MODE: is of type 9 (real number); expected 6 (whole number)");
  EXPECT_EQ(apply_error(good + "1\t1\tMPC_YAW_MODE\t0.5\t6", values),
            "a.params:2: MPC_YAW_MODE: 0.5 is no whole number; expected one");
  EXPECT_EQ(values.value, before.value);
}

TEST(ParameterNames, AreFoundInAnyCaseAndByWords) {
  EXPECT_EQ(find_parameter_any_case("mpc_xy_p"), Param::MPC_XY_P);
  EXPECT_EQ(find_parameter_any_case("mpc_xy_q"), std::nullopt);
  EXPECT_EQ(unknown_parameter("mpc_xy_cruse"),
            "unknown parameter; did you mean \"MPC_XY_CRUISE\"?");
  EXPECT_EQ(unknown_parameter("SERVO_7"), "unknown parameter; `alula params list` names all");
  const std::vector<Param> found = search_parameters({"yaw", "ACCELERATION", "deg/s^2"});
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0], Param::MPC_YAWRAUTO_ACC);
  EXPECT_EQ(search_parameters({}).size(), kParameterCount);
}

// A name that has come back, or that some autopilot part now has, needs no advice.
TEST(ParameterNames, FormerNamesAreNoParametersAndTheirAdviceNamesReal) {
  for (const char* name :
       {"MPC_ACC_DEC", "MPC_XY_VEL_P", "EKF2_AID_MASK", "EKF2_HGT_MODE", "SYS_HITL",
        "SYS_MC_EST_GROUP", "CBRK_IO_SAFETY", "CBRK_SUPPLY_CHK", "MPC_THR_XY_MARGIN"}) {
    EXPECT_EQ(find_parameter(name), std::nullopt) << name;
    const std::string advice = unknown_parameter(name);
    const bool helps =
        advice.find("replaced by ") != advice.npos || advice.find("not needed: ") != advice.npos;
    EXPECT_TRUE(helps) << advice;
    for (std::size_t i = advice.find('_'); i != advice.npos; i = advice.find('_', i)) {
      const std::size_t begin = advice.find_last_of(' ', i) + 1;
      const std::size_t end = std::min(advice.find_first_of(" ,", i), advice.size());
      EXPECT_TRUE(find_parameter(advice.substr(begin, end - begin))) << advice;
      i = end;
    }
  }
}

TEST(Parameters, ThatDoNotGoTogetherAreNamed) {
  ParameterValues values = default_parameters();
  EXPECT_FALSE(check_together(values));
  EXPECT_FALSE(set_parameter(values, "MPC_THR_MAX", 0.1));
  EXPECT_EQ(check_together(values)->text(),
            "MPC_THR_MIN: 0.12 leaves no thrust to control with; expected less than MPC_THR_MAX, "
            "which is 0.1");
  EXPECT_FALSE(set_parameter(values, "MPC_THR_MAX", 0.4));
  EXPECT_EQ(check_together(values)->text(),
            "MPC_THR_HOVER: 0.5 is no thrust that may be used; expected MPC_THR_MIN (0.12) to "
            "MPC_THR_MAX (0.4)");
  values = default_parameters();
  EXPECT_FALSE(set_parameter(values, "EKF2_PREDICT_US", 1000));
  EXPECT_EQ(check_together(values)->text(),
            "EKF2_PREDICT_US: 1000 us is too short for the delay of 110 ms in EKF2_GPS_DELAY; "
            "expected 2292 to 20000 us");
  EXPECT_FALSE(set_parameter(values, "EKF2_PREDICT_US", 2292));
  EXPECT_FALSE(check_together(values));
  EXPECT_FALSE(set_parameter(values, "BAT_CRIT_THR", 0.2));
  EXPECT_EQ(check_together(values)->text(),
            "BAT_CRIT_THR: 0.2 comes before BAT_LOW_THR; expected at most 0.15");
  EXPECT_FALSE(set_parameter(values, "BAT_LOW_THR", 0.2));
  EXPECT_FALSE(set_parameter(values, "MC_YAWRATE_MAX", 0));
  EXPECT_EQ(check_together(values)->text(),
            "MC_YAWRATE_MAX: 0 lets nothing happen; expected above 0, to 1800 deg/s");
}

// So that a message names a parameter, never a field of ours.
TEST(Parameters, ThatGoTogetherMakeValidConfigurations) {
  const auto holds = [](const ParameterValues& values, const std::string& what) {
    if (check_together(values)) return;
    const MaybeError error = validate(map_parameters(values, {}));
    EXPECT_FALSE(error) << what << ": " << error->text();
  };
  for (const ParameterInfo& info : parameter_table()) {
    for (const double limit : {info.min, info.max}) {
      ParameterValues values = default_parameters();
      ASSERT_FALSE(set_parameter(values, info.name, limit));
      const MaybeError error = check_together(values);
      if (error) {
        EXPECT_TRUE(find_parameter(error->where)) << error->text();
      }
      holds(values, std::string(info.name));
    }
  }
  // Limits of three parameters at a time.
  const RandomStream stream(1, "parameters");
  for (int i = 0; i < 20000; ++i) {
    ParameterValues values = default_parameters();
    std::string what;
    for (std::uint32_t k = 0; k < 3; ++k) {
      const double draw = stream.uniform(i, k) * 2.0 * kParameterCount;
      const ParameterInfo& info = parameter_table()[static_cast<std::size_t>(draw / 2.0)];
      const double limit = static_cast<int>(draw) % 2 == 0 ? info.min : info.max;
      ASSERT_FALSE(set_parameter(values, info.name, limit));
      what += std::string(info.name) + " ";
    }
    holds(values, what);
  }
}

}  // namespace
}  // namespace alula
