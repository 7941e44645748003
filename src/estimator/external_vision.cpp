#include <algorithm>
#include <cmath>

#include "estimator/aids.h"
#include "estimator/fusion.h"

namespace alula::ekf {
namespace {

double assumed_variance(double claimed, double least, const VisionAidConfig& c) {
  return c.fixed_noise != 0 ? square(least) : std::max(claimed, square(least));
}

// One component of a vector: what is said of it, and whether it may be fused.
template <int N>
void look(AidStatus<N>& aid, std::size_t i, double observed, double innovation, double variance,
          double gate) {
  aid.observation[i] = observed;
  aid.innovation[i] = innovation;
  aid.innovation_variance[i] = variance;
  aid.test_ratio[i] = test_ratio(innovation, variance, gate);
  if (!(aid.test_ratio[i] <= 1.0)) aid.rejected = true;
}

template <int N> void begin(AidStatus<N>& aid, TimeNs time) {
  aid.time_sample = time;
  aid.rejected = false;
}

}  // namespace

VisionObservation observe(const EstimatorState& state, const VisionSample& s,
                          const EstimatorConfig& config) {
  const VisionAidConfig& c = config.aiding.vision;
  const Nominal& x = state.filter.x;
  const double age = age_s(state, s.time);
  const Vec3 arm_B = c.p_B_m - config.p_BImu_m;
  const double turn = s.to_north != 0 ? 0.0 : state.aiding.vision_turn;
  const Quat q_WV = from_yaw(turn);
  const Aiding& a = state.aiding;
  const Vec3 bias{a.north.value, a.east.value, 0.0};

  // Moved on from the sample's time to the horizon's with the filter's own motion.
  VisionObservation z{};
  z.time = s.time;
  z.v_W = q_WV * s.v_VB - x.q_WB * cross(state.rate_B, arm_B) + age * state.a_W;
  z.p_W = q_WV * s.p_VB - x.q_WB * arm_B + age * (x.v_W - (0.5 * age) * state.a_W) + bias;
  const Vec3 turned_W = x.q_WB * state.rate_B;
  z.yaw = wrap_pi(turn + yaw_of(s.q_VB) + age * turned_W.z);
  z.position_variance = assumed_variance(s.position_variance_m2, c.position_noise_m, c);
  z.velocity_variance = assumed_variance(s.velocity_variance_m2_s2, c.velocity_noise_m_s, c);
  z.yaw_variance = assumed_variance(s.angle_variance_rad2, c.angle_noise_rad, c);
  return z;
}

void look_vision(EstimatorState& state, const VisionObservation& z, const EstimatorConfig& config) {
  const VisionAidConfig& c = config.aiding.vision;
  const Filter& f = state.filter;
  EstimatorStatus& status = state.status;
  const Aiding& a = state.aiding;
  const double p_W[] = {z.p_W.x, z.p_W.y}, x_p[] = {f.x.p_W.x, f.x.p_W.y};
  const double extra[] = {state.modes.gnss != 0 ? a.north.variance : 0.0,
                          state.modes.gnss != 0 ? a.east.variance : 0.0};
  begin(status.vision_position, z.time);
  for (int i = 0; i < 2; ++i) {
    const double variance = f.P.variance(kPosition + i) + z.position_variance + extra[i];
    look(status.vision_position, static_cast<std::size_t>(i), p_W[i], x_p[i] - p_W[i], variance,
         c.position_gate);
  }
  begin(status.vision_velocity, z.time);
  const double v_W[] = {z.v_W.x, z.v_W.y, z.v_W.z}, x_v[] = {f.x.v_W.x, f.x.v_W.y, f.x.v_W.z};
  for (int i = 0; i < 3; ++i) {
    const double variance = f.P.variance(kVelocity + i) + z.velocity_variance;
    look(status.vision_velocity, static_cast<std::size_t>(i), v_W[i], x_v[i] - v_W[i], variance,
         c.velocity_gate);
  }
  begin(status.vision_yaw, z.time);
  look(status.vision_yaw, 0, z.yaw, wrap_pi(yaw_of(f.x.q_WB) - z.yaw),
       f.P.variance(kTheta + 2) + z.yaw_variance, config.heading_gate);
}

bool fuse_vision_position(EstimatorState& state, const VisionObservation& z) {
  AidStatus<2>& aid = state.status.vision_position;
  if (aid.rejected) return false;
  Filter& f = state.filter;
  const std::uint32_t frozen = state.learning.frozen;
  const bool beside = state.modes.gnss != 0;
  const double north = z.position_variance + (beside ? state.aiding.north.variance : 0.0);
  const double east = z.position_variance + (beside ? state.aiding.east.variance : 0.0);
  if (!fuse(f, Jacobian::of(kPosition), f.x.p_W.x - z.p_W.x, north, frozen)) return false;
  if (!fuse(f, Jacobian::of(kPosition + 1), f.x.p_W.y - z.p_W.y, east, frozen)) return false;
  aid.time_accepted = z.time;
  state.timers.horizontal_position = state.timers.horizon;
  return true;
}

bool fuse_vision_height(EstimatorState& state, const VisionObservation& z,
                        const EstimatorConfig& config) {
  const bool reference = state.modes.height_source == ActiveHeight::vision;
  Aiding& a = state.aiding;
  AidStatus<1>& aid = state.status.vision_height;
  HeightBias bias{a.height_bias_m, a.height_bias_variance};
  if (!reference) predict_height_bias(bias, seconds(z.time - aid.time_sample), config);
  const double variance = z.position_variance + (reference ? 0.0 : bias.variance);
  const double observed = z.p_W.z + (reference ? 0.0 : bias.bias_m);
  Filter& f = state.filter;
  begin(aid, z.time);
  look(aid, 0, observed, f.x.p_W.z - observed, f.P.variance(kPosition + 2) + variance,
       config.aiding.vision.position_gate);
  const double measured_bias = f.x.p_W.z - z.p_W.z;
  const bool fused = !aid.rejected && fuse(f, Jacobian::of(kPosition + 2), aid.innovation[0],
                                           variance, state.learning.frozen);
  if (!reference)
    fuse_height_bias(bias, measured_bias, z.position_variance + f.P.variance(kPosition + 2));
  a.height_bias_m = bias.bias_m;
  a.height_bias_variance = bias.variance;
  if (!fused) return false;
  aid.time_accepted = z.time;
  state.timers.height = state.timers.horizon;
  return true;
}

bool fuse_vision_velocity(EstimatorState& state, const VisionObservation& z) {
  AidStatus<3>& aid = state.status.vision_velocity;
  if (aid.rejected) return false;
  Filter& f = state.filter;
  const std::uint32_t frozen = state.learning.frozen;
  const double variance = z.velocity_variance;
  const bool x = fuse(f, Jacobian::of(kVelocity), f.x.v_W.x - z.v_W.x, variance, frozen);
  const bool y = fuse(f, Jacobian::of(kVelocity + 1), f.x.v_W.y - z.v_W.y, variance, frozen);
  const bool down = fuse(f, Jacobian::of(kVelocity + 2), f.x.v_W.z - z.v_W.z, variance, frozen);
  if (!x || !y || !down) return false;
  aid.time_accepted = z.time;
  state.timers.horizontal_velocity = state.timers.vertical_velocity = state.timers.horizon;
  return true;
}

// As of the compass: it shall not tilt the attitude.
bool fuse_vision_yaw(EstimatorState& state, const VisionObservation& z) {
  AidStatus<1>& aid = state.status.vision_yaw;
  if (aid.rejected) return false;
  if (!fuse(state.filter, Jacobian::of(kTheta + 2), aid.innovation[0], z.yaw_variance,
            state.learning.frozen))
    return false;
  aid.time_accepted = z.time;
  state.timers.heading = state.timers.horizon;
  return true;
}

}  // namespace alula::ekf
