#include <memory>

#include <gtest/gtest.h>

#include "core/error.h"
#include "core/fixed_list.h"
#include "core/fixed_queue.h"

namespace alula {
namespace {

TEST(FixedQueue, GivesBackInOrder) {
  FixedQueue<int, 3> queue;
  EXPECT_TRUE(queue.empty());
  EXPECT_TRUE(queue.push(1));
  EXPECT_TRUE(queue.push(2));
  EXPECT_EQ(queue.front(), 1);
  EXPECT_EQ(queue.back(), 2);
  queue.pop();
  EXPECT_EQ(queue.front(), 2);
  EXPECT_EQ(queue.size(), 1U);
}

TEST(FixedQueue, DropsTheOldestWhenFullAndSaysSo) {
  FixedQueue<int, 3> queue;
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(queue.push(i));
  EXPECT_FALSE(queue.push(3));
  EXPECT_EQ(queue.size(), 3U);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(queue[i], static_cast<int>(i) + 1);
}

TEST(FixedQueue, SurvivesManyRounds) {
  FixedQueue<int, 7> queue;
  int pushed = 0, popped = 0;
  for (int round = 0; round < 1000; ++round) {
    for (int i = 0; i < round % 5; ++i) queue.push(pushed++);
    while (queue.size() > 2) {
      ASSERT_EQ(queue.front(), popped);
      queue.pop();
      ++popped;
    }
  }
  EXPECT_EQ(queue.back(), pushed - 1);
  queue.clear();
  EXPECT_TRUE(queue.empty());
}

TEST(FixedList, HoldsWhatIsPutIn) {
  FixedList<int, 4> list;
  for (int i = 0; i < 4; ++i) list.push_back(10 * i);
  EXPECT_TRUE(list.full());
  int sum = 0;
  for (const int value : list) sum += value;
  EXPECT_EQ(sum, 60);
  EXPECT_EQ(list[2], 20);
  list.clear();
  EXPECT_TRUE(list.empty());
}

TEST(ContainersDeathTest, OurOwnFaultsEndTheProgramWithPlaceAndCondition) {
  FixedList<int, 1> list;
  list.push_back(1);
  EXPECT_DEATH(list.push_back(2), "fixed_list.h:[0-9]+: assertion failed: !full\\(\\)");
  FixedQueue<int, 1> queue;
  EXPECT_DEATH(queue.pop(), "assertion failed");
  EXPECT_DEATH((void)queue.front(), "assertion failed");
}

Result<int> half(int value) {
  if (value % 2 != 0) return Error{ErrorCode::invalid_config, "value", "must be even"};
  return value / 2;
}

TEST(Result, IsAValueOrTheReasonWhyNot) {
  const Result<int> good = half(8);
  ASSERT_TRUE(good.ok());
  EXPECT_EQ(*good, 4);
  const Result<int> bad = half(7);
  ASSERT_FALSE(bad);
  EXPECT_EQ(bad.error().code, ErrorCode::invalid_config);
  EXPECT_EQ(bad.error().text(), "value: must be even");
  EXPECT_EQ((Error{ErrorCode::io, "", "no place"}.text()), "no place");
}

TEST(Result, MovesOutWhatCannotBeCopied) {
  Result<std::unique_ptr<int>> result = std::make_unique<int>(5);
  const std::unique_ptr<int> owned = std::move(result).value();
  EXPECT_EQ(*owned, 5);
}

TEST(ContainersDeathTest, AskingAnErrorForItsValueIsOurFault) {
  const Result<int> bad = half(7);
  EXPECT_DEATH((void)bad.value(), "assertion failed: ok\\(\\)");
}

}  // namespace
}  // namespace alula
