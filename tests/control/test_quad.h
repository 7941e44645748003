// tests/control/test_quad.h: a small rigid-body quadrotor with the x500's numbers (the table of the
// PX4 gazebo model), and the whole control cascade around it, fed with the true state.
#pragma once

#include <array>
#include <cmath>

#include "control/allocation.h"
#include "control/attitude_control.h"
#include "control/auto_trajectory.h"
#include "control/gyro_filter.h"
#include "control/hover_thrust.h"
#include "control/land_detector.h"
#include "control/position_control.h"
#include "control/rate_control.h"
#include "control/takeoff.h"

namespace alula::control_test {

inline constexpr double kGravity = 9.80665;

// Motor order and directions as PX4's quad X: front right and rear left turn counter-clockwise.
inline Airframe x500_airframe() {
  Airframe airframe;
  airframe.mass_kg = 2.064;
  airframe.inertia_B = Mat3::diagonal({0.0239, 0.0239, 0.0440});
  airframe.hover_command = 0.73;
  const Vec3 places[4] = {{0.174, 0.174, -0.06},
                          {-0.174, -0.174, -0.06},
                          {0.174, -0.174, -0.06},
                          {-0.174, 0.174, -0.06}};
  for (int i = 0; i < 4; ++i) {
    AirframeRotor rotor;
    rotor.p_BR = places[i];
    rotor.thrust_max_n = 8.54858;
    rotor.moment_ratio_m = i < 2 ? 0.016 : -0.016;
    airframe.rotors.push_back(rotor);
  }
  return airframe;
}

// Stepped at 1 ms. Rotors lag with 12.5 ms up and 25 ms down; commands arrive 4 ms late; the ground
// at height 0 takes all motion.
class TestQuad {
 public:
  static constexpr double dt_s = 1e-3;

  Vec3 p_WB{}, v_WB{}, a_WB{}, w_WB_B{};
  Quat q_WB = Quat::identity();
  std::array<double, 4> speed{};  // [rad/s]
  Vec3 disturbance_W{};           // [N]
  bool on_ground = false;

  void start_in_hover(const Vec3& p) {
    p_WB = p;
    speed.fill(std::sqrt(airframe_.mass_kg * kGravity / 4.0 / thrust_constant));
    delayed_.fill(hover_command());
  }
  [[nodiscard]] double hover_command() const {
    const double hover = std::sqrt(airframe_.mass_kg * kGravity / 4.0 / thrust_constant);
    return (hover - 150.0) / 850.0;
  }
  // Turns the rotors at `motor` of the last controller run.
  void step(const std::array<double, kMotorsMax>& motor, bool armed) {
    std::array<double, 4> now{};
    for (std::size_t i = 0; i < 4; ++i) now[i] = armed ? motor[i] : -150.0 / 850.0;
    queue(now);
    const std::array<double, 4> applied = oldest();
    Vec3 force_B{}, torque_B{};
    for (std::size_t i = 0; i < 4; ++i) {
      const double target = 150.0 + 850.0 * applied[i];
      const double tau = target > speed[i] ? 0.0125 : 0.025;
      speed[i] += (target - speed[i]) * -std::expm1(-dt_s / tau);
      const AirframeRotor& rotor = airframe_.rotors[i];
      const Vec3 f = (thrust_constant * speed[i] * speed[i]) * rotor.axis_B;
      force_B += f;
      torque_B += cross(rotor.p_BR, f) - rotor.moment_ratio_m * f;
    }
    move(force_B, torque_B);
  }
  [[nodiscard]] Vec3 specific_force_B() const {
    return q_WB.conjugate() * (a_WB - Vec3{0.0, 0.0, kGravity});
  }

 private:
  static constexpr double thrust_constant = 8.54858e-6;

  void queue(const std::array<double, 4>& now) {
    for (std::size_t k = ring_.size() - 1; k > 0; --k) ring_[k] = ring_[k - 1];
    ring_[0] = now;
    if (filled_ < ring_.size()) ++filled_;
  }
  [[nodiscard]] std::array<double, 4> oldest() const {
    return filled_ < ring_.size() ? delayed_ : ring_.back();
  }
  void move(const Vec3& force_B, const Vec3& torque_B) {
    const Vec3 v_before = v_WB;
    a_WB = (q_WB * force_B + disturbance_W) / airframe_.mass_kg + Vec3{0.0, 0.0, kGravity};
    const Vec3 momentum = airframe_.inertia_B * w_WB_B;
    const Vec3 alpha = inverse(airframe_.inertia_B) * (torque_B - cross(w_WB_B, momentum));
    w_WB_B += dt_s * alpha;
    q_WB = normalized(q_WB * from_rotation_vector(dt_s * w_WB_B));
    v_WB += dt_s * a_WB;
    p_WB += dt_s * 0.5 * (v_before + v_WB);
    on_ground = p_WB.z >= 0.0 && v_WB.z >= 0.0;
    if (on_ground) {
      p_WB.z = 0.0;
      v_WB = w_WB_B = Vec3{};
      q_WB = from_yaw(yaw_of(q_WB));
    }
    a_WB = (v_WB - v_before) / dt_s;
  }

  Airframe airframe_ = x500_airframe();
  std::array<std::array<double, 4>, 4> ring_{};
  std::array<double, 4> delayed_{};
  std::size_t filled_ = 0;
};

// All configs and states of the cascade, at 250 Hz.
struct Cascade {
  static constexpr double dt_s = 4e-3;

  AllocationTables tables = make_allocation_tables(x500_airframe()).value();
  GyroFilterConfig gyro_config{};
  RateControlConfig rate_config{};
  AttitudeControlConfig attitude_config{};
  PositionControlConfig position_config{};
  TakeoffConfig takeoff_config{};
  HoverThrustConfig hover_config{};
  LandDetectorConfig land_config{};
  AutoTrajectoryConfig auto_config{};
  AllocationConfig allocation_config{};

  GyroFilterState gyro{};
  RateControlState rate{};
  PositionControlState position{};
  TakeoffState takeoff{};
  HoverThrustState hover{};
  LandDetectorState land{};
  AutoTrajectoryState trajectory{};
  AllocationState allocation{};

  VehicleEstimate estimate{};
  FlightTaskOutput wanted{};
  PositionControlOutput outer{};
  LandDetection landed{};
  HoverThrustStatus hover_status{};
  AllocationStatus motors{};
  bool armed = true;
  bool was_high = false;
  TimeNs time = 0;

  Cascade() {
    position_config.thrust_hover = hover_config.thrust_hover = land_config.thrust_hover = 0.60;
  }
  void look(const TestQuad& quad) {
    time += 4'000'000;
    estimate.time = time;
    estimate.q_WB = quad.q_WB;
    estimate.w_WB_B = quad.w_WB_B;
    estimate.p_WB = quad.p_WB;
    estimate.v_WB = quad.v_WB;
    estimate.a_WB = quad.a_WB;
    estimate.z_deriv_m_s = quad.v_WB.z;
    estimate.attitude_valid = estimate.heading_valid = estimate.xy_valid = estimate.z_valid = true;
    estimate.v_xy_valid = estimate.v_z_valid = true;
  }
  // Everything above the attitude, for a set-point of any origin.
  void outer_loops(const TrajectorySetpoint& setpoint, bool want_takeoff, double speed_up,
                   double speed_down) {
    const TakeoffInput start{armed, landed.landed, want_takeoff, false, speed_up};
    const double up = Takeoff(takeoff_config).update(takeoff, start, dt_s);
    PositionControlInput in;
    in.phase = takeoff.phase;
    in.ground_contact = landed.ground_contact;
    in.hover_estimate_valid = hover_status.valid;
    in.hover_estimate = hover_status.hover_thrust;
    in.speed_up_limit_m_s = up;
    in.speed_down_limit_m_s = speed_down;
    outer = PositionControl(position_config).update(position, setpoint, estimate, in, dt_s);
  }
  void observers(const TestQuad& quad, double v_z_sp) {
    was_high = !landed.landed && (was_high || quad.p_WB.z < -1.0);
    HoverThrustInput learning{time,  estimate.v_WB, estimate.a_WB.z, outer.status.thrust_sp.z,
                              armed, was_high};
    hover_status = HoverThrustEstimator(hover_config).update(hover, learning, dt_s);
    LandDetectorInput in;
    in.armed = armed;
    in.hover_estimate_valid = hover_status.valid;
    in.hover_estimate = hover_status.hover_thrust;
    in.thrust = -outer.attitude.thrust_B_sp.z;
    in.v_z_sp_m_s = v_z_sp;
    in.w_WB_B = quad.w_WB_B;
    in.specific_force_B = quad.specific_force_B();
    landed = LandDetector(land_config).update(land, estimate, in, dt_s);
  }
  void inner_loops(const AttitudeSetpoint& attitude) {
    const Vec3 rates = AttitudeControl(attitude_config)
                           .rates(estimate.q_WB, attitude.q_WB_sp, attitude.yaw_rate_sp);
    rate_loop(rates, attitude.thrust_B_sp);
  }
  void rate_loop(const Vec3& w_WB_B_sp, const Vec3& thrust_B_sp) {
    const FilteredRate seen = GyroFilter(gyro_config, dt_s).update(gyro, estimate.w_WB_B);
    const TorqueHeadroom headroom = torque_headroom(motors);
    RateControlInput in{w_WB_B_sp,         seen.w_WB_B,       seen.alpha_WB_B,
                        headroom.positive, headroom.negative, landed.maybe_landed ? 0.0 : 1.0};
    const Vec3 torque = RateControl(rate_config).torque(rate, in, dt_s);
    motors = Allocator(tables, allocation_config).allocate(allocation, torque, thrust_B_sp, dt_s);
  }
  void fly_setpoint(const TestQuad& quad, const TrajectorySetpoint& setpoint) {
    look(quad);
    landed.landed = landed.ground_contact = landed.maybe_landed = false;
    takeoff.phase = TakeoffPhase::flight;
    outer_loops(setpoint, true, 3.0, 1.8);
    inner_loops(outer.attitude);
  }
  void fly_targets(const TestQuad& quad, const NavigationTriplet& triplet) {
    look(quad);
    const HomePosition home{.time = 1, .set_count = 1};
    const AutoTrajectoryInput in{estimate, triplet, home, takeoff.phase};
    wanted = AutoTrajectory(auto_config).update(trajectory, in, dt_s);
    outer_loops(wanted.setpoint, wanted.want_takeoff, wanted.speed_up_limit_m_s,
                wanted.speed_down_limit_m_s);
    inner_loops(outer.attitude);
    observers(quad, wanted.setpoint.v_sp.z);
  }
  // Four milliseconds of the vehicle.
  void hold_motors(TestQuad& quad) const {
    for (int k = 0; k < 4; ++k) quad.step(motors.motor, armed);
  }
};

inline NavigationTarget target_at(TargetKind kind, const Vec3& p_W) {
  NavigationTarget target;
  target.kind = kind;
  target.p_W = p_W;
  target.valid = 1;
  target.yaw = kNotCommanded;
  target.cruise_speed_m_s = kNotCommanded;
  target.acceptance_radius_m = 2.0;
  return target;
}

}  // namespace alula::control_test
