#include "estimator/aiding_config.h"

#include <algorithm>

#include "core/config_check.h"

namespace alula {
namespace {

MaybeError check_range(const RangeAidConfig& c) {
  return ConfigCheck()
      .from_to("range.delay_s", c.delay_s, 0.0, 0.3)
      .from_to("range.noise_m", c.noise_m, 0.01, 10.0)
      .from_to("range.noise_per_m", c.noise_per_m, 0.0, 0.2)
      .from_to("range.gate", c.gate, 0.1, 100.0)
      .from_to("range.speed_max_m_s", c.speed_max_m_s, 0.1, 20.0)
      .from_to("range.height_max_m", c.height_max_m, 0.5, 100.0)
      .from_to("range.quality_time_s", c.quality_time_s, 0.0, 10.0)
      .from_to("range.consistency_gate", c.consistency_gate, 0.0, 10.0)
      .from_to("range.clearance_m", c.clearance_m, 0.01, 10.0)
      .from_to("range.terrain_noise_m_s", c.terrain_noise_m_s, 0.5, 50.0)
      .from_to("range.terrain_gradient", c.terrain_gradient, 0.0, 10.0)
      .finite("range.p_B_m", c.p_B_m)
      .result();
}

MaybeError check_flow(const FlowAidConfig& c) {
  return ConfigCheck()
      .from_to("flow.delay_s", c.delay_s, 0.0, 0.3)
      .from_to("flow.noise_min_rad_s", c.noise_min_rad_s, 0.01, 10.0)
      .from_to("flow.noise_max_rad_s", c.noise_max_rad_s, 0.01, 10.0)
      .from_to("flow.quality_min", c.quality_min, 0.0, 1.0)
      .from_to("flow.quality_min_on_ground", c.quality_min_on_ground, 0.0, 1.0)
      .from_to("flow.gate", c.gate, 1.0, 100.0)
      .finite("flow.p_B_m", c.p_B_m)
      .result();
}

MaybeError check_vision(const VisionAidConfig& c) {
  return ConfigCheck()
      .from_to("vision.delay_s", c.delay_s, 0.0, 0.3)
      .from_to("vision.position_noise_m", c.position_noise_m, 0.001, 10.0)
      .from_to("vision.velocity_noise_m_s", c.velocity_noise_m_s, 0.001, 10.0)
      .from_to("vision.angle_noise_rad", c.angle_noise_rad, 0.001, 3.2)
      .from_to("vision.position_gate", c.position_gate, 1.0, 100.0)
      .from_to("vision.velocity_gate", c.velocity_gate, 1.0, 100.0)
      .from_to("vision.quality_min", c.quality_min, 0.0, 1.0)
      .finite("vision.p_B_m", c.p_B_m)
      .result();
}

MaybeError check_airspeed(const AirspeedAidConfig& c) {
  return ConfigCheck()
      .from_to("airspeed.delay_s", c.delay_s, 0.0, 0.3)
      .from_to("airspeed.noise_m_s", c.noise_m_s, 0.1, 10.0)
      .from_to("airspeed.gate", c.gate, 1.0, 100.0)
      .from_to("airspeed.speed_min_m_s", c.speed_min_m_s, 0.0, 100.0)
      .result();
}

}  // namespace

MaybeError validate(const AidingConfig& config) {
  return ConfigCheck()
      .keep(check_range(config.range))
      .keep(check_flow(config.flow))
      .keep(check_vision(config.vision))
      .keep(check_airspeed(config.airspeed))
      .result();
}

double longest_delay_s(const AidingConfig& c) {
  const auto if_used = [](bool used, double delay_s) { return used ? delay_s : 0.0; };
  return std::max({if_used(c.range.control != RangeControl::off, c.range.delay_s),
                   if_used(c.flow.control != 0, c.flow.delay_s),
                   if_used(c.vision.control != 0, c.vision.delay_s),
                   if_used(c.airspeed.speed_min_m_s > 0.0, c.airspeed.delay_s)});
}

}  // namespace alula
