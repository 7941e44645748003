#include "sensors/gnss.h"

namespace alula {
namespace {

// Beyond any receiver, and small enough that what is computed from it stays a number.
constexpr double kErrorMax_m = 1e6, kErrorMax_m_s = 1e4;

}  // namespace

MaybeError validate(const GnssConfig& config) {
  return ConfigCheck()
      .keep(validate(config.common, kGnssQueue))
      .from_to("position_white_horizontal_m", config.position_white_horizontal_m, 0.0, kErrorMax_m)
      .from_to("position_white_vertical_m", config.position_white_vertical_m, 0.0, kErrorMax_m)
      .from_to("position_walk_horizontal_m", config.position_walk_horizontal_m, 0.0, kErrorMax_m)
      .from_to("position_walk_vertical_m", config.position_walk_vertical_m, 0.0, kErrorMax_m)
      .above_zero("position_walk_time_constant_s", config.position_walk_time_constant_s)
      .from_to("velocity_white_horizontal_m_s", config.velocity_white_horizontal_m_s, 0.0,
               kErrorMax_m_s)
      .from_to("velocity_white_vertical_m_s", config.velocity_white_vertical_m_s, 0.0,
               kErrorMax_m_s)
      .from_to("eph_m", config.eph_m, 0.0, kErrorMax_m)
      .from_to("epv_m", config.epv_m, 0.0, kErrorMax_m)
      .from_to("speed_accuracy_m_s", config.speed_accuracy_m_s, 0.0, kErrorMax_m_s)
      .from_to("hdop", config.hdop, 0.0, 100.0)
      .from_to("vdop", config.vdop, 0.0, 100.0)
      .from_to("satellites", config.satellites, 0.0, 255.0)
      .from_to("fix_type", config.fix_type, 0.0, 8.0)
      .require("offset_ned_m", norm(config.offset_ned_m) <= kErrorMax_m,
               "must not be longer than 1e6 m")
      .result();
}

Gnss::Gnss(const GnssConfig& config, const LocalFrame& frame, const SensorIdentity& identity)
    : config_(config),
      frame_(frame),
      instance_(identity.instance),
      ideal_(config.common.ideal || identity.ideal),
      timing_(config.common, identity.clock),
      position_white_(identity.stream("gnss", "position/white")),
      velocity_white_(identity.stream("gnss", "velocity/white")),
      position_walk_(identity.stream("gnss", "position/walk"),
                     {config.position_walk_horizontal_m, config.position_walk_horizontal_m,
                      config.position_walk_vertical_m},
                     config.position_walk_time_constant_s, timing_.interval_s()) {}

void Gnss::sense(GnssState& state, const TruthState& truth, SensorErrors& errors) const {
  if (!timing_.due(truth.time)) return;
  const Vec3& arm = config_.common.position_m;
  const Vec3 p_WG = truth.p_WB + truth.q_WB * arm;
  const Vec3 v_WG = truth.v_WB + truth.q_WB * cross(truth.w_WB_B, arm);

  Vec3 position_error = config_.offset_ned_m;
  Vec3 velocity_error{};
  if (!ideal_) {
    const std::int64_t index = timing_.sample_index(truth.time);
    const Vec3 white{config_.position_white_horizontal_m, config_.position_white_horizontal_m,
                     config_.position_white_vertical_m};
    const Vec3 velocity_white{config_.velocity_white_horizontal_m_s,
                              config_.velocity_white_horizontal_m_s,
                              config_.velocity_white_vertical_m_s};
    position_error += position_walk_.advance(state.position_walk, index) +
                      white_noise(position_white_, index, white);
    velocity_error = white_noise(velocity_white_, index, velocity_white);
  }

  // The error is added in W. The receiver's north and down lean against W's by the distance over
  // the Earth's radius.
  const Geodetic place = frame_.to_geodetic(p_WG + position_error);
  const Vec3 v_ned = frame_.R_WN(p_WG).transposed() * v_WG;
  send(state.under_way, {.time = truth.time,
                         .latitude_rad = place.latitude_rad,
                         .longitude_rad = place.longitude_rad,
                         .altitude_msl_m = place.height_m - frame_.sea_level_m(place),
                         .altitude_ellipsoid_m = place.height_m,
                         .v_ned = v_ned + velocity_error,
                         .eph_m = config_.eph_m,
                         .epv_m = config_.epv_m,
                         .speed_accuracy_m_s = config_.speed_accuracy_m_s,
                         .hdop = config_.hdop,
                         .vdop = config_.vdop,
                         .fix_type = config_.fix_type,
                         .satellites = config_.satellites,
                         .instance = instance_});
  errors.push_back({truth.time, SensorKind::gnss_position, instance_, p_WG, position_error});
  errors.push_back({truth.time, SensorKind::gnss_velocity, instance_, v_ned, velocity_error});
}

}  // namespace alula
