// A snapshot file is enough to go on, and a file that is not whole is refused.
#include <csignal>
#include <filesystem>
#include <random>
#include <set>

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include "document/text_file.h"
#include "tests/sim/flights.h"

namespace alula {
namespace {

namespace fs = std::filesystem;

// A folder of its own for each test.
class SnapshotFile : public testing::Test {
 protected:
  void SetUp() override {
    const auto* test = testing::UnitTest::GetInstance()->current_test_info();
    folder_ = fs::temp_directory_path() / ("alula-" + std::to_string(getpid()) + test->name());
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  [[nodiscard]] std::string path(const std::string& name) const { return folder_ / name; }
  [[nodiscard]] std::vector<std::string> names() const {
    std::set<std::string> found;
    for (const auto& entry : fs::directory_iterator(folder_)) found.insert(entry.path().filename());
    return {found.begin(), found.end()};
  }
  // What load_snapshot says to these bytes, without the path; empty when it takes them.
  std::string verdict(const std::string& bytes) {
    EXPECT_FALSE(replace_file(path("damaged"), bytes));
    const Result<Snapshot> snapshot = load_snapshot(path("damaged"));
    if (snapshot.ok()) return "";
    EXPECT_EQ(snapshot.error().code, ErrorCode::bad_format);
    EXPECT_EQ(snapshot.error().where, path("damaged"));
    return snapshot.error().message;
  }
  // A small one, whole.
  std::string whole_file() {
    Snapshot snapshot{{{"plan", "a plan"}, {"vehicle", std::string(300, 'v')}}, 42, {}};
    for (int i = 0; i < 1000; ++i) snapshot.state.push_back(static_cast<std::byte>(i * i));
    EXPECT_FALSE(save_snapshot(snapshot, path("whole")));
    return read_file(path("whole"), 1'000'000).value();
  }

 private:
  fs::path folder_;
};

TEST_F(SnapshotFile, ComesBackAsItWent) {
  const auto flight = build_flight(hover_setup());
  run_steps(flight->simulation(), 500);
  const Snapshot saved = flight->snapshot();
  ASSERT_FALSE(save_snapshot(saved, path("s")));
  const Result<Snapshot> loaded = load_snapshot(path("s"));
  ASSERT_TRUE(loaded.ok());
  EXPECT_EQ(loaded.value().inputs, saved.inputs);
  EXPECT_EQ(loaded.value().layout_hash, saved.layout_hash);
  EXPECT_EQ(loaded.value().state, saved.state);
  EXPECT_EQ(names(), std::vector<std::string>{"s"});
}

TEST_F(SnapshotFile, IsEnoughToGoOnToTheSameState) {
  const auto flight = build_flight(hover_setup(3));
  run_steps(flight->simulation(), 17'345);
  ASSERT_FALSE(save_snapshot(flight->snapshot(), path("s")));
  run_steps(flight->simulation(), 4'000);

  const auto resumed = MissionFlight::resume(load_snapshot(path("s")).value());
  ASSERT_TRUE(resumed.ok());
  EXPECT_EQ(resumed.value()->simulation().step_index(), 17'345);
  run_steps(resumed.value()->simulation(), 4'000);
  EXPECT_EQ(flight->simulation().state_hash(), resumed.value()->simulation().state_hash());
}

// Also between the two phases of a step, and before the first one.
TEST_F(SnapshotFile, MayBeTakenAtAnyMoment) {
  const auto flight = build_flight(hover_setup());
  std::vector<Snapshot> taken{flight->snapshot()};
  run_steps(flight->simulation(), 100);
  flight->simulation().sense();
  taken.push_back(flight->snapshot());
  run_steps(flight->simulation(), 100);
  for (const Snapshot& snapshot : taken) {
    const auto resumed = MissionFlight::resume(snapshot);
    ASSERT_TRUE(resumed.ok());
    Simulation& simulation = resumed.value()->simulation();
    run_steps(simulation, 200 - simulation.step_index());
    EXPECT_EQ(simulation.state_hash(), flight->simulation().state_hash());
  }
}

TEST_F(SnapshotFile, AStateOfAnotherLayoutIsRefusedAndChangesNothing) {
  const auto world = build_world({}, body_without_brain("x500", "a"));
  const auto other = build_world({}, body_without_brain("x500", "b"));  // only the name differs
  run_steps(*world, 10);
  const std::uint64_t hash = world->state_hash();
  const std::vector<std::byte> state = copy_of_state(*other);
  ASSERT_EQ(state.size(), world->state().size());
  const std::span<const std::byte> cut = std::span(state).first(state.size() - 1);
  for (const MaybeError& error :
       {world->restore(state, other->layout_hash()), world->restore(cut, world->layout_hash())}) {
    ASSERT_TRUE(error.has_value());
    EXPECT_EQ(error->code, ErrorCode::bad_format);
    EXPECT_EQ(error->text(),
              "snapshot: was written by another version: its state has another layout");
  }
  EXPECT_EQ(world->state_hash(), hash);
}

TEST_F(SnapshotFile, CutShortAnywhereIsRefused) {
  const std::string whole = whole_file();
  EXPECT_EQ(verdict(whole), "");
  EXPECT_EQ(verdict(""), "is empty, expected a snapshot");
  for (std::size_t size = 1; size < whole.size(); size += size < 80 ? 1 : 13) {
    const std::string said = verdict(whole.substr(0, size));
    ASSERT_EQ(said.substr(0, 12), "is cut short") << size << ": " << said;
  }
  EXPECT_EQ(verdict(whole.substr(0, 100)),
            "is cut short: 100 of " + std::to_string(whole.size()) + " bytes are there");
  EXPECT_EQ(verdict(whole + "x"), "has " + std::to_string(whole.size() + 1) + " bytes, expected " +
                                      std::to_string(whole.size()));
}

TEST_F(SnapshotFile, AnyBitThatFlipsIsNoticed) {
  const std::string whole = whole_file();
  std::mt19937 random(1);
  for (int i = 0; i < 500; ++i) {
    std::string flipped = whole;
    const std::size_t bit = random() % (8 * whole.size());
    flipped[bit / 8] = static_cast<char>(flipped[bit / 8] ^ (1 << (bit % 8)));
    EXPECT_NE(verdict(flipped), "") << "bit " << bit;
  }
  std::string flipped = whole;
  flipped[whole.size() / 2] = static_cast<char>(flipped[whole.size() / 2] ^ 4);
  EXPECT_EQ(verdict(flipped), "is damaged: its check sum does not fit");
}

TEST_F(SnapshotFile, WhatIsNoneOrOfAnotherFormatIsRefused) {
  EXPECT_EQ(verdict("fileType: Plan"), "is no snapshot, expected a file that --save-at wrote");
  std::string later = whole_file();
  later[8] = 9;
  EXPECT_EQ(verdict(later), "has format 9, expected 1: another Alula wrote it");
  EXPECT_EQ(load_snapshot(path("")).error().text(), path("") + ": is a folder; expected a file");
  EXPECT_EQ(load_snapshot(path("none")).error().text(),
            path("none") + ": cannot be read: No such file or directory");
}

// A check sum that fits and a content that does not: what a hostile hand could write.
TEST_F(SnapshotFile, InputsThatAreMissingAreNamed) {
  Snapshot snapshot = build_flight(hover_setup())->snapshot();
  snapshot.inputs.erase("plan");
  EXPECT_EQ(MissionFlight::resume(snapshot).error().text(), "snapshot: has no input \"plan\"");
  snapshot.inputs["plan"] = "{}";
  EXPECT_FALSE(MissionFlight::resume(snapshot).ok());
  snapshot = build_flight(hover_setup())->snapshot();
  snapshot.inputs["seed"] = "many";
  EXPECT_EQ(MissionFlight::resume(snapshot).error().text(),
            "snapshot: its seed or time limit is no number");
}

TEST_F(SnapshotFile, AWriteThatFailsLeavesNothingHalfWritten) {
  const std::string before = whole_file();
  const Snapshot large = build_flight(hover_setup())->snapshot();
  rlimit limit{};
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &limit), 0);
  const rlimit small{10'000, limit.rlim_max};
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &small), 0);
  const MaybeError error = save_snapshot(large, path("whole"));
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &limit), 0);
  std::signal(SIGXFSZ, handler);

  ASSERT_TRUE(error.has_value());
  EXPECT_EQ(error->code, ErrorCode::io);
  EXPECT_EQ(error->text(), path("whole") + ": cannot be written: File too large");
  EXPECT_EQ(names(), std::vector<std::string>{"whole"});
  EXPECT_EQ(read_file(path("whole"), 1'000'000).value(), before);

  EXPECT_EQ(save_snapshot(large, path("no/folder"))->code, ErrorCode::io);
  fs::create_directory(path("taken"));
  EXPECT_EQ(save_snapshot(large, path("taken"))->code, ErrorCode::io);
  EXPECT_EQ(names(), (std::vector<std::string>{"taken", "whole"}));
}

}  // namespace
}  // namespace alula
