// failures/vehicle_failures.h: all that can break in one vehicle, and what is broken now. Const;
// what changes lies in the arena.
//
//   failures.place(layout);  // once, before the arena is made
//   // Every step:
//   failures.begin(arena, failure, now);         // those that begin now
//   failures.touch_samples(arena, now, samples);  // what has arrived, before the brain gets it
//   failures.touch_commands(arena, now, commands);
//   failures.touch_plant(arena, now, vehicle, x);  // before it moves, and then
//   failures.shake(arena, now, vehicle, dt_s, x);
#pragma once

#include <string>
#include <vector>

#include "failures/breakable.h"
#include "failures/gate_states.h"
#include "failures/motor_gates.h"
#include "failures/plant_health.h"
#include "vehicle/vehicle.h"

namespace alula {

class VehicleFailures {
 public:
  // `name`: of the vehicle; with the seed it makes the random numbers.
  VehicleFailures(Breakable vehicle, std::string name, const LocalFrame& frame, std::uint64_t seed);

  [[nodiscard]] const Breakable& breakable() const { return vehicle_; }
  // Blocks "<vehicle>/failures/...".
  void place(ArenaLayout& layout);

  [[nodiscard]] bool any(const Arena& arena) const { return !arena.one(list_).empty(); }
  void begin(Arena& arena, const Failure& failure, TimeNs now) const {
    begin_failure(arena.one(list_), failure, now);
  }
  // Ends what has lasted its time first.
  void touch_samples(Arena& arena, TimeNs now, Samples& samples) const {
    if (any(arena)) touch_all_samples(arena, now, samples);
  }
  void touch_commands(Arena& arena, TimeNs now, std::span<double> commands) const {
    if (any(arena)) touch_all_commands(arena, now, commands);
  }
  void touch_plant(const Arena& arena, TimeNs now, Vehicle& vehicle, std::span<double> x) const {
    if (any(arena)) {
      wear_plant(arena, now, vehicle, x);
    } else {
      vehicle.heal();
    }
  }
  void shake(Arena& arena, TimeNs now, const Vehicle& vehicle, double dt_s,
             std::span<double> x) const {
    if (any(arena)) shake_plant(arena, now, vehicle, dt_s, x);
  }

 private:
  template <class State> struct Gates {
    std::vector<GateIdentity> identities;
    Block<State> states;
  };

  template <class State>
  void place(Gates<State>& gates, const char* unit, ArenaLayout& layout) const;
  void touch_all_samples(Arena& arena, TimeNs now, Samples& samples) const;
  void touch_all_commands(Arena& arena, TimeNs now, std::span<double> commands) const;
  template <class State, class List>
  void run(const Gates<State>& gates, const Failure& failure, TimeNs now, Arena& arena,
           List& samples) const;
  void wear_plant(const Arena& arena, TimeNs now, Vehicle& vehicle, std::span<double> x) const;
  void shake_plant(Arena& arena, TimeNs now, const Vehicle& vehicle, double dt_s,
                   std::span<double> x) const;
  void pass(Arena& arena, const Failure& failure, TimeNs now, Samples& samples) const;

  Breakable vehicle_;
  std::string name_;
  std::vector<RandomStream> motor_noise_;

  Block<FailureList> list_;
  Gates<ImuGate> gyro_, accel_;
  Gates<MagGate> mag_;
  Gates<BaroGate> baro_;
  Gates<GnssGate> gnss_;
  Gates<RangeGate> range_;
  Gates<FlowGate> flow_;
  Gates<VisionGate> vision_;
  Gates<AirspeedGate> airspeed_;
  Gates<BatteryGate> battery_;
  Gates<SticksGate> sticks_;
  Gates<OffboardGate> offboard_;
  Gates<GroundGate> ground_;
  Gates<FollowGate> follow_;
  Block<MotorGateState> motors_;
  Block<double> phases_;  // of the propellers [rad]
};

}  // namespace alula
