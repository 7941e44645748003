// estimator/control.h: which measurement is used when: start, stop, time-outs and resets of each
// kind of aid. Called at the delayed horizon after a prediction.
#pragma once

#include "earth/magnetic.h"
#include "estimator/aids.h"
#include "estimator/config.h"
#include "estimator/state.h"

namespace alula::ekf {

void control_magnetometer(EstimatorState& state, const EstimatorConfig& config);
void control_gnss(EstimatorState& state, const EstimatorConfig& config,
                  const MagneticModel& magnetic);
void control_height(EstimatorState& state, const EstimatorConfig& config);

// Keeps the yaw bank running; called at every step.
void run_yaw_bank(EstimatorState& state, const ImuStep& step);
// A good fix for the bank; then the yaw that is not yet known is taken from it.
void feed_yaw_bank(EstimatorState& state, const GnssObservation& z, const EstimatorConfig& config);
// In flight, when GNSS velocity has been rejected or far off for a while and the bank is certain of
// another yaw, it is the compass that lies: the yaw is reset and the compass condemned. True:
// velocity and position are to be reset as well.
bool rescue_yaw(EstimatorState& state, const EstimatorConfig& config);

// Values of Modes::dead_reckoning: how the place is known between the last aid and the time-out, or
// beyond it while drag and a wind that was learned before hold the velocity.
inline constexpr std::uint32_t kAidedAtPlace = 0, kReckonsByInertia = 1, kReckonsByAir = 2;

// Whether the wind states live, and the drag that feeds them.
void control_wind(EstimatorState& state, const EstimatorConfig& config, const ImuStep& step);

// accel_health.cpp: the verdict on the vertical acceleration, once a step.
void judge_accelerometer(EstimatorState& state, const ImuStep& step);
// The evidence has lasted so long that height and climb should be reset.
bool accelerometer_misleads(const EstimatorState& state);

// Three-axis fusion ends; the fields keep their values.
void stop_three_axes(EstimatorState& state);

// The first height is zero wherever the barometer stands.
void start_height(EstimatorState& state, const EstimatorConfig& config);

// Takes the aids that the horizon has reached; the newest of them counts. False: none.
bool take_fix(EstimatorState& state, GnssFix& fix);
bool take_baro(EstimatorState& state, BaroAid& aid);
bool take_mag(EstimatorState& state, MagAid& aid);
bool take_range(EstimatorState& state, RangeSample& sample);
bool take_flow(EstimatorState& state, FlowSample& sample);
bool take_vision(EstimatorState& state, VisionSample& sample);
bool take_airspeed(EstimatorState& state, AirspeedSample& sample);

// aiding_intake.cpp: queues the samples of range finder, flow, vision and airspeed.
void take_aiding(EstimatorState& state, const Samples& samples);
// range_control.cpp, flow_control.cpp, vision_control.cpp, airspeed.cpp
void control_range(EstimatorState& state, const EstimatorConfig& config);
void control_flow(EstimatorState& state, const EstimatorConfig& config);
void control_vision(EstimatorState& state, const EstimatorConfig& config);
void control_airspeed(EstimatorState& state, const EstimatorConfig& config);

// terrain.cpp: the height of the ground as a state.
void control_terrain(EstimatorState& state, const EstimatorConfig& config, double dt_s);
void set_terrain(EstimatorState& state, double z_W, double variance);
// Standard deviations below half a metre or a tenth of the height, as PX4 asks for.
bool terrain_known(const EstimatorState& state);

// height_control.cpp: which height is the truth for the others.
void choose_height_reference(EstimatorState& state, const EstimatorConfig& config);

// The slow average of the field that alignments use.
void filter_field(EstimatorState& state, const Vec3& field_B);
inline constexpr double kFieldSamplesNeeded = 10.0;

}  // namespace alula::ekf
