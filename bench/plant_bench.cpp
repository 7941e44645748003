// How long a step of the plant takes in k (k_unit.h): an x500 (4 rotors, battery, drag) on the
// turning WGS84 Earth in the standard atmosphere, RK4. plant_step_* take the parts from a list in
// the test, without contact; x500_* take the vehicle file, contact with the ground included.
#include <type_traits>
#include <vector>

#include <benchmark/benchmark.h>

#include "bench/k_unit.h"
#include "tests/dynamics/quad_plant.h"
#include "vehicle/vehicle.h"

namespace {

using namespace alula;
using namespace alula::test;

constexpr double kHoverCommand = 0.73;
constexpr double kStepMax = 550.0;  // acceptance, of a step [k]

template <class Real, class Plant> void time_plant(benchmark::State& state, const Plant& plant) {
  const std::vector<Real> start = quad_at_rest<Real>(x500_config(), 769.0);
  const std::vector<Real> command(plant.command_size(), Real(kHoverCommand));
  std::vector<Real> x, scratch(plant_scratch_size(start.size()));
  bench_in_k(
      state, std::is_same_v<Real, double> ? kStepMax : 0.0, "a step", [&] { x = start; },
      [&](int i) {
        step_rk4<Real>(plant, 1e-3 * i, 1e-3, x, command, scratch);
        benchmark::DoNotOptimize(x.data());
      });
}
template <class Real> void plant_step_part_list(benchmark::State& state) {
  time_plant<Real>(state, quad_plant<Real>(x500_config()));
}
template <class Real> void plant_step_fixed_parts(benchmark::State& state) {
  time_plant<Real>(state, fixed_quad_plant<Real>(x500_config()));
}

// The vehicle file's x500, integrated and then brought to terms with the ground.
void time_x500(benchmark::State& state, double height_m, double motor_command) {
  const VehicleConfig config =
      load_vehicle(find_vehicle("x500", ALULA_SOURCE_DIR "/models")).value();
  VehicleSite site;
  site.ground = GroundPlane{};
  const Vehicle vehicle = build_vehicle(config, site).value();
  const PlantModel<double>& plant = vehicle.plant();
  RigidBodyState<double> body = vehicle.standing_pose(*site.ground, 0.0);
  body.p_WB.z -= height_m;
  const std::vector<double> command(plant.command_size(), motor_command);
  std::vector<double> x(plant.state_size()), scratch(plant_scratch_size(x.size()));
  ContactState contact;
  bench_in_k(
      state, kStepMax, "a step",
      [&] {
        vehicle.initial_state(body, x);
        contact = {};
      },
      [&](int i) {
        const Vec3 v_before = read_body(x.data()).v_WB;
        step_rk4<double>(plant, 1e-3 * i, 1e-3, x, command, scratch);
        RigidBodyState<double> after = read_body(x.data());
        const FreeStep free{.acceleration_W = 1e3 * (after.v_WB - v_before)};
        benchmark::DoNotOptimize(vehicle.contact().resolve(contact, after, 1e-3, free));
        write_body(after, x.data());
        normalize_attitude(x.data());
        benchmark::DoNotOptimize(x.data());
      });
}
void x500_in_the_air(benchmark::State& state) { time_x500(state, 50.0, kHoverCommand); }
void x500_on_the_ground(benchmark::State& state) { time_x500(state, 0.0, kRotorOff); }

BENCHMARK(plant_step_part_list<double>)->UseManualTime();
BENCHMARK(plant_step_fixed_parts<double>)->UseManualTime();
BENCHMARK(plant_step_part_list<float>)->UseManualTime();
BENCHMARK(plant_step_fixed_parts<float>)->UseManualTime();
BENCHMARK(x500_in_the_air)->UseManualTime();
BENCHMARK(x500_on_the_ground)->UseManualTime();

}  // namespace
