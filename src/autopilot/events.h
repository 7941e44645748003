// autopilot/events.h: what happened, in words and as a number, for the log and for people. No
// allocation.
#pragma once

#include <string_view>
#include <type_traits>

#include <fmt/format.h>

#include "core/fixed_list.h"
#include "core/random.h"
#include "signals/vehicle_status.h"

namespace alula {

using EventList = FixedList<Event, kEventsPerStep>;

// The number of the event `name`, which never changes ("takeoff_detected").
constexpr std::uint32_t event_id(std::string_view name) {
  return static_cast<std::uint32_t>(name_hash(name) & 0xffffffU) | 0x1000000U;
}

// Writes into one step's list, which drops what it cannot hold. A mission may run through dozens of
// items in one step, so news leave room for what is worse.
class EventLog {
 public:
  EventLog(EventList& list, TimeNs now) : list_(list), now_(now) {}

  // `name` identifies the event; the text is for people.
  template <class... Args>
  void add(EventLevel level, std::string_view name, fmt::format_string<Args...> format,
           Args&&... args) {
    const std::size_t kept_free = level > EventLevel::warning ? kKeptForWarnings : 0;
    if (list_.size() + kept_free >= EventList::capacity()) return;
    Event event;
    event.time = now_;
    event.level = level;
    event.id = event_id(name);
    fmt::format_to_n(event.text.data(), event.text.size() - 1, format, std::forward<Args>(args)...);
    list_.push_back(event);
  }

 private:
  static constexpr std::size_t kKeptForWarnings = 4;

  EventList& list_;
  TimeNs now_;
};

}  // namespace alula
