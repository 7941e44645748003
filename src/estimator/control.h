// estimator/control.h: which measurement is used when: start, stop, time-outs and resets of each
// kind of aid. Called at the delayed horizon after a prediction.
#pragma once

#include "earth/magnetic.h"
#include "estimator/config.h"
#include "estimator/state.h"

namespace alula::ekf {

void control_magnetometer(EstimatorState& state, const EstimatorConfig& config);
void control_gnss(EstimatorState& state, const EstimatorConfig& config,
                  const MagneticModel& magnetic, double decimal_year);
void control_height(EstimatorState& state, const EstimatorConfig& config);

// The first height is zero wherever the barometer stands.
void start_height(EstimatorState& state, const EstimatorConfig& config);

// Takes the aids that the horizon has reached; the newest of them counts. False: none.
bool take_fix(EstimatorState& state, GnssFix& fix);
bool take_baro(EstimatorState& state, BaroAid& aid);
bool take_mag(EstimatorState& state, MagAid& aid);

// The slow average of the field that alignments use.
void filter_field(EstimatorState& state, const Vec3& field_B);
inline constexpr double kFieldSamplesNeeded = 10.0;

}  // namespace alula::ekf
