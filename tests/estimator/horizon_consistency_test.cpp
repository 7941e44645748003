// Is the filter's covariance true where the filter runs, at the delayed horizon, with its control,
// gates and resets? Fifty flights that circle and climb: initial errors drawn from P0, inertial
// noise and walking biases as Q says, white aids with the filter's R. Then the same question with
// sensors as they are.
#include <algorithm>
#include <array>
#include <cmath>
#include <iostream>
#include <memory>
#include <numbers>
#include <vector>

#include <gtest/gtest.h>

#include "core/random.h"
#include "earth/magnetic.h"
#include "estimator/aids.h"
#include "estimator/fusion.h"
#include "estimator/horizon.h"
#include "estimator/prediction.h"
#include "estimator/resets.h"
#include "tests/estimator/flight_test_bed.h"

namespace alula {
namespace {

using namespace ekf;
using test::FlightTest;
using test::kHome;
using test::SensorErrors;

constexpr int kSteps = 6000;  // of 10 ms
constexpr int kFirstJudged = 2000;
constexpr TimeNs kStep = 10'000'000;
constexpr double kG = 9.80665;

// e^T P^-1 e of the three error states from `first` on, by cofactors.
double nees3(const Covariance& P, int first, const Vec3& e) {
  const Vec3 a{P[first][first], P[first][first + 1], P[first][first + 2]};
  const Vec3 b{P[first + 1][first], P[first + 1][first + 1], P[first + 1][first + 2]};
  const Vec3 c{P[first + 2][first], P[first + 2][first + 1], P[first + 2][first + 2]};
  const double determinant = dot(a, cross(b, c));
  const Vec3 solved =
      (1.0 / determinant) * Vec3{dot(e, cross(b, c)), dot(e, cross(c, a)), dot(e, cross(a, b))};
  return dot(e, solved);
}

struct Nis {
  double sum = 0.0;
  int count = 0;

  template <int N> void add(const AidStatus<N>& aid, TimeNs now) {
    if (aid.time_sample != now) return;
    for (std::size_t i = 0; i < N; ++i) {
      sum += aid.innovation[i] * aid.innovation[i] / aid.innovation_variance[i];
      ++count;
    }
  }
  [[nodiscard]] double mean() const { return sum / count; }
};
struct NisOfAids {
  Nis position, gnss_height, velocity, baro_height, heading, magnetometer;
};

// Circles of 8 m in 15 s, climbing at half a metre a second, the nose following the path.
Vec3 acceleration_W(double t) {
  const double w = 2.0 * std::numbers::pi / 15.0, a = 8.0 * w * w;
  return {-a * std::cos(w * t), -a * std::sin(w * t), 0.0};
}
Quat attitude(double t) {
  const double yaw = 2.0 * std::numbers::pi / 15.0 * t + 0.5 * std::numbers::pi;
  const Vec3 a = from_yaw(-yaw) * acceleration_W(t);
  const double pitch = std::atan2(-a.x, kG);
  return from_euler({std::atan2(a.y * std::cos(pitch), kG), pitch, wrap_pi(yaw)});
}

class HorizonRun {
 public:
  HorizonRun(std::uint64_t seed, MagFusionType mag_type) : noise_(seed, "horizon") {
    config_.mag_type = mag_type;
    // The widest that the parameters allow: a bias drawn from P0 shall not be cut off.
    config_.gyro_bias_limit_rad_s = 0.4;
    config_.accel_bias_limit_m_s2 = 0.8;
    EstimatorState& s = *state_;
    s.earth.latitude_rad = kHome.latitude_rad;
    s.earth.longitude_rad = kHome.longitude_rad;
    s.earth.altitude_m = kHome.height_m;
    s.earth.gravity_m_s2 = 9.80686;
    s.earth.gravity_gradient_s2 = 1.54e-6;
    s.earth.rotation_W = {4.9e-5, 0.0, -5.4e-5};
    s.earth.known = 1;
    s.magnetic = {.field_W = {0.215, 0.013, 0.43}, .declination_rad = 0.0604, .known = 1};
    fly();
    draw_initial_errors();
  }

  void advance(int k, const MagneticModel& magnetic) {
    const ImuStep step = next_step(k);
    queue_aids(k);
    run_horizon(*state_, config_, magnetic, step);
  }
  void add_to(NisOfAids& nis) const {
    const EstimatorStatus& s = state_->status;
    const TimeNs now = state_->timers.horizon;
    nis.position.add(s.gnss_horizontal_position, now);
    nis.gnss_height.add(s.gnss_height, now);
    nis.velocity.add(s.gnss_velocity, now);
    nis.baro_height.add(s.baro_height, now);
    nis.heading.add(s.heading, now);
    nis.magnetometer.add(s.magnetometer, now);
  }
  // Position, velocity, attitude.
  [[nodiscard]] std::array<double, 3> nees() const {
    const Filter& f = state_->filter;
    return {nees3(f.P, kPosition, truth_.p_W - f.x.p_W),
            nees3(f.P, kVelocity, truth_.v_W - f.x.v_W),
            nees3(f.P, kTheta, to_rotation_vector(truth_.q_WB * f.x.q_WB.conjugate()))};
  }
  [[nodiscard]] std::uint32_t resets() const { return state_->status.reset_count; }

 private:
  double normal() { return noise_.normal(draw_++); }
  Vec3 normal3(double deviation) {
    const double x = normal(), y = normal(), z = normal();
    return deviation * Vec3{x, y, z};
  }

  void fly() {
    Modes& m = state_->modes;
    m.filter_running = m.tilt_aligned = m.yaw_aligned = m.in_air = 1;
    m.gnss = m.gnss_height = m.baro_height = 1;
    m.height_source = ActiveHeight::gnss;
    m.mag_aligned_in_flight = m.mag_place_used = 1;
    m.mag_3d = config_.mag_type == MagFusionType::automatic ? 1 : 0;
    m.dead_reckoning_exceeded = 0;
    state_->gnss_checks.held_once = state_->gnss_checks.passed = 1;
    state_->ground_z_W = 100.0;
    state_->baro_bias.variance = square(config_.gnss_position_noise_m);
  }

  void draw_initial_errors() {
    Filter& f = state_->filter;
    truth_.q_WB = attitude(0.0);
    truth_.v_W = {0.0, 8.0 * 2.0 * std::numbers::pi / 15.0, -0.5};
    truth_.field_W = state_->magnetic.field_W;
    f.x = truth_;
    initialize_covariance(f.P, config_);
    if (state_->modes.mag_3d != 0) {
      start_field_states(*state_, truth_.q_WB.conjugate() * truth_.field_W, config_);
    }
    std::array<double, kStates> error{};
    for (int i = 0; i < kStates; ++i) {
      error[static_cast<std::size_t>(i)] = std::sqrt(f.P.variance(i)) * normal();
    }
    // q(true) = exp(theta) q: the estimate is zero bias and a guess; the truth is what is drawn.
    apply_correction(truth_, error.data());
    const double bias = state_->baro_bias.variance;
    baro_bias_m_ = std::sqrt(bias) * normal();
  }

  ImuStep next_step(int k) {
    const double t = 0.01 * k, dt = 0.01;
    ImuStep step{};
    step.time = (k + 1) * kStep;
    step.interval = kStep;
    const Vec3 turn = to_rotation_vector(attitude(t).conjugate() * attitude(t + dt));
    step.rotation = turn + dt * truth_.gyro_bias_B;
    Nominal ahead = truth_;
    predict_state(ahead, step, state_->earth);
    const Vec3 f_W = acceleration_W(t + 0.5 * dt) - gravity_at(state_->earth, truth_.p_W);
    step.velocity_gain_B = dt * (ahead.q_WB.conjugate() * f_W + truth_.accel_bias_B);
    predict_state(truth_, step, state_->earth);

    step.rotation += dt * normal3(config_.gyro_noise_rad_s);
    step.velocity_gain_B += dt * normal3(config_.accel_noise_m_s2);
    truth_.gyro_bias_B += dt * normal3(config_.gyro_bias_noise_rad_s2);
    truth_.accel_bias_B += dt * normal3(config_.accel_bias_noise_m_s3);
    if (state_->modes.mag_3d != 0) {
      truth_.field_W += dt * normal3(config_.mag_earth_noise_gauss_s);
      truth_.field_bias_B += dt * normal3(config_.mag_body_noise_gauss_s);
    }
    baro_bias_m_ += std::sqrt(dt) * config_.height_bias_noise_m_s_sqrt_hz * normal();
    return step;
  }

  // GNSS at 10 Hz, barometer at 50 Hz, magnetometer at 100 Hz, all measured at the end of the step.
  void queue_aids(int k) {
    EstimatorState& s = *state_;
    const TimeNs now = (k + 1) * kStep;
    if (k % 10 == 9) s.gnss.push(fix_at(now)), s.timers.gnss_arrival = now;
    if (k % 2 == 1) {
      s.baro.push({now, -truth_.p_W.z + baro_bias_m_ + config_.baro_noise_m * normal()});
      s.timers.baro_arrival = now;
    }
    s.mag.push({now, field_at()});
    s.timers.mag_arrival = now;
  }
  GnssFix fix_at(TimeNs now) {
    const LocalFrame frame = origin_frame(state_->earth);
    const Vec3 n = normal3(1.0), m = normal3(1.0);
    const Vec3 p = truth_.p_W + Vec3{0.5 * n.x, 0.5 * n.y, 0.75 * n.z};
    const double speed = config_.gnss_velocity_noise_m_s;
    const Vec3 v = truth_.v_W + speed * Vec3{m.x, m.y, 1.5 * m.z};
    const Geodetic g = frame.to_geodetic(p);
    GnssFix fix{};
    fix.time = now;
    fix.latitude_rad = g.latitude_rad, fix.longitude_rad = g.longitude_rad;
    fix.altitude_msl_m = fix.altitude_ellipsoid_m = g.height_m;
    fix.v_ned = frame.R_WN(p).transposed() * v;
    fix.eph_m = 0.5, fix.epv_m = 0.75, fix.speed_accuracy_m_s = speed;
    fix.fix_type = 3, fix.satellites = 12;
    return fix;
  }
  Vec3 field_at() {
    if (state_->modes.mag_3d != 0) {
      return truth_.q_WB.conjugate() * truth_.field_W + truth_.field_bias_B +
             normal3(config_.mag_noise_gauss);
    }
    const Quat off = from_yaw(config_.heading_noise_rad * normal());
    return truth_.q_WB.conjugate() * (off * truth_.field_W);
  }

  EstimatorConfig config_{};
  Nominal truth_{};
  double baro_bias_m_ = 0.0;
  std::unique_ptr<EstimatorState> state_ = std::make_unique<EstimatorState>();
  RandomStream noise_;
  std::int64_t draw_ = 0;
};

struct Outcome {
  std::vector<std::array<double, 3>> nees;  // run-averaged, every 0.1 s from 20 s on
  NisOfAids nis;
};
Outcome fly_all(int runs, MagFusionType mag_type) {
  Outcome out{.nees = std::vector<std::array<double, 3>>((kSteps - kFirstJudged) / 10), .nis = {}};
  const MagneticModel magnetic(test::kDecimalYear);
  for (int run = 0; run < runs; ++run) {
    HorizonRun filter(static_cast<std::uint64_t>(run + 1), mag_type);
    for (int k = 0; k < kSteps; ++k) {
      filter.advance(k, magnetic);
      if (k < kFirstJudged) continue;
      filter.add_to(out.nis);
      if (k % 10 != 9) continue;
      const auto now = filter.nees();
      auto& mean = out.nees[static_cast<std::size_t>((k - kFirstJudged) / 10)];
      for (std::size_t i = 0; i < 3; ++i) mean[i] += now[i] / runs;
    }
  }
  return out;
}

void expect_nis(const char* name, const Nis& nis) {
  SCOPED_TRACE(name);
  std::cout << "NIS " << name << ' ' << nis.mean() << " over " << nis.count << '\n';
  EXPECT_GT(nis.mean(), 0.8);
  EXPECT_LT(nis.mean(), 1.2);
}

TEST(HorizonConsistency, NeesOfPositionVelocityAndAttitudeAndNisOfEachAid) {
  const Outcome out = fly_all(50, MagFusionType::automatic);
  // Chi-square with 3 * 50 degrees of freedom: quantiles 117.985 and 185.800 at 2.5 and 97.5 %.
  const double low = 117.985 / 50.0, high = 185.800 / 50.0;
  const char* const names[] = {"position", "velocity", "attitude"};
  for (std::size_t i = 0; i < 3; ++i) {
    double mean = 0.0, inside = 0.0;
    for (const auto& n : out.nees) {
      mean += n[i] / static_cast<double>(out.nees.size());
      inside += n[i] > low && n[i] < high ? 1.0 : 0.0;
    }
    inside /= static_cast<double>(out.nees.size());
    std::cout << "NEES " << names[i] << " mean " << mean << ", in the band " << 100.0 * inside
              << " %\n";
    EXPECT_GE(inside, 0.90) << names[i];
  }
  expect_nis("GNSS position", out.nis.position);
  expect_nis("GNSS velocity", out.nis.velocity);
  expect_nis("GNSS height", out.nis.gnss_height);
  expect_nis("barometer", out.nis.baro_height);
  expect_nis("magnetometer", out.nis.magnetometer);
}

TEST(HorizonConsistency, NisOfTheHeading) {
  const Outcome out = fly_all(10, MagFusionType::heading);
  expect_nis("heading", out.nis.heading);
  expect_nis("GNSS velocity", out.nis.velocity);
}

// Sensors as the x500 has them (px4.md 5.1). Of GNSS: white 0.10 and 0.20 m, wandering 0.15 and
// 0.10 m an axis, horizontal and vertical.
TEST(HorizonConsistency, WithRealGnssTheErrorIsThatOfGnssAndNoGateTrips) {
  const double gnss_horizontal = std::sqrt(2.0 * (square(0.10) + square(0.15)));
  const double gnss_vertical = std::sqrt(square(0.20) + square(0.10));
  double horizontal = 0.0, vertical = 0.0, nees[3]{};
  int samples = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    FlightTest test(test::after_climb(12.0, 8.0, 20.0, 0.7, test::circles(8.0, 15.0)),
                    SensorErrors{}, 12.0, seed);
    test.run_to(20.0);
    test.run_to(60.0, [&] {
      EXPECT_EQ(test.status().innovation_check_flags, 0U) << "seed " << seed;
      const Vec3 p = test.position_error();
      horizontal += square(p.x) + square(p.y);
      vertical += square(p.z);
      const Covariance& P = test.state->filter.P;
      nees[0] += nees3(P, kPosition, p);
      nees[1] += nees3(P, kVelocity, test.velocity_error());
      nees[2] += nees3(P, kTheta, test.attitude_error());
      ++samples;
    });
  }
  horizontal = std::sqrt(horizontal / samples);
  vertical = std::sqrt(vertical / samples);
  std::cout << "r.m.s. error " << horizontal << " m horizontal (GNSS " << gnss_horizontal << "), "
            << vertical << " m vertical (GNSS " << gnss_vertical << "); NEES position "
            << nees[0] / samples << ", velocity " << nees[1] / samples << ", attitude "
            << nees[2] / samples << '\n';
  EXPECT_LE(horizontal, gnss_horizontal + 0.15);
  EXPECT_LE(vertical, gnss_vertical + 0.15);
}

}  // namespace
}  // namespace alula
