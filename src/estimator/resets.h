// estimator/resets.h: deliberate jumps of the filter. Each counts, and tells controllers its size.
#pragma once

#include "estimator/config.h"
#include "estimator/state.h"

namespace alula::ekf {

void reset_horizontal_position(EstimatorState& state, double north_m, double east_m,
                               double variance);
void reset_height(EstimatorState& state, double z_W, double variance);
void reset_horizontal_velocity(EstimatorState& state, double north_m_s, double east_m_s,
                               double variance);
void reset_vertical_velocity(EstimatorState& state, double down_m_s, double variance);
// Turns the attitude, its variances stay.
void turn_attitude(EstimatorState& state, const Quat& delta_W);
// Turns the attitude about the vertical. Fields of the magnetometer are not touched.
void reset_yaw(EstimatorState& state, double yaw, double variance);

// The variances of a filter that knows nothing but roughly its tilt.
void initialize_covariance(Covariance& P, const EstimatorConfig& config);

}  // namespace alula::ekf
