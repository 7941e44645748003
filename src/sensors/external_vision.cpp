#include "sensors/external_vision.h"

#include "math/frames.h"

namespace alula {
namespace {

constexpr Vec3 equal(double s) { return {s, s, s}; }

}  // namespace

MaybeError validate(const ExternalVisionConfig& config) {
  return ConfigCheck()
      .keep(validate(config.common, kVisionQueue))
      .from_to("heading_deg", config.heading_deg, -360.0, 360.0)
      .finite("origin_m", config.origin_m)
      .zero_or_more("position_white_m", config.position_white_m)
      .zero_or_more("position_walk_m", config.position_walk_m)
      .above_zero("position_walk_time_constant_s", config.position_walk_time_constant_s)
      .zero_or_more("velocity_white_m_s", config.velocity_white_m_s)
      .zero_or_more("angle_white_deg", config.angle_white_deg)
      .zero_or_more("claimed_position_std_m", config.claimed_position_std_m)
      .zero_or_more("claimed_velocity_std_m_s", config.claimed_velocity_std_m_s)
      .zero_or_more("claimed_angle_std_deg", config.claimed_angle_std_deg)
      .result();
}

ExternalVision::ExternalVision(const ExternalVisionConfig& config, const SensorIdentity& identity)
    : config_(config),
      q_VW_(from_yaw(-radians(config.heading_deg))),
      instance_(identity.instance),
      ideal_(config.common.ideal || identity.ideal),
      timing_(config.common, identity.clock),
      position_white_(identity.stream("vision", "position/white")),
      velocity_white_(identity.stream("vision", "velocity/white")),
      angle_white_(identity.stream("vision", "angle/white")),
      position_walk_(identity.stream("vision", "position/walk"), equal(config.position_walk_m),
                     config.position_walk_time_constant_s, timing_.interval_s()) {}

void ExternalVision::sense(ExternalVisionState& state, const TruthState& truth,
                           SensorErrors& errors) const {
  if (!timing_.due(truth.time)) return;
  const Vec3& arm = config_.common.position_m;
  const Vec3 p_V = q_VW_ * (truth.p_WB + truth.q_WB * arm - config_.origin_m);
  const Vec3 v_V = q_VW_ * (truth.v_WB + truth.q_WB * cross(truth.w_WB_B, arm));
  Vec3 position_error{}, velocity_error{}, angle_error{};
  if (!ideal_) {
    const std::int64_t index = timing_.sample_index(truth.time);
    position_error = position_walk_.advance(state.position_walk, index) +
                     white_noise(position_white_, index, equal(config_.position_white_m));
    velocity_error = white_noise(velocity_white_, index, equal(config_.velocity_white_m_s));
    angle_error = white_noise(angle_white_, index, equal(radians(config_.angle_white_deg)));
  }
  send(state.under_way, {.time = truth.time,
                         .p_VB = p_V + position_error,
                         .v_VB = v_V + velocity_error,
                         .q_VB = normalized(from_rotation_vector(angle_error) * q_VW_ * truth.q_WB),
                         .position_variance_m2 = square(config_.claimed_position_std_m),
                         .velocity_variance_m2_s2 = square(config_.claimed_velocity_std_m_s),
                         .angle_variance_rad2 = square(radians(config_.claimed_angle_std_deg)),
                         .quality = 1.0,
                         .to_north = config_.to_north ? 1U : 0U,
                         .instance = instance_});
  errors.push_back({truth.time, SensorKind::vision_position, instance_, p_V, position_error});
  errors.push_back({truth.time, SensorKind::vision_velocity, instance_, v_V, velocity_error});
}

}  // namespace alula
