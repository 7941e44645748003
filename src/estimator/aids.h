// estimator/aids.h: the measurements, one source file each. All run at the delayed horizon, right
// after a prediction. Each fills its AidStatus and returns whether the measurement was fused.
#pragma once

#include "earth/geodesy.h"
#include "estimator/config.h"
#include "estimator/state.h"

namespace alula::ekf {

// How much later than the measurement the horizon is [s]: a prediction at the measurement's own
// time is the state taken back by that.
inline double age_s(const EstimatorState& state, TimeNs time) {
  return seconds(state.timers.horizon - time);
}
inline bool older(TimeNs now, TimeNs then, double limit_s) { return seconds(now - then) > limit_s; }
// An aid that belongs to a time so long before the horizon is of no use.
inline bool too_late(const EstimatorState& state, TimeNs time) {
  return older(state.timers.horizon, time, 0.1);
}

// The origin's frame. Altitudes over the sea stand for heights over the ellipsoid: over the
// distances of a flight the geoid keeps its separation to centimetres.
inline LocalFrame origin_frame(const EarthFrame& earth) {
  return LocalFrame({earth.latitude_rad, earth.longitude_rad, earth.altitude_m});
}

// What one fix says, in W, at the IMU's place and at the horizon's time.
struct GnssObservation {
  TimeNs time = 0;
  Vec3 p_W{};
  Vec3 v_W{};
  double position_variance = 0.0;
  double height_variance = 0.0;
  double velocity_variance = 0.0;  // horizontal
  double vertical_velocity_variance = 0.0;
};
GnssObservation observe(const EstimatorState& state, const GnssFix& fix,
                        const EstimatorConfig& config);

// gnss_track.cpp: a receiver measures velocity by Doppler, apart from its position. The way that
// the positions have gone and the velocities have not is added up and slowly forgotten; beyond the
// gate the position contradicts the velocity, and is not used until both have agreed for the reset
// time-out. A velocity that the filter rejects proves nothing.
void follow_gnss_track(EstimatorState& state, const GnssObservation& z,
                       const EstimatorConfig& config);
void follow_track(GnssTrack& track, const GnssObservation& z, TimeNs horizon, bool comparable,
                  const EstimatorConfig& config);
bool track_contradicted(const GnssTrack& track, TimeNs horizon, const EstimatorConfig& config);
bool gnss_position_contradicted(const EstimatorState& state, const EstimatorConfig& config);

// gnss_position.cpp, gnss_velocity.cpp, gnss_height.cpp: look() fills innovations and ratios,
// fuse() uses them.
void look_gnss_position(EstimatorState& state, const GnssObservation& z,
                        const EstimatorConfig& config);
bool fuse_gnss_position(EstimatorState& state, const GnssObservation& z);
void look_gnss_velocity(EstimatorState& state, const GnssObservation& z,
                        const EstimatorConfig& config);
bool fuse_gnss_velocity(EstimatorState& state, const GnssObservation& z);
bool fuse_gnss_height(EstimatorState& state, const GnssObservation& z,
                      const EstimatorConfig& config);

// baro_height.cpp
bool fuse_baro_height(EstimatorState& state, const BaroAid& aid, const EstimatorConfig& config);

// heading.cpp: the direction of the horizontal field against the declination.
double declination(const EstimatorState& state, const EstimatorConfig& config);
// The yaw that a field in body axes asks for, given the filter's roll and pitch.
double yaw_from_field(const EstimatorState& state, const Vec3& field_B,
                      const EstimatorConfig& config);
bool fuse_heading(EstimatorState& state, const MagAid& aid, const EstimatorConfig& config);

// magnetometer.cpp: all three axes, with the fields as states.
void start_field_states(EstimatorState& state, const Vec3& field_B, const EstimatorConfig& config);
void stop_field_states(EstimatorState& state);
bool fuse_magnetometer(EstimatorState& state, const MagAid& aid, const EstimatorConfig& config);
void fuse_declination(EstimatorState& state, double deviation_rad, const EstimatorConfig& config);

// drag.cpp: the mean specific force of some steps up to the horizon.
void fuse_drag(EstimatorState& state, const Vec3& specific_force_B, const EstimatorConfig& config);

// accel_health.cpp: while the vertical acceleration is bad, a vertical innovation beyond its gate
// is not rejected but cut to the gate. True: it may be fused.
bool limit_innovation(const EstimatorState& state, double& innovation, double variance,
                      double gate);

// zero_velocity.cpp: on the ground and at rest, velocity and rate are zero.
void fuse_rest(EstimatorState& state, const ImuStep& step, const EstimatorConfig& config);

// fake_position.cpp: while nothing aids, a held position keeps the tilt from running away.
void fuse_fake_position(EstimatorState& state, const EstimatorConfig& config);

// range_height.cpp: the distance along a beam, with the ground under it as a state.
struct BeamModel {
  double distance_m = 0.0;
  double cosine = 1.0;  // of beam and vertical
  Vec3 by_theta{};      // derivatives of the distance; that by the position down is -by_terrain
  double by_terrain = 1.0;
};
BeamModel model_beam(const Nominal& x, const Vec3& arm_B, const Vec3& axis_B);
Vec3 beam_axis_B(const RangeAidConfig& config);
double range_variance(const RangeSample& sample, const EstimatorConfig& config);
enum class RangeFusion : std::uint8_t {
  terrain,  // of a vehicle whose height others know
  height,   // over a ground that is the zero of all heights
  both
};
void look_range(EstimatorState& state, const RangeSample& sample, const EstimatorConfig& config);
bool fuse_range(EstimatorState& state, const RangeSample& sample, RangeFusion what,
                const EstimatorConfig& config);

// optical_flow.cpp: the turn rate of the line of sight to the ground, freed from that of the body.
bool fuse_flow(EstimatorState& state, const FlowSample& sample, const EstimatorConfig& config);
void look_flow(EstimatorState& state, const FlowSample& sample, const EstimatorConfig& config);
// The horizontal velocity that it shows, and its variance.
Vec3 velocity_from_flow(const EstimatorState& state, const EstimatorConfig& config,
                        double& variance);

// external_vision.cpp: what one sample says, in W, at the IMU's place and at the horizon's time.
struct VisionObservation {
  TimeNs time = 0;
  Vec3 p_W{};
  Vec3 v_W{};
  double yaw = 0.0;  // [rad]
  double position_variance = 0.0;
  double velocity_variance = 0.0;
  double yaw_variance = 0.0;
};
VisionObservation observe(const EstimatorState& state, const VisionSample& sample,
                          const EstimatorConfig& config);
void look_vision(EstimatorState& state, const VisionObservation& z, const EstimatorConfig& config);
bool fuse_vision_position(EstimatorState& state, const VisionObservation& z);
bool fuse_vision_height(EstimatorState& state, const VisionObservation& z,
                        const EstimatorConfig& config);
bool fuse_vision_velocity(EstimatorState& state, const VisionObservation& z);
bool fuse_vision_yaw(EstimatorState& state, const VisionObservation& z);

// airspeed.cpp
bool fuse_airspeed(EstimatorState& state, const AirspeedSample& sample,
                   const EstimatorConfig& config);

// height_bias.cpp: by how much a height that is not the reference differs from it; a random walk.
void predict_height_bias(HeightBias& bias, double dt_s, const EstimatorConfig& config);
void fuse_height_bias(HeightBias& bias, double measured_bias_m, double variance);

}  // namespace alula::ekf
