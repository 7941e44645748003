// estimator/intake.h: which samples the estimator lets in: plausible ones, of the instance in use,
// with rising time, from instruments that are not stuck.
#pragma once

#include "estimator/config.h"
#include "estimator/state.h"

namespace alula::ekf {

// Queues the aids.
void take_aids(EstimatorState& state, const Samples& samples, const EstimatorConfig& config);

// Whether this IMU sample is one to integrate. What is wrong with it in itself take_imu_sample()
// finds out.
bool accept_imu(EstimatorState& state, const ImuSample& sample, const EstimatorConfig& config);

}  // namespace alula::ekf
