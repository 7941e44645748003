// The step allocates nothing: not the sensors, the brain, the plant, the recorder or the log file.
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <set>
#include <string>

#include <gtest/gtest.h>
#include <unistd.h>

#include "document/text_file.h"
#include "log/log_file.h"
#include "sim/mission_flight.h"
#include "tests/allocation/counting_malloc.h"

namespace alula {
namespace {

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

// The kinds one by one, so that a test that counts nothing is noticed.
TEST(CountingMalloc, SeesEveryWayToAllocate) {
  std::array<void*, 7> places{};
  std::size_t count = 0;
  {
    const AllocationWatch watch;
    places[0] = std::malloc(1);
    places[1] = std::calloc(2, 3);
    places[2] = std::realloc(nullptr, 4);
    places[3] = std::aligned_alloc(64, 64);
    count += static_cast<std::size_t>(posix_memalign(&places[4], 64, 64));
    places[5] = ::operator new(10);
    places[6] = ::operator new(128, std::align_val_t{64});
    count += watch.count();
  }
  ::operator delete(places[6], std::align_val_t{64});
  ::operator delete(places[5]);
  for (std::size_t i = 0; i < 5; ++i) std::free(places[i]);
  EXPECT_EQ(count, 7U);
}

TEST(Allocation, AWholeMissionWithItsLogAllocatesNothing) {
  const auto path = std::filesystem::temp_directory_path() /
                    ("alula-allocation-" + std::to_string(getpid()) + ".ulg");
  const std::unique_ptr<MissionFlight> flight = demo_flight();
  Recorder recorder(flight->recorder_config());
  LogRing ring(recorder.step_bytes_max());
  LogFile file = LogFile::open(path).value();
  ASSERT_FALSE(file.write(recorder.opening(0)));

  std::set<FlightMode> modes;
  FlightMode mode{};
  std::size_t allocations = 0, first_bytes = 0;
  StepIndex first_step = -1;
  std::optional<FlightEnd> end;
  while (!end) {
    {
      const AllocationWatch watch;
      flight->step();
      recorder.record(flight->view(), ring);
      const bool written = !file.drain(ring);
      ALULA_ASSERT(written);
      if (watch.count() > 0 && first_step < 0) {
        first_step = flight->view().step;
        first_bytes = watch.first_bytes();
      }
      allocations += watch.count();
      mode = flight->view().commander.vehicle.mode;
    }
    modes.insert(mode);
    end = flight->end();
  }
  EXPECT_EQ(allocations, 0U) << "the first at step " << first_step << ", " << first_bytes
                             << " bytes";
  EXPECT_TRUE(end->completed) << end->reason;
  EXPECT_GE(modes.size(), 3U);  // hold, mission, return
  ASSERT_FALSE(file.close());
  EXPECT_GT(file.bytes_written(), 10'000'000U);
  std::filesystem::remove(path);
}

}  // namespace
}  // namespace alula
