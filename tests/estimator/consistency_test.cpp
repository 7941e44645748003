// Is the filter's own covariance true? Fifty runs at filter level with white errors that match its
// R and Q and initial errors drawn from its P0 (acceptance.md): the run-averaged NEES of position,
// velocity and attitude lies inside its 95 % band at 90 % of the instants or more, the mean NIS of
// each aid between 0.8 and 1.2.
#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include <gtest/gtest.h>

#include "core/random.h"
#include "estimator/aids.h"
#include "estimator/fusion.h"
#include "estimator/prediction.h"

namespace alula {
namespace {

using namespace ekf;

constexpr int kRuns = 50;
constexpr int kSteps = 4000;  // of 10 ms
constexpr TimeNs kStep = 10'000'000;
constexpr int kChecked = 9;  // attitude, velocity, position: the first nine of the error state

// Standard deviations at the begin, block by block: a filter in flight.
constexpr double kInitial[] = {0.03, 0.3, 0.5, 0.005, 0.08, 0.005, 0.010, 0.0};

struct Nis {
  double sum = 0.0;
  int count = 0;
  void add(double innovation, double variance) {
    sum += innovation * innovation / variance;
    ++count;
  }
  [[nodiscard]] double mean() const { return sum / count; }
};
struct NisOfAids {
  Nis position, height, velocity, magnetometer;
};

class MatchedRun {
 public:
  explicit MatchedRun(std::uint64_t seed) : noise_(seed, "consistency") {
    earth_.gravity_m_s2 = 9.80686;
    earth_.gravity_gradient_s2 = 1.54e-6;
    earth_.rotation_W = {4.9e-5, 0.0, -5.4e-5};
    truth_.field_W = {0.215, 0.013, 0.43};
    truth_.field_bias_B = {0.004, -0.003, 0.002};
    truth_.gyro_bias_B = {0.004, 0.002, -0.003};
    truth_.accel_bias_B = {0.05, -0.03, 0.04};
    state_->filter.x = truth_;
    state_->modes.height_source = ActiveHeight::gnss;
    std::array<double, kStates> error{};
    for (int i = 0; i < kStates; ++i) {
      const double deviation = kInitial[i / 3];
      error[static_cast<std::size_t>(i)] = deviation * normal();
      state_->filter.P[i][i] = deviation * deviation;
    }
    // q(true) = exp(theta) q: the estimate is the truth taken back by the error.
    for (double& e : error) e = -e;
    apply_correction(state_->filter.x, error.data());
  }

  void advance(int k, NisOfAids& nis) {
    const ImuStep step = next_step(k);
    state_->timers.horizon = (k + 1) * kStep;
    Filter& f = state_->filter;
    const ProcessNoise noise = process_noise(config_, f.P, step, 0);
    predict_covariance(f.P, predict_state(f.x, step, earth_), noise);
    measure_field(nis);
    if (k % 10 == 0) measure_gnss(nis);
  }

  [[nodiscard]] double nees() const {
    const Nominal& x = state_->filter.x;
    const Vec3 parts[] = {to_rotation_vector(truth_.q_WB * x.q_WB.conjugate()), truth_.v_W - x.v_W,
                          truth_.p_W - x.p_W};
    std::array<double, kChecked> e{};
    for (std::size_t i = 0; i < 3; ++i) {
      e[3 * i] = parts[i].x, e[3 * i + 1] = parts[i].y, e[3 * i + 2] = parts[i].z;
    }
    return quadratic_form(e);
  }

 private:
  double normal() { return noise_.normal(draw_++); }
  Vec3 normal3(double deviation) {
    const double x = normal(), y = normal(), z = normal();
    return deviation * Vec3{x, y, z};
  }

  // The truth flies a weaving path: its accelerations turn by 2 m/s^2, its attitude rocks and yaws.
  // The filter is given the increments with noise of its own Q.
  ImuStep next_step(int k) {
    const double t = 0.01 * k, dt = 0.01;
    const Vec3 a_W{2.0 * std::sin(0.7 * t), 2.0 * std::cos(0.5 * t), 0.5 * std::sin(0.9 * t)};
    ImuStep step{};
    step.interval = kStep;
    step.rotation =
        dt * (Vec3{0.2 * std::sin(t), 0.2 * std::cos(1.3 * t), 0.3 * std::sin(0.4 * t)} +
              truth_.gyro_bias_B);
    Nominal ahead = truth_;
    predict_state(ahead, step, earth_);
    const Vec3 f_W = a_W - gravity_at(earth_, truth_.p_W);
    step.velocity_gain_B = dt * (ahead.q_WB.conjugate() * f_W + truth_.accel_bias_B);
    predict_state(truth_, step, earth_);

    step.rotation += dt * normal3(config_.gyro_noise_rad_s);
    step.velocity_gain_B += dt * normal3(config_.accel_noise_m_s2);
    truth_.gyro_bias_B += dt * normal3(config_.gyro_bias_noise_rad_s2);
    truth_.accel_bias_B += dt * normal3(config_.accel_bias_noise_m_s3);
    truth_.field_W += dt * normal3(config_.mag_earth_noise_gauss_s);
    truth_.field_bias_B += dt * normal3(config_.mag_body_noise_gauss_s);
    return step;
  }

  void measure_field(NisOfAids& nis) {
    const Vec3 field = truth_.q_WB.conjugate() * truth_.field_W + truth_.field_bias_B;
    fuse_magnetometer(*state_, {state_->timers.horizon, field + normal3(config_.mag_noise_gauss)},
                      config_);
    const AidStatus<3>& aid = state_->status.magnetometer;
    for (std::size_t i = 0; i < 3; ++i)
      nis.magnetometer.add(aid.innovation[i], aid.innovation_variance[i]);
  }

  void measure_gnss(NisOfAids& nis) {
    GnssObservation z{};
    z.time = state_->timers.horizon;
    z.position_variance = square(config_.gnss_position_noise_m);
    z.height_variance = square(0.75);
    z.velocity_variance = square(config_.gnss_velocity_noise_m_s);
    z.vertical_velocity_variance = square(1.5) * z.velocity_variance;
    const Vec3 n = normal3(1.0), m = normal3(1.0);
    z.p_W = truth_.p_W + Vec3{0.5 * n.x, 0.5 * n.y, 0.75 * n.z};
    z.v_W = truth_.v_W + config_.gnss_velocity_noise_m_s * Vec3{m.x, m.y, 1.5 * m.z};
    look_gnss_velocity(*state_, z, config_);
    fuse_gnss_velocity(*state_, z);
    look_gnss_position(*state_, z, config_);
    fuse_gnss_position(*state_, z);
    fuse_gnss_height(*state_, z, config_);
    const EstimatorStatus& s = state_->status;
    for (std::size_t i = 0; i < 3; ++i) {
      nis.velocity.add(s.gnss_velocity.innovation[i], s.gnss_velocity.innovation_variance[i]);
    }
    for (std::size_t i = 0; i < 2; ++i) {
      nis.position.add(s.gnss_horizontal_position.innovation[i],
                       s.gnss_horizontal_position.innovation_variance[i]);
    }
    nis.height.add(s.gnss_height.innovation[0], s.gnss_height.innovation_variance[0]);
  }

  // e^T P^-1 e of the first nine states, by Cholesky.
  [[nodiscard]] double quadratic_form(std::array<double, kChecked> e) const {
    double L[kChecked][kChecked]{};
    double sum = 0.0;
    for (int i = 0; i < kChecked; ++i) {
      for (int j = 0; j <= i; ++j) {
        double s = state_->filter.P[i][j];
        for (int k = 0; k < j; ++k) s -= L[i][k] * L[j][k];
        L[i][j] = i == j ? std::sqrt(s) : s / L[j][j];
      }
      double y = e[static_cast<std::size_t>(i)];
      for (int k = 0; k < i; ++k) y -= L[i][k] * e[static_cast<std::size_t>(k)];
      y /= L[i][i];
      e[static_cast<std::size_t>(i)] = y;
      sum += y * y;
    }
    return sum;
  }

  EstimatorConfig config_{};
  EarthFrame earth_{};
  Nominal truth_{};
  std::unique_ptr<EstimatorState> state_ = std::make_unique<EstimatorState>();
  RandomStream noise_;
  std::int64_t draw_ = 0;
};

TEST(Consistency, NeesAndNisAreWhatTheCovarianceSays) {
  std::vector<double> nees(kSteps / 10, 0.0);
  NisOfAids nis{};
  for (int run = 0; run < kRuns; ++run) {
    MatchedRun filter(static_cast<std::uint64_t>(run + 1));
    for (int k = 0; k < kSteps; ++k) {
      filter.advance(k, nis);
      if (k % 10 == 9) nees[static_cast<std::size_t>(k / 10)] += filter.nees() / kRuns;
    }
  }
  // 95 % of chi-square with 9 * 50 degrees of freedom, over 50: quantiles 393.1 and 510.7.
  const double low = 393.1 / kRuns, high = 510.7 / kRuns;
  const auto inside =
      std::count_if(nees.begin(), nees.end(), [&](double n) { return n > low && n < high; });
  EXPECT_GE(static_cast<double>(inside) / static_cast<double>(nees.size()), 0.90);
  for (const Nis& n : {nis.position, nis.height, nis.velocity, nis.magnetometer}) {
    EXPECT_GT(n.mean(), 0.8);
    EXPECT_LT(n.mean(), 1.2);
  }
}

}  // namespace
}  // namespace alula
