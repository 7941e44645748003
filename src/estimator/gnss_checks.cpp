#include "estimator/gnss_checks.h"

#include <algorithm>
#include <cmath>

#include "earth/geodesy.h"
#include "estimator/flags.h"

namespace alula::ekf {

namespace {

constexpr double kFilterTau = 10.0;  // [s] of drift and speed
constexpr double kHoldAgain = 1.0;   // [s] a receiver that once passed must hold

// Position at rest should not drift: the derivative, filtered. White noise telescopes away in it.
void filter_motion(GnssChecks& c, const GnssFix& fix, bool at_rest) {
  if (c.fixes == 0 || !at_rest) {
    c.anchor_latitude_rad = fix.latitude_rad;
    c.anchor_longitude_rad = fix.longitude_rad;
    c.anchor_altitude_m = fix.altitude_msl_m;
    c.previous_p = c.drift = c.speed = {};
    return;
  }
  const double dt = seconds(fix.time - c.previous_time);
  const LocalFrame frame({c.anchor_latitude_rad, c.anchor_longitude_rad, c.anchor_altitude_m});
  const Vec3 p = frame.to_local({fix.latitude_rad, fix.longitude_rad, fix.altitude_msl_m});
  const double share = std::clamp(dt / kFilterTau, 0.0, 1.0);
  const Vec3 rate = (1.0 / std::max(dt, 0.001)) * (p - c.previous_p);
  c.drift += share * (rate - c.drift);
  c.speed += share * (fix.v_ned - c.speed);
  c.previous_p = p;
}

std::uint32_t failures(const GnssChecks& c, const GnssFix& fix, const EstimatorConfig& config) {
  std::uint32_t flags = 0;
  const auto require = [&](std::uint32_t check, GnssFailBit fail, bool good) {
    if ((config.gnss_checks & check) != 0 && !good) flags |= bit(fail);
  };
  if (fix.fix_type < 3) flags |= bit(GnssFailBit::fix);
  const double pdop = std::sqrt(square(fix.hdop) + square(fix.vdop));
  require(gnss_check::satellites, GnssFailBit::satellites,
          fix.satellites >= config.required_satellites);
  require(gnss_check::pdop, GnssFailBit::pdop, pdop <= config.required_pdop);
  require(gnss_check::eph, GnssFailBit::eph, fix.eph_m <= config.required_eph_m);
  require(gnss_check::epv, GnssFailBit::epv, fix.epv_m <= config.required_epv_m);
  require(gnss_check::speed_accuracy, GnssFailBit::speed_accuracy,
          fix.speed_accuracy_m_s <= config.required_speed_accuracy_m_s);
  require(gnss_check::horizontal_drift, GnssFailBit::horizontal_drift,
          norm_xy(c.drift) <= config.required_horizontal_drift_m_s);
  require(gnss_check::vertical_drift, GnssFailBit::vertical_drift,
          std::fabs(c.drift.z) <= config.required_vertical_drift_m_s);
  require(gnss_check::horizontal_speed, GnssFailBit::horizontal_speed,
          norm_xy(c.speed) <= config.required_horizontal_drift_m_s);
  require(gnss_check::vertical_speed, GnssFailBit::vertical_speed,
          std::fabs(c.speed.z) <= config.required_vertical_drift_m_s);
  return flags;
}

}  // namespace

void check_gnss(GnssChecks& checks, const GnssFix& fix, bool at_rest,
                const EstimatorConfig& config) {
  filter_motion(checks, fix, at_rest);
  if (checks.fixes == 0) checks.failed_time = fix.time;
  checks.previous_time = fix.time;
  ++checks.fixes;
  checks.fail_flags = failures(checks, fix, config);
  if (checks.fail_flags != 0) {
    checks.failed_time = fix.time;
    checks.passed = 0;
    return;
  }
  const double hold =
      checks.held_once != 0 ? std::min(kHoldAgain, config.required_time_s) : config.required_time_s;
  checks.passed = seconds(fix.time - checks.failed_time) >= hold ? 1 : 0;
  if (checks.passed == 0) return;
  checks.held_once = 1;
  checks.passed_time = fix.time;
}

}  // namespace alula::ekf
