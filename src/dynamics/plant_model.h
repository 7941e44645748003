// dynamics/plant_model.h: a vehicle in its surroundings, as one function: state in, rates out. The
// parts are evaluated in two passes; between them the supply bus is solved in closed form. Const,
// without memory: what changes is the state array, 13 numbers of the body (rigid_body.h) and then
// the states of the parts in their order.
#pragma once

#include <span>
#include <type_traits>
#include <utility>

#include "core/assert.h"
#include "dynamics/environment.h"
#include "dynamics/part.h"

namespace alula {

// What an evaluation found on its way, for logs and sensors.
template <class Real> struct PlantEvaluation {
  Vector3<Real> a_WB{};        // rate of v_WB [m/s^2]
  Vector3<Real> gravity_W{};   // effective gravity at p_WB [m/s^2]
  Vector3<Real> coriolis_W{};  // -2 omega x v [m/s^2]
  Vector3<Real> alpha_WB_B{};  // [rad/s^2]
  Wrench<Real> wrench{};       // sum of all parts
  AirState<Real> air{};
  Real supply_v{};  // bus voltage
};

// Parts: PartList<Real> (any vehicle file) or FixedParts<Real, ...>.
template <class Real, class Parts = PartList<Real>> class PlantModel {
 public:
  // `ideal_supply_v`: bus voltage while no part gives any.
  PlantModel(const MassProperties<Real>& mass, const Environment<Real>& environment, Parts parts,
             const Real& ideal_supply_v = Real(0.0))
      : mass_(mass),
        environment_(environment),
        parts_(std::move(parts)),
        ideal_supply_v_(ideal_supply_v) {}

  [[nodiscard]] std::size_t state_size() const {
    return static_cast<std::size_t>(kBodyStates + parts_.total().state);
  }
  [[nodiscard]] std::size_t command_size() const {
    return static_cast<std::size_t>(parts_.total().command);
  }
  [[nodiscard]] std::size_t part_count() const {
    return static_cast<std::size_t>(parts_.total().part);
  }
  [[nodiscard]] const Parts& parts() const { return parts_; }
  [[nodiscard]] Parts& parts() { return parts_; }
  [[nodiscard]] const MassProperties<Real>& mass() const { return mass_; }
  [[nodiscard]] const Environment<Real>& environment() const { return environment_; }
  // The air of the next evaluations.
  void set_wind(const Vector3<Real>& v_WA) { environment_.wind.set_velocity(v_WA); }
  void set_atmosphere(const Atmosphere<Real>& atmosphere) { environment_.atmosphere = atmosphere; }

  // Rates dx of the state x at time t [s] under the parts' commands. `log` is empty or takes the
  // wrench of every part; `found` may be null.
  void derivative(double t_s, std::span<const Real> x, std::span<const Real> command,
                  std::span<Real> dx, std::span<Wrench<Real>> log = {},
                  PlantEvaluation<Real>* found = nullptr) const {
    ALULA_ASSERT(x.size() == state_size());
    ALULA_ASSERT(dx.size() == state_size());
    ALULA_ASSERT(command.size() == command_size());
    ALULA_ASSERT(log.empty() || log.size() == part_count());

    if constexpr (is_machine_number<Real>)
      evaluate_flat(t_s, x, command, dx, log, found);
    else
      evaluate(t_s, x, command, dx, log, found);
  }

 private:
  // Calls in between would push the rates through memory, which costs a tenth of the step, and of a
  // pack's step a quarter. Not for numbers with derivatives: they would take the compiler minutes.
  [[gnu::flatten, gnu::noinline]]
  void evaluate_flat(double t_s, std::span<const Real> x, std::span<const Real> command,
                     std::span<Real> dx, std::span<Wrench<Real>> log,
                     PlantEvaluation<Real>* found) const {
    evaluate(t_s, x, command, dx, log, found);
  }
  void evaluate(double t_s, std::span<const Real> x, std::span<const Real> command,
                std::span<Real> dx, std::span<Wrench<Real>> log,
                PlantEvaluation<Real>* found) const {
    const Real* const part_states = x.data() + kBodyStates;
    // Air first: its roots, logarithm and exponential are the longest chain; gravity is computed in
    // its shade.
    Flight<Real> flight(x.data(), command.data(),
                        [&](const RigidBodyState<Real>& body, const Matrix3<Real>& R_WB) {
                          return environment_.air(t_s, body, R_WB);
                        });
    const EarthMotion<Real> earth = environment_.motion(flight.body, flight.R_WB);
    flight.w_IB_B += earth.omega_B;
    flight.supply_v = solve_bus(flight, part_states);
    const Wrench<Real> wrench = parts_.effect(flight, part_states, dx.data() + kBodyStates, log);
    const RigidBodyRates<Real> rates =
        rigid_body_rates(flight.body, flight.R_WB, wrench, mass_, earth);
    write_rates(rates, dx.data());
    if (found != nullptr) report(rates, earth, wrench, flight, *found);
  }

  [[nodiscard]] Real solve_bus(const Flight<Real>& flight, const Real* part_states) const {
    Bus<Real> bus;
    parts_.publish(flight, part_states, bus);
    const auto fed = bus.conductance > Real(0.0);
    const Real conductance = select(fed, bus.conductance, Real(1.0));
    // The reciprocal does not wait for the loads' currents.
    return select(fed, bus.source * (Real(1.0) / conductance), ideal_supply_v_);
  }
  static void report(const RigidBodyRates<Real>& rates, const EarthMotion<Real>& earth,
                     const Wrench<Real>& wrench, const Flight<Real>& flight,
                     PlantEvaluation<Real>& found) {
    store(rates.a_WB, found.a_WB);
    store(earth.gravity_W, found.gravity_W);
    store(earth.coriolis_W, found.coriolis_W);
    store(rates.alpha_WB_B, found.alpha_WB_B);
    store(wrench, found.wrench);
    found.air = flight.air;
    found.supply_v = flight.supply_v;
  }

  MassProperties<Real> mass_;
  Environment<Real> environment_;
  Parts parts_;
  Real ideal_supply_v_;
};

}  // namespace alula
