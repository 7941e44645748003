#include "failures/gnss_faults.h"

#include <algorithm>
#include <cmath>

#include "failures/sample_numbers.h"

namespace alula {
namespace {

constexpr double kChipRate_hz = 1.023e6;  // of the C/A code
// Open sky: from the horizon to the zenith the signals lie evenly between these.
constexpr double kWeakest_db_hz = 38.0, kStrongest_db_hz = 50.0;
constexpr double kTrackingThreshold_db_hz = 28.0;

double power(double db) { return std::pow(10.0, 0.1 * db); }

}  // namespace

double jammed_density_db_hz(double unjammed, double jammer_db) {
  return -10.0 * std::log10(power(-unjammed) + power(jammer_db) / kChipRate_hz);
}

JammedReception jammed_reception(std::uint32_t satellites, double jammer_db) {
  JammedReception reception;
  for (std::uint32_t i = 0; i < satellites; ++i) {
    const double place = (i + 0.5) / satellites;
    const double signal = kWeakest_db_hz + place * (kStrongest_db_hz - kWeakest_db_hz);
    // The jammer is `jammer_db` above the middle of them.
    const double middle = 0.5 * (kWeakest_db_hz + kStrongest_db_hz);
    const double left = jammed_density_db_hz(signal, jammer_db + middle - signal);
    reception.satellites += left >= kTrackingThreshold_db_hz;
  }
  // The code loop's deviation goes with the root of noise over signal, geometry with the root of
  // the number of satellites.
  const double middle = 0.5 * (kWeakest_db_hz + kStrongest_db_hz);
  const double lost_db = middle - jammed_density_db_hz(middle, jammer_db);
  const double tracked = std::max(reception.satellites, 1U);
  reception.deviation_factor = std::sqrt(power(lost_db) * satellites / tracked);
  return reception;
}

void displace(GnssFix& fix, const Vec3& offset_ned, const LocalFrame& frame) {
  const Vec3 p_WG = frame.to_local({fix.latitude_rad, fix.longitude_rad, fix.altitude_ellipsoid_m});
  const Geodetic place = frame.to_geodetic(p_WG + frame.R_WN(p_WG) * offset_ned);
  fix.latitude_rad = place.latitude_rad;
  fix.longitude_rad = place.longitude_rad;
  fix.altitude_ellipsoid_m = place.height_m;
  fix.altitude_msl_m = place.height_m - frame.sea_level_m(place);
}

void jam(GnssFix& fix, double jammer_db, const GateIdentity& gate) {
  if (fix.satellites == 0) return;
  const JammedReception reception = jammed_reception(fix.satellites, jammer_db);
  const double factor = reception.deviation_factor;
  const double added = std::sqrt(std::max(square(factor) - 1.0, 0.0));
  const std::array<double, 3> place = gate.noise.normal3(fix.time);
  const std::array<double, 3> speed = gate.noise.normal3(fix.time, 8);
  displace(fix, added * Vec3{fix.eph_m * place[0], fix.eph_m * place[1], fix.epv_m * place[2]},
           gate.frame);
  fix.v_ned += added * fix.speed_accuracy_m_s * Vec3{speed[0], speed[1], speed[2]};
  for (double* const claim : {&fix.eph_m, &fix.epv_m, &fix.speed_accuracy_m_s}) *claim *= factor;
  const double geometry =
      std::sqrt(static_cast<double>(fix.satellites) / std::max(reception.satellites, 1U));
  fix.hdop *= geometry;
  fix.vdop *= geometry;
  fix.satellites = reception.satellites;
  if (fix.satellites < 4) fix.fix_type = std::min(fix.fix_type, fix.satellites == 3 ? 2U : 0U);
}

void spoof(GnssFix& fix, const Failure& failure, const LocalFrame& frame) {
  const Vec3 walk{failure.value[0], failure.value[1], failure.value[2]};
  displace(fix, std::max(seconds(fix.time - failure.start), 0.0) * walk, frame);
  fix.v_ned += failure.value[3] * walk;
}

void distort(const GateIdentity& gate, const Failure& failure, GnssFix& fix) {
  if (failure.type == FailureType::jammed) {
    jam(fix, failure.value[0], gate);
  } else if (failure.type == FailureType::spoofed) {
    spoof(fix, failure, gate.frame);
  } else {
    displace(fix, {failure.value[0], failure.value[1], failure.value[2]}, gate.frame);
    fix.v_ned = failure.value[3] * fix.v_ned;
  }
}

}  // namespace alula
