// topics/attitude.h: attitude and angular rate, wanted and estimated, and what the rate loop makes
// of them.
#pragma once

#include "signals/control.h"
#include "signals/estimate.h"
#include "topics/log_time.h"
#include "topics/record.h"

namespace alula {

struct VehicleAttitudeTopic {
  static constexpr const char* name = "vehicle_attitude";
  using From = Signals<VehicleEstimate>;

  template <class Sink> static void fields(Sink& out, TimeNs now, const VehicleEstimate& estimate) {
    out.u64("timestamp", log_time_us(now));
    out.u64("timestamp_sample", log_time_us(estimate.time));
    out.f32("q", estimate.q_WB);
    out.f32("delta_q_reset", estimate.reset_attitude.delta_q);
    out.u8("quat_reset_counter", estimate.reset_attitude.count);
  }
};

struct VehicleAttitudeSetpointTopic {
  static constexpr const char* name = "vehicle_attitude_setpoint";
  using From = Signals<AttitudeSetpoint>;

  template <class Sink>
  static void fields(Sink& out, TimeNs now, const AttitudeSetpoint& setpoint) {
    const Euler euler = to_euler(setpoint.q_WB_sp);
    out.u64("timestamp", log_time_us(now));
    out.f32("roll_body", euler.roll);
    out.f32("pitch_body", euler.pitch);
    out.f32("yaw_body", euler.yaw);
    out.f32("yaw_sp_move_rate", setpoint.yaw_rate_sp);
    out.f32("q_d", setpoint.q_WB_sp);
    out.f32("thrust_body", setpoint.thrust_B_sp);
    out.flag("reset_integral", false);
    out.flag("fw_control_yaw_wheel", false);
  }
};

struct VehicleAngularVelocityTopic {
  static constexpr const char* name = "vehicle_angular_velocity";
  using From = Signals<RateControlStatus>;

  template <class Sink> static void fields(Sink& out, TimeNs now, const RateControlStatus& loop) {
    out.u64("timestamp", log_time_us(now));
    out.u64("timestamp_sample", log_time_us(loop.time));
    out.f32("xyz", loop.w_WB_B);
    out.f32("xyz_derivative", loop.alpha_WB_B);
  }
};

struct VehicleRatesSetpointTopic {
  static constexpr const char* name = "vehicle_rates_setpoint";
  using From = Signals<RatesSetpoint>;

  template <class Sink> static void fields(Sink& out, TimeNs now, const RatesSetpoint& setpoint) {
    out.u64("timestamp", log_time_us(now));
    out.f32("roll", setpoint.w_WB_B_sp.x);
    out.f32("pitch", setpoint.w_WB_B_sp.y);
    out.f32("yaw", setpoint.w_WB_B_sp.z);
    out.f32("thrust_body", setpoint.thrust_B_sp);
    out.flag("reset_integral", false);
  }
};

struct RateCtrlStatusTopic {
  static constexpr const char* name = "rate_ctrl_status";
  using From = Signals<RateControlStatus>;

  template <class Sink> static void fields(Sink& out, TimeNs now, const RateControlStatus& loop) {
    out.u64("timestamp", log_time_us(now));
    out.f32("rollspeed_integ", loop.integral.x);
    out.f32("pitchspeed_integ", loop.integral.y);
    out.f32("yawspeed_integ", loop.integral.z);
    out.f32("wheel_rate_integ", 0.0);  // PX4's value without wheels
  }
};

}  // namespace alula
