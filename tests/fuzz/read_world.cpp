#include "tests/fuzz/laws.h"
#include "vehicle/vehicle_config.h"

namespace alula::fuzz {
namespace {

constexpr int kSteps = 20;

// A body with legs and every sensor, standing and in the air.
Result<VehicleConfig> x500() { return load_vehicle(ALULA_SOURCE_DIR "/models/vehicles/x500.yaml"); }

}  // namespace

Breach read_world(std::string_view bytes) {
  static const VehicleConfig kVehicle = x500().value();
  const Result<WorldConfig> world = parse_world(bytes, kFileName);
  if (!world.ok()) return check_message(world.error());

  SimulationConfig config;
  config.world = *world;
  config.integrator = world->integrator;
  std::vector<Participant> participants(2);
  for (Participant& p : participants) p.vehicle = kVehicle;
  participants[0].name = "standing";
  participants[1].name = "falling";
  participants[1].body.emplace().p_WB.z = -10.0;
  Result<std::unique_ptr<Simulation>> built = Simulation::build(config, std::move(participants));
  if (!built.ok()) return check_late_message(built.error());
  return check_steps(**built, kSteps);
}

}  // namespace alula::fuzz
