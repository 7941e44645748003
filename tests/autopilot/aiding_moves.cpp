// The parameters of range finder, flow, vision and airspeed.
#include "parameter_moves.h"

namespace alula {
namespace {

constexpr double kMilli = 1e-3;

}  // namespace

using enum Param;

std::vector<Moves> aiding_moves() {
  const RangeAidConfig& r = kBase.estimator.aiding.range;
  const FlowAidConfig& f = kBase.estimator.aiding.flow;
  const VisionAidConfig& v = kBase.estimator.aiding.vision;
  const AirspeedAidConfig& s = kBase.estimator.aiding.airspeed;
  return {
      {EKF2_RNG_CTRL, {at(r.control)}},
      {EKF2_RNG_DELAY, {at(r.delay_s)}, kMilli},
      {EKF2_RNG_NOISE, {at(r.noise_m)}},
      {EKF2_RNG_SFE, {at(r.noise_per_m)}},
      {EKF2_RNG_GATE, {at(r.gate)}},
      {EKF2_RNG_A_VMAX, {at(r.speed_max_m_s)}},
      {EKF2_RNG_A_HMAX, {at(r.height_max_m)}},
      {EKF2_RNG_QLTY_T, {at(r.quality_time_s)}},
      {EKF2_RNG_K_GATE, {at(r.consistency_gate)}},
      {EKF2_MIN_RNG, {at(r.clearance_m)}},
      {EKF2_TERR_NOISE, {at(r.terrain_noise_m_s)}},
      {EKF2_TERR_GRAD, {at(r.terrain_gradient)}},
      {EKF2_OF_CTRL, {at(f.control)}},
      {EKF2_OF_DELAY, {at(f.delay_s)}, kMilli},
      {EKF2_OF_N_MIN, {at(f.noise_min_rad_s)}},
      {EKF2_OF_N_MAX, {at(f.noise_max_rad_s)}},
      {EKF2_OF_QMIN, {at(f.quality_min)}, 1.0 / 255.0},
      {EKF2_OF_QMIN_GND, {at(f.quality_min_on_ground)}, 1.0 / 255.0},
      {EKF2_OF_GATE, {at(f.gate)}},
      {EKF2_EV_CTRL, {at(v.control)}},
      {EKF2_EV_DELAY, {at(v.delay_s)}, kMilli},
      {EKF2_EV_NOISE_MD, {at(v.fixed_noise)}},
      {EKF2_EVP_NOISE, {at(v.position_noise_m)}},
      {EKF2_EVV_NOISE, {at(v.velocity_noise_m_s)}},
      {EKF2_EVA_NOISE, {at(v.angle_noise_rad)}},
      {EKF2_EVP_GATE, {at(v.position_gate)}},
      {EKF2_EVV_GATE, {at(v.velocity_gate)}},
      {EKF2_EV_QMIN, {at(v.quality_min)}, 0.01},
      {EKF2_ARSP_THR, {at(s.speed_min_m_s)}},
      {EKF2_ASP_DELAY, {at(s.delay_s)}, kMilli},
      {EKF2_EAS_NOISE, {at(s.noise_m_s)}},
      {EKF2_TAS_GATE, {at(s.gate)}},
  };
}

}  // namespace alula
