#include "vehicle/part_health.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace alula {
namespace {

template <class Row> auto parts_of(const Row* row) {
  return row == nullptr ? decltype(row->parts){} : row->parts;
}

// Pushes the body at its centre of mass and turns it [N s, N m s].
void push(const MassProperties<double>& mass, const Vec3& momentum_B, const Vec3& spin_B,
          std::span<double> x) {
  RigidBodyState<double> body = read_body(x.data());
  body.v_WB += mass.inverse_mass * (body.q_WB * momentum_B);
  body.w_WB_B += mass.inverse_inertia_B * spin_B;
  write_body(body, x.data());
}

}  // namespace

PartHealth::PartHealth(PlantModel<double>& plant)
    : ordinary_(plant.parts().find<Rotor>()),
      airsim_(plant.parts().find<AirsimRotor>()),
      batteries_(plant.parts().find<Battery>()),
      healthy_ordinary_(parts_of(ordinary_)),
      healthy_airsim_(parts_of(airsim_)),
      healthy_batteries_(parts_of(batteries_)) {
  for (std::size_t i = 0; i < healthy_ordinary_.size(); ++i) {
    const Rotor<double>& rotor = healthy_ordinary_[i];
    rotors_.push_back({.position_B = rotor.position_B,
                       .axis_B = rotor.axis_B,
                       .spin_inertia_B = rotor.spin_inertia_B,
                       .spin = rotor.spin,
                       .state = static_cast<std::size_t>(kBodyStates + ordinary_->state_of(i)),
                       .number = i});
  }
  for (std::size_t i = 0; i < healthy_airsim_.size(); ++i) {
    const AirsimRotor<double>& rotor = healthy_airsim_[i];
    rotors_.push_back({.position_B = rotor.position_B,
                       .axis_B = rotor.axis_B,
                       .spin = rotor.reaction_max > 0.0 ? -1.0 : 1.0,
                       .state = static_cast<std::size_t>(kBodyStates + airsim_->state_of(i)),
                       .number = i,
                       .airsim = true});
  }
}

double PartHealth::speed(const RotorPlace& rotor, std::span<const double> x) const {
  const double state = x[rotor.state];
  return rotor.airsim ? airsim_->parts[rotor.number].speed(state) : state;
}

void PartHealth::set(const PlantModel<double>& plant, const PlantHealth& health,
                     std::span<double> x) {
  healthy_ = false;
  std::size_t live = 0;
  for (std::size_t i = 0; i < healthy_batteries_.size(); ++i) live += !health.batteries[i].off;
  for (std::size_t i = 0; i < healthy_batteries_.size(); ++i)
    batteries_->parts[i] = with_health(healthy_batteries_[i], health.batteries[i], live > 0);

  const bool supplied = healthy_batteries_.empty() || live > 0;
  const RigidBodyState<double> body = read_body(x.data());
  const double density_ratio =
      plant.environment().air(0.0, body, rotation_matrix(body.q_WB)).density_ratio;
  for (std::size_t i = 0; i < rotors_.size(); ++i) {
    const RotorPlace& rotor = rotors_[i];
    const RotorHealth& state = health.rotors[i];
    double& turning = x[rotor.state];
    if (state.shaft == Shaft::blocked) {
      push(plant.mass(), {}, turning * rotor.spin_inertia_B, x);
      turning = 0.0;
    }
    if (rotor.airsim) {
      airsim_->parts[rotor.number] = with_health(healthy_airsim_[rotor.number], state);
    } else {
      ordinary_->parts[rotor.number] =
          with_health(healthy_ordinary_[rotor.number], state, supplied, turning, density_ratio);
    }
  }
}

void PartHealth::set_healthy() {
  healthy_ = true;
  std::ranges::copy(healthy_batteries_, batteries_ ? batteries_->parts.data() : nullptr);
  std::ranges::copy(healthy_ordinary_, ordinary_ ? ordinary_->parts.data() : nullptr);
  std::ranges::copy(healthy_airsim_, airsim_ ? airsim_->parts.data() : nullptr);
}

void PartHealth::shake(const PlantModel<double>& plant, const PlantHealth& health, double dt_s,
                       std::span<double> x, std::span<double> phases) const {
  for (std::size_t i = 0; i < rotors_.size(); ++i) {
    const RotorPlace& rotor = rotors_[i];
    const double imbalance_kg_m = health.rotors[i].imbalance_kg_m;
    if (imbalance_kg_m == 0.0) continue;
    const double speed_rad_s = speed(rotor, x);
    const Vec3 force_B = mean_imbalance_force_B({rotor.axis_B, rotor.spin, imbalance_kg_m},
                                                speed_rad_s, phases[i], dt_s);
    phases[i] = std::fmod(phases[i] + speed_rad_s * dt_s, 2.0 * std::numbers::pi);
    push(plant.mass(), dt_s * force_B, dt_s * cross(rotor.position_B, force_B), x);
  }
}

}  // namespace alula
