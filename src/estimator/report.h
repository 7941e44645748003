// estimator/report.h: from the filter's state to what others read.
#pragma once

#include "estimator/config.h"
#include "estimator/state.h"

namespace alula::ekf {

void report_estimate(EstimatorState& state, const EstimatorConfig& config);
void report_status(EstimatorState& state, const EstimatorConfig& config);

}  // namespace alula::ekf
