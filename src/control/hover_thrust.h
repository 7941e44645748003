// control/hover_thrust.h: which thrust holds the vehicle, learnt in flight.
// Source: PX4 v1.15, ZeroOrderHoverThrustEkf and MulticopterHoverThrustEstimator.
#pragma once

#include "control/hold_timer.h"
#include "core/arena.h"
#include "core/error.h"
#include "signals/control.h"

namespace alula {

struct HoverThrustConfig {
  double thrust_hover = 0.5;             // MPC_THR_HOVER [0..1]
  double thrust_range = 0.2;             // HTE_THR_RANGE [0..1]: allowed distance from thrust_hover
  double thrust_noise_1_s = 0.0036;      // HTE_HT_NOISE [1/s]: process noise
  double thrust_error_initial = 0.1;     // HTE_HT_ERR_INIT [0..1]: 1 sigma
  double accel_gate = 3.0;               // HTE_ACC_GATE [sigma]
  double speed_xy_threshold_m_s = 10.0;  // HTE_VXY_THR [m/s]: above it the measurement counts less
  double speed_z_threshold_m_s = 2.0;    // HTE_VZ_THR [m/s]
};
static_assert(ArenaState<HoverThrustConfig>);
MaybeError validate(const HoverThrustConfig& config);

struct HoverThrustState {
  double hover_thrust = 0.0;  // 0: not started
  double variance = 0.0;
  double accel_variance = 5.0;          // of the measurement, learnt [(m/s^2)^2]
  double residual_mean = 0.0;           // low-passed [m/s^2]
  double signed_test_ratio_mean = 0.0;  // low-passed
  HoldTimer good{};
  std::uint64_t valid = 0;
};
static_assert(ArenaState<HoverThrustState>);

struct HoverThrustInput {
  TimeNs time = 0;
  Vec3 v_WB{};            // [m/s]
  double a_z = 0.0;       // of the estimate, down, gravity removed [m/s^2]
  double thrust_z = 0.0;  // set-point, NED, normalised (lift is negative)
  bool armed = false;
  bool in_air = false;  // not landed and more than a metre above the ground since
};

// A scalar Kalman filter of H in a_up = g T/H - g. Residuals that stay on one side widen it again.
class HoverThrustEstimator {
 public:
  explicit HoverThrustEstimator(const HoverThrustConfig& config) : config_(config) {}

  HoverThrustStatus update(HoverThrustState& state, const HoverThrustInput& in, double dt_s) const;

 private:
  void reset(HoverThrustState& state) const;
  void fuse(HoverThrustState& state, const HoverThrustInput& in, HoverThrustStatus& status,
            double dt_s) const;
  [[nodiscard]] double process_variance(double dt_s) const;
  [[nodiscard]] double noise_scale(const Vec3& v_WB) const;

  const HoverThrustConfig& config_;
};

}  // namespace alula
