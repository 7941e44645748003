// estimator/estimator.h: where the vehicle is and how it moves, from noisy and late samples.
#pragma once

#include <array>
#include <cstdint>

#include "earth/magnetic.h"
#include "estimator/config.h"
#include "estimator/state.h"
#include "signals/samples.h"

namespace alula {

struct EstimatorInputs {
  TimeNs now = 0;
  bool in_air = false;
  bool at_rest = false;  // on the ground and still: velocity and rate are known to be zero
  bool armed = false;
  bool ground_effect = false;  // so low, and rotors turning, that the pressure may be raised
  std::array<bool, 4> reserved{};
};
static_assert(ArenaState<EstimatorInputs>);

// An error-state extended Kalman filter of 24 states, shaped as PX4's EKF2. It runs at a delayed
// horizon, where all aids have arrived; a predictor carries its result to the newest IMU sample.
// Call it at every step at which samples arrived, with the IMU at any rate from 100 Hz to 1 kHz.
// The wind states live while drag or airspeed is fused, the terrain while something looks down.
class Estimator {
 public:
  // Free to construct. `config` has passed validate(); both outlive the estimator.
  Estimator(const EstimatorConfig& config, const MagneticModel& magnetic)
      : config_(config), magnetic_(magnetic) {}

  // Takes in all samples and fills `state.estimate` and `state.status`. Bad samples (not finite,
  // out of any sensor's range, time not rising) are refused and flagged in
  // status.filter_fault_flags.
  void update(EstimatorState& state, const Samples& samples, const EstimatorInputs& inputs) const;

 private:
  void take_imu(EstimatorState& state, const ImuSample& sample) const;

  const EstimatorConfig& config_;
  const MagneticModel& magnetic_;
};

}  // namespace alula
