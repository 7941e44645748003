#include "autopilot/commander.h"

#include <cmath>

namespace alula {
namespace {

constexpr TimeNs kSampleAgeMax = nanoseconds(0.5);   // PX4's voter time-out of the IMU; ours for all
constexpr double kBatteryLeastToArm = 0.15;          // BAT_LOW_THR
constexpr double kSpeedAtRest = 1.0;                 // horizontal, vertical [m/s], by the estimate
constexpr double kHomeMove = 0.5;                    // home follows a vehicle that is carried about [m]

bool fresh(TimeNs sample, TimeNs now) { return sample >= 0 && now - sample < kSampleAgeMax; }

void set_home(CommanderState& state, const CommanderInputs& in) {
  const VehicleEstimate& e = in.estimate;
  state.home = {in.now, e.latitude_rad, e.longitude_rad, e.altitude_m, e.p_WB, yaw_of(e.q_WB), state.home.set_count + 1};
}

bool flyable(FlightMode mode) {
  switch (mode) {
    case FlightMode::mission: case FlightMode::hold: case FlightMode::return_home: case FlightMode::takeoff:
    case FlightMode::land: case FlightMode::descend: return true;
    default: return false;
  }
}

}  // namespace

std::uint32_t failing_checks(const CommanderState& state, const CommanderInputs& in, bool for_mission) {
  std::uint32_t failing = 0;
  const auto check = [&failing](ArmingCheck which, bool good) {
    if (!good) failing |= 1U << static_cast<std::uint32_t>(which);
  };
  const VehicleEstimate& e = in.estimate;
  check(ArmingCheck::imu, fresh(state.imu_time, in.now));
  check(ArmingCheck::barometer, fresh(state.baro_time, in.now));
  check(ArmingCheck::magnetometer, fresh(state.mag_time, in.now));
  check(ArmingCheck::gnss, in.filter.gnss_checks_passed);
  check(ArmingCheck::attitude, e.attitude_valid);
  check(ArmingCheck::heading, e.heading_valid);
  check(ArmingCheck::local_position, e.xy_valid && e.z_valid && e.v_xy_valid && e.v_z_valid);
  check(ArmingCheck::global_position, e.global_valid);
  check(ArmingCheck::home, state.home.set_count > 0);
  check(ArmingCheck::mission, !for_mission || in.mission_valid);
  check(ArmingCheck::battery, state.battery_remaining > kBatteryLeastToArm);
  // In flight moving is no fault.
  const bool still = norm_xy(e.v_WB) < kSpeedAtRest && std::fabs(e.v_WB.z) < kSpeedAtRest;
  check(ArmingCheck::motionless, state.status.arming == ArmingState::armed || still);
  return failing;
}

std::string_view first_reason(std::uint32_t failing) {
  for (std::uint32_t i = 0; i < static_cast<std::uint32_t>(ArmingCheck::count); ++i) {
    if (failing & (1U << i)) return to_string(static_cast<ArmingCheck>(i));
  }
  return {};
}

void Commander::observe(CommanderState& state, const Samples& samples) {
  for (const ImuSample& s : samples.imu) state.imu_time = s.time;
  for (const BaroSample& s : samples.baro) state.baro_time = s.time;
  for (const MagSample& s : samples.mag) state.mag_time = s.time;
  for (const BatterySample& s : samples.battery) state.battery_remaining = s.remaining;
}

void Commander::set_mode(CommanderState& state, FlightMode mode, TimeNs now, EventLog& events) {
  if (state.status.mode == mode) return;
  events.add(EventLevel::info, "mode_changed", "Mode {} -> {}", to_string(state.status.mode), to_string(mode));
  state.status.mode = mode;
  state.status.mode_time = now;
}

void Commander::disarm(CommanderState& state, ArmDisarmReason reason, TimeNs now, EventLog& events) {
  if (state.status.arming == ArmingState::disarmed) return;
  state.status.arming = ArmingState::disarmed;
  state.status.disarm_reason = reason;
  state.status.armed_time = 0;
  state.status.takeoff_time = 0;
  state.status.time = now;
  state.flown = false;
  events.add(EventLevel::info, "disarmed", "Disarmed");
}

bool Commander::arm(CommanderState& state, ArmDisarmReason reason, const CommanderInputs& in, EventLog& events) const {
  if (state.status.arming == ArmingState::armed) return true;
  const std::uint32_t failing = failing_checks(state, in, state.status.mode == FlightMode::mission);
  if (failing != 0) {
    events.add(EventLevel::warning, "arming_refused", "Arming refused: {}", first_reason(failing));
    return false;
  }
  // The place of take-off is home.
  set_home(state, in);
  state.status.arming = ArmingState::armed;
  state.status.arm_reason = reason;
  state.status.armed_time = in.now;
  state.flown = false;
  events.add(EventLevel::info, "armed", "Armed");
  return true;
}

void Commander::take_mode(CommanderState& state, double wanted, const CommanderInputs& in, EventLog& events) const {
  const auto mode = wanted >= 0.0 && wanted < 32.0 ? static_cast<FlightMode>(wanted) : FlightMode::manual;
  if (!flyable(mode)) {
    events.add(EventLevel::warning, "mode_refused", "Mode {} refused: not one that this autopilot flies", wanted);
    return;
  }
  if (mode == FlightMode::mission && !in.mission_valid) {
    events.add(EventLevel::warning, "mode_refused", "Mode Mission refused: no feasible mission");
    return;
  }
  state.status.mode_wanted = mode;
  set_mode(state, mode, in.now, events);
}

void Commander::start_mission(CommanderState& state, const CommanderInputs& in, EventLog& events) const {
  take_mode(state, static_cast<double>(FlightMode::mission), in, events);
  if (state.status.mode == FlightMode::mission) arm(state, ArmDisarmReason::mission_start, in, events);
}

void Commander::handle(CommanderState& state, const AutopilotCommand& command, const CommanderInputs& in,
                       EventLog& events) const {
  switch (command.kind) {
    case CommandKind::arm:
      arm(state, ArmDisarmReason::command, in, events);
      break;
    case CommandKind::disarm:
      if (!in.land.landed && command.value[0] != 1.0) {
        events.add(EventLevel::warning, "disarm_refused", "Disarming refused: not landed");
      } else {
        disarm(state, ArmDisarmReason::command, in.now, events);
      }
      break;
    case CommandKind::set_mode:
      take_mode(state, command.value[0], in, events);
      break;
    case CommandKind::takeoff:
      state.takeoff_height_m = std::isfinite(command.value[0]) ? command.value[0] : config_.takeoff_height_m;
      take_mode(state, static_cast<double>(FlightMode::takeoff), in, events);
      break;
    case CommandKind::go_to:
    case CommandKind::go_to_local:
      // The navigator has turned geographic targets into local ones before this call.
      state.target = {{command.value[0], command.value[1], command.value[2]}, command.value[3], state.target.count + 1};
      take_mode(state, static_cast<double>(FlightMode::hold), in, events);
      break;
    case CommandKind::start_mission:
      start_mission(state, in, events);
      break;
    case CommandKind::start_mission_when_ready:
      state.mission_when_ready = true;
      break;
    case CommandKind::set_parameter:
      break;
  }
}

void Commander::disarm_when_due(CommanderState& state, const CommanderInputs& in, EventLog& events) const {
  VehicleStatus& status = state.status;
  if (status.arming != ArmingState::armed) return;
  if (!in.land.landed) {
    if (!state.flown) {
      status.takeoff_time = in.now;
      events.add(EventLevel::info, "takeoff_detected", "Take-off detected");
    }
    state.flown = true;
    state.was_landed = false;
    return;
  }
  if (!state.was_landed) {
    state.was_landed = true;
    state.landed_since = in.now;
    events.add(EventLevel::info, "landing_detected", "Landing detected");
  }
  const double landed_s = seconds(in.now - state.landed_since);
  const double armed_s = seconds(in.now - status.armed_time);
  if (state.flown && config_.disarm_after_landing_s >= 0.0 && landed_s >= config_.disarm_after_landing_s) {
    disarm(state, ArmDisarmReason::auto_disarm_land, in.now, events);
  } else if (!state.flown && config_.disarm_before_takeoff_s >= 0.0 && armed_s >= config_.disarm_before_takeoff_s) {
    disarm(state, ArmDisarmReason::auto_disarm_preflight, in.now, events);
  }
}

void Commander::update(CommanderState& state, const CommanderInputs& in, EventLog& events) const {
  VehicleStatus& status = state.status;
  status.time = in.now;
  const bool disarmed = status.arming == ArmingState::disarmed;

  // Before arming, home is where the vehicle stands.
  const VehicleEstimate& e = in.estimate;
  const bool placed = e.global_valid && e.xy_valid && e.z_valid;
  if (disarmed && placed && (state.home.set_count == 0 || norm(e.p_WB - state.home.p_W) > kHomeMove)) {
    set_home(state, in);
    if (state.home.set_count == 1) events.add(EventLevel::info, "home_set", "Home set");
  }

  status.failing_checks = failing_checks(state, in, status.mode == FlightMode::mission || state.mission_when_ready);
  status.checks_pass = status.failing_checks == 0;
  if (state.mission_when_ready && disarmed && status.checks_pass) {
    state.mission_when_ready = false;
    start_mission(state, in, events);
  }
  // Without a horizontal position only the way down is left.
  if (!disarmed && !in.land.landed && !(e.xy_valid && e.v_xy_valid) && status.mode != FlightMode::descend) {
    status.failsafe = true;
    events.add(EventLevel::critical, "position_lost", "Horizontal position lost: descending");
    set_mode(state, FlightMode::descend, in.now, events);
  }
  disarm_when_due(state, in, events);
}

}  // namespace alula
