// autopilot/commander.h: arming, modes, home, failsafes. Says why it will not arm; disarms after
// landing.
#pragma once

#include "autopilot/attitude_watch.h"
#include "autopilot/battery_watch.h"
#include "autopilot/estimator_news.h"
#include "autopilot/failsafe.h"
#include "autopilot/parameters.h"
#include "control/allocation_tables.h"
#include "control/orbit_task.h"
#include "missions/geofence.h"
#include "signals/command.h"
#include "signals/control.h"
#include "signals/estimate.h"
#include "signals/samples.h"
#include "signals/vehicle_status.h"

namespace alula {

struct CommanderConfig {
  double disarm_after_landing_s = 2.0;       // COM_DISARM_LAND [s], negative: never
  double disarm_before_takeoff_s = 10.0;     // COM_DISARM_PRFLT [s], negative: never
  double takeoff_height_m = 2.5;             // MIS_TAKEOFF_ALT
  double sticks_timeout_s = 0.5;             // COM_RC_LOSS_T [s]
  double offboard_timeout_s = 1.0;           // COM_OF_LOSS_T [s]
  double orbit_radius_max_m = 1000.0;        // MC_ORBIT_RAD_MAX
  double orbit_speed_max_m_s = 12.0;         // MPC_XY_VEL_MAX
  double orbit_acceleration_max_m_s2 = 3.0;  // MPC_ACC_HOR
  std::int64_t orbit_yaw = 0;                // MC_ORBIT_YAW_MOD, where a command names none
  // What a pilot's sticks must do to take over: COM_RC_STICK_OV [0..1], and in which modes they
  // may: COM_RC_OVERRIDE, bits: 1 automatic modes, 2 Offboard
  double stick_override = 0.3;
  std::int64_t override_modes = 1;
  FailsafeConfig failsafe{};
  BatteryWatchConfig battery{};
  AttitudeWatchConfig attitude{};
  FenceConfig fence{};
};
static_assert(ArenaState<CommanderConfig>);
MaybeError validate(const CommanderConfig& config);

// A place that a user wants the vehicle to fly to and hold.
struct UserTarget {
  Vec3 p_W = kVectorNotCommanded;  // [m]
  double yaw = kNotCommanded;      // [rad]
  std::uint64_t count = 0;         // grows with every new target
};

struct CommanderState {
  VehicleStatus status{};
  HomePosition home{};
  UserTarget target{};
  OrbitRequest orbit{};
  double cruise_speed_m_s = kNotCommanded;              // by the user, until the mode changes
  double takeoff_height_m = 0.0;                        // above home, of mode Takeoff
  TimeNs imu_time = -1, baro_time = -1, mag_time = -1;  // newest sample of each; -1: none yet
  TimeNs landed_since = 0;
  TimeNs ready_since = 0;     // standing armed, waiting for take-off
  TimeNs attitude_time = -1;  // of the last look at the attitude
  FailsafeState failsafe{};
  BatteryWatchState battery{};
  AttitudeWatchState attitude{};
  EstimatorNews estimator_news{};
  double throttle_slow = kNotCommanded;  // low-passed stick: what differs from it moves
  BatteryWarning battery_at_arming = BatteryWarning::none;
  std::uint32_t reserved_word = 0;
  bool sticks_were_lost = true;  // at arming, and not heard since
  bool sticks_moved = false;
  bool imu_lost = false;
  bool mission_when_ready = false;
  bool flown = false;  // since arming, or since the start that was asked for after a landing
  bool was_landed = true;
  bool home_by_user = false;
  bool reserved = false;
};
static_assert(ArenaState<CommanderState>);

struct MotorNews {
  std::uint32_t failed = 0;  // bits
  ControlLeft left = ControlLeft::all;
};

struct CommanderInputs {
  TimeNs now = 0;
  const VehicleEstimate& estimate;
  const EstimatorStatus& filter;
  const LandDetection& land;
  bool mission_valid = false;
  bool sticks_live = false;
  bool offboard_live = false;
  ModeNeeds offboard_needs = 0;  // of the kind of set-point that comes
  ManualControl sticks{};        // where they live
  double ground_age_s = -1.0;    // of the ground station's last heartbeat; below zero: none yet
  double return_time_s = 0.0;    // that a return would take, with all reserves
  FenceBreach breach = FenceBreach::none;
  FenceBreach follow_breach = FenceBreach::none;  // of whom mode Follow would go after
  const MissionFence* fence = nullptr;            // areas; none: without
  MotorNews motors{};
};

// What every automatic mode needs.
bool position_known(const VehicleEstimate& estimate);
// Where the vehicle is, if only in a frame of its own.
inline bool place_known(const VehicleEstimate& e) {
  return e.global_valid || (e.xy_valid && e.z_valid);
}

class Commander {
 public:
  explicit Commander(const CommanderConfig& config) : config_(config) {}

  // Notes which sensors live, and what the battery says; every step.
  void observe(CommanderState& state, const Samples& samples) const;
  // A command of a user, at a step border. Not for set_parameter; of the two that go somewhere,
  // go_to_local with every number given.
  void handle(CommanderState& state, const AutopilotCommand& command, const CommanderInputs& in,
              EventLog& events) const;
  // Checks, home, automatic arming and disarming, failsafe.
  void update(CommanderState& state, const CommanderInputs& in, EventLog& events) const;

  // A mode that has done its work is followed by another.
  static void follow_mode(CommanderState& state, FlightMode mode, TimeNs now, EventLog& events);
  static void disarm(CommanderState& state, ArmDisarmReason reason, TimeNs now, EventLog& events);
  // Without an IMU nothing below is flown: the autopilot brings the vehicle down by itself.
  static void note_imu(CommanderState& state, bool lost);

  // Bits of ArmingCheck that fail now. The mission counts only where `for_mission`.
  [[nodiscard]] std::uint32_t failing_checks(const CommanderState& state, const CommanderInputs& in,
                                             bool for_mission) const;

 private:
  static void set_mode(CommanderState& state, FlightMode mode, TimeNs now, EventLog& events);
  bool arm(CommanderState& state, ArmDisarmReason reason, const CommanderInputs& in,
           EventLog& events) const;
  static void request_disarm(CommanderState& state, bool forced, const CommanderInputs& in,
                             EventLog& events);
  static bool take_mode(CommanderState& state, FlightMode mode, const CommanderInputs& in,
                        EventLog& events);
  void take_numbered_mode(CommanderState& state, double number, const CommanderInputs& in,
                          EventLog& events) const;
  void take_off(CommanderState& state, double height_m, const CommanderInputs& in,
                EventLog& events) const;
  [[nodiscard]] FenceBreach breach_at(const CommanderState& state, const Vec3& p_W,
                                      const CommanderInputs& in) const;
  [[nodiscard]] FenceBreach breach_around(const CommanderState& state, const OrbitRequest& orbit,
                                          const CommanderInputs& in) const;
  void go_to(CommanderState& state, const std::array<double, kCommandValues>& target,
             const CommanderInputs& in, EventLog& events) const;
  void start_mission(CommanderState& state, const CommanderInputs& in, EventLog& events) const;
  [[nodiscard]] bool ground_station_live(const CommanderInputs& in) const;
  static ModeFacts facts(const CommanderState& state, const CommanderInputs& in);
  void begin_orbit(CommanderState& state, const std::array<double, kCommandValues>& value,
                   const CommanderInputs& in, EventLog& events) const;
  static void change_speed(CommanderState& state, double speed_m_s, EventLog& events);
  static void move_home(CommanderState& state, const std::array<double, kCommandValues>& place,
                        const CommanderInputs& in, EventLog& events);
  static void begin_from_ground(CommanderState& state, const CommanderInputs& in);
  static void set_home(CommanderState& state, const CommanderInputs& in);
  static void watch_home(CommanderState& state, const CommanderInputs& in, EventLog& events);
  void watch_sticks(CommanderState& state, const CommanderInputs& in, EventLog& events) const;
  void run_failsafe(CommanderState& state, const CommanderInputs& in, EventLog& events) const;
  [[nodiscard]] FailsafeFacts failsafe_facts(const CommanderState& state, const CommanderInputs& in,
                                             const ModeFacts& mode) const;
  static void watch_ground(CommanderState& state, const CommanderInputs& in, EventLog& events);
  void disarm_when_due(CommanderState& state, const CommanderInputs& in, EventLog& events) const;

  const CommanderConfig& config_;
};

// The first failing check in words; empty when none fails.
std::string_view first_reason(std::uint32_t failing);

}  // namespace alula
