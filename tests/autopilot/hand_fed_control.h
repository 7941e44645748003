// The control cascade over a vehicle that is moved by hand: what the fixtures of its tests share.
#pragma once

#include <cmath>

#include <gtest/gtest.h>

#include "autopilot/flight_control.h"
#include "hand_fed.h"

namespace alula {

class HandFedControl : public ::testing::Test {
 protected:
  static constexpr double kStep_s = 0.004;

  HandFedControl() {
    // The hand that moves the vehicle knows no thrust, so there is none to be learnt.
    parameters.value[static_cast<std::size_t>(Param::MPC_THR_HOVER)] = 0.6;
    parameters.value[static_cast<std::size_t>(Param::MPC_USE_HTE)] = 0.0;
    config = map_parameters(parameters, quad());
  }
  ActuatorCommand step(TimeNs dt = nanoseconds(kStep_s)) {
    vehicle.now += dt;
    vehicle.estimate.time = vehicle.now;
    control.outer(state, inputs());
    const ImuSample imu{.time = vehicle.now, .interval = dt, .specific_force_B = {0.0, 0.0, -9.81}};
    return control.inner(state, imu, inputs());
  }
  ActuatorCommand run(double duration_s) {
    ActuatorCommand last;
    for (int i = 0; i < static_cast<int>(std::lround(duration_s / kStep_s)); ++i) last = step();
    return last;
  }
  [[nodiscard]] FlightControlInputs inputs() const {
    return {vehicle.now, vehicle.estimate, triplet, vehicle.home, mode,
            armed,       offboard_live,    sticks,  offboard};
  }

  HandFed vehicle;
  ParameterValues parameters = default_parameters();
  AutopilotConfig config;
  AllocationSet tables{make_allocation_tables(quad()).value()};
  FlightControl control{config, tables};
  FlightControlState state;
  NavigationTriplet triplet;
  FlightMode mode = FlightMode::hold;
  bool armed = false;
  bool offboard_live = false;
  ManualControl sticks;
  OffboardSetpoint offboard;
};

}  // namespace alula
