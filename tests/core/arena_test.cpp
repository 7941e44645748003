#include "core/arena.h"

#include <cstring>
#include <limits>
#include <set>

#include <gtest/gtest.h>

#include "core/fixed_list.h"
#include "core/fixed_queue.h"

namespace alula {
namespace {

struct Motion {
  double place = 1.5;
  double speed = -2.0;
};
struct Counter {
  std::int64_t count = 7;
  std::uint8_t flags[8]{1, 2, 3, 4, 5, 6, 7, 8};
};
struct PaddedInside {
  std::uint8_t flag = 0;
  double value = 0.0;
};
struct PaddedAtTheEnd {
  double value = 0.0;
  std::uint8_t flag = 0;
};
struct OwnsMemory {
  std::string name;
};

static_assert(ArenaState<Motion> && ArenaState<Counter>);
static_assert(ArenaState<FixedList<Motion, 3>> && ArenaState<FixedQueue<double, 5>>);
static_assert(!ArenaState<PaddedInside>, "padding bytes would make the hash random");
static_assert(!ArenaState<PaddedAtTheEnd>);
static_assert(!ArenaState<OwnsMemory>);

struct Layout {
  ArenaLayout layout;
  Block<Motion> motion = layout.add<Motion>("motion", 3);
  Block<Counter> counter = layout.add<Counter>("counter");
  Block<FixedList<Motion, 3>> list = layout.add<FixedList<Motion, 3>>("list");
};

TEST(Arena, BlocksLieInCreationOrderEachOnItsOwnCacheLine) {
  const Layout l;
  ASSERT_EQ(l.layout.blocks().size(), 3U);
  std::size_t end = 0;
  for (const BlockInfo& block : l.layout.blocks()) {
    EXPECT_EQ(block.offset % 64, 0U) << block.name;
    EXPECT_GE(block.offset, end) << block.name;
    end = block.offset + block.bytes;
  }
  EXPECT_EQ(l.layout.size(), end);
  EXPECT_EQ(l.layout.blocks()[0].name, "motion");
  EXPECT_EQ(l.layout.blocks()[0].bytes, 3 * sizeof(Motion));
}

TEST(Arena, EveryObjectStartsWithItsDefaults) {
  const Layout l;
  const Arena arena(l.layout);
  ASSERT_EQ(arena.get(l.motion).size(), 3U);
  for (const Motion& motion : arena.get(l.motion)) EXPECT_EQ(motion.speed, -2.0);
  EXPECT_EQ(arena.one(l.counter).count, 7);
  EXPECT_TRUE(arena.one(l.list).empty());
}

TEST(Arena, TwoArenasOfOneLayoutHaveTheSameBytes) {
  const Layout l;
  const Arena first(l.layout), second(l.layout);
  ASSERT_EQ(first.bytes().size(), l.layout.size());
  EXPECT_EQ(std::memcmp(first.bytes().data(), second.bytes().data(), first.bytes().size()), 0);
  EXPECT_EQ(hash_bytes(first.bytes()), hash_bytes(second.bytes()));
}

TEST(Arena, ACopyIsASnapshot) {
  const Layout l;
  Arena arena(l.layout);
  arena.get(l.motion)[1].place = 3.0;
  const Arena saved = arena;
  arena.get(l.motion)[1].place = 4.0;
  EXPECT_EQ(saved.get(l.motion)[1].place, 3.0);
  arena = saved;
  EXPECT_EQ(arena.get(l.motion)[1].place, 3.0);
  EXPECT_EQ(hash_bytes(arena.bytes()), hash_bytes(saved.bytes()));
}

TEST(Arena, EveryBitMovesTheHash) {
  const Layout l;
  Arena arena(l.layout);
  const std::uint64_t before = hash_bytes(arena.bytes());
  std::set<std::uint64_t> hashes{before};
  std::size_t flips = 0;
  for (std::byte& byte : arena.bytes()) {
    for (int bit = 0; bit < 8; ++bit) {
      const std::byte mask{static_cast<unsigned char>(1U << bit)};
      byte ^= mask;
      hashes.insert(hash_bytes(arena.bytes()));
      byte ^= mask;
      ++flips;
    }
  }
  EXPECT_EQ(hashes.size(), flips + 1);  // all different, and none as before
  EXPECT_EQ(hash_bytes(arena.bytes()), before);
}

TEST(HashBytes, LengthAndSeedCount) {
  const std::array<std::byte, 16> zeros{};
  const std::span<const std::byte> all(zeros);
  std::set<std::uint64_t> hashes;
  for (std::size_t n = 0; n <= zeros.size(); ++n) hashes.insert(hash_bytes(all.first(n)));
  EXPECT_EQ(hashes.size(), zeros.size() + 1);
  EXPECT_NE(hash_bytes(all, 1), hash_bytes(all, 2));
}

}  // namespace
}  // namespace alula
