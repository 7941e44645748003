#include "vehicle/rotor_bank.h"

#include <algorithm>
#include <cmath>

namespace alula {
namespace {

using Ordinary = Rotor<double>;
using Airsim = AirsimRotor<double>;

double thrust_of(const Ordinary& rotor, double speed, double density_ratio) {
  return rotor.thrust({.density_ratio = density_ratio}, speed);
}
double thrust_of(const Airsim& rotor, double filtered, double density_ratio) {
  return rotor.thrust_max * filtered * density_ratio;
}

double state_for(const Ordinary& rotor, double thrust_n, double density_ratio) {
  return std::sqrt(std::max(thrust_n, 0.0) / (rotor.thrust_coefficient * density_ratio));
}
double state_for(const Airsim& rotor, double thrust_n, double density_ratio) {
  return std::max(thrust_n, 0.0) / (rotor.thrust_max * density_ratio);
}

double settled(const Ordinary& rotor, double command, double supply_v) {
  return rotor.speed_setpoint(command, supply_v);
}
double settled(const Airsim&, double command, double) { return std::clamp(command, 0.0, 1.0); }

double command_for(const Ordinary& rotor, double speed) {
  return (speed - rotor.speed_min) / rotor.speed_span;
}
double command_for(const Airsim&, double filtered) { return filtered; }

double speed_of(const Ordinary&, double speed) { return speed; }
double speed_of(const Airsim& rotor, double filtered) { return rotor.speed(filtered); }

double current_of(const Ordinary& rotor, double speed, double density_ratio) {
  return rotor.current({.density_ratio = density_ratio}, speed);
}
double current_of(const Airsim&, double, double) { return 0.0; }

}  // namespace

template <template <class> class P> void RotorBank::add(const PartRow<P, double>* row) {
  if (row == nullptr) return;
  for (std::size_t i = 0; i < row->parts.size(); ++i) {
    rotors_.push_back({row->parts[i], static_cast<std::size_t>(kBodyStates + row->state_of(i)),
                       static_cast<std::size_t>(row->command_of(i)),
                       static_cast<std::size_t>(row->first.part) + i});
  }
}

RotorBank::RotorBank(const PartList<double>& parts) {
  add(parts.find<Rotor>());
  add(parts.find<AirsimRotor>());
}

double RotorBank::thrust(std::size_t i, double state, double density_ratio) const {
  return std::visit([&](const auto& rotor) { return thrust_of(rotor, state, density_ratio); },
                    rotors_[i].rotor);
}
double RotorBank::state_for_thrust(std::size_t i, double thrust_n, double density_ratio) const {
  return std::visit([&](const auto& rotor) { return state_for(rotor, thrust_n, density_ratio); },
                    rotors_[i].rotor);
}
double RotorBank::settled_state(std::size_t i, double command, double supply_v) const {
  return std::visit([&](const auto& rotor) { return settled(rotor, command, supply_v); },
                    rotors_[i].rotor);
}
double RotorBank::command_for_state(std::size_t i, double state) const {
  return std::visit([&](const auto& rotor) { return command_for(rotor, state); }, rotors_[i].rotor);
}
double RotorBank::speed_rad_s(std::size_t i, double state) const {
  return std::visit([&](const auto& rotor) { return speed_of(rotor, state); }, rotors_[i].rotor);
}

double RotorBank::current_a(std::size_t i, double state, double density_ratio) const {
  return std::visit([&](const auto& rotor) { return current_of(rotor, state, density_ratio); },
                    rotors_[i].rotor);
}

}  // namespace alula
