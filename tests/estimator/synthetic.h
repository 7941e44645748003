// Synthetic flights for the estimator's tests: motions in closed form, IMU samples as exact means
// over their intervals (Gauss quadrature), aids with rate, delay and noise. Nothing here comes from
// the plant or the estimator.
#pragma once

#include <cstdint>
#include <functional>

#include "core/random.h"
#include "core/step_time.h"
#include "earth/geodesy.h"
#include "earth/gravity.h"
#include "earth/magnetic.h"
#include "math/quaternion.h"
#include "signals/samples.h"

namespace alula::test {

// In W, the tangent plane at the home place. Angles and their derivatives in time.
struct Motion {
  Vec3 p{}, v{}, a{};
  Euler angle{}, rate{};

  [[nodiscard]] Quat q_WB() const { return from_euler(angle); }
  [[nodiscard]] Vec3 w_WB_B() const;
};
using Trajectory = std::function<Motion(double t_s)>;

Trajectory at_rest(const Euler& attitude);
// At rest until `start_s`, then climbs to `height_m` within `climb_s` on a smooth curve, then does
// `flight` (time since its begin), whose motion must begin at rest in its own origin with the
// attitude zero but for yaw.
Trajectory after_climb(double start_s, double climb_s, double height_m, double yaw,
                       Trajectory flight);
Trajectory hover();
Trajectory circles(double radius_m,
                   double period_s);  // growing from rest, banked as a multirotor flies them
Trajectory shuttle(double amplitude_m, double period_s);  // to and fro along north
Trajectory yaw_turns(double amplitude_rad, double period_s);

// px4.md 5.1 as default: standard deviations.
struct SensorErrors {
  double gyro_noise = 1.5e-4;   // [rad/s/sqrt(Hz)]
  double accel_noise = 1.5e-3;  // [m/s^2/sqrt(Hz)]
  Vec3 gyro_bias{0.006, -0.008, 0.004};
  Vec3 accel_bias{0.03, -0.04, 0.05};
  double baro_noise_pa = 3.0;
  double baro_offset_pa = 0.0;
  double mag_noise_t = 0.5e-7;  // 0.5 mG
  Vec3 mag_offset_t{4e-7, -3e-7, 2e-7};
  double gnss_horizontal_m = 0.10, gnss_vertical_m = 0.20;
  double gnss_walk_horizontal_m = 0.15, gnss_walk_vertical_m = 0.10;  // Gauss-Markov, 60 s
  double gnss_speed_horizontal = 0.05, gnss_speed_vertical = 0.10;

  static SensorErrors none();
};

struct SensorRates {
  double imu_hz = 250.0, gnss_hz = 10.0, baro_hz = 50.0, mag_hz = 100.0;
  double imu_delay_s = 0.001, gnss_delay_s = 0.110, baro_delay_s = 0.010, mag_delay_s = 0.005;
};

class SyntheticFlight {
 public:
  SyntheticFlight(Trajectory trajectory, const SensorErrors& errors, std::uint64_t seed = 1,
                  const SensorRates& rates = {});

  // All samples that arrive in (t - 1 ms, t], t in whole milliseconds, called with rising t.
  Samples samples(TimeNs t);
  [[nodiscard]] Motion truth(TimeNs t) const { return trajectory_(seconds(t)); }
  [[nodiscard]] Geodetic place(const Vec3& p_W) const { return frame_.to_geodetic(p_W); }
  [[nodiscard]] const LocalFrame& frame() const { return frame_; }
  [[nodiscard]] const MagneticModel& magnetic() const { return magnetic_; }

  // Faults, to be changed at any time.
  bool gnss_on = true, baro_on = true, mag_on = true;
  Vec3 gnss_shift{};  // [m]
  double baro_shift_pa = 0.0;
  double field_turn = 0.0;  // about the vertical [rad]
  Vec3 gyro_shift{}, accel_shift{};
  Vec3 p_BImu{}, p_BGnss{};  // where the sensors sit [m]

 private:
  ImuSample imu_sample(std::int64_t k, TimeNs end) const;
  GnssFix gnss_fix(std::int64_t k, TimeNs time);
  BaroSample baro_sample(std::int64_t k, TimeNs time) const;
  MagSample mag_sample(std::int64_t k, TimeNs time) const;
  [[nodiscard]] Vec3 specific_force_B(double t_s) const;

  Trajectory trajectory_;
  SensorErrors errors_;
  SensorRates rates_;
  LocalFrame frame_;
  GravityField<double> gravity_;
  MagneticModel magnetic_;
  RandomStream gyro_noise_, accel_noise_, gnss_noise_, gnss_walk_noise_, gnss_speed_noise_,
      baro_noise_, mag_noise_;
  Vec3 gnss_walk_{};
};

inline constexpr double kDecimalYear = 2025.5;
inline const Geodetic kHome{0.827246656, 0.149148748, 488.0};  // 47.397742 N, 8.545594 E

}  // namespace alula::test
