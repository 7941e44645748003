// estimator/gnss_checks.h: is the receiver good enough to set an origin and to be used?
#pragma once

#include "estimator/config.h"
#include "estimator/state.h"

namespace alula::ekf {

// Judges one fix; fills flags, times and `passed`. Drift and speed are looked at only while at
// rest.
void check_gnss(GnssChecks& checks, const GnssFix& fix, bool at_rest,
                const EstimatorConfig& config);

}  // namespace alula::ekf
