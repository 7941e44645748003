// control/land_detector.h: whether the vehicle stands on the ground.
// Source: PX4 v1.15, MulticopterLandDetector.
#pragma once

#include "control/hold_timer.h"
#include "core/arena.h"
#include "core/error.h"
#include "math/frames.h"
#include "signals/control.h"
#include "signals/estimate.h"

namespace alula {

struct LandDetectorConfig {
  double speed_z_max_m_s = 0.25;              // LNDMC_Z_VEL_MAX [m/s]
  double speed_xy_max_m_s = 1.5;              // LNDMC_XY_VEL_MAX [m/s]
  double rotation_max_rad_s = radians(20.0);  // LNDMC_ROT_MAX [rad/s]
  double trigger_time_s = 1.0;      // LNDMC_TRIG_TIME [s]; each of the three stages takes a third
  double thrust_min = 0.12;         // MPC_THR_MIN [0..1]
  double thrust_hover = 0.5;        // MPC_THR_HOVER [0..1]
  double manual_thrust_min = 0.08;  // MPC_MANTHR_MIN [0..1]
  double crawl_speed_m_s = 0.3;     // MPC_LAND_CRWL [m/s]: speed_z_max is held below this / 1.2
  std::int64_t use_hover_estimate = 1;  // MPC_USE_HTE [0, 1]
};
static_assert(ArenaState<LandDetectorConfig>);
MaybeError validate(const LandDetectorConfig& config);

struct LandDetectorState {
  HoldTimer free_fall{}, ground_contact{}, maybe_landed{}, landed{};
  HoldTimer low_thrust{};       // for flying without a vertical estimate
  HoldTimer still{};            // for `at_rest`
  Vec3 specific_force_last{};   // [m/s^2]
  double vibration_m_s2 = 0.0;  // low-passed difference of consecutive specific forces
  double hover_thrust = 0.0;    // last valid estimate; 0: none yet
  std::uint64_t free_fall_now = 0, ground_contact_now = 1, maybe_landed_now = 1, landed_now = 1;
  std::uint64_t in_descend = 0;
  std::uint64_t hover_was_valid = 0;
};
static_assert(ArenaState<LandDetectorState>);

struct LandDetectorInput {
  bool armed = false;
  bool climb_rate_controlled = true;  // the flight mode controls vz
  bool hover_estimate_valid = false;
  bool ramps = false;         // the thrust of a take-off rises
  bool range_exists = false;  // the vehicle has a range finder towards the ground
  double hover_estimate = 0.0;
  double range_m = kNotCommanded;     // its reading; NaN: not valid
  double thrust = 0.0;                // collective set-point, normalised, lift positive
  double v_z_sp_m_s = kNotCommanded;  // of the trajectory, down; NaN: none
  Vec3 w_WB_B{};                      // [rad/s]
  Vec3 specific_force_B{};            // [m/s^2]
};

// Ground contact, maybe landed, landed: three stages, each of which has to hold for a third of the
// trigger time. Disarmed counts as landed at once.
class LandDetector {
 public:
  explicit LandDetector(const LandDetectorConfig& config) : config_(config) {}

  LandDetection update(LandDetectorState& state, const VehicleEstimate& estimate,
                       const LandDetectorInput& in, double dt_s) const;

 private:
  bool touches(LandDetectorState& state, LandDetection& flags, const VehicleEstimate& estimate,
               const LandDetectorInput& in) const;
  bool stands(LandDetectorState& state, LandDetection& flags, const VehicleEstimate& estimate,
              const LandDetectorInput& in, double dt_s) const;
  void follow_hover_thrust(LandDetectorState& state, const LandDetectorInput& in) const;
  bool rests(LandDetectorState& state, const LandDetectorInput& in, double dt_s) const;
  [[nodiscard]] double speed_z_max() const;

  const LandDetectorConfig& config_;
};

}  // namespace alula
