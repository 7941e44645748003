// estimator/state.h: all that the estimator remembers, in one block for the arena.
#pragma once

#include <array>
#include <cstdint>

#include "core/arena.h"
#include "core/fixed_queue.h"
#include "core/step_time.h"
#include "estimator/aiding_state.h"
#include "estimator/vote_state.h"
#include "math/quaternion.h"
#include "signals/estimate.h"
#include "signals/samples.h"

namespace alula {

namespace ekf {

inline constexpr int kStates = kFilterErrorStates;
// Where the blocks of the error state begin. The attitude error is a rotation about W axes:
// q_WB(true) = exp(theta) q_WB(estimated).
inline constexpr int kTheta = 0, kVelocity = 3, kPosition = 6, kGyroBias = 9, kAccelBias = 12,
                     kFieldW = 15, kFieldB = 18, kWind = 21, kTerrain = 23;

inline constexpr int kRow = kStates;  // an even number of lanes
struct Covariance {
  std::array<std::array<double, kRow>, kStates> m{};

  double* operator[](int i) { return m[static_cast<std::size_t>(i)].data(); }
  const double* operator[](int i) const { return m[static_cast<std::size_t>(i)].data(); }
  [[nodiscard]] double variance(int i) const {
    return m[static_cast<std::size_t>(i)][static_cast<std::size_t>(i)];
  }
};

// Position and velocity are those of the IMU, in W: the plane tangent at the origin, or at the
// place of the start as long as no origin is known. Fields in gauss.
struct Nominal {
  Quat q_WB = Quat::identity();
  Vec3 v_W{};               // [m/s]
  Vec3 p_W{};               // [m]
  Vec3 gyro_bias_B{};       // [rad/s]
  Vec3 accel_bias_B{};      // [m/s^2]
  Vec3 field_W{};           // Earth's field [G]
  Vec3 field_bias_B{};      // of the vehicle itself [G]
  double wind_north = 0.0;  // [m/s]
  double wind_east = 0.0;
  double terrain_z_W = 0.0;  // of the ground under the vehicle [m]
};

struct Filter {
  Nominal x{};
  Covariance P{};
};

// What W does to a body at rest: gravity to first order in the position, and the rotation of the
// Earth.
struct EarthFrame {
  double latitude_rad = 0.0;
  double longitude_rad = 0.0;
  double altitude_m = 0.0;           // mean sea level
  double gravity_m_s2 = 9.80665;     // at the origin
  double gravity_gradient_s2 = 0.0;  // gravity over the Earth's radius [1/s^2]
  Vec3 rotation_W{};                 // [rad/s]
  TimeNs time = 0;                   // when the origin was set
  std::uint64_t known = 0;           // 1: the origin is set
};

// Integrals over one or several IMU samples. Both are corrected for rotation within the interval.
struct ImuStep {
  TimeNs time = 0;         // end of the interval
  TimeNs interval = 0;     // [ns]
  Vec3 rotation{};         // from the attitude at the end to that at the start, as a vector [rad]
  Vec3 velocity_gain_B{};  // integral of specific force, in body axes at the end of the interval
                           // [m/s]
  double vibration_m2_s4 = 0.0;  // variance of the mean specific force, an axis, from vibration
  std::uint32_t clipped = 0;     // bits of ImuSample::clipped
  std::uint32_t bridged = 0;     // 1: the interval was stretched over missing samples

  [[nodiscard]] double dt_s() const { return seconds(interval); }
};

struct ImuSampler {
  ImuStep step{};                       // being gathered
  Quat q_start_now = Quat::identity();  // rotation since the start of the step being gathered
  Vec3 last_rotation{};                 // of the previous sample: coning and sculling need it
  Vec3 last_velocity_gain{};
  Vec3 last_force_B{};             // [m/s^2]
  double vibration_m2_s4 = 0.0;    // variance of one sample, an axis, over the last second or so
  std::uint64_t step_samples = 0;  // in the step being gathered
  TimeNs last_time = 0;            // 0: no sample yet
  std::uint64_t samples = 0;       // accepted so far
};

struct BaroAid {
  TimeNs time = 0;
  double altitude_m = 0.0;
};
struct MagAid {
  TimeNs time = 0;
  Vec3 field_B{};
};  // [G]

inline constexpr std::size_t kImuQueue = 64;
inline constexpr std::size_t kGnssQueue = 16;
inline constexpr std::size_t kBaroQueue = 64;
inline constexpr std::size_t kMagQueue = 64;

// What the predictor said at the end of a filter step that still waits in the IMU queue.
struct OutputMoment {
  Quat q_WB = Quat::identity();
  Vec3 v_W{};
  Vec3 p_W{};
  double vertical_speed = 0.0;     // of the height-only predictor [m/s]
  double vertical_position = 0.0;  // [m]
  TimeNs time = 0;
};

struct OutputPredictor {
  OutputMoment now{};
  Vec3 rotation_correction{};  // added to each IMU step [rad per second]
  Vec3 velocity_error_sum{};
  Vec3 position_error_sum{};
  Vec3 a_W{};     // of the newest sample [m/s^2]
  Vec3 rate_B{};  // relative to the Earth, bias removed [rad/s]
  FixedQueue<OutputMoment, kImuQueue> history{};
};

struct TiltAlignment {
  Vec3 force_sum{};  // [m/s^2], times samples
  Vec3 force_square_sum{};
  Vec3 rate_sum{};
  TimeNs start = 0;  // of the window
  TimeNs first = 0;  // of the first window
  std::uint64_t samples = 0;
};

struct GnssChecks {
  Vec3 drift{};       // filtered derivative of the position at rest, north east down [m/s]
  Vec3 speed{};       // filtered velocity [m/s]
  Vec3 previous_p{};  // relative to the first fix [m]
  double anchor_latitude_rad = 0.0, anchor_longitude_rad = 0.0, anchor_altitude_m = 0.0;
  TimeNs previous_time = 0;
  TimeNs failed_time = 0;  // of the last fix that failed, or of the first one
  TimeNs passed_time = 0;
  std::uint32_t fail_flags = 0;
  std::uint32_t passed = 0;  // 1: held long enough once, and the newest fix passes
  std::uint32_t fixes = 0;
  std::uint32_t held_once = 0;
};

struct HeightBias {
  double bias_m = 0.0;
  double variance = 1.0;
};
enum class ActiveHeight : std::uint32_t { none, barometer, gnss, range, vision };

// A reading that repeats itself though the vehicle has moved: the instrument is stuck.
struct Repeats {
  double pressure_pa = 0.0;
  double z_W = 0.0;              // where that pressure was first read [m]
  Vec3 field_B{};                // [T]
  Quat q_WB = Quat::identity();  // ... and that field
  double latitude_rad = 0.0;     // of a fix
  double longitude_rad = 0.0;
  Vec3 v_ned{};
  Vec3 p_W{};                     // where that fix was first read [m]
  Vec3 w_B{};                     // of an IMU sample [rad/s]
  Vec3 specific_force_B{};        // [m/s^2]
  std::uint32_t baro_resets = 0;  // of the filter, when the reading was new
  std::uint32_t mag_resets = 0;
  std::uint32_t pressures = 0;  // repeats so far
  std::uint32_t fields = 0;
  std::uint32_t gnss_resets = 0;
  std::uint32_t fixes = 0;
  std::uint32_t rates = 0;
  std::uint32_t forces = 0;
  // 1: the newest sample of another IMU differed from the last.
  std::uint32_t other_rates_moved = 0;
  std::uint32_t other_forces_moved = 0;
  Vec3 other_w_B{};  // of that one
  Vec3 other_force_B{};
};

// Mean specific force over some steps, for the drag measurement.
struct DragGather {
  Vec3 velocity_gain_B{};  // [m/s]
  double time_s = 0.0;
  std::uint64_t steps = 0;
};

// Evidence that the accelerometer misleads the vertical channel.
struct AccelHealth {
  std::array<std::uint32_t, 3> clipped_steps{};  // up at a clipped step, down at a clean one
  std::uint32_t bad_vertical = 0;
  TimeNs bad_time = 0;   // last step with evidence that had lasted
  TimeNs good_time = 0;  // last step without evidence
};

// One filter of the bank: velocity north and east, and yaw as an offset from the common attitude.
struct YawFilter {
  double v_north = 0.0;  // [m/s]
  double v_east = 0.0;
  double turn = 0.0;                   // its yaw minus that of YawBank::q_HB [rad]
  std::array<double, 6> covariance{};  // nn, ne, ee, n yaw, e yaw, yaw yaw
  double innovation_north = 0.0;       // [m/s]
  double innovation_east = 0.0;
  double weight = 0.0;
};
struct YawBank {
  std::array<YawFilter, kYawBankFilters> filters{};
  Quat q_HB = Quat::identity();  // H: level, at an unknown heading to north
  Vec3 gyro_bias_B{};            // [rad/s]
  Vec3 force_B{};                // low-passed [m/s^2]
  double v_north = 0.0;          // of GNSS, low-passed likewise [m/s]
  double v_east = 0.0;
  Vec3 acceleration_H{};      // from it, while the heading is certain [m/s^2]
  double yaw = 0.0;           // combined [rad]
  double yaw_variance = 0.0;  // [rad^2]
  TimeNs velocity_time = 0;   // of the last velocity that was used
  std::uint32_t level = 0;    // 1: the tilt is set
  std::uint32_t running = 0;  // 1: velocities are used
};

struct Timers {  // of the delayed horizon
  TimeNs horizon = 0;
  TimeNs horizontal_position = 0;  // last accepted
  TimeNs horizontal_velocity = 0;
  TimeNs vertical_velocity = 0;
  TimeNs height = 0;
  TimeNs heading = 0;
  TimeNs zero_velocity = 0;
  TimeNs fake_position = 0;
  TimeNs gnss_arrival = 0;  // measurement time of the newest in the queue
  TimeNs baro_arrival = 0;
  TimeNs mag_arrival = 0;
  TimeNs mag_aligned_in_flight = 0;
  TimeNs gnss_started = 0;
  TimeNs filter_started = 0;
  TimeNs newest = 0;  // of the IMU steps, not of the horizon
  TimeNs fault = 0;   // of the last fault, on the same clock
};

struct Modes {
  std::uint32_t filter_running = 0;  // 1 after the tilt was first set
  std::uint32_t gnss = 0;            // position and velocity in use
  std::uint32_t gnss_height = 0;
  std::uint32_t baro_height = 0;
  std::uint32_t mag_heading = 0;
  std::uint32_t mag_3d = 0;
  std::uint32_t mag_declination = 0;
  std::uint32_t mag_aligned_in_flight = 0;
  std::uint32_t mag_fault = 0;
  std::uint32_t mag_disturbed = 0;
  std::uint32_t fake_position = 0;
  std::uint32_t dead_reckoning = 0;  // inertial, within the time-out
  std::uint32_t dead_reckoning_exceeded = 1;
  std::uint32_t tilt_aligned = 0;
  std::uint32_t yaw_aligned = 0;
  std::uint32_t in_air = 0;
  std::uint32_t at_rest = 0;
  std::uint32_t mag_resets_left = 2;
  ActiveHeight height_source = ActiveHeight::none;
  std::uint32_t mag_place_used = 0;  // 1: the yaw was aligned with the world model's declination
  std::uint32_t mag_condemned = 0;   // 1: the yaw bank proved it wrong: a fault that landing keeps
  std::uint32_t wind = 0;            // the wind states are alive
  std::uint32_t ground_effect = 0;
  std::uint32_t ground_effect_input = 0;
  std::uint32_t mag_changed = 0;  // another instance stepped in and is not yet taken over
  std::uint32_t baro_changed = 0;
};

struct MagneticPlace {  // the world model where the vehicle is
  Vec3 field_W{};       // [G]
  double declination_rad = 0.0;
  std::uint64_t known = 0;
};

struct BiasLearning {
  double accel_peak_m_s2 = 0.0;  // held and decaying
  double rate_peak_rad_s = 0.0;
  Vec3 rest_rotation{};  // gathered for the zero-rate measurement [rad]
  double rest_time_s = 0.0;
  std::uint32_t frozen = 0;   // bits of error states that no measurement may correct now
  std::uint32_t bridged = 0;  // 1: the last prediction ran over missing samples
};

}  // namespace ekf

struct EstimatorState {
  ekf::Filter filter{};
  ekf::EarthFrame earth{};
  ekf::ImuSampler sampler{};
  FixedQueue<ekf::ImuStep, ekf::kImuQueue> imu{};
  FixedQueue<GnssFix, ekf::kGnssQueue> gnss{};
  FixedQueue<ekf::BaroAid, ekf::kBaroQueue> baro{};
  FixedQueue<ekf::MagAid, ekf::kMagQueue> mag{};
  ekf::OutputPredictor output{};
  ekf::TiltAlignment alignment{};
  ekf::GnssChecks gnss_checks{};
  ekf::GnssTrack gnss_track{};
  ekf::HeightBias baro_bias{};
  ekf::HeightBias gnss_bias{};
  ekf::MagneticPlace magnetic{};
  ekf::BiasLearning learning{};
  ekf::Repeats repeats{};
  ekf::InstanceChoice imu_choice{}, gnss_choice{}, baro_choice{}, mag_choice{};
  ekf::ImuPanel imu_panel{};
  std::array<ekf::ReceiverWitness, ekf::kInstancesMax> receivers{};
  ekf::Panel baro_panel{}, mag_panel{};
  ekf::Aiding aiding{};
  ekf::DragGather drag{};
  ekf::AccelHealth accel_health{};
  ekf::YawBank yaw_bank{};
  ekf::Timers timers{};
  ekf::Modes modes{};
  Vec3 mag_filtered_B{};  // slow average for alignment [G]
  double mag_filtered_count = 0.0;
  Vec3 rate_B{};                // of the last filter step, bias removed [rad/s]
  Vec3 a_W{};                   // of the last filter step [m/s^2]
  Vec3 rest_p_W{};              // where the fake position holds [m]
  double baro_average_m = 0.0;  // before the first height is set
  double baro_average_count = 0.0;
  double ground_z_W = 0.0;           // height of the last moment on the ground [m]
  TimeNs ground_time = 0;            // ... and that moment, on the delayed horizon
  double velocity_strain = 0.0;      // of GNSS: innovation^2 over its variance, an axis, low-passed
  double air_density_kg_m3 = 1.225;  // from the last pressure, by the standard atmosphere
  VehicleEstimate estimate{};
  EstimatorStatus status{};
};
static_assert(ArenaState<EstimatorState>);

}  // namespace alula
