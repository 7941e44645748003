// vehicle/rotor_bank.h: the rotors of a plant, of any kind, for whoever asks what is steady: which
// state gives a thrust, which command holds it, and what the bus allows. Order of the file.
#pragma once

#include <cstddef>
#include <variant>
#include <vector>

#include "dynamics/plant_model.h"
#include "propulsion/airsim_rotor.h"
#include "propulsion/rotor.h"

namespace alula {

class RotorBank {
 public:
  explicit RotorBank(const PartList<double>& parts);

  [[nodiscard]] std::size_t size() const { return rotors_.size(); }
  // Places in the plant's state, command and wrench log.
  [[nodiscard]] std::size_t state_index(std::size_t i) const { return rotors_[i].state; }
  [[nodiscard]] std::size_t command_index(std::size_t i) const { return rotors_[i].command; }
  [[nodiscard]] std::size_t part_index(std::size_t i) const { return rotors_[i].part; }

  // In air that meets no disc, [N] along the axis; density over that at sea level.
  [[nodiscard]] double thrust(std::size_t i, double state, double density_ratio) const;
  [[nodiscard]] double state_for_thrust(std::size_t i, double thrust_n, double density_ratio) const;
  // Where the state settles under a command 0..1 and a bus voltage.
  [[nodiscard]] double settled_state(std::size_t i, double command, double supply_v) const;
  // The command under which the state stays; outside 0..1 when there is none.
  [[nodiscard]] double command_for_state(std::size_t i, double state) const;
  [[nodiscard]] double speed_rad_s(std::size_t i, double state) const;
  // Drawn from the bus; 0 for rotors that know of no electricity.
  [[nodiscard]] double current_a(std::size_t i, double state, double density_ratio) const;

 private:
  struct Entry {
    std::variant<Rotor<double>, AirsimRotor<double>> rotor;
    std::size_t state = 0, command = 0, part = 0;
  };
  template <template <class> class P> void add(const PartRow<P, double>* row);

  std::vector<Entry> rotors_;
};

}  // namespace alula
