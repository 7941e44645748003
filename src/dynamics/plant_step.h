// dynamics/plant_step.h: carries the state of a plant over a step. The method has a name that
// scenario files use.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "dynamics/plant_model.h"
#include "math/integrators.h"

namespace alula {

enum class Integrator : std::uint8_t {
  rk4,             // order 4, fixed step: the default
  dormand_prince,  // order 5(4), adaptive inside the step: the reference
};
constexpr std::optional<Integrator> integrator_from_name(std::string_view name) {
  if (name == "rk4") return Integrator::rk4;
  if (name == "dormand_prince") return Integrator::dormand_prince;
  return std::nullopt;
}

// Numbers of scratch that a step of `states` numbers needs, by either method.
constexpr std::size_t plant_scratch_size(std::size_t states) {
  return std::max(rk4_scratch_size(states), DormandPrince::scratch_size(states));
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

}  // namespace alula
