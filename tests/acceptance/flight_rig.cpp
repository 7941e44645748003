#include "flight_rig.h"

#include <gtest/gtest.h>

#include "sim/vehicle_parameters.h"
#include "vehicle/airframe_of.h"

namespace alula {
namespace {

template <class T> T must(Result<T> result) {
  if (!result.ok()) throw std::runtime_error(result.error().text());
  return std::move(result).value();
}

ParameterValues parameters_of(const VehicleConfig& vehicle,
                              const std::vector<std::string>& assignments) {
  ParameterValues values = must(vehicle_parameters(vehicle));
  for (const std::string& assignment : assignments) {
    if (MaybeError error = set_parameter_text(values, assignment))
      throw std::runtime_error(error->text());
  }
  return values;
}

}  // namespace

FlightRig::FlightRig(const RigOptions& options) {
  VehicleConfig vehicle =
      must(load_vehicle(find_vehicle(options.vehicle, ALULA_SOURCE_DIR "/models")));
  if (options.change_vehicle) options.change_vehicle(vehicle);
  AutopilotSetup brain;
  brain.airframe = airframe_of(vehicle);
  brain.parameters = parameters_of(vehicle, options.parameters);
  brain.mission = options.mission;
  SimulationConfig config;
  config.world = options.world;
  config.seed = options.seed;
  config.ideal_sensors = options.ideal_sensors;
  std::vector<Participant> participants(1);
  participants[0].name = vehicle.name;
  participants[0].firmware =
      std::make_unique<AutopilotFirmware>(vehicle.name, must(Autopilot::build(brain)));
  participants[0].vehicle = std::move(vehicle);
  simulation_ = must(Simulation::build(config, std::move(participants)));
}

void FlightRig::look() {
  const StepView view = simulation_->view(0);
  const VehicleEstimate& e = view.estimate;
  if (e.global_valid && e.ref_time != now_.estimate.ref_time) {
    Geodetic reference{e.ref_latitude_rad, e.ref_longitude_rad, e.ref_altitude_m};
    reference.height_m += simulation_->frame().sea_level_m(reference);
    reference_W_ = simulation_->frame().to_local(reference);
  }
  now_ = {seconds(view.time),
          view.truth,
          e,
          view.control.position.p_sp,
          view.control.position.yaw_sp,
          e.p_WB + reference_W_,
          view.control.land,
          view.commander.vehicle.arming,
          view.commander.vehicle.mode};
  for (const SensorError& error : view.sensor_errors) {
    if (error.kind == SensorKind::gnss_position) gnss_errors_.push_back(error.error);
  }
  for (const Event& event : view.events) events_.emplace_back(event.text.data());
}

void FlightRig::step() {
  const bool landed = now_.land.landed;
  const ArmingState arming = now_.arming;
  simulation_->step();
  look();
  const bool changed = landed != now_.land.landed || arming != now_.arming;
  if (changed || simulation_->step_index() % 20 == 0) seen_.push_back(now_);
}

void FlightRig::run(double duration_s) {
  const StepIndex end =
      simulation_->step_index() + std::llround(duration_s / simulation_->config().clock.dt_s());
  while (simulation_->step_index() < end) step();
}

bool FlightRig::run_until(const std::function<bool(const Sight&)>& condition, double time_max_s) {
  const double end_s = seconds(simulation_->time()) + time_max_s;
  while (seconds(simulation_->time()) < end_s) {
    step();
    if (condition(now_)) return true;
  }
  return false;
}

void FlightRig::command(CommandKind kind, std::array<double, kCommandValues> value) {
  EXPECT_TRUE(simulation_->queue(0, {value, kind}));
}

bool FlightRig::arm() {
  const auto ready = [this](const Sight&) {
    return simulation_->view(0).commander.vehicle.checks_pass;
  };
  if (!run_until(ready, 60.0)) return false;
  command(CommandKind::arm);
  return run_until([](const Sight& s) { return s.arming == ArmingState::armed; }, 1.0);
}

bool FlightRig::land_and_disarm(double time_max_s) {
  command(CommandKind::set_mode, {static_cast<double>(FlightMode::land)});
  return run_until([](const Sight& s) { return s.arming == ArmingState::disarmed; }, time_max_s);
}

Vec3 FlightRig::gnss_error_mean() const {
  Vec3 sum{};
  for (const Vec3& error : gnss_errors_) sum += error;
  return gnss_errors_.empty() ? sum : sum / static_cast<double>(gnss_errors_.size());
}

}  // namespace alula
