// A run is a function of setup, seed and inputs; its state is all that it is.
#include <cmath>

#include <gtest/gtest.h>

#include "sim/autopilot_firmware.h"
#include "tests/sim/flights.h"

namespace alula {
namespace {

constexpr StepIndex kIntoTheAir = 25'000;  // the vehicle hovers by then
constexpr StepIndex kOneSecond = 1000;

TEST(Determinism, TheHoverMissionIsInTheAirWhenItsHashIsTaken) {
  const auto flight = build_flight(hover_setup());
  run_steps(flight->simulation(), kIntoTheAir);
  EXPECT_LT(flight->simulation().vehicle(0).truth(flight->simulation().arena()).p_WB.z, -1.0);
}

TEST(Determinism, SameSeedSameStateOtherSeedAnother) {
  const auto first = build_flight(hover_setup(7)), second = build_flight(hover_setup(7));
  const auto other = build_flight(hover_setup(8));
  for (const auto& flight : {first.get(), second.get(), other.get()}) {
    run_steps(flight->simulation(), kIntoTheAir);
  }
  EXPECT_EQ(first->simulation().state_hash(), second->simulation().state_hash());
  EXPECT_NE(first->simulation().state_hash(), other->simulation().state_hash());
}

TEST(Determinism, ARecorderThatLooksOnChangesNothing) {
  const auto bare = build_flight(hover_setup()), watched = build_flight(hover_setup());
  Recorder recorder(watched->recorder_config());
  LogRing ring(recorder.step_bytes_max());
  std::size_t bytes = 0;
  for (StepIndex i = 0; i < kIntoTheAir; ++i) {
    bare->step();
    watched->step();
    recorder.record(watched->view(), ring);
    bytes += ring.size();
    ring.consume(ring.size());
  }
  EXPECT_GT(bytes, 1'000'000U);
  EXPECT_EQ(ring.dropped_messages(), 0U);
  EXPECT_EQ(bare->simulation().state_hash(), watched->simulation().state_hash());
}

TEST(Determinism, EveryBlockLiesApartAndIsNamedOnce) {
  const auto flight = build_flight(hover_setup());
  const std::vector<BlockInfo>& blocks = flight->simulation().blocks();
  ASSERT_GT(blocks.size(), 15U);
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    EXPECT_GT(blocks[i].bytes, 0U) << blocks[i].name;
    const std::size_t end = blocks[i].offset + blocks[i].bytes;
    const bool last = i + 1 == blocks.size();
    EXPECT_LE(end, last ? flight->simulation().state().size() : blocks[i + 1].offset);
    for (std::size_t j = 0; j < i; ++j) EXPECT_NE(blocks[i].name, blocks[j].name);
  }
}

// 64 places spread over each block, its first and last bit among them, and the gaps between blocks.
TEST(Determinism, OneBitOfAnyBlockMovesTheHash) {
  const auto flight = build_flight(hover_setup());
  Simulation& simulation = flight->simulation();
  run_steps(simulation, kOneSecond);
  const std::vector<std::byte> state = copy_of_state(simulation);
  const std::uint64_t hash = simulation.state_hash();
  const auto moves = [&](std::size_t bit) {
    std::vector<std::byte> flipped = state;
    flipped[bit / 8] ^= std::byte{1} << (bit % 8);
    EXPECT_FALSE(simulation.restore(flipped, simulation.layout_hash()));
    return simulation.state_hash() != hash;
  };
  std::size_t gap = 0;
  for (const BlockInfo& block : simulation.blocks()) {
    if (gap < block.offset) {
      EXPECT_TRUE(moves(8 * gap)) << "before " << block.name;
    }
    gap = block.offset + block.bytes;
    for (std::size_t i = 0; i < 64; ++i) {
      const std::size_t bit = (8 * block.bytes - 1) * i / 63;
      EXPECT_TRUE(moves(8 * block.offset + bit)) << block.name << " bit " << bit;
    }
  }
  EXPECT_FALSE(simulation.restore(state, simulation.layout_hash()));
  EXPECT_EQ(simulation.state_hash(), hash);
}

TEST(Determinism, SensingTwiceIsSensingOnce) {
  const auto once = build_flight(hover_setup()), twice = build_flight(hover_setup());
  for (StepIndex i = 0; i < kOneSecond; ++i) {
    once->step();
    twice->simulation().sense();
    const std::uint64_t sensed = twice->simulation().state_hash();
    twice->simulation().sense();
    ASSERT_EQ(twice->simulation().state_hash(), sensed);
    twice->step();
    ASSERT_EQ(once->simulation().state_hash(), twice->simulation().state_hash());
  }
}

// A brain behind a link: it lives outside, between the two phases.
TEST(Determinism, ABrainBetweenThePhasesFliesAsOneInside) {
  const auto inside = build_world({}, pilot("x500", "a"));
  Participant empty = pilot("x500", "a");
  const std::unique_ptr<Firmware> brain = std::move(empty.firmware);
  const auto outside = build_world({}, std::move(empty));
  ArenaLayout layout;
  brain->add_state(layout);
  Arena brain_arena(layout);
  brain->start(brain_arena);

  const AutopilotCommand arm{.kind = CommandKind::start_mission_when_ready};
  const AutopilotCommand takeoff{.value = {5.0}, .kind = CommandKind::takeoff};
  for (StepIndex i = 0; i < kIntoTheAir; ++i) {
    for (const auto& [step, command] : {std::pair{0, arm}, std::pair{12'000, takeoff}}) {
      if (i != step) continue;
      ASSERT_TRUE(inside->queue(0, command));
      brain->handle(brain_arena, command, outside->time());
    }
    inside->step();
    outside->sense();
    const Samples& samples = outside->vehicle(0).samples(outside->arena());
    const ActuatorCommand motors = brain->update(brain_arena, samples, outside->time());
    outside->advance(std::span(&motors, 1));
  }
  for (const char* block : {"a/plant", "a/contact", "a/samples", "a/command", "a/truth", "a/imu"}) {
    EXPECT_EQ(blocks_of(*inside, block), blocks_of(*outside, block));
  }
}

}  // namespace
}  // namespace alula
