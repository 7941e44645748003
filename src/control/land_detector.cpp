#include "control/land_detector.h"

#include <algorithm>
#include <cmath>

#include "core/config_check.h"
#include "earth/standard_gravity.h"

namespace alula {
namespace {

constexpr double wider_when_landed = 2.5;  // thresholds, against spinning propellers
constexpr double free_fall_m_s2 = 2.0;
constexpr double free_fall_time_s = 0.3;
constexpr double close_to_ground_m = 1.0;
constexpr double blind_low_thrust_time_s = 8.0;  // without a vertical estimate
constexpr double weight_error_m_s2 = 1.0;        // of a specific force that is the vehicle's weight
constexpr double still_time_s = 1.0;
constexpr double still_rate_rad_s = radians(3.0);
constexpr double still_vibration_m_s2 = 1.2;
constexpr double still_force_error_m_s2 = 1.0;  // of the specific force, against gravity
constexpr double vibration_time_constant_s = 0.4;

std::uint64_t word(bool x) { return x ? 1 : 0; }

}  // namespace

MaybeError validate(const LandDetectorConfig& config) {
  return ConfigCheck()
      .above_zero("speed_z_max_m_s", config.speed_z_max_m_s)
      .above_zero("speed_xy_max_m_s", config.speed_xy_max_m_s)
      .above_zero("rotation_max_rad_s", config.rotation_max_rad_s)
      .zero_or_more("trigger_time_s", config.trigger_time_s)
      .from_to("thrust_min", config.thrust_min, 0.0, 1.0)
      .from_to("thrust_hover", config.thrust_hover, 0.0, 1.0)
      .from_to("manual_thrust_min", config.manual_thrust_min, 0.0, 1.0)
      .above_zero("crawl_speed_m_s", config.crawl_speed_m_s)
      .result();
}

LandDetection LandDetector::update(LandDetectorState& state, const VehicleEstimate& estimate,
                                   const LandDetectorInput& in, double dt_s) const {
  ALULA_ASSERT(dt_s > 0.0);
  follow_hover_thrust(state, in);
  LandDetection flags;
  flags.time = estimate.time;
  // A range finder that should see the ground but does not makes the detector slower.
  const bool blind = in.range_exists && !std::isfinite(in.range_m);
  const double stage_s = config_.trigger_time_s / 3.0 * (blind ? 3.0 : 1.0);

  const bool falling = norm(in.specific_force_B) < free_fall_m_s2;
  state.free_fall_now = word(state.free_fall.update(falling, free_fall_time_s, dt_s));
  const bool contact = touches(state, flags, estimate, in);
  state.ground_contact_now = word(state.ground_contact.update(contact, stage_s, dt_s));
  const bool maybe = stands(state, flags, estimate, in, dt_s);
  state.maybe_landed_now = word(state.maybe_landed.update(maybe, stage_s, dt_s));
  state.landed_now = word(state.landed.update(state.maybe_landed_now != 0, stage_s, dt_s));
  if (!in.armed) {
    // No waiting: motors stand still.
    state.ground_contact.set(true);
    state.maybe_landed.set(true);
    state.landed.set(true);
    state.ground_contact_now = state.maybe_landed_now = state.landed_now = 1;
  }

  flags.free_fall = state.free_fall_now != 0;
  flags.ground_contact = state.ground_contact_now != 0;
  flags.maybe_landed = state.maybe_landed_now != 0;
  flags.landed = state.landed_now != 0;
  flags.at_rest = rests(state, in, dt_s) && flags.landed;
  flags.in_descend = state.in_descend != 0;
  flags.in_ground_effect = (flags.in_descend && !flags.horizontal_movement) || in.ramps;
  return flags;
}

// Low thrust and a commanded descent, yet no movement.
bool LandDetector::touches(LandDetectorState& state, LandDetection& flags,
                           const VehicleEstimate& estimate, const LandDetectorInput& in) const {
  const double speed_z = speed_z_max() * (state.landed_now != 0 ? wider_when_landed : 1.0);
  const bool velocity_moves = std::fabs(estimate.v_WB.z) > speed_z;
  const bool height_moves = !estimate.z_valid || std::fabs(estimate.z_deriv_m_s) > speed_z;
  flags.vertical_movement = !estimate.v_z_valid || (velocity_moves && height_moves);
  flags.horizontal_movement =
      estimate.v_xy_valid && norm_xy(estimate.v_WB) > config_.speed_xy_max_m_s;

  const bool close = std::isfinite(in.range_m) && in.range_m < close_to_ground_m;
  flags.close_to_ground = close || !std::isfinite(in.range_m);

  const double share = state.hover_was_valid != 0 ? 0.6 : 0.3;
  const double low = config_.thrust_min + share * (state.hover_thrust - config_.thrust_min);
  flags.has_low_throttle = in.thrust <= low;

  state.in_descend = word(in.climb_rate_controlled && in.v_z_sp_m_s >= 1.1 * speed_z_max());
  const bool down_here = state.maybe_landed_now != 0 || state.landed_now != 0;
  const bool meant_to = !in.climb_rate_controlled || down_here || state.in_descend != 0;
  // Without a climb rate: what is felt is the weight, and the thrust is far from carrying it.
  const double felt = norm(in.specific_force_B);
  const bool carried = !estimate.v_z_valid && in.climb_rate_controlled &&
                       std::fabs(felt - kStandardGravity) < weight_error_m_s2;
  return flags.close_to_ground && flags.has_low_throttle && meant_to &&
         !flags.horizontal_movement && (!flags.vertical_movement || carried);
}

// Next to no thrust, no rotation, no fall.
bool LandDetector::stands(LandDetectorState& state, LandDetection& flags,
                          const VehicleEstimate& estimate, const LandDetectorInput& in,
                          double dt_s) const {
  const double low = in.climb_rate_controlled
                         ? config_.thrust_min + 0.1 * (state.hover_thrust - config_.thrust_min)
                         : config_.manual_thrust_min + 0.01;
  const bool low_long = state.low_thrust.update(in.thrust <= low, blind_low_thrust_time_s, dt_s);
  const double rotation =
      config_.rotation_max_rad_s * (state.maybe_landed_now != 0 ? wider_when_landed : 1.0);
  flags.rotational_movement = norm_xy(in.w_WB_B) > rotation;  // yaw may turn on the ground
  if (in.thrust > low || state.free_fall_now != 0 || flags.rotational_movement) return false;
  return state.ground_contact_now != 0 || (!estimate.v_z_valid && low_long);
}

// An estimate that turns invalid during a descent is still the best there is.
void LandDetector::follow_hover_thrust(LandDetectorState& state,
                                       const LandDetectorInput& in) const {
  const bool valid = config_.use_hover_estimate != 0 && in.hover_estimate_valid;
  if (valid) {
    state.hover_thrust = in.hover_estimate;
  } else if (state.hover_thrust <= 0.0 || config_.use_hover_estimate == 0) {
    state.hover_thrust = config_.thrust_hover;
  }
  if (state.in_descend == 0 || valid) state.hover_was_valid = word(valid);
}

bool LandDetector::rests(LandDetectorState& state, const LandDetectorInput& in, double dt_s) const {
  const double change = norm(in.specific_force_B - state.specific_force_last);
  state.specific_force_last = in.specific_force_B;
  state.vibration_m_s2 +=
      dt_s / (vibration_time_constant_s + dt_s) * (change - state.vibration_m_s2);
  // A vehicle that was disarmed in the air counts as landed, but falls: it does not feel its
  // weight.
  const double force_error = std::fabs(norm(in.specific_force_B) - kStandardGravity);
  const bool still = norm(in.w_WB_B) < still_rate_rad_s &&
                     state.vibration_m_s2 < still_vibration_m_s2 &&
                     force_error < still_force_error_m_s2;
  return state.still.update(still, still_time_s, dt_s);
}

double LandDetector::speed_z_max() const {
  return std::min(config_.speed_z_max_m_s, config_.crawl_speed_m_s / 1.2);
}

}  // namespace alula
