// tests/log/sample_step.h: steps of a made-up flight in which every signal moves and every sensor
// delivers.
#pragma once

#include <cmath>
#include <cstring>
#include <vector>

#include "sim/recorder.h"
#include "sim/step_view.h"

namespace alula {

struct SampleStep {
  TruthState truth;
  Samples samples;
  SensorErrors sensor_errors;
  VehicleEstimate estimate;
  EstimatorStatus estimator;
  ControlStatus control;
  CommanderStatus commander;
  ActuatorCommand command;
  std::vector<PartWrench> wrenches = std::vector<PartWrench>(3);
  std::vector<Event> events;
  StepIndex step = 0;
  TimeNs time = 0;

  StepView view() const {
    return {step,      time,    truth,     samples, sensor_errors, estimate,
            estimator, control, commander, command, wrenches,      events};
  }

  // 1 kHz; IMU 250 Hz, magnetometer 100 Hz, barometer 50 Hz, GNSS, battery and mode changes slower.
  void advance_to(StepIndex k) {
    step = k;
    time = k * 1'000'000;
    samples = {};
    sensor_errors.clear();
    events.clear();
    move_truth();
    deliver_samples();
    if (k % 4 == 0) run_brain();
    if (k % 500 == 100) report_event();
  }

 private:
  double s() const { return seconds(time); }

  void move_truth() {
    truth.time = time;
    truth.p_WB = {std::sin(s()), std::cos(s()), -s()};
    truth.v_WB = {std::cos(s()), -std::sin(s()), -1.0};
    truth.lowest_leg_m = s();
    for (std::size_t i = 0; i < wrenches.size(); ++i)
      wrenches[i] = {{0.0, 0.0, -s() - static_cast<double>(i)}, {0.1 * s(), 0.0, 0.0}};
  }

  void deliver_samples() {
    if (step % 4 == 1) deliver_imu();
    if (step % 10 == 5)
      samples.mag.push_back(
          {.time = time - 5'000'000, .field_B = {20e-6, 1e-6 * std::sin(s()), 43e-6}});
    if (step % 20 == 10)
      samples.baro.push_back(
          {.time = time - 10'000'000, .pressure_pa = 95000.0 + s(), .temperature_k = 290.0});
    if (step % 100 == 10 && step > 110) {
      GnssFix fix;
      fix.time = time - 110'000'000;
      fix.latitude_rad = 0.8 + 1e-7 * s();
      fix.v_ned = truth.v_WB;
      fix.fix_type = 3;
      fix.satellites = 12;
      samples.gnss.push_back(fix);
    }
    if (step % 100 == 0)
      samples.battery.push_back(
          {.time = time, .voltage_v = 16.0 - 0.01 * s(), .current_a = 20.0, .cells = 4});
    for (std::uint32_t motor = 0; step % 20 == 0 && motor < 4; ++motor)
      samples.esc.push_back({.time = time, .speed_rad_s = 700.0 + motor + s(), .motor = motor});
  }

  void deliver_imu() {
    ImuSample imu;
    imu.time = time - 1'000'000;
    imu.interval = 4'000'000;
    imu.specific_force_B = {0.01 * std::sin(100.0 * s()), 0.0, -9.81};
    imu.w_B = {0.0, 0.1 * std::sin(s()), 0.0};
    imu.temperature_k = 293.15;
    samples.imu.push_back(imu);
    sensor_errors.push_back(
        {.time = imu.time, .kind = SensorKind::accelerometer, .truth = imu.specific_force_B});
    sensor_errors.push_back({.time = imu.time,
                             .kind = SensorKind::gyroscope,
                             .truth = imu.w_B,
                             .error = {1e-3, 0.0, 0.0}});
  }

  void run_brain() {
    estimate.time = estimator.time = command.time = time;
    estimate.attitude_valid = estimate.in_use = estimate.global_valid = estimate.xy_valid = true;
    estimate.p_WB = truth.p_WB;
    estimate.q_WB = from_yaw(s());
    estimator.states[4] = s();
    estimator.gnss_velocity.innovation = {0.1 * s(), 0.0, 0.0};
    estimator.wind.time = estimator.yaw_bank.time = time;
    estimator.wind.valid = estimator.yaw_bank.running = true;
    estimator.wind.north_m_s = s();
    control.trajectory.time = control.position.time = control.attitude.time = control.rates.time =
        time;
    control.rate_loop.time = control.allocation.time = control.hover_thrust.time =
        control.takeoff.time = time;
    control.trajectory.p_sp = truth.p_WB;
    control.takeoff.phase = s() < 1.0 ? TakeoffPhase::spool_up : TakeoffPhase::flight;
    control.land.time = time;
    control.land.landed = s() < 1.0;
    commander.vehicle.time = time;
    commander.vehicle.arming = s() < 0.5 ? ArmingState::disarmed : ArmingState::armed;
    commander.home = {.time = 1, .latitude_rad = 0.8, .set_count = 1};
    commander.triplet.time = 1'000'000;
    commander.triplet.current.valid = 1;
    commander.triplet.current.kind = TargetKind::position;
    commander.mission.total = 5;
    commander.mission.current = static_cast<std::int32_t>(s());
    command.armed = s() >= 0.5;
    command.motor_count = 4;
    command.motor = {0.7, 0.71, 0.72, 0.73};
  }

  void report_event() {
    Event event;
    event.time = time;
    event.id = 0x01abcdef;
    std::strncpy(event.text.data(), "something happened", event.text.size() - 1);
    events.push_back(event);
  }
};

inline RecorderConfig sample_recorder_config() {
  RecorderConfig config;
  config.vehicle = "sample";
  config.part_names = {"rotor0", "rotor1", "body_drag"};
  config.software = "0.1.0";
  config.parameters = {{"MC_ROLL_P", 6.0f, 6.5f},
                       {"SYS_AUTOSTART", std::int32_t{4001}, std::int32_t{0}}};
  return config;
}

// A whole log in memory: `steps` steps of 1 ms.
inline std::vector<std::byte> sample_log(StepIndex steps) {
  Recorder recorder(sample_recorder_config());
  LogRing ring(recorder.step_bytes_max());
  SampleStep step;
  std::vector<std::byte> file = recorder.opening(0);
  for (StepIndex k = 0; k < steps; ++k) {
    step.advance_to(k);
    recorder.record(step.view(), ring);
    for (const auto piece : ring.readable()) file.insert(file.end(), piece.begin(), piece.end());
    ring.consume(ring.size());
  }
  return file;
}

}  // namespace alula
