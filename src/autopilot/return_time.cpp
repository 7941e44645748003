#include "autopilot/return_time.h"

#include <algorithm>

#include "core/config_check.h"

namespace alula {

MaybeError validate(const ReturnTimeConfig& config) {
  return ConfigCheck()
      .above_zero("climb_m_s", config.climb_m_s)
      .above_zero("cruise_m_s", config.cruise_m_s)
      .above_zero("descent_m_s", config.descent_m_s)
      .above_zero("landing_m_s", config.landing_m_s)
      .zero_or_more("landing_height_m", config.landing_height_m)
      .finite("land_delay_s", config.land_delay_s)
      .zero_or_more("factor", config.factor)
      .zero_or_more("margin_s", config.margin_s)
      .result();
}

double return_time_s(const ReturnTimeConfig& config, const VehicleEstimate& estimate,
                     const HomePosition& home, const WindEstimate& wind, double height_m) {
  constexpr double ground_speed_min_m_s = 1.0;  // against a wind that stops it, it is long enough
  const Vec3 way = home.p_W - estimate.p_WB;
  const double distance = norm_xy(way);
  const double height = std::max(way.z, height_m);
  double speed = config.cruise_m_s;
  if (wind.valid && distance > 0.0) {
    const double along = (wind.north_m_s * way.x + wind.east_m_s * way.y) / distance;
    speed = std::max(ground_speed_min_m_s, speed + std::min(0.0, along));
  }
  const double low = std::min(height, config.landing_height_m);
  const double time_s = (height - way.z) / config.climb_m_s + distance / speed +
                        (height - low) / config.descent_m_s + low / config.landing_m_s +
                        std::max(0.0, config.land_delay_s);
  return config.factor * time_s + config.margin_s;
}

}  // namespace alula
