#include "autopilot/events.h"

#include <cstring>
#include <string>

#include <gtest/gtest.h>

namespace alula {
namespace {

TEST(Events, CarryTimeLevelTextAndAnIdOfTheirName) {
  EventList list;
  EventLog log(list, nanoseconds(3.0));
  log.add(EventLevel::warning, "arming_refused", "Arming refused: {}", "the battery is low");
  log.add(EventLevel::info, "armed", "Armed");
  log.add(EventLevel::info, "arming_refused", "the same name");
  ASSERT_EQ(list.size(), 3U);
  EXPECT_EQ(list[0].time, 3'000'000'000);
  EXPECT_EQ(list[0].level, EventLevel::warning);
  EXPECT_STREQ(list[0].text.data(), "Arming refused: the battery is low");
  EXPECT_EQ(list[0].id >> 24, 1U) << "component 1, the autopilot";
  EXPECT_EQ(list[0].id, list[2].id) << "one name, one id";
  EXPECT_NE(list[0].id, list[1].id);
}

TEST(Events, LongTextsAreCutAndStillEnd) {
  EventList list;
  EventLog(list, 0).add(EventLevel::info, "long", "{}", std::string(1000, 'x'));
  EXPECT_EQ(std::strlen(list[0].text.data()), list[0].text.size() - 1);
}

TEST(Events, AFullListDropsNewsAndKeepsRoomForWarnings) {
  EventList list;
  EventLog log(list, 0);
  for (int i = 0; i < 100; ++i) log.add(EventLevel::info, "item", "Mission item {}", i);
  EXPECT_LT(list.size(), EventList::capacity());
  log.add(EventLevel::critical, "position_lost", "Position lost");
  EXPECT_STREQ(list[list.size() - 1].text.data(), "Position lost");
  for (int i = 0; i < 100; ++i) log.add(EventLevel::warning, "more", "More");
  EXPECT_EQ(list.size(), EventList::capacity());
}

}  // namespace
}  // namespace alula
