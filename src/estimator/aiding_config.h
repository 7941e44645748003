// estimator/aiding_config.h: range finder, optical flow, external vision and airspeed: one field
// per parameter of PX4's EKF2, as in config.h.
#pragma once

#include <cstdint>

#include "core/arena.h"
#include "core/error.h"
#include "math/vector.h"

namespace alula {

// When the range finder may carry the height, and not only the terrain under it. EKF2_RNG_CTRL.
enum class RangeControl : std::uint32_t { off = 0, low_and_slow = 1, always = 2 };

struct RangeAidConfig {
  double delay_s = 0.005;          // EKF2_RNG_DELAY [ms]
  double noise_m = 0.1;            // EKF2_RNG_NOISE
  double noise_per_m = 0.05;       // EKF2_RNG_SFE: grows with the distance
  double gate = 5.0;               // EKF2_RNG_GATE [standard deviations]
  double speed_max_m_s = 1.0;      // EKF2_RNG_A_VMAX, of low_and_slow
  double height_max_m = 5.0;       // EKF2_RNG_A_HMAX
  double quality_time_s = 1.0;     // EKF2_RNG_QLTY_T: good for so long before it is used again
  double consistency_gate = 1.0;   // EKF2_RNG_K_GATE: distance against climb; 0: not looked at
  double clearance_m = 0.1;        // EKF2_MIN_RNG: of the ground when standing on it
  double terrain_noise_m_s = 5.0;  // EKF2_TERR_NOISE, per prediction as in config.h
  double terrain_gradient = 0.5;   // EKF2_TERR_GRAD: of the ground, in the direction of flight
  double pitch_rad = 1.5707963267948966;  // of the beam below body x
  Vec3 p_B_m{};                           // EKF2_RNG_POS_X, _Y, _Z
  RangeControl control = RangeControl::low_and_slow;
  std::uint32_t reserved = 0;
};

struct FlowAidConfig {
  double delay_s = 0.020;              // EKF2_OF_DELAY [ms]
  double noise_min_rad_s = 0.15;       // EKF2_OF_N_MIN, at full quality
  double noise_max_rad_s = 0.5;        // EKF2_OF_N_MAX, at the least quality
  double quality_min = 1.0 / 255.0;    // EKF2_OF_QMIN, of 255
  double quality_min_on_ground = 0.0;  // EKF2_OF_QMIN_GND
  double gate = 3.0;                   // EKF2_OF_GATE
  Vec3 p_B_m{};                        // EKF2_OF_POS_X, _Y, _Z
  std::uint32_t control = 0;           // EKF2_OF_CTRL
  std::uint32_t reserved = 0;
};

// Bits of EKF2_EV_CTRL.
namespace vision_use {
inline constexpr std::uint32_t position = 1, height = 2, velocity = 4, yaw = 8;
}
struct VisionAidConfig {
  double delay_s = 0.0;             // EKF2_EV_DELAY [ms]
  double position_noise_m = 0.1;    // EKF2_EVP_NOISE, the least that is assumed
  double velocity_noise_m_s = 0.1;  // EKF2_EVV_NOISE
  double angle_noise_rad = 0.1;     // EKF2_EVA_NOISE
  double position_gate = 5.0;       // EKF2_EVP_GATE
  double velocity_gate = 3.0;       // EKF2_EVV_GATE
  double quality_min = 0.0;         // EKF2_EV_QMIN, of 100
  Vec3 p_B_m{};                     // EKF2_EV_POS_X, _Y, _Z
  std::uint32_t control =
      vision_use::position | vision_use::height | vision_use::velocity | vision_use::yaw;
  std::uint32_t fixed_noise = 0;  // EKF2_EV_NOISE_MD: 1: what the samples claim does not count
};

struct AirspeedAidConfig {
  double delay_s = 0.100;      // EKF2_ASP_DELAY [ms]
  double noise_m_s = 1.4;      // EKF2_EAS_NOISE, of the equivalent airspeed
  double gate = 5.0;           // EKF2_TAS_GATE
  double speed_min_m_s = 0.0;  // EKF2_ARSP_THR: fused from this speed on; 0: never
};

struct AidingConfig {
  RangeAidConfig range{};
  FlowAidConfig flow{};
  VisionAidConfig vision{};
  AirspeedAidConfig airspeed{};
};
static_assert(ArenaState<AidingConfig>);

MaybeError validate(const AidingConfig& config);
// Of those in use.
double longest_delay_s(const AidingConfig& config);

}  // namespace alula
