// autopilot/flight_control.h: the control cascade: flight task, position, attitude, rate,
// allocation, each at its rate, with the detectors that depend on them (take-off, landing, hover
// thrust).
#pragma once

#include "autopilot/parameter_map.h"
#include "control/allocation.h"
#include "signals/control.h"
#include "signals/estimate.h"

namespace alula {

// Which piece makes the set-points of a mode.
enum class FlightTask : std::uint32_t {
  automatic = 0,
  position,
  altitude,
  stabilized,
  acro,
  offboard,
  descend,
  position_slow,
  orbit,
  follow,
  termination
};
FlightTask task_of(FlightMode mode);

struct FlightControlState {
  ControlStatus status{};
  AutoTrajectoryState trajectory{};
  PositionTaskState position_task{};
  AltitudeTaskState altitude_task{};
  AttitudeTaskState attitude_task{};
  OffboardTaskState offboard_task{};
  OrbitTaskState orbit_task{};
  FollowTaskState follow_task{};
  PositionControlState position{};
  TakeoffState takeoff{};
  HoverThrustState hover_thrust{};
  LandDetectorState land{};
  GyroFilterState gyro_filter{};
  RateControlState rate{};
  AllocationState allocation{};
  MotorFailureState motors{};
  SpinControlState spin{};
  TimeNs outer_time = -1;            // of the last outer update
  TimeNs silent_since = -1;          // Offboard waits for its first set-point; -1: it does not
  std::uint64_t heading_resets = 0;  // seen by the attitude set-point
  Vec3 specific_force_B{};           // newest [m/s^2]
  double ground_z = 0.0;             // where the vehicle stood last [m]
  double blow_m_s2 = 0.0;            // largest vertical acceleration since the last outer update
  FlightTask task = FlightTask::automatic;
  CascadeLevel level = CascadeLevel::trajectory;
  bool off_ground = false;       // has risen since the take-off began
  bool clear_of_ground = false;  // has been a metre above the take-off since
  bool was_airborne = false;     // at the last set-point
  bool reserved = false;
  FlightMode mode = FlightMode::hold;
};
static_assert(ArenaState<FlightControlState>);

struct FlightControlInputs {
  TimeNs now = 0;
  const VehicleEstimate& estimate;
  const NavigationTriplet& triplet;
  const HomePosition& home;
  FlightMode mode = FlightMode::hold;
  bool armed = false;
  bool offboard_live = false;  // a set-point came since the mode began, and lately
  ManualControl sticks{};      // centred where there are none
  OffboardSetpoint offboard{};
  OrbitRequest orbit{};
  FollowPoint follow{};
  double cruise_speed_m_s = kNotCommanded;  // by the user; NaN: the target's or the default
};

class FlightControl {
 public:
  FlightControl(const AutopilotConfig& config, const AllocationSet& tables)
      : config_(config), tables_(tables) {}

  // At each output of the estimator: trajectory, position, detectors.
  void outer(FlightControlState& state, const FlightControlInputs& in) const;
  // At each IMU sample: attitude, rate, allocation.
  ActuatorCommand inner(FlightControlState& state, const ImuSample& imu,
                        const FlightControlInputs& in) const;
  // Without an IMU: thrust below hover, the same for every motor.
  ActuatorCommand blind_descent(FlightControlState& state, TimeNs now) const;
  // While a motor has failed.
  [[nodiscard]] ControlLeft control_left(const FlightControlState& state) const;
  // Disarmed: nothing is commanded, and nothing of it is remembered.
  void stop(FlightControlState& state, TimeNs now) const;

 private:
  static FlightTask next_task(FlightControlState& state, const FlightControlInputs& in);
  [[nodiscard]] FlightTaskInput task_input(const FlightControlState& state,
                                           const FlightControlInputs& in) const;
  void begin_task(FlightControlState& state, const FlightControlInputs& in,
                  const FlightTaskInput& task, FlightTask before) const;
  FlightTaskOutput run_task(FlightControlState& state, const FlightControlInputs& in,
                            const FlightTaskInput& task, double dt_s) const;
  [[nodiscard]] FlightTaskOutput descend() const;
  static FlightTaskOutput terminate();
  void take_attitude(FlightControlState& state, const FlightTaskOutput& task,
                     const FlightControlInputs& in, double dt_s) const;
  void position_loop(FlightControlState& state, const FlightTaskOutput& task,
                     const FlightControlInputs& in, bool begins, double dt_s) const;
  void set_points(FlightControlState& state, const FlightControlInputs& in, double dt_s) const;
  void detect(FlightControlState& state, const FlightControlInputs& in, double dt_s) const;
  static void watch_ground(FlightControlState& state, const FlightControlInputs& in);
  [[nodiscard]] const AllocationTables& tables_now(const FlightControlState& state) const;
  [[nodiscard]] double hover_thrust(const FlightControlState& state) const;
  ActuatorCommand spin(FlightControlState& state, const FlightControlInputs& in, double dt_s) const;
  void follow_heading_reset(FlightControlState& state, const VehicleEstimate& estimate) const;

  const AutopilotConfig& config_;
  const AllocationSet& tables_;
};

}  // namespace alula
