// vehicle/part_health.h: puts what has broken into the rotors and batteries of one plant, and heals
// them. Healthy figures are remembered here; what is broken is the caller's to know and to give
// before each step.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "dynamics/plant_model.h"
#include "propulsion/health.h"
#include "sensors/power_monitors.h"

namespace alula {

struct PlantHealth {
  std::array<RotorHealth, kMotorsMax> rotors{};
  std::array<BatteryHealth, kBatteriesMax> batteries{};
};

class PartHealth {
 public:
  // The parts of `plant`, which outlives this; its groups keep their place when it moves.
  explicit PartHealth(PlantModel<double>& plant);

  [[nodiscard]] std::size_t rotor_count() const { return rotors_.size(); }
  // For the next step from the state x. A shaft that blocks hands its angular momentum over to the
  // body, at once.
  void set(const PlantModel<double>& plant, const PlantHealth& health, std::span<double> x);
  // As built. Cheap when they are.
  void heal() {
    if (!healthy_) set_healthy();
  }
  // What unbalanced propellers did over the step that has led to x, as a push at its end. `phases`:
  // one angle for each rotor, carried on.
  void shake(const PlantModel<double>& plant, const PlantHealth& health, double dt_s,
             std::span<double> x, std::span<double> phases) const;

 private:
  struct RotorPlace {
    Vec3 position_B{}, axis_B{};
    Vec3 spin_inertia_B{};
    double spin = 1.0;
    std::size_t state = 0;
    std::size_t number = 0;  // among those of its kind
    bool airsim = false;
  };
  void set_healthy();
  [[nodiscard]] double speed(const RotorPlace& rotor, std::span<const double> x) const;

  PartRow<Rotor, double>* ordinary_;
  PartRow<AirsimRotor, double>* airsim_;
  PartRow<Battery, double>* batteries_;
  std::vector<Rotor<double>> healthy_ordinary_;
  std::vector<AirsimRotor<double>> healthy_airsim_;
  std::vector<Battery<double>> healthy_batteries_;
  std::vector<RotorPlace> rotors_;  // motor i drives rotor i
  bool healthy_ = true;
};

}  // namespace alula
