// sim/vehicle_instance.h: one vehicle of a world with its brain: where its state lies, and what a
// step does to it.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "dynamics/plant_step.h"
#include "earth/geodesy.h"
#include "failures/vehicle_failures.h"
#include "sim/firmware.h"
#include "sim/flight_statistics.h"
#include "sim/inputs.h"
#include "sim/step_view.h"
#include "vehicle/vehicle.h"

namespace alula {

// Latched when a state is no longer a number: the run is over, and this says where and when.
struct PlantFault {
  StepIndex step = -1;            // -1: none
  std::int64_t state_index = -1;  // of the first bad number in the plant's state array
};
static_assert(ArenaState<PlantFault>);

// What the ground did in the step that led to t_k.
struct ContactReport {
  Vec3 mean_force_W{};  // [N]
  double lowest_height_m = 0.0;
};
static_assert(ArenaState<ContactReport>);

// What a world tells each vehicle.
struct InstanceSite {
  LocalFrame frame{Geodetic{}};
  StepClock clock{};
  Integrator integrator = Integrator::rk4;
  bool has_ground = true;
};

class VehicleInstance {
 public:
  // `firmware` may be null: a body without a brain. Blocks are named "<vehicle>/...".
  VehicleInstance(Vehicle vehicle, VehicleFailures failures, std::unique_ptr<Firmware> firmware,
                  const InstanceSite& site, ArenaLayout& layout);

  // Once the arena is made.
  void start(Arena& arena, const RigidBodyState<double>& body);

  // What reached the brain in the step before is gone.
  void begin_step(Arena& arena) const;
  // An input that is due now; weather is the world's. Between begin_step() and sense().
  void take(Arena& arena, const RecordedInput& input, TimeNs now) const;
  // t_k: truth, then samples. The weather holds over the step.
  void sense(Arena& arena, StepIndex k, const Weather& weather);
  // The in-process brain; without one every motor stays off.
  ActuatorCommand think(Arena& arena, TimeNs now) const;
  // Holds the command, integrates to t_k+1, resolves contact. What the log shows of t_k is complete
  // afterwards.
  void advance(Arena& arena, StepIndex k, const ActuatorCommand& command);

  // Of the step that advance() has just ended.
  [[nodiscard]] StepView view(const Arena& arena, StepIndex k) const;
  [[nodiscard]] const Vehicle& vehicle() const { return vehicle_; }
  [[nodiscard]] const Firmware* firmware() const { return firmware_.get(); }
  [[nodiscard]] const Samples& samples(const Arena& arena) const { return arena.one(samples_); }
  [[nodiscard]] const TruthState& truth(const Arena& arena) const { return arena.one(truth_); }
  [[nodiscard]] const FlightStatistics& statistics(const Arena& arena) const {
    return arena.one(statistics_);
  }
  [[nodiscard]] RigidBodyState<double> body(const Arena& arena) const {
    return read_body(arena.get(plant_).data());
  }
  [[nodiscard]] std::span<const double> plant_state(const Arena& arena) const {
    return arena.get(plant_);
  }
  [[nodiscard]] const VehicleFailures& failures() const { return failures_; }
  // In words; nullopt while all is well.
  [[nodiscard]] std::optional<std::string> fault(const Arena& arena) const;

 private:
  void note_truth(Arena& arena, TimeNs now) const;
  void integrate(Arena& arena, TimeNs now, PlantEvaluation<double>& found);
  void note_forces(Arena& arena, const PlantEvaluation<double>& found) const;
  void meet_ground(Arena& arena, const StepMotion& motion, RigidBodyState<double>& body) const;
  ContactResult meet_airsim_ground(Arena& arena, const StepMotion& motion,
                                   RigidBodyState<double>& body) const;
  // Latches the fault when a number of the plant's state is none. What lies below may then count on
  // numbers: a broken vehicle is neither sensed nor moved any more.
  bool broken(Arena& arena, StepIndex k) const;

  Vehicle vehicle_;
  VehicleFailures failures_;
  std::unique_ptr<Firmware> firmware_;
  InstanceSite site_;
  // Scratch of one step: written before it is read, so no state.
  std::vector<double> scratch_, plant_command_;
  std::vector<Wrench<double>> wrenches_;

  Block<double> plant_;
  Block<ContactState> contact_;
  Block<AirsimContactState> airsim_contact_;
  Block<ContactReport> contact_report_;
  Block<TruthState> truth_;
  Block<PowerTruth> power_;
  Block<Samples> samples_;
  Block<SensorErrors> errors_;
  Block<PartWrench> part_wrenches_;
  Block<ActuatorCommand> command_;
  Block<IntegratorState> method_memory_;
  Block<FlightStatistics> statistics_;
  Block<PlantFault> fault_;
};

}  // namespace alula
