// sim/simulation.h: the world, one fixed step at a time. No clock, no thread, no waiting, no input
// or output.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/fixed_queue.h"
#include "sim/inputs.h"
#include "sim/vehicle_instance.h"
#include "sim/world_config.h"

namespace alula {

struct SimulationConfig {
  WorldConfig world = default_world();
  StepClock clock{};
  Integrator integrator = Integrator::rk4;
  std::uint64_t seed = 1;
  bool ideal_sensors = false;
};

// A vehicle to put into the world.
struct Participant {
  VehicleConfig vehicle;
  std::string name;                    // unique in the world; random streams carry it
  std::unique_ptr<Firmware> firmware;  // null: no brain
  std::optional<RigidBodyState<double>>
      body;          // none: standing on the ground at the origin, or at rest there
  double yaw = 0.0;  // of the standing vehicle [rad]
};

class Simulation {
 public:
  // Errors: a vehicle that cannot be built in this world, two of one name.
  static Result<std::unique_ptr<Simulation>> build(const SimulationConfig& config,
                                                   std::vector<Participant> participants);

  // Applies due inputs and takes the samples of t_k; idempotent until advance().
  void sense();
  // t_k -> t_k+1 with one command a vehicle.
  void advance(std::span<const ActuatorCommand> commands);
  // Both, with every in-process firmware between.
  void step();

  // Between steps: acts at the start of the next one. At most kInputsMax wait; more are refused,
  // and so is a failure that is not real for this vehicle: failures/support.h tells why.
  template <InputSignal Signal>
  [[nodiscard]] bool queue(std::size_t vehicle, const Signal& signal) {
    return queue(RecordedInput::of(next_input_step(), vehicle, signal));
  }
  [[nodiscard]] bool queue(std::size_t vehicle, const AutopilotCommand& command) {
    return queue<AutopilotCommand>(vehicle, command);
  }
  // The same for an input that was recorded; its step is the next one.
  [[nodiscard]] bool queue(RecordedInput input);
  // Every input since the build or the last restore() with its step: with setup and seed, or with
  // the restored state, they make the run again.
  [[nodiscard]] const std::vector<RecordedInput>& inputs() const { return inputs_; }

  [[nodiscard]] StepIndex step_index() const { return arena_->one(clock_).step; }
  [[nodiscard]] TimeNs time() const { return config_.clock.time_at(step_index()); }
  [[nodiscard]] const SimulationConfig& config() const { return config_; }
  [[nodiscard]] const LocalFrame& frame() const { return site_.frame; }
  [[nodiscard]] std::size_t vehicle_count() const { return vehicles_.size(); }
  [[nodiscard]] const VehicleInstance& vehicle(std::size_t i) const { return *vehicles_[i]; }
  // Of the step that has just ended (index step_index() - 1); after the first one.
  [[nodiscard]] StepView view(std::size_t i) const {
    ALULA_ASSERT(step_index() > 0);
    return vehicles_[i]->view(*arena_, step_index() - 1);
  }
  [[nodiscard]] const Arena& arena() const { return *arena_; }
  // The first vehicle whose state broke, in words.
  [[nodiscard]] std::optional<std::string> fault() const;

  // All that changes: snapshot, hash, resume.
  [[nodiscard]] std::span<const std::byte> state() const { return arena_->bytes(); }
  [[nodiscard]] std::uint64_t state_hash() const { return hash_bytes(state()); }
  [[nodiscard]] std::uint64_t layout_hash() const { return layout_hash_; }
  [[nodiscard]] const std::vector<BlockInfo>& blocks() const { return blocks_; }
  // Forgets the inputs so far; what still waits in `state` is part of it. Errors: bytes of another
  // layout, and then nothing has changed.
  MaybeError restore(std::span<const std::byte> state, std::uint64_t layout_hash);

 private:
  static constexpr std::size_t kInputsMax = 256;
  struct Clock {
    StepIndex step = 0;
    std::uint64_t sensed = 0;  // 1: sense() has run for this step
    FixedQueue<RecordedInput, kInputsMax> waiting{};
  };

  Simulation() = default;
  // The step whose inputs are not yet applied.
  [[nodiscard]] StepIndex next_input_step() const;
  void apply_inputs();

  SimulationConfig config_;
  InstanceSite site_;
  std::vector<std::unique_ptr<VehicleInstance>> vehicles_;
  std::unique_ptr<Arena> arena_;
  Block<Clock> clock_;
  Block<Weather> weather_;
  std::vector<BlockInfo> blocks_;
  std::uint64_t layout_hash_ = 0;
  std::vector<RecordedInput> inputs_;
  std::vector<ActuatorCommand> commands_;
};

}  // namespace alula
