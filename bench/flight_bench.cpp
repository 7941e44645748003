// How fast the closed loop is: physics, sensors, autopilot, and the log on its way to the disk,
// over the whole demo mission. Times are CPU time of the thread, the kernel's share in writing the
// log included; medians of kRounds flights. The label ends with the state hash at the end, the same
// as in the summary of `alula fly missions/demo.plan`.
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>
#include <fmt/format.h>
#include <unistd.h>

#include "bench/k_unit.h"
#include "document/text_file.h"
#include "log/log_file.h"
#include "sim/mission_flight.h"

namespace alula {
namespace {

constexpr int kRounds = 5;
// Acceptance, k per simulated second.
constexpr double kWithLogMax = 1.85e6, kWithoutLogMax = 1.1e6;

FlightSetup::Text text_of(const std::string& path) {
  const std::string place = std::string(ALULA_SOURCE_DIR) + "/" + path;
  return {path, read_file(place, std::size_t{1} << 20).value()};
}

std::unique_ptr<MissionFlight> demo_flight() {
  FlightSetup setup;
  setup.plan = text_of("missions/demo.plan");
  setup.vehicle = text_of("models/vehicles/x500.yaml");
  return MissionFlight::build(setup).value();
}

// As apps/alula/flight_loop.cpp does it.
void fly_with_log(MissionFlight& flight, const std::string& path) {
  Recorder recorder(flight.recorder_config());
  LogRing ring(recorder.step_bytes_max());
  LogFile file = LogFile::open(path).value();
  bool failed = file.write(recorder.opening(0)).has_value();
  while (!flight.end()) {
    flight.step();
    recorder.record(flight.view(), ring);
    failed = failed || file.drain(ring).has_value();
  }
  failed = failed || file.close().has_value();
  ALULA_ASSERT(!failed);
}

void fly_without_log(MissionFlight& flight) {
  while (!flight.end()) flight.step();
}

void demo_mission(benchmark::State& state, bool log) {
  const std::string path =
      std::filesystem::temp_directory_path() / ("alula-bench-" + std::to_string(getpid()) + ".ulg");
  std::vector<double> cpu_s, k_per_second;
  double simulated_s = 0.0;
  std::string hash;
  for (auto _ : state) {
    const std::unique_ptr<MissionFlight> flight = demo_flight();
    const double k_before_ns = time_of_k_ns();
    const double begin_ns = cpu_ns();
    if (log) {
      fly_with_log(*flight, path);
    } else {
      fly_without_log(*flight);
    }
    const double flown_ns = cpu_ns() - begin_ns;
    const double k_ns = 0.5 * (k_before_ns + time_of_k_ns());
    std::filesystem::remove(path);
    const Simulation& simulation = flight->simulation();
    simulated_s = seconds(simulation.time());
    cpu_s.push_back(1e-9 * flown_ns);
    k_per_second.push_back(flown_ns / simulated_s / k_ns);
    state.SetIterationTime(cpu_s.back());
    hash = fmt::format("{:016x}", simulation.state_hash());
    state.counters["arena_bytes"] = static_cast<double>(simulation.state().size());
  }
  state.counters["times_real_time"] = simulated_s / median(cpu_s);
  state.counters["simulated_s"] = simulated_s;
  report_k(state, median(k_per_second), log ? kWithLogMax : kWithoutLogMax,
           "a simulated second, state hash " + hash);
}

void demo_mission_with_log(benchmark::State& state) { demo_mission(state, true); }
void demo_mission_without_log(benchmark::State& state) { demo_mission(state, false); }

BENCHMARK(demo_mission_with_log)->UseManualTime()->Iterations(kRounds)->Unit(benchmark::kSecond);
BENCHMARK(demo_mission_without_log)->UseManualTime()->Iterations(kRounds)->Unit(benchmark::kSecond);

}  // namespace
}  // namespace alula
