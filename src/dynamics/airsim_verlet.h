// dynamics/airsim_verlet.h: the integrator of AirSim's FastPhysicsEngine, step for step. It is
// called velocity Verlet there. What it really is: the velocity at mid-step, v + a_old dt/2, moves
// the position and enters the forces; these act with the attitude and the rotors of the start of
// the step; the velocity then gains (a_old + a_new)/2 dt. So the acceleration that counts lies half
// a step behind. A constant acceleration is followed exactly (but for the first half step: a_old
// starts at zero), everything else with order 1 in every state; tests/dynamics measures it. The
// rotation goes the same way with Euler's equation, and the attitude turns about the mid-step rate
// by axis and angle, then is normalised. Left out: single precision, and the clipping at the speed
// of light. Source: airsim.md 3.3; the figures there come from AirSim's own code.
#pragma once

#include <algorithm>
#include <span>
#include <type_traits>

#include "core/arena.h"
#include "dynamics/part_states.h"
#include "dynamics/turn.h"

namespace alula {

// Of the step before. AirSim starts from zero, and so does a body that hit something.
template <class Real> struct AirsimVerletMemory {
  Vector3<Real> a_WB{};        // [m/s^2]
  Vector3<Real> alpha_WB_B{};  // [rad/s^2]
};
using AirsimVerletState = AirsimVerletMemory<double>;
static_assert(ArenaState<AirsimVerletState>);

constexpr std::size_t airsim_verlet_scratch_size(std::size_t states) { return 3 * states; }

// x(t) -> x(t + dt) under a held command; `log` and `found` tell about the start of the step as in
// step_rk4. Part states: their exact decay over the step (part_states.h). The body still feels
// those of the start: AirSim's rotors push with the filter's output of the step before.
template <class Real, class Parts>
void step_airsim_verlet(const PlantModel<Real, Parts>& plant, AirsimVerletMemory<Real>& memory,
                        double t_s, double dt_s, std::span<Real> x,
                        std::type_identity_t<std::span<const Real>> command,
                        std::type_identity_t<std::span<Real>> scratch,
                        std::type_identity_t<std::span<Wrench<Real>>> log = {},
                        PlantEvaluation<Real>* found = nullptr) {
  using Scalar = typename RealTraits<Real>::Scalar;
  const std::size_t n = x.size();
  ALULA_ASSERT(scratch.size() >= airsim_verlet_scratch_size(n));
  const std::span<Real> rates = scratch.subspan(0, n);
  const std::span<Real> other_x = scratch.subspan(n, n);
  const std::span<Real> other_rates = scratch.subspan(2 * n, n);
  const Scalar dt = static_cast<Scalar>(dt_s), half = static_cast<Scalar>(0.5 * dt_s);

  plant.derivative(t_s, x, command, rates, log, found);

  // Forces at mid-step velocities, all else as it was.
  const RigidBodyState<Real> body = read_body(x.data());
  RigidBodyState<Real> middle = body;
  middle.v_WB += half * memory.a_WB;
  middle.w_WB_B += half * memory.alpha_WB_B;
  std::copy(x.begin(), x.end(), other_x.begin());
  write_body(middle, other_x.data());
  PlantEvaluation<Real> now;
  plant.derivative(t_s, other_x, command, other_rates, {}, &now);

  advance_part_states<Real>(plant, t_s, dt_s, command, x, rates, other_x, other_rates);
  write_body<Real>({.p_WB = body.p_WB + dt * middle.v_WB,
                    .v_WB = body.v_WB + half * (memory.a_WB + now.a_WB),
                    .q_WB = turned(body.q_WB, dt * middle.w_WB_B),
                    .w_WB_B = body.w_WB_B + half * (memory.alpha_WB_B + now.alpha_WB_B)},
                   x.data());
  normalize_attitude(x.data());
  memory = {now.a_WB, now.alpha_WB_B};
}

}  // namespace alula
