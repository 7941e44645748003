// autopilot/failsafe_rules.h: which action each cause brings, from PX4's parameters. Values of the
// actions are PX4's. Source: PX4 v1.15, commander's failsafe.
#pragma once

#include "autopilot/failsafe_action.h"
#include "core/error.h"

namespace alula {

struct FailsafeConfig {
  double action_delay_s = 5.0;           // COM_FAIL_ACT_T
  double ground_station_timeout_s = 10;  // COM_DL_LOSS_T
  // NAV_RCL_ACT, NAV_DLL_ACT: 0 nothing, 1 Hold, 2 Return, 3 Land, 5 Termination, 6 disarm
  std::int64_t sticks_action = 2;
  std::int64_t ground_station_action = 0;
  std::int64_t sticks_exceptions = 0;  // COM_RCL_EXCEPT, bits: 1 Mission, 2 Hold, 4 Offboard
  std::int64_t sticks_source = 3;      // COM_RC_IN_MODE; 4: sticks are not listened to
  // COM_OBL_RC_ACT: 0 Position, 1 Altitude, 2 Stabilized, 3 Return, 4 Land, 5 Hold, 6 Termination,
  // 7 disarm
  std::int64_t offboard_action = 0;
  std::int64_t position_action = 0;     // COM_POSCTL_NAVL: 0 Altitude, Stabilized; 1 Land, Descend
  std::int64_t battery_action = 0;      // COM_LOW_BAT_ACT: 0 warn, 2 Land, 3 Return, then Land
  std::int64_t flight_time_action = 3;  // COM_FLTT_LOW_ACT: 0 nothing, 1 warn, 3 Return
  // GF_ACTION, COM_WIND_MAX_ACT: 0 nothing, 1 warn, 2 Hold, 3 Return, 4 Termination, 5 Land
  std::int64_t fence_action = 2;
  std::int64_t wind_action = 0;
  double wind_warn_m_s = -1.0;    // COM_WIND_WARN; below zero: never
  double wind_max_m_s = -1.0;     // COM_WIND_MAX; below zero: never
  std::int64_t motor_action = 0;  // COM_ACT_FAIL_ACT: 0 warn, 1 Hold, 2 Land, 3 Return, 4 Terminat.
  double lockdown_s = 3.0;        // COM_LKDOWN_TKO: after spool-up, a flip disarms; then
  std::int64_t termination_lock = 121212;  // CBRK_FLIGHTTERM: with this key a flip only warns
  double spool_up_s = 1.0;                 // COM_SPOOLUP_TIME
};
static_assert(ArenaState<FailsafeConfig>);
MaybeError validate(const FailsafeConfig& config);

enum class BatteryWarning : std::uint32_t { none = 0, low, critical, emergency };

// What is wrong at this moment.
struct FailsafeFacts {
  const ModeFacts& mode;
  FlightMode wanted = FlightMode::hold;
  BatteryWarning battery = BatteryWarning::none;
  BatteryWarning battery_at_arming = BatteryWarning::none;
  double armed_s = 0.0;   // since arming
  double wind_m_s = 0.0;  // 0: not known
  bool sticks_were_lost =
      false;  // already at arming, and not found since: then they are not needed
  bool ground_station_live = false;
  bool flight_time_short = false;
  bool fence_broken = false;
  bool attitude_failed = false;
  bool motor_failed = false;
  bool spins = false;  // without it
};

FailsafeRules failsafe_rules(const FailsafeConfig& config, const FailsafeFacts& facts);
// What becomes of a mode that lacks something that it needs; `none` where it lacks nothing. Sticks
// are a cause of their own.
FailsafeAction mode_loss_action(const FailsafeConfig& config, FlightMode wanted,
                                const ModeFacts& facts);

}  // namespace alula
