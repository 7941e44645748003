// autopilot/autopilot.h: Alula's flight controller: samples in, motor commands out. Const: what
// changes is AutopilotState.
#pragma once

#include <memory>

#include "autopilot/flight_control.h"
#include "autopilot/navigator.h"
#include "autopilot/operator_inputs.h"
#include "earth/magnetic.h"
#include "estimator/estimator.h"
#include "signals/actuators.h"
#include "signals/airframe.h"

namespace alula {

struct AutopilotSetup {
  Airframe airframe;
  Mission mission;  // no items: none
  ParameterValues parameters = default_parameters();
  double decimal_year = 2026.0;  // for the magnetic model
};

struct AutopilotState {
  ParameterValues parameters{};
  AutopilotConfig config{};
  EstimatorState estimator{};
  OperatorState operators{};
  CommanderState commander{};
  NavigatorState navigator{};
  FlightControlState control{};
  CommanderStatus status{};
  EventList events{};
  TimeNs events_time = -1;    // of the step that the events belong to
  TimeNs alive_time = -1;     // of the last step at which the estimate moved
  TimeNs slow_time = -1;      // of the last run of commander and navigator; -1: run them now
  TimeNs blind_since = -1;    // armed without knowing the attitude since; -1: it is known
  ActuatorCommand command{};  // the last one
};
static_assert(ArenaState<AutopilotState>);

class Autopilot {
 public:
  // Errors: an airframe that cannot be controlled, parameters that do not go together, a mission
  // that cannot be flown.
  static Result<std::unique_ptr<const Autopilot>> build(const AutopilotSetup& setup);

  void start(AutopilotState& state) const;
  // At a step border, before update().
  void handle(AutopilotState& state, const AutopilotCommand& command, TimeNs now) const;
  // Once a step, with whatever arrived.
  ActuatorCommand update(AutopilotState& state, const Samples& samples, TimeNs now) const;

 private:
  Autopilot(const AutopilotSetup& setup, const AllocationTables& tables)
      : setup_(setup),
        tables_(tables),
        magnetic_(setup.decimal_year),
        routes_(setup.mission.fence) {}

  [[nodiscard]] static EventLog open_events(AutopilotState& state, TimeNs now);
  static void publish(AutopilotState& state);
  [[nodiscard]] static bool sticks_live(const AutopilotState& state, TimeNs now);
  [[nodiscard]] CommanderInputs commander_inputs(const AutopilotState& state, TimeNs now) const;
  [[nodiscard]] static FlightControlInputs control_inputs(const AutopilotState& state, TimeNs now);
  void change_parameter(AutopilotState& state, const AutopilotCommand& command,
                        EventLog& events) const;
  bool change_mission_item(AutopilotState& state, double index, EventLog& events) const;
  void estimate(AutopilotState& state, const Samples& samples, TimeNs now) const;
  void decide(AutopilotState& state, TimeNs now, EventLog& events) const;
  void navigate(AutopilotState& state, TimeNs now, EventLog& events) const;
  [[nodiscard]] bool watch_attitude(AutopilotState& state, TimeNs now, EventLog& events) const;
  void come_down(AutopilotState& state, TimeNs now, EventLog& events) const;
  void fly(AutopilotState& state, const Samples& samples, TimeNs now) const;

  AutopilotSetup setup_;
  AllocationSet tables_;
  MagneticModel magnetic_;
  FenceRoutes routes_;
};

}  // namespace alula
