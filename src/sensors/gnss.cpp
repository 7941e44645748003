#include "sensors/gnss.h"

namespace alula {

std::optional<Error> validate(const GnssConfig& config) {
  if (auto error = validate(config.common, kGnssQueue)) return error;
  struct Named {
    const char* key;
    double value;
  };
  for (const Named& n :
       {Named{"position_white_horizontal_m", config.position_white_horizontal_m},
        Named{"position_white_vertical_m", config.position_white_vertical_m},
        Named{"position_walk_horizontal_m", config.position_walk_horizontal_m},
        Named{"position_walk_vertical_m", config.position_walk_vertical_m},
        Named{"velocity_white_horizontal_m_s", config.velocity_white_horizontal_m_s},
        Named{"velocity_white_vertical_m_s", config.velocity_white_vertical_m_s},
        Named{"eph_m", config.eph_m}, Named{"epv_m", config.epv_m},
        Named{"speed_accuracy_m_s", config.speed_accuracy_m_s}, Named{"hdop", config.hdop},
        Named{"vdop", config.vdop}})
    if (!is_deviation(n.value)) return sensor_error(n.key, "must be zero or more");
  if (!(config.position_walk_time_constant_s > 0.0))
    return sensor_error("position_walk_time_constant_s", "must be above zero");
  if (config.satellites > 255) return sensor_error("satellites", "must be from 0 to 255");
  if (config.fix_type > 8) return sensor_error("fix_type", "must be from 0 to 8");
  if (!is_finite(config.offset_ned_m)) return sensor_error("offset_ned_m", "must be finite");
  return std::nullopt;
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
  const double ellipsoid_over_sea = truth.altitude_ellipsoid_m - truth.altitude_msl_m;
  send(state.under_way, {.time = truth.time,
                         .latitude_rad = place.latitude_rad,
                         .longitude_rad = place.longitude_rad,
                         .altitude_msl_m = place.height_m - ellipsoid_over_sea,
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
