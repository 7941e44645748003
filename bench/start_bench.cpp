// From the start of the program to the end of the first simulated second: `alula fly` of the demo
// mission, ended there by its time limit. CPU time of that process, all of it: loading, reading
// plan and vehicle, building, flying, writing the log.
#include <filesystem>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>
#include <fcntl.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench/k_unit.h"
#include "core/assert.h"

namespace alula {
namespace {

constexpr int kRounds = 7;
constexpr double kCpuMax_s = 0.2;  // acceptance
constexpr int kFailed = 1;         // what `alula fly` ends with when its time is up

double seconds_of(const timeval& t) {
  return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
}

// CPU time of one run, system's share included [s].
double first_second_s(const std::string& program, const std::string& folder) {
  std::vector<std::string> words{
      program, "fly", ALULA_SOURCE_DIR "/missions/demo.plan", "--max-time", "1", "--out", folder};
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t silent;
  posix_spawn_file_actions_init(&silent);
  for (const int stream : {STDOUT_FILENO, STDERR_FILENO})
    posix_spawn_file_actions_addopen(&silent, stream, "/dev/null", O_WRONLY, 0);
  pid_t process = 0;
  const int failed =
      posix_spawn(&process, program.c_str(), &silent, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&silent);
  ALULA_ASSERT(failed == 0);
  int status = 0;
  rusage used{};
  const pid_t ended = wait4(process, &status, 0, &used);
  ALULA_ASSERT(ended == process);
  ALULA_ASSERT(WIFEXITED(status));
  ALULA_ASSERT(WEXITSTATUS(status) == kFailed);
  return seconds_of(used.ru_utime) + seconds_of(used.ru_stime);
}

void first_second_of_a_flight(benchmark::State& state) {
  namespace fs = std::filesystem;
  const std::string program = fs::read_symlink("/proc/self/exe").parent_path() / "alula";
  const fs::path folder = fs::temp_directory_path() / ("alula-bench-" + std::to_string(getpid()));
  std::vector<double> cpu_s, k;
  for (auto _ : state) {
    cpu_s.push_back(first_second_s(program, folder));
    k.push_back(1e9 * cpu_s.back() / time_of_k_ns());
    state.SetIterationTime(cpu_s.back());
  }
  fs::remove_all(folder);
  report_k(state, median(k), 0.0, "from the start of the program");
  state.counters["cpu_s"] = median(cpu_s);
  state.counters["cpu_s_max"] = kCpuMax_s;
}
BENCHMARK(first_second_of_a_flight)
    ->UseManualTime()
    ->Iterations(kRounds)
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace alula
