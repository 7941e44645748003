// topics/setpoints.h: where the vehicle is asked to go, from the navigator's targets to position
// control's demands.
#pragma once

#include "signals/control.h"
#include "signals/vehicle_status.h"
#include "topics/log_time.h"
#include "topics/record.h"

namespace alula {

struct TrajectorySetpointTopic {
  static constexpr const char* name = "trajectory_setpoint";
  using From = Signals<TrajectorySetpoint>;

  template <class Sink>
  static void fields(Sink& out, TimeNs now, const TrajectorySetpoint& setpoint) {
    out.u64("timestamp", log_time_us(now));
    out.f32("position", setpoint.p_sp);
    out.f32("velocity", setpoint.v_sp);
    out.f32("acceleration", setpoint.a_sp);
    out.f32("jerk", setpoint.jerk_sp);
    out.f32("yaw", setpoint.yaw_sp);
    out.f32("yawspeed", setpoint.yaw_rate_sp);
  }
};

struct VehicleLocalPositionSetpointTopic {
  static constexpr const char* name = "vehicle_local_position_setpoint";
  using From = Signals<PositionControlStatus>;

  template <class Sink>
  static void fields(Sink& out, TimeNs now, const PositionControlStatus& position) {
    out.u64("timestamp", log_time_us(now));
    out.f32("x", position.p_sp.x);
    out.f32("y", position.p_sp.y);
    out.f32("z", position.p_sp.z);
    out.f32("vx", position.v_sp.x);
    out.f32("vy", position.v_sp.y);
    out.f32("vz", position.v_sp.z);
    out.f32("acceleration", position.a_sp);
    out.f32("thrust", position.thrust_sp);
    out.f32("yaw", position.yaw_sp);
    out.f32("yawspeed", position.yaw_rate_sp);
  }
};

// A target, with the time at which the triplet changed.
struct TripletEntry {
  TimeNs time = 0;
  NavigationTarget target{};
};

// One of the three targets. A target that is none is written as PX4 writes it: zeros, not valid.
struct PositionSetpointRecord {
  static constexpr const char* name = "position_setpoint";

  template <class Sink> static void fields(Sink& out, const TripletEntry& entry) {
    static constexpr double kDefaultSpeed = -1.0;  // PX4's "not given"
    static constexpr std::uint32_t kIdle = static_cast<std::uint32_t>(TargetKind::idle);
    const NavigationTarget& target = entry.target;
    const bool valid = target.valid != 0 && target.kind != TargetKind::none;
    const double cruise_speed = target.cruise_speed_m_s;
    out.u64("timestamp", valid ? log_time_us(entry.time) : 0);
    out.f64("lat", valid ? degrees(target.latitude_rad) : 0.0);
    out.f64("lon", valid ? degrees(target.longitude_rad) : 0.0);
    out.f32("vx", 0.0);
    out.f32("vy", 0.0);
    out.f32("vz", 0.0);
    out.f32("alt", valid ? target.altitude_m : 0.0);
    out.f32("yaw", valid ? target.yaw : 0.0);
    out.f32("loiter_radius", 0.0);  // a multicopter stands still
    out.f32("loiter_minor_radius", 0.0);
    out.f32("loiter_orientation", 0.0);
    out.f32("acceptance_radius", valid ? target.acceptance_radius_m : 0.0);
    out.f32("cruising_speed", cruise_speed > 0.0 ? cruise_speed : kDefaultSpeed);
    out.f32("cruising_throttle", kUnknown);
    out.flag("valid", valid);
    out.u8("type", valid ? static_cast<std::uint32_t>(target.kind) : kIdle);
    out.flag("loiter_direction_counter_clockwise", false);
    out.u8("loiter_pattern", 0);
    out.flag("gliding_enabled", false);
  }
};

struct PositionSetpointTripletTopic {
  static constexpr const char* name = "position_setpoint_triplet";
  using From = Signals<NavigationTriplet>;

  template <class Sink>
  static void fields(Sink& out, TimeNs now, const NavigationTriplet& triplet) {
    out.u64("timestamp", log_time_us(now));
    out.template nested<PositionSetpointRecord>("previous",
                                                TripletEntry{triplet.time, triplet.previous});
    out.template nested<PositionSetpointRecord>("current",
                                                TripletEntry{triplet.time, triplet.current});
    out.template nested<PositionSetpointRecord>("next", TripletEntry{triplet.time, triplet.next});
  }
};

}  // namespace alula
