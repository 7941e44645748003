// dynamics/part_states.h: carries the states of the parts (motor speeds, filters, charges) over a
// step while the body stands still, for methods that treat the body by itself.
#pragma once

#include <algorithm>
#include <span>

#include "dynamics/plant_model.h"
#include "math/elementary.h"

namespace alula {

// Change of one state over dt, from its rate f now and its rate f' after one Euler step. A state
// that runs exponentially towards its set-point, as filters and motors do, changes by
// dt f (e^z - 1)/z with z = (f' - f)/f: exact, however large dt is against its time constant. Where
// the state does not decay (f and f' - f have one sign) it is the mean of both rates, Heun's
// method. The two agree to third order in dt, so the method has order 2 for any parts.
template <class Real> Real part_state_change(const Real& rate, const Real& ahead, double dt_s) {
  using Scalar = typename RealTraits<Real>::Scalar;
  const Scalar dt = static_cast<Scalar>(dt_s);
  const Real change = ahead - rate;
  const auto decays = change * rate < Real(0.0);
  const Real z = change / select(decays, rate, Real(1.0));
  const auto visible = decays && abs(z) > Real(1e-4);  // below, (e^z - 1) has lost its digits
  const Real safe_z = select(visible, z, Real(-1.0));
  const Real decay = rate * ((exp(safe_z) - Real(1.0)) / safe_z);
  return dt * select(visible, decay, rate + Real(0.5) * change);
}

// `x` is the whole state at t, `rates` the plant's there; the part states become those at t + dt,
// the body's own stay. `ahead_x` and `ahead_rates`: scratch of as many numbers.
template <class Real, class Parts>
void advance_part_states(const PlantModel<Real, Parts>& plant, double t_s, double dt_s,
                         std::span<const Real> command, std::span<Real> x,
                         std::span<const Real> rates, std::span<Real> ahead_x,
                         std::span<Real> ahead_rates) {
  using Scalar = typename RealTraits<Real>::Scalar;
  constexpr std::size_t first = kBodyStates;
  if (x.size() == first) return;
  const Scalar dt = static_cast<Scalar>(dt_s);
  std::copy(x.begin(), x.begin() + first, ahead_x.begin());
  for (std::size_t i = first; i < x.size(); ++i) ahead_x[i] = x[i] + dt * rates[i];
  plant.derivative(t_s, ahead_x, command, ahead_rates);
  for (std::size_t i = first; i < x.size(); ++i)
    x[i] = x[i] + part_state_change(rates[i], ahead_rates[i], dt_s);
}

}  // namespace alula
