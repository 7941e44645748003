// topics/actuators.h: demands on the motors, the motors themselves, and what they live on.
#pragma once

#include <algorithm>
#include <cmath>

#include "signals/actuators.h"
#include "signals/control.h"
#include "topics/log_time.h"
#include "topics/record.h"

namespace alula {

struct VehicleTorqueSetpointTopic {
  static constexpr const char* name = "vehicle_torque_setpoint";
  using From = Signals<AllocationStatus>;

  template <class Sink>
  static void fields(Sink& out, TimeNs now, const AllocationStatus& allocation) {
    out.u64("timestamp", log_time_us(now));
    out.u64("timestamp_sample", log_time_us(allocation.time));
    out.f32("xyz", allocation.torque_sp);
  }
};

struct VehicleThrustSetpointTopic {
  static constexpr const char* name = "vehicle_thrust_setpoint";
  using From = Signals<AllocationStatus>;

  template <class Sink>
  static void fields(Sink& out, TimeNs now, const AllocationStatus& allocation) {
    out.u64("timestamp", log_time_us(now));
    out.u64("timestamp_sample", log_time_us(allocation.time));
    out.f32("xyz", allocation.thrust_sp);
  }
};

// What the motors are sent: with a thrust curve this is its output. NaN, as in PX4: no such motor,
// or disarmed.
struct ActuatorMotorsTopic {
  static constexpr const char* name = "actuator_motors";
  using From = Signals<ActuatorCommand>;
  static constexpr std::size_t kControls = 12;

  template <class Sink> static void fields(Sink& out, TimeNs now, const ActuatorCommand& command) {
    std::array<double, kControls> control{};
    for (std::size_t i = 0; i < kControls; ++i)
      control[i] = command.drives(i) ? command.motor[i] : kUnknown;
    out.u64("timestamp", log_time_us(now));
    out.u64("timestamp_sample", log_time_us(command.time));
    out.f32("control", control);
    out.u16("reversible_flags", 0);
  }
};

// The newest report of one controller; `online` when there has been any.
struct EscPlace {
  EscSample sample{};
  bool online = false;
};

// Temperatures are not reported by these controllers: NaN.
struct EscReportRecord {
  static constexpr const char* name = "esc_report";

  template <class Sink> static void fields(Sink& out, const EscPlace& place) {
    static constexpr double kRadSToRpm = 9.549296585513721;
    static constexpr std::uint64_t kFunctionMotor1 = 101;
    const EscSample& esc = place.sample;
    out.u64("timestamp", place.online ? log_time_us(esc.time) : 0);
    out.u32("esc_errorcount", 0);
    out.i32("esc_rpm", static_cast<std::int32_t>(std::lround(esc.speed_rad_s * kRadSToRpm)));
    out.f32("esc_voltage", esc.voltage_v);
    out.f32("esc_current", esc.current_a);
    out.f32("esc_temperature", kUnknown);
    out.u16("failures", 0);
    out.u8("esc_address", esc.motor);
    out.u8("esc_cmdcount", 0);
    out.u8("esc_state", 0);
    out.u8("actuator_function", place.online ? kFunctionMotor1 + esc.motor : 0);
    out.i8("esc_power", 0);
  }
};

// PX4's message has eight places; a ninth controller and those after it are not in the log.
inline constexpr std::size_t kEscPlaces = 8;
struct EscReports {
  std::array<EscPlace, kEscPlaces> places{};
  std::uint32_t count = 0;     // controllers on the vehicle
  std::uint64_t messages = 0;  // of this topic so far
  bool armed = false;
};

struct EscStatusTopic {
  static constexpr const char* name = "esc_status";
  using From = Signals<EscReports>;

  template <class Sink> static void fields(Sink& out, TimeNs now, const EscReports& reports) {
    std::uint64_t online = 0;
    for (std::size_t i = 0; i < kEscPlaces; ++i)
      if (reports.places[i].online) online |= 1u << i;
    out.u64("timestamp", log_time_us(now));
    out.u16("counter", static_cast<std::uint16_t>(reports.messages));
    out.u8("esc_count", std::min<std::uint64_t>(reports.count, kEscPlaces));
    out.u8("esc_connectiontype", 0);
    out.u8("esc_online_flags", online);
    out.u8("esc_armed_flags", reports.armed ? online : 0);
    out.template nested<EscReportRecord>("esc", reports.places);
  }
};

// Single cells are not measured: zeros, as PX4 writes them. What a smart battery would tell is zero
// as well.
struct BatteryStatusTopic {
  static constexpr const char* name = "battery_status";
  using From = Signals<BatterySample>;
  static constexpr std::size_t kCells = 14;

  template <class Sink> static void fields(Sink& out, TimeNs now, const BatterySample& battery) {
    static constexpr double kCoulombToMah = 1.0 / 3.6;
    out.u64("timestamp", log_time_us(now));
    out.f32("voltage_v", battery.voltage_v);
    out.f32("voltage_filtered_v", battery.voltage_v);
    out.f32("current_a", battery.current_a);
    out.f32("current_filtered_a", battery.current_a);
    out.f32("current_average_a", kUnknown);
    out.f32("discharged_mah", battery.discharged_c * kCoulombToMah);
    out.f32("remaining", battery.remaining);
    out.f32("scale", 1.0);  // no compensation of thrust for sag
    out.f32("time_remaining_s", kUnknown);
    out.f32("temperature", kUnknown);
    out.f32("voltage_cell_v", std::array<double, kCells>{});
    out.f32("max_cell_voltage_delta", 0.0);
    out.u32("custom_faults", 0);
    for (const char* field : {"average_power", "available_energy", "full_charge_capacity_wh",
                              "remaining_capacity_wh", "design_capacity", "nominal_voltage"})
      out.f32(field, 0.0);
    for (const char* field : {"capacity", "cycle_count", "average_time_to_empty", "serial_number",
                              "manufacture_date", "state_of_health", "max_error", "interface_error",
                              "faults", "average_time_to_full", "over_discharge_count"})
      out.u16(field, 0);
    out.flag("connected", true);
    out.u8("cell_count", battery.cells);
    out.u8("source", 0);
    out.u8("priority", 0);
    out.u8("id", battery.instance + 1);
    out.flag("is_powering_off", false);
    out.flag("is_required", false);
    out.u8("warning", 0);
    out.u8("mode", 0);
  }
};

struct HoverThrustEstimateTopic {
  static constexpr const char* name = "hover_thrust_estimate";
  using From = Signals<HoverThrustStatus>;

  template <class Sink> static void fields(Sink& out, TimeNs now, const HoverThrustStatus& hover) {
    out.u64("timestamp", log_time_us(now));
    out.u64("timestamp_sample", log_time_us(hover.time));
    out.f32("hover_thrust", hover.hover_thrust);
    out.f32("hover_thrust_var", hover.variance);
    out.f32("accel_innov", hover.accel_innovation);
    out.f32("accel_innov_var", hover.accel_innovation_variance);
    out.f32("accel_innov_test_ratio", hover.accel_innovation_test_ratio);
    out.f32("accel_noise_var", hover.accel_noise_variance);
    out.flag("valid", hover.valid);
  }
};

}  // namespace alula
