// signals/samples.h: what sensors and operators deliver to a brain. `time` is the instant the
// measurement belongs to, not the instant of its arrival, which comes later by the sensor's delay.
#pragma once

#include <cstdint>

#include "core/arena.h"
#include "core/fixed_list.h"
#include "core/step_time.h"
#include "math/quaternion.h"
#include "math/vector.h"
#include "signals/operator.h"

namespace alula {

// Means over the interval that ends at `time`. Body axes at the sensor's place.
struct ImuSample {
  TimeNs time = 0;
  TimeNs interval = 0;         // length of the interval [ns], > 0
  Vec3 specific_force_B{};     // [m/s^2]; at rest (0, 0, -9.81)
  Vec3 w_B{};                  // inertial rate [rad/s]
  double temperature_k = 0.0;  // [K]
  std::uint32_t instance = 0;
  // Bit i: gyroscope axis i ran into its range; bit 3 + i: accelerometer axis i.
  std::uint32_t clipped = 0;
};

struct GnssFix {
  TimeNs time = 0;
  double latitude_rad = 0.0;
  double longitude_rad = 0.0;
  double altitude_msl_m = 0.0;
  double altitude_ellipsoid_m = 0.0;
  Vec3 v_ned{};        // along the local north, east, down at the place of the fix [m/s]
  double eph_m = 0.0;  // claimed horizontal standard deviation
  double epv_m = 0.0;
  double speed_accuracy_m_s = 0.0;
  double hdop = 0.0;
  double vdop = 0.0;
  std::uint32_t fix_type = 0;  // 0 none, 2 2-D, 3 3-D (MAVLink GPS_FIX_TYPE)
  std::uint32_t satellites = 0;
  std::uint32_t instance = 0;
  std::uint32_t reserved = 0;
};

struct BaroSample {
  TimeNs time = 0;
  double pressure_pa = 0.0;
  double temperature_k = 0.0;
  std::uint32_t instance = 0;
  std::uint32_t reserved = 0;
};

struct MagSample {
  TimeNs time = 0;
  Vec3 field_B{};  // [T]
  std::uint32_t instance = 0;
  std::uint32_t reserved = 0;
};

// Of a range finder: how far along its axis what it looks at lies.
struct RangeSample {
  TimeNs time = 0;
  double distance_m = 0.0;  // held to the sensor's reach
  double min_m = 0.0;       // its reach
  double max_m = 0.0;
  double variance_m2 = 0.0;  // that it claims
  double quality = 0.0;      // 0 (nothing was seen) to 1
  std::uint32_t instance = 0;
  std::uint32_t reserved = 0;
};

// Of a camera that looks down: how far the picture has turned. Angles over the interval that ends
// at `time`, about body x and y; above zero as a right-handed turn of the camera alone would give.
struct FlowSample {
  TimeNs time = 0;
  TimeNs interval = 0;  // [ns], > 0
  double turn_x_rad = 0.0;
  double turn_y_rad = 0.0;
  Vec3 rotation_B{};            // of the camera's own gyroscope over the interval [rad]
  double rate_max_rad_s = 0.0;  // of the picture, that it can follow
  double height_min_m = 0.0;
  double height_max_m = 0.0;
  double quality = 0.0;  // 0 (nothing to hold on to) to 1
  std::uint32_t instance = 0;
  std::uint32_t reserved = 0;
};

// A pose from outside or from cameras aboard, and its velocity, in a frame V that is level.
struct VisionSample {
  TimeNs time = 0;
  Vec3 p_VB{};                        // [m]
  Vec3 v_VB{};                        // [m/s]
  Quat q_VB = Quat::identity();       // takes B vectors to V
  double position_variance_m2 = 0.0;  // an axis; these are claimed
  double velocity_variance_m2_s2 = 0.0;
  double angle_variance_rad2 = 0.0;
  double quality = 0.0;           // 0 to 1
  std::uint32_t to_north = 0;     // 1: V is NED; 0: V's heading is its own
  std::uint32_t reset_count = 0;  // grows when V jumps
  std::uint32_t instance = 0;
  std::uint32_t reserved = 0;
};

// Of a Pitot tube along body x.
struct AirspeedSample {
  TimeNs time = 0;
  double pressure_difference_pa = 0.0;  // total less static
  double static_pressure_pa = 0.0;
  double temperature_k = 0.0;
  std::uint32_t instance = 0;
  std::uint32_t reserved = 0;
};

struct BatterySample {
  TimeNs time = 0;
  double voltage_v = 0.0;
  double current_a = 0.0;
  double discharged_c = 0.0;  // charge taken since full [C]
  double remaining = 0.0;     // 0..1
  std::uint32_t cells = 0;
  std::uint32_t instance = 0;
};

// Reported by the electronic speed controllers.
struct EscSample {
  TimeNs time = 0;
  double speed_rad_s = 0.0;
  double voltage_v = 0.0;
  double current_a = 0.0;
  std::uint32_t motor = 0;
  std::uint32_t reserved = 0;
};

inline constexpr std::size_t kMotorsMax = 16;

// All that arrived since the brain was last asked; usually most lists are empty.
struct Samples {
  FixedList<ImuSample, 4> imu;
  FixedList<GnssFix, 4> gnss;
  FixedList<BaroSample, 4> baro;
  FixedList<MagSample, 4> mag;
  FixedList<RangeSample, 4> range;
  FixedList<FlowSample, 4> flow;
  FixedList<VisionSample, 4> vision;
  FixedList<AirspeedSample, 4> airspeed;
  FixedList<BatterySample, 4> battery;
  FixedList<EscSample, kMotorsMax> esc;
  FixedList<ManualControl, 2> manual;
  FixedList<OffboardSetpoint, 2> offboard;
  FixedList<GroundHeartbeat, 2> ground;
  FixedList<FollowTarget, 2> follow;

  void clear() {
    imu.clear();
    gnss.clear();
    baro.clear();
    mag.clear();
    range.clear();
    flow.clear();
    vision.clear();
    airspeed.clear();
    battery.clear();
    esc.clear();
    manual.clear();
    offboard.clear();
    ground.clear();
    follow.clear();
  }
};
static_assert(ArenaState<Samples>);

}  // namespace alula
