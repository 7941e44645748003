// estimator/horizon.h: one step of the filter at the delayed horizon.
#pragma once

#include "earth/magnetic.h"
#include "estimator/config.h"
#include "estimator/state.h"

namespace alula::ekf {

// Tilt is known: the filter begins at the end of `step`.
void start_filter(EstimatorState& state, const EstimatorConfig& config, const ImuStep& step,
                  const Quat& q_WB);

// Prediction over `step`, then all aids that fall due, then the correction of the output.
void run_horizon(EstimatorState& state, const EstimatorConfig& config,
                 const MagneticModel& magnetic, const ImuStep& step);

// Back to the state before alignment; origin, counters and sensor biases stay.
void restart_filter(EstimatorState& state);

}  // namespace alula::ekf
