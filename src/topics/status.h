// topics/status.h: mode, arming, landing, mission progress and events.
#pragma once

#include "signals/control.h"
#include "signals/vehicle_status.h"
#include "topics/log_time.h"
#include "topics/record.h"

namespace alula {

// What of the vehicle itself stands in its status.
struct VehicleKind {
  std::uint32_t rotor_count = 4;
};

struct VehicleStatusTopic {
  static constexpr const char* name = "vehicle_status";
  using From = Signals<VehicleStatus, VehicleKind>;

  template <class Sink>
  static void fields(Sink& out, TimeNs now, const VehicleStatus& status, const VehicleKind& kind) {
    static constexpr std::uint64_t kRotaryWing = 1;
    out.u64("timestamp", log_time_us(now));
    out.u64("armed_time", log_time_or_never_us(status.armed_time));
    out.u64("takeoff_time", log_time_or_never_us(status.takeoff_time));
    out.u64("nav_state_timestamp", log_time_us(status.mode_time));
    out.u32("valid_nav_states_mask", kModes);
    out.u32("can_set_nav_states_mask", status.checks_pass ? kModes : 0);
    out.u16("failure_detector_status", 0);
    out.u8("arming_state", static_cast<std::uint64_t>(status.arming));
    out.u8("latest_arming_reason", reason_number(status.arm_reason));
    out.u8("latest_disarming_reason", reason_number(status.disarm_reason));
    out.u8("nav_state_user_intention", static_cast<std::uint64_t>(status.mode_wanted));
    out.u8("nav_state", static_cast<std::uint64_t>(status.mode));
    out.u8("executor_in_charge", 0);
    out.u8("hil_state", 0);
    out.u8("vehicle_type", kRotaryWing);
    out.flag("failsafe", status.failsafe);
    out.flag("failsafe_and_user_took_over", status.failsafe_taken_over);
    out.u8("failsafe_defer_state", 0);
    equipment(out, status, kind);
    out.flag("pre_flight_checks_pass", status.checks_pass);
  }

 private:
  // Mission, hold, return, take-off and land, by PX4's numbers.
  static constexpr std::uint32_t kModes = 1u << 3 | 1u << 4 | 1u << 5 | 1u << 17 | 1u << 18;

  // Numbers as PX4 v1.15 writes them (its events' arm_disarm_reason_t).
  static std::uint64_t reason_number(ArmDisarmReason reason) {
    switch (reason) {
      case ArmDisarmReason::none:
        return 0;
      case ArmDisarmReason::command:
        return 3;
      case ArmDisarmReason::mission_start:
        return 5;
      case ArmDisarmReason::auto_disarm_land:
        return 6;
      case ArmDisarmReason::auto_disarm_preflight:
        return 7;
      case ArmDisarmReason::failsafe:
        return 14;
    }
    return 0;
  }
  // MAVLink's MAV_TYPE of a multicopter.
  static std::uint64_t mavlink_type(std::uint32_t rotor_count) {
    switch (rotor_count) {
      case 3:
        return 15;
      case 4:
        return 2;
      case 6:
        return 13;
      case 8:
        return 14;
      default:
        return 0;
    }
  }
  // Safety switch, power and identification do not exist.
  template <class Sink>
  static void equipment(Sink& out, const VehicleStatus& status, const VehicleKind& kind) {
    out.flag("gcs_connection_lost", status.ground_station_lost);
    out.u8("gcs_connection_lost_counter", 0);
    for (const char* field : {"high_latency_data_link_lost", "is_vtol", "is_vtol_tailsitter",
                              "in_transition_mode", "in_transition_to_fw"})
      out.flag(field, false);
    out.u8("system_type", mavlink_type(kind.rotor_count));
    out.u8("system_id", 1);
    out.u8("component_id", 1);
    out.flag("safety_button_available", false);
    out.flag("safety_off", true);
    out.flag("power_input_valid", true);
    for (const char* field :
         {"usb_connected", "open_drone_id_system_present", "open_drone_id_system_healthy",
          "parachute_system_present", "parachute_system_healthy", "avoidance_system_required",
          "avoidance_system_valid", "rc_calibration_in_progress", "calibration_enabled"})
      out.flag(field, false);
  }
};

struct TakeoffStatusTopic {
  static constexpr const char* name = "takeoff_status";
  using From = Signals<TakeoffStatus>;

  template <class Sink> static void fields(Sink& out, TimeNs now, const TakeoffStatus& takeoff) {
    out.u64("timestamp", log_time_us(now));
    out.f32("tilt_limit", takeoff.tilt_limit);
    out.u8("takeoff_state", static_cast<std::uint64_t>(takeoff.phase));
  }
};

struct VehicleLandDetectedTopic {
  static constexpr const char* name = "vehicle_land_detected";
  using From = Signals<LandDetection>;

  template <class Sink> static void fields(Sink& out, TimeNs now, const LandDetection& land) {
    out.u64("timestamp", log_time_us(now));
    out.flag("freefall", land.free_fall);
    out.flag("ground_contact", land.ground_contact);
    out.flag("maybe_landed", land.maybe_landed);
    out.flag("landed", land.landed);
    out.flag("in_ground_effect", land.in_ground_effect);
    out.flag("in_descend", land.in_descend);
    out.flag("has_low_throttle", land.has_low_throttle);
    out.flag("vertical_movement", land.vertical_movement);
    out.flag("horizontal_movement", land.horizontal_movement);
    out.flag("rotational_movement", land.rotational_movement);
    out.flag("close_to_ground_or_skipped_check", land.close_to_ground);
    out.flag("at_rest", land.at_rest);
  }
};

struct MissionResultTopic {
  static constexpr const char* name = "mission_result";
  using From = Signals<MissionResult, HomePosition>;

  template <class Sink>
  static void fields(Sink& out, TimeNs now, const MissionResult& mission,
                     const HomePosition& home) {
    out.u64("timestamp", log_time_us(now));
    out.u32("mission_id", mission.instance_count);
    out.u32("geofence_id", 0);
    out.u32("home_position_counter", static_cast<std::uint32_t>(home.set_count));
    out.i32("seq_reached", mission.reached);
    out.u16("seq_current", static_cast<std::uint16_t>(mission.current));
    out.u16("seq_total", static_cast<std::uint16_t>(mission.total));
    out.u16("item_changed_index", 0);
    out.u16("item_do_jump_remaining", static_cast<std::uint16_t>(mission.jump_repeats_left));
    out.flag("valid", mission.valid);
    out.flag("warning", false);
    out.flag("finished", mission.finished);
    out.flag("failure", mission.failure);
    out.flag("item_do_jump_changed", false);
    out.u8("execution_mode", 0);
  }
};

// The event's number in this log.
struct EventCount {
  std::uint64_t sequence = 0;
};

// The text itself goes into the log as a logged message of ULog; here are number, level and
// arguments (two floats).
struct EventTopic {
  static constexpr const char* name = "event";
  using From = Signals<Event, EventCount>;
  static constexpr std::size_t kArgumentBytes = 25;

  template <class Sink>
  static void fields(Sink& out, TimeNs now, const Event& event, const EventCount& count) {
    const std::array<float, 2> values{static_cast<float>(event.argument[0]),
                                      static_cast<float>(event.argument[1])};
    std::array<std::uint8_t, kArgumentBytes> arguments{};
    std::memcpy(arguments.data(), values.data(), sizeof values);
    const auto level = static_cast<std::uint64_t>(event.level);
    out.u64("timestamp", log_time_us(now));
    out.u32("id", event.id);
    out.u16("event_sequence", static_cast<std::uint16_t>(count.sequence));
    out.u8("arguments", arguments);
    out.u8("log_levels", level << 4 | level);  // internal and external level
  }
};

}  // namespace alula
