#include <algorithm>

#include "log/ulog_reader.h"
#include "tests/fuzz/laws.h"

namespace alula::fuzz {
namespace {

Breach check_topics(const UlogContent& log) {
  for (const UlogTopic& topic : log.topics) {
    const std::size_t records = topic.timestamp_us.size();
    const bool even = std::ranges::all_of(
        topic.columns, [&](const UlogColumn& c) { return c.values.size() == records; });
    if (records == 0 || !even) return "a topic without records or with columns of unlike lengths";
    if (log.find(topic.name, topic.multi_id) == nullptr) return "a topic that cannot be found";
  }
  return std::nullopt;
}

// As from a file that is read in small pieces.
Result<UlogContent> read_in_pieces(std::span<const std::byte> bytes) {
  constexpr std::size_t kPiece = 61;
  UlogReader reader;
  for (std::size_t i = 0; i < bytes.size(); i += kPiece)
    reader.feed(bytes.subspan(i, std::min(kPiece, bytes.size() - i)));
  return reader.finish();
}

}  // namespace

Breach read_ulog(std::string_view bytes) {
  const auto raw = std::as_bytes(std::span(bytes.data(), bytes.size()));
  const Result<UlogContent> log = alula::read_ulog(raw);
  const Result<UlogContent> pieces = read_in_pieces(raw);
  if (log.ok() != pieces.ok()) return "reads otherwise in pieces";
  if (!log.ok()) return check_late_message(log.error());
  if (log->records != pieces->records || log->topics.size() != pieces->topics.size())
    return "finds other records in pieces";
  if (log->faults.truncated_bytes + log->faults.skipped_bytes > bytes.size())
    return "more bytes lost than there were";
  return check_topics(*log);
}

}  // namespace alula::fuzz
