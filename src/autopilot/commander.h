// autopilot/commander.h: arming, modes, home. Says why it will not arm; disarms after landing.
#pragma once

#include "autopilot/events.h"
#include "autopilot/parameters.h"
#include "signals/command.h"
#include "signals/control.h"
#include "signals/estimate.h"
#include "signals/samples.h"
#include "signals/vehicle_status.h"

namespace alula {

struct CommanderConfig {
  double disarm_after_landing_s = 2.0;     // COM_DISARM_LAND [s], negative: never
  double disarm_before_takeoff_s = 10.0;   // COM_DISARM_PRFLT [s], negative: never
  double takeoff_height_m = 2.5;           // MIS_TAKEOFF_ALT
};
static_assert(ArenaState<CommanderConfig>);

// A target that a user set by command; what the navigator makes of it depends on the mode.
struct UserTarget {
  Vec3 p_W = kVectorNotCommanded;     // NaN: keep [m]
  double yaw = kNotCommanded;         // NaN: keep [rad]
  std::uint64_t count = 0;            // grows with every new target
};

struct CommanderState {
  VehicleStatus status{};
  HomePosition home{};
  UserTarget target{};
  double takeoff_height_m = 0.0;      // above home, of the take-off under way
  TimeNs imu_time = -1, baro_time = -1, mag_time = -1;  // newest sample of each; -1: none yet
  TimeNs landed_since = 0;
  double battery_remaining = 1.0;
  bool mission_when_ready = false;
  bool flown = false;                 // since arming
  bool was_landed = true;
  std::array<bool, 5> reserved{};
};
static_assert(ArenaState<CommanderState>);

struct CommanderInputs {
  TimeNs now = 0;
  const VehicleEstimate& estimate;
  const EstimatorStatus& filter;
  const LandDetection& land;
  bool mission_valid = false;
};

class Commander {
 public:
  explicit Commander(const CommanderConfig& config) : config_(config) {}

  // Notes which sensors live; every step.
  static void observe(CommanderState& state, const Samples& samples);
  // A command of a user, at a step border. set_parameter is not the commander's.
  void handle(CommanderState& state, const AutopilotCommand& command, const CommanderInputs& in, EventLog& events) const;
  // Checks, home, automatic arming and disarming.
  void update(CommanderState& state, const CommanderInputs& in, EventLog& events) const;
  static void set_mode(CommanderState& state, FlightMode mode, TimeNs now, EventLog& events);
  static void disarm(CommanderState& state, ArmDisarmReason reason, TimeNs now, EventLog& events);

 private:
  bool arm(CommanderState& state, ArmDisarmReason reason, const CommanderInputs& in, EventLog& events) const;
  void take_mode(CommanderState& state, double wanted, const CommanderInputs& in, EventLog& events) const;
  void start_mission(CommanderState& state, const CommanderInputs& in, EventLog& events) const;
  void disarm_when_due(CommanderState& state, const CommanderInputs& in, EventLog& events) const;

  const CommanderConfig& config_;
};

// Bits of ArmingCheck that fail now. The mission counts only where `for_mission`.
std::uint32_t failing_checks(const CommanderState& state, const CommanderInputs& in, bool for_mission);
// The first failing check in words; empty when none fails.
std::string_view first_reason(std::uint32_t failing);

}  // namespace alula
