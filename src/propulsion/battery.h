// propulsion/battery.h: an open-circuit voltage that falls with the charge taken, behind a
// resistance. The curve is a natural cubic spline through a table (continuous second derivative,
// straight beyond both ends), so that integrators keep their order. Left out: temperature, ageing,
// the slow part of the voltage's answer to a load.
#pragma once

#include <array>
#include <cstddef>

#include "core/error.h"
#include "dynamics/part.h"

namespace alula {

inline constexpr std::size_t kOpenCircuitPoints = 7;

struct BatteryConfig {
  int cells = 4;  // in series
  double capacity_ah = 5.2;
  double resistance_ohm = 0.020;  // of the whole pack, leads included
  double charge_initial = 1.0;    // state of charge at the start, 0..1
  // Of one cell at rest, at these states of charge. Default: a common lithium-polymer cell.
  std::array<double, kOpenCircuitPoints> state_of_charge{0.0, 0.05, 0.12, 0.3, 0.55, 0.8, 1.0};
  std::array<double, kOpenCircuitPoints> open_circuit_cell_v{3.27,  3.58, 3.69, 3.77,
                                                             3.855, 4.02, 4.20};
};
// The table must rise, and the spline through it as well.
MaybeError validate(const BatteryConfig& config);

// A natural cubic spline as constant, slope and truncated cubes:
// v(s) = v0 + slope s + sum c_i max(s - s_i, 0)^3.
struct OpenCircuitSpline {
  double v0 = 0.0;
  double slope = 0.0;
  std::array<double, kOpenCircuitPoints> cube{};
};
OpenCircuitSpline open_circuit_spline(const BatteryConfig& config);  // of the whole pack [V]

template <class Real> struct Battery {
  using Config = BatteryConfig;
  static constexpr int states = 1;  // charge taken since full [C]
  static constexpr int commands = 0;

  Real conductance{};           // 1 / resistance [1/ohm]
  Real inverse_capacity{};      // [1/C]
  Real charge_taken_initial{};  // the state at the start [C]
  Real curve_v0{}, curve_slope{};
  std::array<Real, kOpenCircuitPoints> knot{}, cube{};

  // `config` has passed validate().
  static Battery build(const BatteryConfig& config) {
    const OpenCircuitSpline spline = open_circuit_spline(config);
    const double capacity_c = config.capacity_ah * 3600.0;
    Battery battery{.conductance = Real(1.0 / config.resistance_ohm),
                    .inverse_capacity = Real(1.0 / capacity_c),
                    .charge_taken_initial = Real((1.0 - config.charge_initial) * capacity_c),
                    .curve_v0 = Real(spline.v0),
                    .curve_slope = Real(spline.slope),
                    .knot = {},
                    .cube = {}};
    for (std::size_t i = 0; i < kOpenCircuitPoints; ++i) {
      battery.knot[i] = Real(config.state_of_charge[i]);
      battery.cube[i] = Real(spline.cube[i]);
    }
    return battery;
  }

  // 1 when full; below 0 when more was taken than the capacity.
  Real state_of_charge(const Real& charge_taken) const {
    return Real(1.0) - charge_taken * inverse_capacity;
  }
  // [V]
  Real open_circuit(const Real& charge_taken) const {
    const Real s = state_of_charge(charge_taken);
    Real voltage = curve_v0 + curve_slope * s;
    for (std::size_t i = 0; i < kOpenCircuitPoints; ++i) {
      const Real beyond = max_of(s - knot[i], Real(0.0));
      voltage = voltage + cube[i] * (beyond * square(beyond));
    }
    return max_of(voltage, Real(0.0));  // empty, not turned round
  }
  // Out of the battery [A].
  Real current(const Real& charge_taken, const Real& supply_v) const {
    return conductance * (open_circuit(charge_taken) - supply_v);
  }

  void publish(const Flight<Real>&, const Real* x, const Real*, Bus<Real>& bus) const {
    bus.conductance = bus.conductance + conductance;
    bus.source = bus.source + conductance * open_circuit(x[0]);
  }
  Wrench<Real> effect(const Flight<Real>& flight, const Real* x, const Real*, Real* dx) const {
    dx[0] = current(x[0], flight.supply_v);
    return {};
  }
};

}  // namespace alula
