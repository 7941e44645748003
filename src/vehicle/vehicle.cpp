#include "vehicle/vehicle.h"

#include <algorithm>
#include <cmath>

#include "vehicle/airframe_of.h"
#include "vehicle/build_plant.h"

namespace alula {
namespace {

// The voltage under load is a quotient: with nothing drawn it may miss the open circuit's by a bit.
double drawn(double current_a) {
  constexpr double kRounding_a = 1e-9;
  return std::fabs(current_a) < kRounding_a ? 0.0 : current_a;
}

ContactModel contact_of(const VehicleConfig& config, const VehicleSite& site) {
  const MassProperties<double> mass = mass_properties<double>(config.body);
  if (!site.ground) return {GroundPlane{}, mass, {}};
  return {*site.ground, mass, config.contact_points_m};
}

std::optional<AirsimContactModel> airsim_contact_of(const VehicleConfig& config,
                                                    const VehicleSite& site) {
  if (!site.ground || site.ground->contact != ContactLaw::airsim) return std::nullopt;
  return AirsimContactModel(*site.ground, mass_properties<double>(config.body),
                            config.contact_points_m);
}

SensorSuiteSite sensor_site(const VehicleConfig& config, const VehicleSite& site) {
  return {.frame = local_frame(site.environment),
          .atmosphere = Atmosphere<double>(site.environment.atmosphere),
          .wind = WindField<double>(site.environment.wind),
          .ground = site.ground,
          .decimal_year = site.decimal_year,
          .vehicle = site.name,
          .seed = site.seed,
          .clock = site.clock,
          .ideal = site.ideal_sensors,
          .battery_count = config.parts_of<BatteryConfig>().size()};
}

}  // namespace

Vehicle::Vehicle(const VehicleConfig& config, const VehicleSite& site)
    : name_(site.name),
      plant_(build_plant<double>(config, Environment<double>::build(site.environment))),
      contact_(contact_of(config, site)),
      airsim_contact_(airsim_contact_of(config, site)),
      sensors_(config.sensors, sensor_site(config, site)),
      airframe_(airframe_of(config)),
      autopilot_parameters_(config.autopilot_parameters),
      rotors_(plant_.parts().find<Rotor>()),
      airsim_rotors_(plant_.parts().find<AirsimRotor>()),
      batteries_(plant_.parts().find<Battery>()),
      health_(plant_),
      atmosphere_(site.environment.atmosphere) {
  for (const BatteryConfig& battery : config.parts_of<BatteryConfig>())
    battery_cells_.push_back(static_cast<std::uint32_t>(battery.cells));
}

Result<Vehicle> build_vehicle(const VehicleConfig& config, const VehicleSite& site) {
  if (MaybeError error = validate(config)) return *error;
  if (MaybeError error = validate(site.environment)) return *error;
  if (MaybeError error = check_step(config, site.clock.dt_s())) return *error;
  return Vehicle(config, site);
}

void Vehicle::set_weather(const Weather& weather) {
  plant_.set_wind(weather.wind_W);
  sensors_.set_wind(weather.wind_W);
  const AtmosphereConfig wanted = weather.atmosphere();
  if (wanted == atmosphere_) return;
  atmosphere_ = wanted;
  const Atmosphere<double> atmosphere(wanted);
  plant_.set_atmosphere(atmosphere);
  sensors_.set_atmosphere(atmosphere);
}

void Vehicle::initial_state(const RigidBodyState<double>& body, std::span<double> x) const {
  ALULA_ASSERT(x.size() == plant_.state_size());
  std::fill(x.begin(), x.end(), 0.0);
  write_body(body, x.data());
  if (batteries_ == nullptr) return;
  for (std::size_t i = 0; i < batteries_->parts.size(); ++i)
    x[static_cast<std::size_t>(kBodyStates + batteries_->state_of(i))] =
        batteries_->parts[i].charge_taken_initial;
}

void Vehicle::plant_commands(const ActuatorCommand& command,
                             std::span<double> plant_command) const {
  ALULA_ASSERT(plant_command.size() == plant_.command_size());
  for (std::size_t i = 0; i < plant_command.size(); ++i) {
    plant_command[i] = command.drives(i) ? std::max(command.motor[i], 0.0) : kRotorOff;
  }
}

PowerTruth Vehicle::power(std::span<const double> x, const PlantEvaluation<double>& found) const {
  PowerTruth power;
  const double* part_states = x.data() + kBodyStates;
  if (batteries_ != nullptr) {
    for (std::size_t i = 0; i < batteries_->parts.size(); ++i) {
      const Battery<double>& battery = batteries_->parts[i];
      const double taken = part_states[batteries_->state_of(i)];
      power.batteries.push_back({.voltage_v = found.supply_v,
                                 .current_a = drawn(battery.current(taken, found.supply_v)),
                                 .discharged_c = taken,
                                 .remaining = battery.state_of_charge(taken),
                                 .cells = battery_cells_[i]});
    }
  }
  if (rotors_ != nullptr) {
    for (std::size_t i = 0; i < rotors_->parts.size(); ++i) {
      const double speed = part_states[rotors_->state_of(i)];
      power.rotors.push_back({.speed_rad_s = speed,
                              .voltage_v = found.supply_v,
                              .current_a = rotors_->parts[i].current(found.air, speed)});
    }
  }
  if (airsim_rotors_ != nullptr) {  // they know of no electricity
    for (std::size_t i = 0; i < airsim_rotors_->parts.size(); ++i) {
      const double filtered = part_states[airsim_rotors_->state_of(i)];
      power.rotors.push_back(
          {.speed_rad_s = airsim_rotors_->parts[i].speed(filtered), .voltage_v = found.supply_v});
    }
  }
  return power;
}

Vec3 Vehicle::rotor_force_B(std::span<const Wrench<double>> log) const {
  Vec3 sum{};
  const auto add = [&](const auto* row) {
    if (row == nullptr) return;
    const auto first = static_cast<std::size_t>(row->first.part);
    for (std::size_t i = 0; i < row->parts.size(); ++i) sum += log[first + i].f_B;
  };
  add(rotors_);
  add(airsim_rotors_);
  return sum;
}

// Heading first, then the shortest turn that lays body z into the ground.
RigidBodyState<double> Vehicle::standing_pose(const GroundPlane& ground, double yaw) const {
  const Vec3 down{0.0, 0.0, 1.0};
  const Vec3 into_ground = -ground.normal_W;
  const Vec3 axis = cross(down, into_ground);
  const Quat lean = normalized(Quat{1.0 + dot(down, into_ground), axis.x, axis.y, axis.z});
  return {.p_WB = (airframe_.height_on_ground_m + ground.rise({})) * ground.normal_W,
          .v_WB = {},
          .q_WB = lean * from_yaw(yaw),
          .w_WB_B = {}};
}

}  // namespace alula
