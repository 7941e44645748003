// estimator/output_predictor.h: from the delayed horizon to now. Integrates every IMU sample as the
// filter would and is pulled towards the filter: smooth, and never more than the horizon behind.
#pragma once

#include "estimator/config.h"
#include "estimator/state.h"

namespace alula::ekf {

// Everything at `x`, the past forgotten.
void restart_output(OutputPredictor& output, const Nominal& x);

// One increment on, with the biases that the filter knows.
void predict_output(OutputPredictor& output, const ImuStep& increment, const Nominal& x,
                    const EarthFrame& earth);

// Remembers the present moment: called when a filter step joins the IMU queue.
void mark_output(OutputPredictor& output);

// Called after the filter has gone one step of `dt_s`: compares it with what was said at that time,
// and corrects. Returns the error: angle [rad], velocity [m/s], position [m].
Vec3 correct_output(OutputPredictor& output, const Nominal& x, const EstimatorConfig& config,
                    double dt_s, double delay_s);

// A reset of the filter moves present and past alike, so that it is no error to be tracked.
void shift_output_attitude(OutputPredictor& output, const Quat& delta_W);
void shift_output_velocity(OutputPredictor& output, const Vec3& delta_W);
void shift_output_position(OutputPredictor& output, const Vec3& delta_W);

}  // namespace alula::ekf
