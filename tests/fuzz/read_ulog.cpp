#include <algorithm>

#include "log/ulog_reader.h"
#include "tests/fuzz/laws.h"

namespace alula::fuzz {

Breach read_ulog(std::string_view bytes) {
  const Result<UlogContent> log =
      alula::read_ulog(std::as_bytes(std::span(bytes.data(), bytes.size())));
  if (!log.ok()) return check_late_message(log.error());
  for (const UlogTopic& topic : log->topics) {
    const std::size_t records = topic.timestamp_us.size();
    const bool even = std::all_of(topic.columns.begin(), topic.columns.end(),
                                  [&](const auto& c) { return c.values.size() == records; });
    if (records == 0 || !even) return "a topic without records or with columns of unlike lengths";
    if (log->find(topic.name, topic.multi_id) == nullptr) return "a topic that cannot be found";
  }
  return log->faults.truncated_bytes <= bytes.size() ? Breach{} : "more bytes lost than there were";
}

}  // namespace alula::fuzz
