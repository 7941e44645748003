// sim/firmware.h: whatever flies a vehicle: Alula's autopilot, later AirSim's cascade, a PX4 behind
// a link, or nothing.
#pragma once

#include <span>

#include "core/arena.h"
#include "signals/actuators.h"
#include "signals/command.h"
#include "signals/control.h"
#include "signals/estimate.h"
#include "signals/vehicle_status.h"

namespace alula {

// What a firmware shows of itself after a step. Refers to the arena: valid until the next step.
struct FirmwareView {
  const VehicleEstimate& estimate;
  const EstimatorStatus& estimator;
  const ControlStatus& control;
  const CommanderStatus& commander;
  std::span<const Event> events;
};

// Const but for the building; all that changes lies in the arena.
class Firmware {
 public:
  virtual ~Firmware() = default;
  // Called once, before the arena is made.
  virtual void add_state(ArenaLayout& layout) = 0;
  // Sets the state to that at power-on.
  virtual void start(Arena& arena) const = 0;
  virtual void handle(Arena& arena, const AutopilotCommand& command, TimeNs now) const = 0;
  virtual ActuatorCommand update(Arena& arena, const Samples& samples, TimeNs now) const = 0;
  [[nodiscard]] virtual FirmwareView view(const Arena& arena) const = 0;
};

}  // namespace alula
