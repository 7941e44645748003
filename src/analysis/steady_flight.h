// analysis/steady_flight.h: what a vehicle needs in order to fly on unchanged: attitude and rotor
// states at which the plant itself, not a formula about it, finds no acceleration. Still air, nose
// north, flat Earth without rotation and with standard gravity, so that hand calculations compare.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "vehicle/lifter.h"
#include "vehicle/rotor_bank.h"
#include "vehicle/vehicle.h"

namespace alula {

struct SteadyPoint {
  Vec3 v_WB{};          // [m/s]
  double charge = 1.0;  // of every battery
  double roll_rad = 0.0, pitch_rad = 0.0, tilt_rad = 0.0;
  std::vector<double> rotor_state;
  std::vector<double> command;   // 0..1 where the rotor can hold it
  std::vector<double> thrust_n;  // as in still air
  double use = 0.0;  // state over the largest attainable, of the rotor that has least left
  std::size_t most_loaded = 0;  // that rotor
  bool voltage_binds = false;   // its limit is the bus voltage, not command 1
  bool idle = false;            // a rotor would have to turn slower than at command 0
  double supply_v = 0.0;
  double current_a = 0.0;  // of all batteries; of the rotors when there is none
  Vec3 drag_W{};           // force of all parts without the rotors' thrust along their axes [N]

  [[nodiscard]] bool reachable() const { return use <= 1.0 && !idle; }
  [[nodiscard]] double power_w() const { return supply_v * current_a; }
  [[nodiscard]] double command_mean() const;
  // Against the motion [N].
  [[nodiscard]] double drag_n() const;
};

class SteadyFlight {
 public:
  // Errors: a vehicle that cannot be built, or has no rotors.
  static Result<SteadyFlight> build(const VehicleConfig& config, double altitude_msl_m = 0.0);

  // Steady flight at a velocity; `charge` 0..1 of every battery. Empty when there is none, as for a
  // vehicle that would have to tilt by 90 degrees. What it asks of the rotors may be more than they
  // can give: see reachable(). `near` is a solution to start from.
  [[nodiscard]] std::optional<SteadyPoint> trim(const Vec3& v_WB, double charge,
                                                const SteadyPoint* near = nullptr) const;
  // Level, at rest, rotors settled under these commands: forces do not balance.
  [[nodiscard]] SteadyPoint settled(const std::vector<double>& command, double charge) const;
  // Accelerations with other rotor states and motion than those of the point.
  struct Motion {
    Vec3 v_WB{}, w_WB_B{};
  };
  [[nodiscard]] PlantEvaluation<double> accelerations(const SteadyPoint& point,
                                                      const std::vector<double>& rotor_state,
                                                      const Motion& motion) const;

  [[nodiscard]] const Vehicle& vehicle() const { return vehicle_; }
  [[nodiscard]] const VehicleConfig& config() const { return config_; }
  [[nodiscard]] const RotorBank& rotors() const { return rotors_; }
  [[nodiscard]] double density_ratio() const { return density_ratio_; }
  // Thrusts of the point together, along -Bz [N].
  [[nodiscard]] double lift_n(const SteadyPoint& point) const;
  [[nodiscard]] double charge_initial() const;  // as in the file; 1 without a battery
  [[nodiscard]] double capacity_c() const;      // of all batteries
  [[nodiscard]] bool has_electrics() const;     // currents mean something

 private:
  SteadyFlight(const VehicleConfig& config, Vehicle vehicle, double density_ratio);

  struct Unknowns;
  std::optional<Unknowns> solve_from(Unknowns start, const Vec3& v_WB, double charge) const;
  // Accelerations of body and axes, which steady flight has not.
  std::array<double, 6> residual(const Unknowns& at, const Vec3& v_WB, double charge) const;
  std::vector<double> states_of(const Unknowns& at) const;
  PlantEvaluation<double> evaluate(const RigidBodyState<double>& body,
                                   const std::vector<double>& rotor_state, double charge,
                                   std::span<Wrench<double>> log = {}) const;
  void fill(SteadyPoint& point) const;
  [[nodiscard]] double battery_current_a(const SteadyPoint& point) const;

  VehicleConfig config_;
  Vehicle vehicle_;
  RotorBank rotors_;
  double density_ratio_;
  std::vector<Lifter> lifters_;
  // Least thrusts for a newton metre about each axis of B, and for a newton of lift.
  std::array<std::vector<double>, 4> mix_;
};

}  // namespace alula
