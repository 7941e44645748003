#include "mission_watch.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "document/text_file.h"
#include "missions/mission_plan.h"
#include "sim/autopilot_firmware.h"
#include "sim/vehicle_parameters.h"
#include "vehicle/airframe_of.h"

namespace alula {
namespace {

template <class T> T must(Result<T> result) {
  if (!result.ok()) throw std::runtime_error(result.error().text());
  return std::move(result).value();
}

FlightSetup setup_of(const std::string& plan, const WatchOptions& options) {
  FlightSetup setup;
  setup.plan = {"test.plan", plan};
  setup.vehicle = {"x500.yaml", file_text("models/vehicles/x500.yaml")};
  setup.parameters = options.parameters;
  setup.seed = options.seed;
  setup.time_max_s = options.time_max_s;
  return setup;
}

class DeafFirmware final : public Firmware {
 public:
  DeafFirmware(std::unique_ptr<AutopilotFirmware> brain,
               std::function<void(TimeNs, Samples&)> withhold)
      : brain_(std::move(brain)), withhold_(std::move(withhold)) {}
  void add_state(ArenaLayout& layout) override { brain_->add_state(layout); }
  void start(Arena& arena) const override { brain_->start(arena); }
  void handle(Arena& arena, const AutopilotCommand& command, TimeNs now) const override {
    brain_->handle(arena, command, now);
  }
  ActuatorCommand update(Arena& arena, const Samples& samples, TimeNs now) const override {
    Samples heard = samples;
    withhold_(now, heard);
    return brain_->update(arena, heard, now);
  }
  [[nodiscard]] FirmwareView view(const Arena& arena) const override { return brain_->view(arena); }

 private:
  std::unique_ptr<AutopilotFirmware> brain_;
  std::function<void(TimeNs, Samples&)> withhold_;
};

std::unique_ptr<Simulation> deaf_simulation(const std::string& plan, std::uint64_t seed,
                                            const std::function<void(TimeNs, Samples&)>& withhold) {
  VehicleConfig vehicle = must(load_vehicle(find_vehicle("x500", ALULA_SOURCE_DIR "/models")));
  AutopilotSetup brain;
  brain.airframe = airframe_of(vehicle);
  brain.parameters = must(vehicle_parameters(vehicle));
  brain.mission = must(parse_mission_plan(plan, "test.plan"));
  SimulationConfig config;
  config.seed = seed;
  std::vector<Participant> participants(1);
  participants[0].name = vehicle.name;
  auto autopilot = std::make_unique<AutopilotFirmware>(vehicle.name, must(Autopilot::build(brain)));
  participants[0].firmware = std::make_unique<DeafFirmware>(std::move(autopilot), withhold);
  participants[0].vehicle = std::move(vehicle);
  return must(Simulation::build(config, std::move(participants)));
}

}  // namespace

std::string file_text(const std::string& path) {
  return must(read_file(std::string(ALULA_SOURCE_DIR) + "/" + path, 10'000'000));
}

MissionWatch::MissionWatch(const std::string& plan, const WatchOptions& options) {
  const std::unique_ptr<MissionFlight> flight = must(MissionFlight::build(setup_of(plan, options)));
  std::optional<FlightEnd> end;
  while (!end) {
    flight->step();
    note(flight->view());
    end = flight->end();
  }
  end_ = *end;
}

void MissionWatch::note(const StepView& view) {
  for (const Event& event : view.events) events_.emplace_back(event.text.data());
  for (const SensorError& error : view.sensor_errors) {
    if (error.kind == SensorKind::gnss_position)
      gnss_errors_.emplace_back(seconds(view.time), error.error);
  }
  const bool landed = view.control.land.landed;
  if (!landed) landed_s_ = seconds(view.time);
  if (view.step % 20 != 0) return;
  const VehicleStatus& status = view.commander.vehicle;
  seen_.push_back({seconds(view.time), view.truth.p_WB, view.truth.v_WB, yaw_of(view.truth.q_WB),
                   yaw_of(view.estimate.q_WB), view.commander.mission.current + 1, status.mode,
                   status.arming == ArmingState::armed, landed});
}

bool MissionWatch::said(const std::string& part) const { return count(part) > 0; }

int MissionWatch::count(const std::string& part) const {
  return static_cast<int>(std::count_if(events_.begin(), events_.end(), [&](const auto& text) {
    return text.find(part) != std::string::npos;
  }));
}

std::vector<Glimpse> MissionWatch::during(std::int32_t item) const {
  std::vector<Glimpse> found;
  for (const Glimpse& g : seen_) {
    const bool under_way = g.armed && g.mode == FlightMode::mission && g.item == item;
    if (under_way) found.push_back(g);
    if (!under_way && !found.empty()) break;
  }
  return found;
}

std::pair<double, double> MissionWatch::times_of(std::int32_t item) const {
  const std::vector<Glimpse> found = during(item);
  if (found.empty()) throw std::runtime_error("item " + std::to_string(item) + " was never flown");
  return {found.front().time_s, found.back().time_s};
}

double MissionWatch::arrival(const Vec3& place, double radius_m, double after_s) const {
  for (const Glimpse& g : seen_) {
    if (g.time_s >= after_s && norm_xy(g.p - place) <= radius_m) return g.time_s;
  }
  return -1.0;
}

double MissionWatch::height_max() const {
  double highest = 0.0;
  for (const Glimpse& g : seen_) highest = std::max(highest, start().z - g.p.z);
  return highest;
}

Vec3 MissionWatch::gnss_error_at_landing() const {
  Vec3 sum{};
  double fixes = 0.0;
  for (const auto& [time_s, error] : gnss_errors_) {
    if (time_s < landed_s_ - 20.0 || time_s > landed_s_) continue;
    sum += error;
    fixes += 1.0;
  }
  return sum / fixes;
}

DeafFlight fly_deaf(const std::string& plan, std::uint64_t seed, double time_max_s,
                    const std::function<void(TimeNs, Samples&)>& withhold) {
  const std::unique_ptr<Simulation> simulation = deaf_simulation(plan, seed, withhold);
  if (!simulation->queue(0, {.kind = CommandKind::start_mission_when_ready}))
    throw std::runtime_error("the command was not taken");
  DeafFlight flight;
  bool flew = false;
  while (seconds(simulation->time()) < time_max_s) {
    simulation->step();
    const StepView view = simulation->view(0);
    const VehicleStatus& status = view.commander.vehicle;
    for (const Event& event : view.events) flight.events.emplace_back(event.text.data());
    if (flight.modes.empty() || flight.modes.back() != status.mode)
      flight.modes.push_back(status.mode);
    const Vec3 down_B = view.truth.q_WB.conjugate() * Vec3{0.0, 0.0, 1.0};
    flight.tilt_max_rad = std::max(flight.tilt_max_rad, std::acos(std::clamp(down_B.z, -1.0, 1.0)));
    flight.finished = view.commander.mission.finished;
    flight.failsafe = status.failsafe;
    flight.height_m = view.truth.lowest_leg_m;
    flight.disarmed = flew && status.arming == ArmingState::disarmed;
    flew = flew || status.takeoff_time > 0;
    if (flight.disarmed && norm(view.truth.v_WB) < 0.01) break;
  }
  return flight;
}

}  // namespace alula
