#include "sim/simulation.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "failures/support.h"

namespace alula {
namespace {

std::uint64_t hash_layout(const std::vector<BlockInfo>& blocks) {
  std::uint64_t hash = 0;
  for (const BlockInfo& block : blocks) {
    hash = hash_bytes(std::as_bytes(std::span(block.name)), hash);
    const std::array<std::uint64_t, 2> place{block.offset, block.bytes};
    hash = hash_bytes(std::as_bytes(std::span(place)), hash);
  }
  return hash;
}

VehicleSite vehicle_site(const SimulationConfig& config, const std::string& name) {
  VehicleSite site;
  site.environment = config.world.environment;
  if (config.world.has_ground) {
    site.ground = make_ground(config.world.ground);
    site.environment.wind.ground_normal_W = site.ground->normal_W;
  }
  site.decimal_year = config.world.decimal_year;
  site.name = name;
  site.seed = config.seed;
  site.clock = config.clock;
  site.ideal_sensors = config.ideal_sensors;
  return site;
}

// Heights over the Earth are known on the near side only, as seen from the origin (earth/height.h).
MaybeError check_distance(const EnvironmentConfig& environment, const std::string& name,
                          const Vec3& p_WB) {
  constexpr double kNear_rad = 80.0 * std::numbers::pi / 180.0;
  const double from_centre_m = environment.earth.radius_m + environment.origin.height_m - p_WB.z;
  if (std::atan2(norm_xy(p_WB), from_centre_m) <= kNear_rad) return std::nullopt;
  return Error{ErrorCode::invalid_config, "vehicle " + name,
               "lies beyond the horizon of the world's origin, more than 80 degrees of arc away; "
               "expected an origin near the vehicles"};
}

}  // namespace

Result<std::unique_ptr<Simulation>> Simulation::build(const SimulationConfig& config,
                                                      std::vector<Participant> participants) {
  std::unique_ptr<Simulation> sim(new Simulation);
  sim->config_ = config;
  sim->site_ = {local_frame(config.world.environment), config.clock, config.integrator,
                config.world.has_ground};

  ArenaLayout layout;
  sim->clock_ = layout.add<Clock>("clock");
  sim->weather_ = layout.add<Weather>("weather");
  std::vector<RigidBodyState<double>> bodies;
  for (Participant& p : participants) {
    const auto same_name = [&](const auto& other) { return other->vehicle().name() == p.name; };
    if (std::any_of(sim->vehicles_.begin(), sim->vehicles_.end(), same_name)) {
      return Error{ErrorCode::invalid_config, "vehicle " + p.name,
                   "is there twice; names must be unique"};
    }
    const VehicleSite site = vehicle_site(config, p.name);
    Result<Vehicle> vehicle = build_vehicle(p.vehicle, site);
    if (!vehicle.ok()) return vehicle.error();
    bodies.push_back(p.body ? *p.body
                            : vehicle->standing_pose(site.ground.value_or(GroundPlane{}), p.yaw));
    if (MaybeError error = check_distance(config.world.environment, p.name, bodies.back().p_WB))
      return *error;
    VehicleFailures failures(breakable(p.vehicle), p.name, sim->site_.frame, config.seed);
    sim->vehicles_.push_back(
        std::make_unique<VehicleInstance>(std::move(vehicle).value(), std::move(failures),
                                          std::move(p.firmware), sim->site_, layout));
  }
  sim->arena_ = std::make_unique<Arena>(layout);
  sim->blocks_ = layout.blocks();
  sim->layout_hash_ = hash_layout(sim->blocks_);
  sim->commands_.resize(sim->vehicles_.size());
  const EnvironmentConfig& environment = config.world.environment;
  sim->arena_->one(sim->weather_) = {environment.wind.velocity_W_m_s,
                                     environment.atmosphere.temperature_offset_k,
                                     environment.atmosphere.pressure_offset_pa};
  for (std::size_t i = 0; i < bodies.size(); ++i) sim->vehicles_[i]->start(*sim->arena_, bodies[i]);
  return sim;
}

void Simulation::apply_inputs() {
  Clock& clock = arena_->one(clock_);
  while (!clock.waiting.empty()) {
    const RecordedInput& input = clock.waiting.front();
    if (input.kind == InputKind::weather) {
      apply(input.as<WeatherChange>(), arena_->one(weather_));
    } else {
      vehicles_[input.vehicle]->take(*arena_, input, time());
    }
    clock.waiting.pop();
  }
}

void Simulation::sense() {
  Clock& clock = arena_->one(clock_);
  if (clock.sensed != 0) return;
  clock.sensed = 1;
  for (const auto& vehicle : vehicles_) vehicle->begin_step(*arena_);
  apply_inputs();
  for (const auto& vehicle : vehicles_) vehicle->sense(*arena_, clock.step, arena_->one(weather_));
}

void Simulation::advance(std::span<const ActuatorCommand> commands) {
  ALULA_ASSERT(commands.size() == vehicles_.size());
  sense();
  Clock& clock = arena_->one(clock_);
  for (std::size_t i = 0; i < vehicles_.size(); ++i)
    vehicles_[i]->advance(*arena_, clock.step, commands[i]);
  ++clock.step;
  clock.sensed = 0;
}

void Simulation::step() {
  sense();
  for (std::size_t i = 0; i < vehicles_.size(); ++i)
    commands_[i] = vehicles_[i]->think(*arena_, time());
  advance(commands_);
}

StepIndex Simulation::next_input_step() const {
  const Clock& clock = arena_->one(clock_);
  return clock.step + (clock.sensed != 0 ? 1 : 0);
}

bool Simulation::queue(RecordedInput input) {
  ALULA_ASSERT(input.vehicle < vehicles_.size());
  Clock& clock = arena_->one(clock_);
  if (clock.waiting.size() == kInputsMax) return false;
  if (input.kind == InputKind::failure) {
    const Breakable& vehicle = vehicles_[input.vehicle]->failures().breakable();
    if (refusal(input.as<Failure>(), vehicle)) return false;
  }
  input.step = next_input_step();
  clock.waiting.push(input);
  inputs_.push_back(input);
  return true;
}

std::optional<std::string> Simulation::fault() const {
  for (const auto& vehicle : vehicles_) {
    if (auto fault = vehicle->fault(*arena_)) return fault;
  }
  return std::nullopt;
}

MaybeError Simulation::restore(std::span<const std::byte> state, std::uint64_t layout_hash) {
  if (layout_hash != layout_hash_ || state.size() != arena_->bytes().size()) {
    return Error{ErrorCode::bad_format, "snapshot",
                 "was written by another version: its state has another layout"};
  }
  std::copy(state.begin(), state.end(), arena_->bytes().begin());
  inputs_.clear();
  return std::nullopt;
}

}  // namespace alula
