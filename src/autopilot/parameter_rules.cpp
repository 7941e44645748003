// What no parameter's range says by itself. Each rule names the parameter: once a set has passed,
// the configurations made from it are valid, whose fields nobody outside knows.
#include <array>
#include <cmath>
#include <string>

#include <fmt/format.h>

#include "autopilot/parameters.h"
#include "estimator/config.h"

namespace alula {
namespace {

using enum Param;

// PX4's ranges begin at zero; a limit or a tolerance of zero lets nothing happen at all.
constexpr std::array kAboveZero{MPC_XY_VEL_MAX, MC_ROLLRATE_MAX, MC_PITCHRATE_MAX,
                                MC_YAWRATE_MAX, LNDMC_Z_VEL_MAX, LNDMC_XY_VEL_MAX,
                                LNDMC_ROT_MAX,  HTE_HT_ERR_INIT, MIS_YAW_ERR};

MaybeError check_above_zero(const ParameterValues& values) {
  for (const Param p : kAboveZero) {
    if (values[p] > 0.0) continue;
    const ParameterInfo& info = info_of(p);
    return invalid_config(std::string(info.name),
                          fmt::format("{} lets nothing happen; expected above 0, to {} {}",
                                      values[p], info.max, info.unit));
  }
  return std::nullopt;
}

MaybeError check_thrust(const ParameterValues& values) {
  const double least = values[MPC_THR_MIN], greatest = values[MPC_THR_MAX];
  const double hover = values[MPC_THR_HOVER];
  if (!(least < greatest)) {
    return invalid_config("MPC_THR_MIN",
                          fmt::format("{} leaves no thrust to control with; expected "
                                      "less than MPC_THR_MAX, which is {}",
                                      least, greatest));
  }
  if (!(hover >= least && hover <= greatest)) {
    return invalid_config("MPC_THR_HOVER",
                          fmt::format("{} is no thrust that may be used; expected MPC_THR_MIN ({}) "
                                      "to MPC_THR_MAX ({})",
                                      hover, least, greatest));
  }
  return std::nullopt;
}

MaybeError check_battery(const ParameterValues& values) {
  const auto not_above = [&values](Param lower, Param upper) -> MaybeError {
    if (values[lower] <= values[upper]) return std::nullopt;
    const std::string_view name = info_of(upper).name;
    return invalid_config(
        std::string(info_of(lower).name),
        fmt::format("{} comes before {}; expected at most {}", values[lower], name, values[upper]));
  };
  if (MaybeError error = not_above(BAT_CRIT_THR, BAT_LOW_THR)) return error;
  return not_above(BAT_EMERGEN_THR, BAT_CRIT_THR);
}

// The filter holds as many steps as lie between a measurement and its arrival.
MaybeError check_filter_interval(const ParameterValues& values) {
  Param longest = EKF2_GPS_DELAY;
  for (const Param delay : {EKF2_BARO_DELAY, EKF2_MAG_DELAY, EKF2_RNG_DELAY, EKF2_OF_DELAY,
                            EKF2_EV_DELAY, EKF2_ASP_DELAY}) {
    if (values[delay] > values[longest]) longest = delay;
  }
  const double least_us = std::ceil(1e6 * predict_interval_min_s(1e-3 * values[longest]));
  if (values[EKF2_PREDICT_US] >= least_us) return std::nullopt;
  return invalid_config(
      "EKF2_PREDICT_US",
      fmt::format("{} us is too short for the delay of {} ms in {}; expected {} to {} us",
                  values[EKF2_PREDICT_US], values[longest], info_of(longest).name, least_us,
                  info_of(EKF2_PREDICT_US).max));
}

}  // namespace

MaybeError check_together(const ParameterValues& values) {
  if (MaybeError error = check_above_zero(values)) return error;
  if (MaybeError error = check_thrust(values)) return error;
  if (MaybeError error = check_battery(values)) return error;
  return check_filter_interval(values);
}

}  // namespace alula
