#include "autopilot/flight_control.h"

#include <algorithm>
#include <cmath>

#include "control/finite.h"

namespace alula {
namespace {

constexpr double kClearHeight = 1.0;  // above it the hover thrust is learnt [m]
// What tells a take-off from the noise of the estimate, whichever comes first.
constexpr double kOffGroundHeight = 0.3;   // [m]
constexpr double kOffGroundClimb = 0.2;    // [m/s]
constexpr double kBlindThrustShare = 0.7;  // of hover

// The true intervals within what the laws can take. PX4's shortest outer one is 2 ms, which would
// make time run faster than it does when the filter predicts at 1 kHz.
double outer_dt(TimeNs last, TimeNs now) { return std::clamp(seconds(now - last), 0.0005, 0.040); }
double inner_dt(TimeNs interval) { return std::clamp(seconds(interval), 0.000125, 0.020); }

}  // namespace

void FlightControl::detect(FlightControlState& state, const FlightControlInputs& in,
                           double dt_s) const {
  const HoverThrustStatus& hover = state.status.hover_thrust;
  LandDetectorInput land;
  land.armed = in.armed;
  land.climb_rate_controlled = state.level == CascadeLevel::trajectory;
  land.hover_estimate_valid = hover.valid;
  land.hover_estimate = hover.hover_thrust;
  land.thrust = -state.status.attitude.thrust_B_sp.z;
  // Where only a height is commanded, the speed that position control makes of it.
  land.v_z_sp_m_s = finite_or(state.status.trajectory.v_sp.z, state.status.position.v_sp.z);
  land.ramps = state.takeoff.phase == TakeoffPhase::ramp;
  land.w_WB_B = in.estimate.w_WB_B;
  land.specific_force_B = state.specific_force_B;
  state.status.land = LandDetector(config_.land).update(state.land, in.estimate, land, dt_s);
  if (state.spin.touched_down != 0) {
    state.status.land.ground_contact = state.status.land.maybe_landed = true;
    state.status.land.landed = true;
  }
  state.status.land.time = in.now;

  watch_ground(state, in);
  HoverThrustInput learn;
  learn.time = in.now;
  learn.v_WB = in.estimate.v_WB;
  learn.a_z = in.estimate.a_WB.z;
  learn.thrust_z = state.status.position.thrust_sp.z;
  learn.armed = in.armed;
  // Where the climb rate is not known, the ground may be what carries the vehicle.
  learn.in_air = state.clear_of_ground && in.estimate.v_z_valid &&
                 control_left(state) != ControlLeft::spinning;
  state.status.hover_thrust =
      HoverThrustEstimator(config_.hover_thrust).update(state.hover_thrust, learn, dt_s);
}

// The landed flag goes with the first thrust, long before the feet leave the ground.
void FlightControl::watch_ground(FlightControlState& state, const FlightControlInputs& in) {
  const bool in_air = in.armed && !state.status.land.landed;
  if (!in_air) state.ground_z = in.estimate.p_WB.z;
  const double height = state.ground_z - in.estimate.p_WB.z;
  const bool blind = !in.estimate.z_valid || !in.estimate.v_z_valid;
  const bool rises = height > kOffGroundHeight || in.estimate.v_WB.z < -kOffGroundClimb;
  state.off_ground = in_air && (state.off_ground || rises || blind);
  state.clear_of_ground = in_air && (state.clear_of_ground || height > kClearHeight);
}

void FlightControl::set_points(FlightControlState& state, const FlightControlInputs& in,
                               double dt_s) const {
  const FlightTaskInput task_in = task_input(state, in);
  const FlightTask task = next_task(state, in);
  const CascadeLevel level_before = state.level;
  const bool new_task = state.task != task;
  // Airborne, an offboard set-point counts in full.
  const bool freed = task == FlightTask::offboard && task_in.airborne && !state.was_airborne;
  if (new_task) {
    const FlightTask before = state.task;
    state.task = task;
    begin_task(state, in, task_in, before);
  }
  state.was_airborne = task_in.airborne;
  const FlightTaskOutput out = run_task(state, in, task_in, dt_s);
  state.level = out.level;
  if (out.level == CascadeLevel::trajectory) {
    position_loop(state, out, in, new_task || freed || level_before != out.level, dt_s);
  } else {
    take_attitude(state, out, in, dt_s);
  }
  state.mode = in.mode;
  state.heading_resets = in.estimate.reset_heading.count;
}

void FlightControl::position_loop(FlightControlState& state, const FlightTaskOutput& task,
                                  const FlightControlInputs& in, bool begins, double dt_s) const {
  TrajectorySetpoint setpoint = task.setpoint;
  setpoint.time = in.now;

  const LandDetection& land = state.status.land;
  TakeoffInput takeoff;
  takeoff.armed = in.armed;
  takeoff.landed = land.landed;
  takeoff.want_takeoff = task.want_takeoff;
  // The ramp ends at what position control flies at most, or it would rise faster than it should.
  takeoff.speed_up_m_s = std::min(task.speed_up_limit_m_s, config_.position.speed_up_max_m_s);
  PositionControlInput position;
  position.speed_up_limit_m_s = Takeoff(config_.takeoff).update(state.takeoff, takeoff, dt_s);
  position.speed_down_limit_m_s = task.speed_down_limit_m_s;
  position.phase = state.takeoff.phase;
  position.ground_contact = land.ground_contact;
  position.hover_estimate_valid = state.status.hover_thrust.valid;
  position.hover_estimate = state.status.hover_thrust.hover_thrust;
  position.mode_begins = begins || state.mode != in.mode;
  position.blow_m_s2 = state.blow_m_s2;
  if (begins) {
    position.handover_thrust = state.status.position.thrust_sp;
    position.handover_yaw = yaw_of(state.status.attitude.q_WB_sp);
    position.handover_yaw_rate = state.status.attitude.yaw_rate_sp;
  }
  const PositionControlOutput out =
      PositionControl(config_.position)
          .update(state.position, setpoint, in.estimate, position, dt_s);

  state.status.trajectory = setpoint;
  state.status.position = out.status;
  state.status.position.time = in.now;
  state.status.attitude = out.attitude;
  state.status.attitude.time = in.now;
  state.status.takeoff = {in.now, out.tilt_limit_rad, state.takeoff.phase, 0};
}

// Modes without position control: what they do not command says NaN, and their thrust stands where
// position control's would, for those who learn from it or go on from it.
void FlightControl::take_attitude(FlightControlState& state, const FlightTaskOutput& task,
                                  const FlightControlInputs& in, double dt_s) const {
  TakeoffInput takeoff;
  takeoff.armed = in.armed;
  takeoff.landed = state.status.land.landed;
  takeoff.skip = true;
  Takeoff(config_.takeoff).update(state.takeoff, takeoff, dt_s);
  state.status.takeoff = {in.now, config_.position.tilt_max_flight_rad, state.takeoff.phase, 0};
  // Position control sleeps: a speed change meanwhile is no acceleration when it wakes.
  state.position.v_last = kVectorNotCommanded;
  state.position.v_dot = {};
  state.status.trajectory = {};
  state.status.position = {};
  state.status.trajectory.time = state.status.position.time = in.now;
  if (task.level == CascadeLevel::attitude) {
    state.status.attitude = task.attitude;
    state.status.attitude.time = in.now;
    state.status.position.thrust_sp = task.attitude.q_WB_sp * task.attitude.thrust_B_sp;
    return;
  }
  // No attitude is commanded: its set-point keeps its old time.
  state.status.attitude.q_WB_sp = in.estimate.q_WB;
  state.status.attitude.thrust_B_sp = task.rates.thrust_B_sp;
  state.status.rates = task.rates;
  state.status.rates.time = in.now;
  state.status.position.thrust_sp = in.estimate.q_WB * task.rates.thrust_B_sp;
}

void FlightControl::outer(FlightControlState& state, const FlightControlInputs& in) const {
  const double dt_s = outer_dt(state.outer_time, in.now);
  state.outer_time = in.now;
  detect(state, in, dt_s);
  set_points(state, in, dt_s);
  state.blow_m_s2 = 0.0;
}

// A jump of the heading between two outer updates turns the set-point with it.
void FlightControl::follow_heading_reset(FlightControlState& state,
                                         const VehicleEstimate& estimate) const {
  if (estimate.reset_heading.count == state.heading_resets) return;
  state.heading_resets = estimate.reset_heading.count;
  state.status.attitude.q_WB_sp =
      from_yaw(estimate.reset_heading.delta) * state.status.attitude.q_WB_sp;
}

ActuatorCommand FlightControl::inner(FlightControlState& state, const ImuSample& imu,
                                     const FlightControlInputs& in) const {
  const double dt_s = inner_dt(imu.interval);
  ControlStatus& status = state.status;
  state.specific_force_B = imu.specific_force_B;
  state.blow_m_s2 = std::max(state.blow_m_s2, std::fabs(in.estimate.a_WB.z));
  const FilteredRate rate =
      GyroFilter(config_.gyro_filter, dt_s).update(state.gyro_filter, in.estimate.w_WB_B);
  status.rate_loop = {in.now, rate.w_WB_B, rate.alpha_WB_B, state.rate.integral};
  const RateControl rate_control(config_.rate);
  if (!in.armed) {
    stop(state, in.now);
    state.motors = {};
    state.spin = {};  // whoever arms again looks again
    return {.time = in.now};
  }
  const bool spins = control_left(state) == ControlLeft::spinning;
  if (spins) {
    const MotorLoss& loss = tables_.without[static_cast<std::size_t>(state.motors.lost)];
    SpinControl(config_.spin, loss.tables, static_cast<std::size_t>(state.motors.lost))
        .watch_ground(state.spin, imu.specific_force_B, dt_s);
  }
  const bool down = spins && (!state.off_ground || state.spin.touched_down != 0);
  if (in.mode == FlightMode::termination || down) {
    stop(state, in.now);
    return {.time = in.now};
  }
  follow_heading_reset(state, in.estimate);
  if (spins) return spin(state, in, dt_s);
  if (state.level != CascadeLevel::rates) {
    const AttitudeSetpoint& attitude = status.attitude;
    const Vec3 limit = config_.attitude.rate_limit_rad_s;
    const Vec3 rates = AttitudeControl(config_.attitude)
                           .rates(in.estimate.q_WB, attitude.q_WB_sp, attitude.yaw_rate_sp);
    const Vec3 leaning = in.estimate.q_WB.conjugate() * attitude.tilt_rate_W_sp;
    status.rates.w_WB_B_sp = clamp(rates + leaning, limit);
    status.rates.thrust_B_sp = attitude.thrust_B_sp;
  }
  status.rates.time = in.now;

  RateControlInput torque;
  torque.w_WB_B_sp = status.rates.w_WB_B_sp;
  torque.w_WB_B = rate.w_WB_B;
  torque.alpha_WB_B = rate.alpha_WB_B;
  const TorqueHeadroom headroom = torque_headroom(status.allocation);
  torque.headroom_positive = headroom.positive;
  torque.headroom_negative = headroom.negative;
  // A vehicle that leans on the ground cannot turn as it should: the integral would grow until
  // allocation gives up thrust for it, and the vehicle stays down at full throttle.
  torque.integrate = state.off_ground && !status.land.maybe_landed ? 1.0 : 0.0;
  const Vec3 torque_sp = rate_control.torque(state.rate, torque, dt_s);
  status.rate_loop.integral = state.rate.integral;

  const Allocator allocator(tables_now(state), config_.allocation);
  const MixPriority priority = state.off_ground ? MixPriority::torque : MixPriority::thrust;
  status.allocation =
      allocator.allocate(state.allocation, torque_sp, status.rates.thrust_B_sp, dt_s, priority);
  status.allocation.time = in.now;
  ActuatorCommand command = allocator.command(status.allocation);
  command.time = in.now;
  if (flies_without(config_.motor_failure, state.motors))
    command.stopped = static_cast<std::uint16_t>(1U << state.motors.lost);
  return command;
}

double FlightControl::hover_thrust(const FlightControlState& state) const {
  const HoverThrustStatus& hover = state.status.hover_thrust;
  const bool learnt = config_.position.use_hover_estimate != 0 && hover.valid;
  return learnt ? hover.hover_thrust : config_.position.thrust_hover;
}

// Where the mode commands rates alone, the axis shall stand upright.
ActuatorCommand FlightControl::spin(FlightControlState& state, const FlightControlInputs& in,
                                    double dt_s) const {
  ControlStatus& status = state.status;
  const Vec3 up{0.0, 0.0, -1.0};
  const bool rates_only = state.level == CascadeLevel::rates;
  const Vec3 thrust_B = rates_only ? status.rates.thrust_B_sp : status.attitude.thrust_B_sp;
  SpinControlInput spin;
  spin.q_WB = in.estimate.q_WB;
  spin.w_WB_B = status.rate_loop.w_WB_B;
  spin.thrust_dir_W = rates_only ? up : status.attitude.q_WB_sp * up;
  spin.lift_ratio = -thrust_B.z / hover_thrust(state);
  const auto lost = static_cast<std::size_t>(state.motors.lost);
  const SpinControl control(config_.spin, tables_.without[lost].tables, lost);
  status.allocation = control.update(state.spin, spin, dt_s);
  status.allocation.time = in.now;
  status.rates = {in.now, in.estimate.w_WB_B, thrust_B};
  RateControl(config_.rate).reset(state.rate);
  ActuatorCommand command = control.command(status.allocation);
  command.time = in.now;
  return command;
}

const AllocationTables& FlightControl::tables_now(const FlightControlState& state) const {
  if (control_left(state) == ControlLeft::none) return tables_.whole;
  if (!flies_without(config_.motor_failure, state.motors)) return tables_.whole;
  return tables_.without[static_cast<std::size_t>(state.motors.lost)].tables;
}

ControlLeft FlightControl::control_left(const FlightControlState& state) const {
  if (!flies_without(config_.motor_failure, state.motors)) return ControlLeft::all;
  return tables_.without[static_cast<std::size_t>(state.motors.lost)].left;
}

void FlightControl::stop(FlightControlState& state, TimeNs now) const {
  RateControl(config_.rate).reset(state.rate);
  state.allocation = {};
  state.status.rates = {now, {}, {}};
  state.status.allocation = {};
  state.status.allocation.time = now;
}

ActuatorCommand FlightControl::blind_descent(FlightControlState& state, TimeNs now) const {
  // What was to be flown is out of date: afterwards it begins from the estimate.
  state.status.trajectory = {};
  state.task = FlightTask::descend;
  state.level = CascadeLevel::trajectory;
  const double level = kBlindThrustShare * hover_thrust(state);
  state.status.position.thrust_sp = {0.0, 0.0, -level};
  AllocationStatus& status = state.status.allocation;
  status.time = now;
  status.motor_count = static_cast<std::uint32_t>(tables_.whole.mix.motors);
  for (std::size_t i = 0; i < tables_.whole.mix.motors; ++i) status.motor[i] = level;
  ActuatorCommand command = Allocator(tables_.whole, config_.allocation).command(status);
  command.time = now;
  return command;
}

}  // namespace alula
