// dynamics/semi_implicit_euler.h: the symplectic Euler method of game engines. Rates first, from
// the forces now; then the new rates move and turn the body. Order 1 in every state. Energy of an
// undamped oscillation neither grows nor decays, it swings within a band of order dt. Hairer,
// Lubich & Wanner, "Geometric Numerical Integration", section I.1.
#pragma once

#include <span>
#include <type_traits>

#include "dynamics/part_states.h"
#include "dynamics/turn.h"

namespace alula {

constexpr std::size_t semi_implicit_euler_scratch_size(std::size_t states) { return 3 * states; }

// x(t) -> x(t + dt) under a held command; `log` and `found` as in step_rk4. Part states as in
// part_states.h; the body feels those of the start.
template <class Real, class Parts>
void step_semi_implicit_euler(const PlantModel<Real, Parts>& plant, double t_s, double dt_s,
                              std::span<Real> x,
                              std::type_identity_t<std::span<const Real>> command,
                              std::type_identity_t<std::span<Real>> scratch,
                              std::type_identity_t<std::span<Wrench<Real>>> log = {},
                              PlantEvaluation<Real>* found = nullptr) {
  using Scalar = typename RealTraits<Real>::Scalar;
  const std::size_t n = x.size();
  ALULA_ASSERT(scratch.size() >= semi_implicit_euler_scratch_size(n));
  const std::span<Real> rates = scratch.subspan(0, n);
  const Scalar dt = static_cast<Scalar>(dt_s);

  PlantEvaluation<Real> own;
  PlantEvaluation<Real>& now = found != nullptr ? *found : own;
  plant.derivative(t_s, x, command, rates, log, &now);
  advance_part_states<Real>(plant, t_s, dt_s, command, x, rates, scratch.subspan(n, n),
                            scratch.subspan(2 * n, n));
  RigidBodyState<Real> body = read_body(x.data());
  body.v_WB += dt * now.a_WB;
  body.w_WB_B += dt * now.alpha_WB_B;
  body.p_WB += dt * body.v_WB;
  body.q_WB = turned(body.q_WB, dt * body.w_WB_B);
  write_body(body, x.data());
  normalize_attitude(x.data());
}

}  // namespace alula
