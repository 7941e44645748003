#include "sensors/optical_flow.h"

#include <algorithm>

#include "math/frames.h"

namespace alula {

MaybeError validate(const OpticalFlowConfig& config) {
  return ConfigCheck()
      .keep(validate(config.common, kFlowQueue))
      .from_to("height_min_m", config.height_min_m, 0.0, 100.0)
      .from_to("height_max_m", config.height_max_m, 0.1, 1000.0)
      .require("height_max_m", config.height_max_m > config.height_min_m,
               "must be more than height_min_m")
      .above_zero("rate_max_rad_s", config.rate_max_rad_s)
      .from_to("tilt_max_deg", config.tilt_max_deg, 1.0, 89.0)
      .zero_or_more("light_min_lux", config.light_min_lux)
      .zero_or_more("white_rad_s", config.white_rad_s)
      .zero_or_more("gyro_white_rad_s", config.gyro_white_rad_s)
      .from_to("scale", config.scale, 0.0, 0.5)
      .result();
}

OpticalFlow::OpticalFlow(const OpticalFlowConfig& config, const GroundPlane* ground,
                         const SensorIdentity& identity)
    : config_(config),
      instance_(identity.instance),
      ideal_(config.common.ideal || identity.ideal),
      timing_(config.common, identity.clock),
      white_(identity.stream("flow", "white")),
      gyro_white_(identity.stream("flow", "gyro/white")) {
  if (ground != nullptr) ground_ = *ground;
  if (!ideal_) scale_ += config.scale * identity.stream("flow", "scale").normal(0);
}

// The ground's point on the axis passes the camera at its own velocity; over its distance that is
// the turn of the picture.
void OpticalFlow::accumulate(OpticalFlowState& state, const StepMotion& motion) const {
  const RigidBodyState<double>&a = motion.before, &b = motion.after;
  const Vec3 w_B = 0.5 * (a.w_WB_B + b.w_WB_B);
  const Vec3 v_W = 0.5 * (a.v_WB + b.v_WB);
  const Vec3& arm = config_.common.position_m;
  const Vec3 p_WS = 0.5 * (a.p_WB + b.p_WB) + b.q_WB * arm;
  const Vec3 v_B = b.q_WB.conjugate() * v_W + cross(w_B, arm);
  const Vec3 axis_W = b.q_WB * Vec3{0.0, 0.0, 1.0};
  const double distance =
      ground_ ? ground_->hit(p_WS, axis_W).distance_m : std::numeric_limits<double>::infinity();
  const double near = std::max(distance, 0.01);
  const double rate_x = w_B.x - v_B.y / near, rate_y = w_B.y + v_B.x / near;
  const bool too_fast = std::hypot(rate_x, rate_y) > config_.rate_max_rad_s;
  const bool in_reach = distance >= config_.height_min_m && distance <= config_.height_max_m;
  state.turn_x += motion.dt_s * rate_x;
  state.turn_y += motion.dt_s * rate_y;
  state.rotation_B += motion.dt_s * (w_B + b.q_WB.conjugate() * motion.omega_W);
  state.seconds_s += motion.dt_s;
  if (too_fast || !in_reach) ++state.blind;
  ++state.steps;
}

double OpticalFlow::quality(const OpticalFlowState& state, const TruthState& truth) const {
  if (!ground_ || state.blind > 0) return 0.0;
  const Vec3 p_WS = truth.p_WB + truth.q_WB * config_.common.position_m;
  const Vec3 axis_W = truth.q_WB * Vec3{0.0, 0.0, 1.0};
  const GroundHit hit = ground_->hit(p_WS, axis_W);
  if (axis_W.z < std::cos(radians(config_.tilt_max_deg))) return 0.0;
  const double away = std::min(hit.distance_m / config_.height_max_m, 1.0);
  const double dark = config_.light_min_lux;
  const double seen =
      dark > 0.0 ? std::clamp((ground_->light_lux - dark) / (9.0 * dark), 0.0, 1.0) : 1.0;
  return hit.texture * seen * (1.0 - away * away);
}

void OpticalFlow::sense(OpticalFlowState& state, const TruthState& truth,
                        SensorErrors& errors) const {
  if (!timing_.due(truth.time) || state.steps == 0) return;
  const double interval_s = state.seconds_s;
  const double quality = this->quality(state, truth);
  FlowSample sample{.time = truth.time,
                    .interval = nanoseconds(interval_s),
                    .rotation_B = state.rotation_B,
                    .rate_max_rad_s = config_.rate_max_rad_s,
                    .height_min_m = config_.height_min_m,
                    .height_max_m = config_.height_max_m,
                    .quality = quality,
                    .instance = instance_};
  const std::int64_t index = timing_.sample_index(truth.time);
  if (quality > 0.0) {
    sample.turn_x_rad = scale_ * state.turn_x;
    sample.turn_y_rad = scale_ * state.turn_y;
  }
  if (!ideal_) {
    const double gyro = config_.gyro_white_rad_s * interval_s;
    sample.rotation_B += white_noise(gyro_white_, index, {gyro, gyro, gyro});
    const double white = config_.white_rad_s * interval_s / std::sqrt(std::max(quality, 0.04));
    const auto draw = white_.normal2(index);
    sample.turn_x_rad += white * draw[0];
    sample.turn_y_rad += white * draw[1];
  }
  send(state.under_way, sample);
  const Vec3 right{state.turn_x, state.turn_y, 0.0};
  const Vec3 read{sample.turn_x_rad, sample.turn_y_rad, 0.0};
  errors.push_back(
      {truth.time, SensorKind::flow, instance_, right / interval_s, (read - right) / interval_s});
  state.rotation_B = {};
  state.turn_x = state.turn_y = state.seconds_s = 0.0;
  state.blind = state.steps = 0;
}

}  // namespace alula
