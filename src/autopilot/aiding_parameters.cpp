// Range finder, optical flow, external vision and airspeed: from parameters to the estimator's
// configuration. Places are those of the vehicle file.
#include "autopilot/parameter_map.h"

namespace alula {
namespace {

using enum Param;

RangeAidConfig range_config(const ParameterValues& p, const Airframe& airframe) {
  RangeAidConfig c;
  c.control = static_cast<RangeControl>(p.integer(EKF2_RNG_CTRL));
  c.delay_s = 1e-3 * p[EKF2_RNG_DELAY];
  c.noise_m = p[EKF2_RNG_NOISE];
  c.noise_per_m = p[EKF2_RNG_SFE];
  c.gate = p[EKF2_RNG_GATE];
  c.speed_max_m_s = p[EKF2_RNG_A_VMAX];
  c.height_max_m = p[EKF2_RNG_A_HMAX];
  c.quality_time_s = p[EKF2_RNG_QLTY_T];
  c.consistency_gate = p[EKF2_RNG_K_GATE];
  c.clearance_m = p[EKF2_MIN_RNG];
  c.terrain_noise_m_s = p[EKF2_TERR_NOISE];
  c.terrain_gradient = p[EKF2_TERR_GRAD];
  c.p_B_m = airframe.p_BR;
  c.pitch_rad = airframe.range_pitch_rad;
  return c;
}

FlowAidConfig flow_config(const ParameterValues& p, const Airframe& airframe) {
  FlowAidConfig c;
  c.control = static_cast<std::uint32_t>(p.integer(EKF2_OF_CTRL));
  c.delay_s = 1e-3 * p[EKF2_OF_DELAY];
  c.noise_min_rad_s = p[EKF2_OF_N_MIN];
  c.noise_max_rad_s = p[EKF2_OF_N_MAX];
  c.quality_min = p[EKF2_OF_QMIN] / 255.0;
  c.quality_min_on_ground = p[EKF2_OF_QMIN_GND] / 255.0;
  c.gate = p[EKF2_OF_GATE];
  c.p_B_m = airframe.p_BF;
  return c;
}

VisionAidConfig vision_config(const ParameterValues& p, const Airframe& airframe) {
  VisionAidConfig c;
  c.control = static_cast<std::uint32_t>(p.integer(EKF2_EV_CTRL));
  c.delay_s = 1e-3 * p[EKF2_EV_DELAY];
  c.fixed_noise = static_cast<std::uint32_t>(p.integer(EKF2_EV_NOISE_MD));
  c.position_noise_m = p[EKF2_EVP_NOISE];
  c.velocity_noise_m_s = p[EKF2_EVV_NOISE];
  c.angle_noise_rad = p[EKF2_EVA_NOISE];
  c.position_gate = p[EKF2_EVP_GATE];
  c.velocity_gate = p[EKF2_EVV_GATE];
  c.quality_min = p[EKF2_EV_QMIN] / 100.0;
  c.p_B_m = airframe.p_BV;
  return c;
}

AirspeedAidConfig airspeed_config(const ParameterValues& p) {
  AirspeedAidConfig c;
  c.speed_min_m_s = p[EKF2_ARSP_THR];
  c.delay_s = 1e-3 * p[EKF2_ASP_DELAY];
  c.noise_m_s = p[EKF2_EAS_NOISE];
  c.gate = p[EKF2_TAS_GATE];
  return c;
}

}  // namespace

AidingConfig aiding_config(const ParameterValues& p, const Airframe& airframe) {
  return {range_config(p, airframe), flow_config(p, airframe), vision_config(p, airframe),
          airspeed_config(p)};
}

}  // namespace alula
