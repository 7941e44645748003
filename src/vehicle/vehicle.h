// vehicle/vehicle.h: a vehicle ready to fly in one world: plant, contact, sensors, airframe. Const
// after building, but for placing the sensors' state and for the weather and what is broken, which
// the caller sets before each step; all that changes lies with the caller.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "dynamics/plant_model.h"
#include "earth/weather.h"
#include "sensors/sensor_suite.h"
#include "signals/actuators.h"
#include "signals/airframe.h"
#include "vehicle/part_health.h"
#include "vehicle/vehicle_config.h"
#include "world/airsim_contact.h"
#include "world/contact.h"

namespace alula {

// Where a vehicle flies, and in which run.
struct VehicleSite {
  EnvironmentConfig environment{};
  std::optional<GroundPlane> ground{};  // none: nothing to stand on
  double decimal_year = 2026.0;         // of the magnetic field
  std::string name = "vehicle";         // in the names of random streams; unique in the world
  std::uint64_t seed = 0;
  StepClock clock{};
  bool ideal_sensors = false;
};

class Vehicle {
 public:
  [[nodiscard]] const std::string& name() const { return name_; }
  // parts().names() are those of the wrench log.
  [[nodiscard]] const PlantModel<double>& plant() const { return plant_; }
  [[nodiscard]] const ContactModel& contact() const { return contact_; }
  // In a world whose ground asks for it; then it stands in place of contact().
  [[nodiscard]] const std::optional<AirsimContactModel>& airsim_contact() const {
    return airsim_contact_;
  }
  [[nodiscard]] const SensorSuite& sensors() const { return sensors_; }
  [[nodiscard]] SensorSuite& sensors() { return sensors_; }
  [[nodiscard]] const Airframe& airframe() const { return airframe_; }
  [[nodiscard]] const std::vector<AutopilotParameter>& autopilot_parameters() const {
    return autopilot_parameters_;
  }

  // The weather of the next step, for plant and barometers. To be called before each.
  void set_weather(const Weather& weather);

  // What is broken in the next step. x: the plant's state, in which a blocked shaft stops.
  void set_health(const PlantHealth& health, std::span<double> x) {
    health_.set(plant_, health, x);
  }
  void heal() { health_.heal(); }
  void shake(const PlantHealth& health, double dt_s, std::span<double> x,
             std::span<double> phases) const {
    health_.shake(plant_, health, dt_s, x, phases);
  }
  [[nodiscard]] std::size_t rotor_count() const { return health_.rotor_count(); }

  // The plant's state with the body as given, rotors at rest, batteries as charged in the file.
  void initial_state(const RigidBodyState<double>& body, std::span<double> x) const;
  // Motor i drives rotor i, in the order of the file; a disarmed or missing one is off.
  void plant_commands(const ActuatorCommand& command, std::span<double> plant_command) const;
  // What batteries and speed controllers would report, given what the plant found at x.
  [[nodiscard]] PowerTruth power(std::span<const double> x,
                                 const PlantEvaluation<double>& found) const;
  // What the rotors push with, of a wrench log [N].
  [[nodiscard]] Vec3 rotor_force_B(std::span<const Wrench<double>> log) const;
  // At rest at the origin of W on its lowest contact points, body z into the ground, nose to `yaw`
  // [rad].
  [[nodiscard]] RigidBodyState<double> standing_pose(const GroundPlane& ground, double yaw) const;

 private:
  friend Result<Vehicle> build_vehicle(const VehicleConfig& config, const VehicleSite& site);
  Vehicle(const VehicleConfig& config, const VehicleSite& site);

  std::string name_;
  PlantModel<double> plant_;
  ContactModel contact_;
  std::optional<AirsimContactModel> airsim_contact_;
  SensorSuite sensors_;
  Airframe airframe_;
  std::vector<AutopilotParameter> autopilot_parameters_;
  // The plant's own groups, which keep their place when a Vehicle moves; null when there are none.
  const PartRow<Rotor, double>* rotors_ = nullptr;
  const PartRow<AirsimRotor, double>* airsim_rotors_ = nullptr;
  const PartRow<Battery, double>* batteries_ = nullptr;
  std::vector<std::uint32_t> battery_cells_;
  PartHealth health_;
  AtmosphereConfig atmosphere_;  // that plant and barometers have now
};

// Errors: a config that validate() refuses, or whose parts answer faster than the site's step.
Result<Vehicle> build_vehicle(const VehicleConfig& config, const VehicleSite& site);

}  // namespace alula
