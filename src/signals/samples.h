// signals/samples.h: what sensors and operators deliver to a brain. `time` is the instant the
// measurement belongs to, not the instant of its arrival, which comes later by the sensor's delay.
#pragma once

#include <cstdint>

#include "core/arena.h"
#include "core/fixed_list.h"
#include "core/step_time.h"
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
