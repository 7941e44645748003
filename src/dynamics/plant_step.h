// dynamics/plant_step.h: carries the state of a plant over a step, by any of the methods.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "dynamics/airsim_verlet.h"
#include "dynamics/plant_model.h"
#include "dynamics/semi_implicit_euler.h"
#include "math/integrators.h"

namespace alula {

enum class Integrator : std::uint8_t {
  rk4,                  // order 4, fixed step: the default
  dormand_prince,       // order 5(4), adaptive inside the step: the reference
  airsim_verlet,        // AirSim's own, order 1: airsim_verlet.h
  semi_implicit_euler,  // order 1, symplectic
};

// What the methods keep from step to step; each uses its own.
struct IntegratorState {
  DormandPrinceState dormand_prince{};
  AirsimVerletState airsim_verlet{};
};
static_assert(ArenaState<IntegratorState>);

// Numbers of scratch that a step of `states` numbers needs, by any method.
constexpr std::size_t plant_scratch_size(std::size_t states) {
  return std::max({rk4_scratch_size(states), DormandPrince::scratch_size(states),
                   airsim_verlet_scratch_size(states), semi_implicit_euler_scratch_size(states)});
}

// x(t) -> x(t + dt) under a held command, with Runge and Kutta's method of order 4. `log` (empty,
// or one wrench a part) and `found` (may be null) tell about the start of the step, t.
template <class Real, class Parts>
void step_rk4(const PlantModel<Real, Parts>& plant, double t_s, double dt_s, std::span<Real> x,
              std::type_identity_t<std::span<const Real>> command,
              std::type_identity_t<std::span<Real>> scratch,
              std::type_identity_t<std::span<Wrench<Real>>> log = {},
              PlantEvaluation<Real>* found = nullptr) {
  const auto rate = [&](double t, std::span<const Real> y, std::span<Real> dy) {
    plant.derivative(t, y, command, dy, log, found);
    log = {};
    found = nullptr;
  };
  rk4_step<Real>(rate, t_s, dt_s, x, scratch);
  normalize_attitude(x.data());
}

// The same with Dormand and Prince's pair; `memory` keeps its step size from call to call.
template <class Parts>
void step_dormand_prince(const PlantModel<double, Parts>& plant, const DormandPrince& method,
                         DormandPrinceState& memory, double t_s, double dt_s, std::span<double> x,
                         std::span<const double> command, std::span<double> scratch,
                         std::span<Wrench<double>> log = {},
                         PlantEvaluation<double>* found = nullptr) {
  const auto rate = [&](double t, std::span<const double> y, std::span<double> dy) {
    plant.derivative(t, y, command, dy, log, found);
    log = {};
    found = nullptr;
  };
  method.integrate(rate, t_s, t_s + dt_s, x, scratch, memory);
  normalize_attitude(x.data());
}

// By the method that the word means.
template <class Parts>
void step_plant(Integrator method, const PlantModel<double, Parts>& plant, IntegratorState& state,
                double t_s, double dt_s, std::span<double> x, std::span<const double> command,
                std::span<double> scratch, std::span<Wrench<double>> log = {},
                PlantEvaluation<double>* found = nullptr) {
  switch (method) {
    case Integrator::rk4:
      step_rk4<double>(plant, t_s, dt_s, x, command, scratch, log, found);
      break;
    case Integrator::dormand_prince:
      step_dormand_prince(plant, DormandPrince(), state.dormand_prince, t_s, dt_s, x, command,
                          scratch, log, found);
      break;
    case Integrator::airsim_verlet:
      step_airsim_verlet<double>(plant, state.airsim_verlet, t_s, dt_s, x, command, scratch, log,
                                 found);
      break;
    case Integrator::semi_implicit_euler:
      step_semi_implicit_euler<double>(plant, t_s, dt_s, x, command, scratch, log, found);
      break;
  }
}

}  // namespace alula
