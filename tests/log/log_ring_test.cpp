#include "log/log_ring.h"

#include <string>

#include <gtest/gtest.h>

namespace alula {
namespace {

std::vector<unsigned> drain(LogRing& ring) {
  std::vector<unsigned> bytes;
  for (const auto piece : ring.readable())
    for (const std::byte b : piece) bytes.push_back(std::to_integer<unsigned>(b));
  ring.consume(ring.size());
  return bytes;
}

std::vector<std::byte> record(std::size_t size, unsigned fill) {
  return std::vector<std::byte>(size, static_cast<std::byte>(fill));
}

TEST(LogRing, WritesWholeUlogMessages) {
  LogRing ring(64);
  ASSERT_TRUE(ring.push_data(0x0102, record(3, 9), 0));
  EXPECT_EQ(drain(ring), (std::vector<unsigned>{5, 0, 'D', 2, 1, 9, 9, 9}));
  ASSERT_TRUE(ring.push_text(4, "hi", 0x0a0b));
  EXPECT_EQ(drain(ring),
            (std::vector<unsigned>{11, 0, 'L', '4', 0x0b, 0x0a, 0, 0, 0, 0, 0, 0, 'h', 'i'}));
}

TEST(LogRing, KeepsTheOrderWhenItWraps) {
  LogRing ring(41);  // not a multiple of the messages' length
  for (unsigned i = 0; i < 100; ++i) {
    ASSERT_TRUE(ring.push_data(7, record(8, i), 0));
    ASSERT_TRUE(ring.push_data(7, record(8, i + 1), 0));
    const auto bytes = drain(ring);
    ASSERT_EQ(bytes.size(), 26u);
    EXPECT_EQ(bytes[5], i % 256);
    EXPECT_EQ(bytes[12], i % 256);
    EXPECT_EQ(bytes[18], (i + 1) % 256);
  }
  EXPECT_EQ(ring.dropped_messages(), 0u);
}

// Full at 1.000 s, room again at 1.250 s: a drop-out of 250 ms stands before the next message.
TEST(LogRing, MarksWhatItHadToDrop) {
  LogRing ring(20);
  ASSERT_TRUE(ring.push_data(1, record(10, 1), 900'000));
  EXPECT_FALSE(ring.push_data(1, record(10, 2), 1'000'000));
  EXPECT_FALSE(ring.push_data(1, record(10, 3), 1'100'000));
  EXPECT_EQ(ring.dropped_messages(), 2u);
  EXPECT_EQ(drain(ring).size(), 15u);
  ASSERT_TRUE(ring.push_data(1, record(10, 4), 1'250'000));
  const auto bytes = drain(ring);
  ASSERT_EQ(bytes.size(), 20u);
  EXPECT_EQ((std::vector<unsigned>(bytes.begin(), bytes.begin() + 5)),
            (std::vector<unsigned>{2, 0, 'O', 250, 0}));
  EXPECT_EQ(bytes[10], 4u);
  ASSERT_TRUE(ring.push_data(1, record(10, 5), 1'300'000));
  EXPECT_EQ(drain(ring).size(), 15u) << "one gap, one mark";
}

TEST(LogRing, CutsLongTexts) {
  LogRing ring(4096);
  ASSERT_TRUE(ring.push_text(6, std::string(2000, 'x'), 0));
  EXPECT_EQ(ring.size(), 3 + 9 + LogRing::kTextBytesMax);
}

}  // namespace
}  // namespace alula
