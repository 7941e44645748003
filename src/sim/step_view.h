// sim/step_view.h: what one step of the world made, for those who only look on: recorders, reports,
// tests.
#pragma once

#include <span>

#include "core/step_time.h"
#include "signals/actuators.h"
#include "signals/control.h"
#include "signals/estimate.h"
#include "signals/samples.h"
#include "signals/truth.h"
#include "signals/vehicle_status.h"

namespace alula {

// One vehicle at t_k: truth and wrenches before integration, what its brain got and gave. Refers to
// the simulation's own memory: valid until the next step.
struct StepView {
  StepIndex step = 0;
  TimeNs time = 0;
  const TruthState& truth;
  const Samples& samples;             // delivered to the brain in this step
  const SensorErrors& sensor_errors;  // of the samples taken in this step
  const VehicleEstimate& estimate;
  const EstimatorStatus& estimator;
  const ControlStatus& control;
  const CommanderStatus& commander;
  const ActuatorCommand& command;  // held over the step that begins now
  std::span<const PartWrench>
      part_wrenches;  // in the order of the vehicle's part names; about the centre of mass
  std::span<const Event> events;  // of this step
};

}  // namespace alula
