#include "control/manual_config.h"

#include <algorithm>

#include "core/config_check.h"

namespace alula {

MaybeError validate(const ManualConfig& config) {
  const Vec3& curve = config.acro_super_expo;
  return ConfigCheck()
      .from_to("dead_zone", config.dead_zone, 0.0, 0.99)
      .from_to("expo_xy", config.expo_xy, 0.0, 1.0)
      .from_to("expo_z", config.expo_z, 0.0, 1.0)
      .from_to("expo_yaw", config.expo_yaw, 0.0, 1.0)
      .zero_or_more("yaw_rate_max", config.yaw_rate_max)
      .zero_or_more("yaw_rate_tau_s", config.yaw_rate_tau_s)
      .above_zero("speed_xy_m_s", config.speed_xy_m_s)
      .above_zero("speed_xy_max_m_s", config.speed_xy_max_m_s)
      .above_zero("speed_up_m_s", config.speed_up_m_s)
      .above_zero("speed_down_m_s", config.speed_down_m_s)
      .above_zero("acceleration_xy_m_s2", config.acceleration_xy_m_s2)
      .above_zero("acceleration_up_m_s2", config.acceleration_up_m_s2)
      .above_zero("acceleration_down_m_s2", config.acceleration_down_m_s2)
      .above_zero("jerk_m_s3", config.jerk_m_s3)
      .zero_or_more("hold_speed_xy_m_s", config.hold_speed_xy_m_s)
      .zero_or_more("hold_speed_z_m_s", config.hold_speed_z_m_s)
      .above_zero("landing_speed_m_s", config.landing_speed_m_s)
      .zero_or_more("slow_down_height_m", config.slow_down_height_m)
      .zero_or_more("landing_height_m", config.landing_height_m)
      .from_to("tilt_max_rad", config.tilt_max_rad, 0.0, 1.5534)
      .from_to("thrust_min", config.thrust_min, 0.0, 1.0)
      .from_to("thrust_max", config.thrust_max, 0.0, 1.0)
      .above_zero("slow_speed_xy_m_s", config.slow_speed_xy_m_s)
      .above_zero("slow_speed_z_m_s", config.slow_speed_z_m_s)
      .zero_or_more("slow_yaw_rate", config.slow_yaw_rate)
      .zero_or_more("acro_rate_max", config.acro_rate_max)
      .require("acro_super_expo", curve.x < 1.0 && curve.y < 1.0 && curve.z < 1.0,
               "must be below 1")
      .result();
}

ManualConfig slowed(const ManualConfig& config) {
  ManualConfig slow = config;
  slow.speed_xy_m_s = std::min(slow.speed_xy_m_s, config.slow_speed_xy_m_s);
  slow.speed_up_m_s = std::min(slow.speed_up_m_s, config.slow_speed_z_m_s);
  slow.speed_down_m_s = std::min(slow.speed_down_m_s, config.slow_speed_z_m_s);
  slow.yaw_rate_max = std::min(slow.yaw_rate_max, config.slow_yaw_rate);
  return slow;
}

}  // namespace alula
