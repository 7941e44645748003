// scenario/scenario.h: a scenario file, schema version 1: bodies without a brain in one world.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.h"
#include "sim/simulation.h"

namespace alula {

// Rates in a file are those relative to inertial space (what a gyro reads) or relative to the Earth.
enum class RateReference : std::uint8_t { inertial, earth };

// Relative to the local level frame (north, east, down) at the place.
struct InitialState {
  Geodetic place{};
  Vec3 velocity_ned_m_s{};
  Euler attitude{};
  Vec3 rates_rad_s{};      // in body axes
  RateReference rates_reference = RateReference::earth;
  bool on_ground = false;  // standing at the origin, turned by attitude.yaw; the rest does not count
};

struct ScenarioVehicle {
  std::string name;
  VehicleConfig vehicle;
  InitialState initial{};
};

struct Scenario {
  SimulationConfig simulation{};
  std::vector<ScenarioVehicle> vehicles;
  double duration_s = 0.0;
  double record_rate_hz = 10.0;
};

// `path` of the file; vehicles and worlds that it names by path are looked for beside it, by name in `models_dir`.
// Errors name file, line and key.
Result<Scenario> load_scenario(const std::string& path, std::string_view models_dir);

Result<std::unique_ptr<Simulation>> build_simulation(const Scenario& scenario);

// The body state that an initial state means in a world.
RigidBodyState<double> body_of(const InitialState& initial, const LocalFrame& frame, const Vec3& omega_W);

}  // namespace alula
