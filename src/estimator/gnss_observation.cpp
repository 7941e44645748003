#include <algorithm>

#include "estimator/aids.h"

namespace alula::ekf {

GnssObservation observe(const EstimatorState& state, const GnssFix& fix,
                        const EstimatorConfig& config) {
  const Nominal& x = state.filter.x;
  const double age = age_s(state, fix.time);
  const LocalFrame frame = origin_frame(state.earth);
  const Vec3 antenna_B = config.p_BGnss_m - config.p_BImu_m;
  const Vec3 p_antenna = frame.to_local({fix.latitude_rad, fix.longitude_rad, fix.altitude_msl_m});

  // Moved on from the fix's time to the horizon's with the filter's own motion: less than a filter
  // step.
  GnssObservation z{};
  z.time = fix.time;
  z.v_W =
      frame.R_WN(p_antenna) * fix.v_ned - x.q_WB * cross(state.rate_B, antenna_B) + age * state.a_W;
  z.p_W = p_antenna - x.q_WB * antenna_B + age * (x.v_W - (0.5 * age) * state.a_W);

  const double position = std::max(fix.eph_m, config.gnss_position_noise_m);
  z.position_variance =
      square(std::min(position, std::max(config.no_aid_noise_m, config.gnss_position_noise_m)));
  z.height_variance = square(std::max(fix.epv_m, 1.5 * config.gnss_position_noise_m));
  z.velocity_variance = square(std::max(fix.speed_accuracy_m_s, config.gnss_velocity_noise_m_s));
  z.vertical_velocity_variance = square(1.5) * z.velocity_variance;
  return z;
}

}  // namespace alula::ekf
