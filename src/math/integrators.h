// math/integrators.h: Runge-Kutta methods over one contiguous array of states. They never allocate:
// the caller gives the scratch. Quaternions in the state are renormalised by the caller after each
// step.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <type_traits>

#include "core/arena.h"
#include "core/assert.h"
#include "core/config_check.h"
#include "math/real.h"

namespace alula {

constexpr std::size_t rk4_scratch_size(std::size_t states) { return 3 * states; }

// The classical method of order 4 with a fixed step: x(t) -> x(t + dt).
// `f(t_s, std::span<const Real> x, std::span<Real> dx)` writes every rate.
template <class Real, class Derivative>
void rk4_step(Derivative&& f, double t_s, double dt_s, std::span<Real> x,
              std::type_identity_t<std::span<Real>> scratch) {
  using Scalar = typename RealTraits<Real>::Scalar;
  const std::size_t n = x.size();
  ALULA_ASSERT(scratch.size() >= rk4_scratch_size(n));
  const std::span<Real> k = scratch.subspan(0, n);
  const std::span<Real> sum = scratch.subspan(n, n);
  const std::span<Real> y = scratch.subspan(2 * n, n);
  const Scalar dt = static_cast<Scalar>(dt_s);
  const Scalar half = static_cast<Scalar>(0.5 * dt_s);
  const Scalar sixth = static_cast<Scalar>(dt_s / 6.0);
  const Scalar two = Scalar(2.0);

  f(t_s, std::span<const Real>(x), sum);
  for (std::size_t i = 0; i < n; ++i) y[i] = x[i] + half * sum[i];
  f(t_s + 0.5 * dt_s, std::span<const Real>(y), k);
  for (std::size_t i = 0; i < n; ++i) {
    y[i] = x[i] + half * k[i];
    sum[i] = sum[i] + two * k[i];
  }
  f(t_s + 0.5 * dt_s, std::span<const Real>(y), k);
  for (std::size_t i = 0; i < n; ++i) {
    y[i] = x[i] + dt * k[i];
    sum[i] = sum[i] + two * k[i];
  }
  f(t_s + dt_s, std::span<const Real>(y), k);
  for (std::size_t i = 0; i < n; ++i) x[i] = x[i] + sixth * (sum[i] + k[i]);
}

struct DormandPrinceConfig {
  double relative_tolerance = 1e-10;  // per accepted step, of each state
  double absolute_tolerance = 1e-12;  // in the unit of each state
  double step_min_s = 1e-9;           // below this a step is accepted whatever its error
};
inline MaybeError validate(const DormandPrinceConfig& config) {
  return ConfigCheck()
      .above_zero("relative_tolerance", config.relative_tolerance)
      .above_zero("absolute_tolerance", config.absolute_tolerance)
      .above_zero("step_min_s", config.step_min_s)
      .result();
}

// What the method remembers between calls.
struct DormandPrinceState {
  double step_s = 1e-3;  // the step it would try next
  std::int64_t accepted = 0;
  std::int64_t rejected = 0;
};
static_assert(ArenaState<DormandPrinceState>);

// The adaptive pair of order 5(4) of Dormand and Prince (J. Comp. Appl. Math. 6, 1980), with local
// extrapolation: the solution of order 5 is carried on, the difference to order 4 steers the step.
class DormandPrince {
 public:
  explicit DormandPrince(const DormandPrinceConfig& config = {}) : config_(config) {}

  static constexpr std::size_t scratch_size(std::size_t states) { return 8 * states; }

  // x(from) -> x(to), to > from. `f` as in rk4_step.
  template <class Derivative>
  void integrate(Derivative&& f, double from_s, double to_s, std::span<double> x,
                 std::span<double> scratch, DormandPrinceState& state) const;
  // One step of order 5 without error control; returns the error estimate relative to the
  // tolerances (<= 1 is good). The first rate, f(t, x), has to lie in the first n numbers of the
  // scratch; the new state comes to lie in the last n, the rate there in the seventh n.
  template <class Derivative>
  double try_step(Derivative&& f, double t_s, double dt_s, std::span<const double> x,
                  std::span<double> scratch) const;

 private:
  // Rows of the tableau below the diagonal; the last row is also the solution of order 5.
  static constexpr double kA[6][6] = {
      {1.0 / 5.0},
      {3.0 / 40.0, 9.0 / 40.0},
      {44.0 / 45.0, -56.0 / 15.0, 32.0 / 9.0},
      {19372.0 / 6561.0, -25360.0 / 2187.0, 64448.0 / 6561.0, -212.0 / 729.0},
      {9017.0 / 3168.0, -355.0 / 33.0, 46732.0 / 5247.0, 49.0 / 176.0, -5103.0 / 18656.0},
      {35.0 / 384.0, 0.0, 500.0 / 1113.0, 125.0 / 192.0, -2187.0 / 6784.0, 11.0 / 84.0}};
  static constexpr double kC[6] = {1.0 / 5.0, 3.0 / 10.0, 4.0 / 5.0, 8.0 / 9.0, 1.0, 1.0};
  // Order 5 minus order 4.
  static constexpr double kError[7] = {
      71.0 / 57600.0,      0.0,          -71.0 / 16695.0, 71.0 / 1920.0,
      -17253.0 / 339200.0, 22.0 / 525.0, -1.0 / 40.0};

  DormandPrinceConfig config_;
};

template <class Derivative>
double DormandPrince::try_step(Derivative&& f, double t_s, double dt_s, std::span<const double> x,
                               std::span<double> scratch) const {
  const std::size_t n = x.size();
  const std::span<double> y = scratch.subspan(7 * n, n);
  for (std::size_t stage = 1; stage < 7; ++stage) {
    for (std::size_t i = 0; i < n; ++i) {
      double slope = 0.0;
      for (std::size_t j = 0; j < stage; ++j) slope += kA[stage - 1][j] * scratch[j * n + i];
      y[i] = x[i] + dt_s * slope;
    }
    f(t_s + kC[stage - 1] * dt_s, std::span<const double>(y), scratch.subspan(stage * n, n));
  }
  double worst = 0.0;
  for (std::size_t i = 0; i < n; ++i) {
    double difference = 0.0;
    for (std::size_t j = 0; j < 7; ++j) difference += kError[j] * scratch[j * n + i];
    const double size = std::max(std::fabs(x[i]), std::fabs(y[i]));
    const double allowed = config_.absolute_tolerance + config_.relative_tolerance * size;
    const double error = std::fabs(dt_s * difference) / allowed;
    worst = error > worst || std::isnan(error) ? error : worst;
  }
  return worst;
}

template <class Derivative>
void DormandPrince::integrate(Derivative&& f, double from_s, double to_s, std::span<double> x,
                              std::span<double> scratch, DormandPrinceState& state) const {
  const std::size_t n = x.size();
  ALULA_ASSERT(to_s > from_s);
  ALULA_ASSERT(scratch.size() >= scratch_size(n));
  double t = from_s;
  f(t, std::span<const double>(x), scratch.subspan(0, n));
  while (t < to_s) {
    // The last step ends on `to_s` itself and does not shorten the step remembered for the next
    // call.
    const bool last = t + state.step_s * (1.0 + 1e-9) >= to_s;
    const double dt = last ? to_s - t : state.step_s;
    const double error = try_step(f, t, dt, x, scratch);
    const bool accept = error <= 1.0 || dt <= config_.step_min_s;
    // A NaN as error shrinks the step like the worst finite one.
    const double factor = error > 0.0 ? std::min(5.0, 0.9 * std::pow(error, -0.2)) : 5.0;
    const double next = dt * (std::isnan(error) ? 0.2 : std::max(0.2, factor));
    if (accept) {
      ++state.accepted;
      // A state that is no number even at the smallest step stays so; the caller finds out.
      t = last || std::isnan(error) ? to_s : t + dt;
      std::copy_n(scratch.begin() + static_cast<std::ptrdiff_t>(7 * n), n, x.begin());
      std::copy_n(scratch.begin() + static_cast<std::ptrdiff_t>(6 * n), n, scratch.begin());
      state.step_s = last ? std::max(state.step_s, next) : next;
    } else {
      ++state.rejected;
      state.step_s = next;
    }
    state.step_s = std::max(state.step_s, config_.step_min_s);
  }
}

}  // namespace alula
