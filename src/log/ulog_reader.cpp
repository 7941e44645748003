#include "log/ulog_reader.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <limits>
#include <system_error>
#include <utility>

#include "log/ulog_message.h"

namespace alula {
namespace {

using Bytes = std::span<const std::byte>;

constexpr std::size_t kMessageBytesMax = kUlogMessageHeadBytes + 65535;
constexpr int kChainMessages = 2;  // one could be made of chance
constexpr std::size_t kPieceBytes = std::size_t{1} << 18;

Bytes payload_of(Bytes bytes, const UlogHead& head) {
  return bytes.subspan(kUlogMessageHeadBytes, head.bytes - kUlogMessageHeadBytes);
}

// Whether `count` messages, or fewer and the end of the log, follow each other from here on.
enum class Found : std::uint8_t { no, yes, needs_more };
Found chain_at(const UlogDecoder& decoder, Bytes bytes, int count, bool is_end) {
  for (; count > 0; --count) {
    if (bytes.empty() && is_end) return Found::yes;
    if (bytes.size() < kUlogMessageHeadBytes) return is_end ? Found::no : Found::needs_more;
    const UlogHead head = ulog_head(bytes);
    if (!UlogDecoder::knows(head.type)) return Found::no;
    if (bytes.size() < head.bytes) return is_end ? Found::no : Found::needs_more;
    if (!decoder.is_plausible(head.type, payload_of(bytes, head))) return Found::no;
    bytes = bytes.subspan(head.bytes);
  }
  return Found::yes;
}

}  // namespace

void UlogReader::feed(Bytes bytes) {
  while (!waiting_.empty() && !bytes.empty()) {
    const std::size_t waited = waiting_.size();
    const std::size_t added = std::min(bytes.size(), kMessageBytesMax);
    waiting_.insert(waiting_.end(), bytes.begin(), bytes.begin() + static_cast<long>(added));
    const std::size_t used = read(waiting_, false);
    if (used >= waited) {  // the rest is read where it lies
      waiting_.clear();
      bytes = bytes.subspan(used - waited);
      break;
    }
    waiting_.erase(waiting_.begin(), waiting_.begin() + static_cast<long>(used));
    bytes = bytes.subspan(added);
  }
  if (bytes.empty()) return;
  bytes = bytes.subspan(read(bytes, false));
  waiting_.insert(waiting_.end(), bytes.begin(), bytes.end());
}

Result<UlogContent> UlogReader::finish() {
  read(waiting_, true);
  if (!is_ulog_ || offset_ < kUlogFileHeadBytes)
    return Error{ErrorCode::bad_format, "",
                 "not a ULog file: its first bytes are not \"ULog\" 01 12 35"};
  if (decoder_.is_unreadable())
    return Error{ErrorCode::bad_format, "", "this ULog uses features that are not known here"};
  return std::move(decoder_.content());
}

std::size_t UlogReader::read(Bytes bytes, bool is_end) {
  Bytes rest = bytes;
  if (offset_ == 0) {
    if (bytes.size() < kUlogFileHeadBytes) return 0;
    is_ulog_ = std::memcmp(bytes.data(), kUlogMagic.data(), 7) == 0;
    std::memcpy(&decoder_.content().start_time_us, bytes.data() + 8, sizeof(std::uint64_t));
    advance(rest, kUlogFileHeadBytes);
  }
  while (!rest.empty()) {
    if (!is_ulog_ || decoder_.is_unreadable()) return bytes.size();
    const Step step = searching_ ? search(rest, is_end) : take_message(rest, is_end);
    if (step == Step::more) break;
  }
  return bytes.size() - rest.size();
}

void UlogReader::advance(Bytes& rest, std::size_t count) {
  rest = rest.subspan(count);
  offset_ += count;
}

UlogReader::Step UlogReader::take_message(Bytes& rest, bool is_end) {
  UlogFaults& faults = decoder_.content().faults;
  const std::size_t limit = bytes_to_next_start();
  const UlogHead head = rest.size() < kUlogMessageHeadBytes
                            ? UlogHead{std::numeric_limits<std::size_t>::max(), 0}
                            : ulog_head(rest);
  if (head.bytes > limit && rest.size() >= limit) {  // data of a crashed writer's successor follow
    faults.truncated_bytes += limit;
    advance(rest, limit);
    return Step::taken;
  }
  if (rest.size() < head.bytes) {
    if (!is_end) return Step::more;
    return take_end(rest);
  }
  if (head.type == 'D' && decoder_.decode(head.type, payload_of(rest, head))) {
    advance(rest, head.bytes);
    return Step::taken;
  }
  return take_other(rest, head, is_end);
}

// A message that has no end: the log was cut off, or a length is wrong and others follow.
UlogReader::Step UlogReader::take_end(Bytes& rest) {
  UlogFaults& faults = decoder_.content().faults;
  std::size_t next = 1;
  while (next < rest.size() &&
         chain_at(decoder_, rest.subspan(next), kChainMessages, true) != Found::yes)
    ++next;
  (next < rest.size() ? faults.skipped_bytes : faults.truncated_bytes) += next;
  advance(rest, next);
  return Step::taken;
}

// Text and definitions, and what cannot be understood. Either the message is strange, then another
// follows it; or its length is wrong, then something else does.
UlogReader::Step UlogReader::take_other(Bytes& rest, const UlogHead& head, bool is_end) {
  UlogFaults& faults = decoder_.content().faults;
  const Bytes payload = payload_of(rest, head);
  if (!decoder_.is_plausible(head.type, payload)) {
    const Found next = chain_at(decoder_, rest.subspan(head.bytes), 1, is_end);
    if (next == Found::needs_more) return Step::more;
    if (next == Found::no) {
      searching_ = true;
      ++faults.skipped_bytes;
      advance(rest, 1);
      return Step::taken;
    }
  }
  if (!UlogDecoder::knows(head.type)) {
    ++faults.unknown_messages;
  } else if (!decoder_.decode(head.type, payload)) {
    ++faults.malformed_messages;
  }
  advance(rest, head.bytes);
  return Step::taken;
}

UlogReader::Step UlogReader::search(Bytes& rest, bool is_end) {
  UlogFaults& faults = decoder_.content().faults;
  std::size_t i = 0;
  Found found = Found::no;
  for (; i < rest.size() && found == Found::no; ++i)
    found = chain_at(decoder_, rest.subspan(i), kChainMessages, is_end);
  const std::size_t skipped = found == Found::no ? i : i - 1;
  faults.skipped_bytes += skipped;
  advance(rest, skipped);
  searching_ = found != Found::yes;
  return found == Found::needs_more ? Step::more : Step::taken;
}

// Data that a crashed writer appended begin at a place that need not be the end of a message.
std::size_t UlogReader::bytes_to_next_start() const {
  std::uint64_t next = std::numeric_limits<std::uint64_t>::max();
  for (const std::uint64_t start : decoder_.appended()) {
    if (start > offset_) next = std::min(next, start);
  }
  return next - offset_;
}

Result<UlogContent> read_ulog(Bytes file, UlogWanted wanted) {
  UlogReader reader(std::move(wanted));
  reader.feed(file);
  return reader.finish();
}

Result<UlogContent> load_ulog(const std::string& path, UlogWanted wanted) {
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  const auto fail = [&path](ErrorCode code) {
    return Error{code, path, "cannot be read: " + std::generic_category().message(errno)};
  };
  if (!file) return fail(ErrorCode::not_found);
  UlogReader reader(std::move(wanted));
  std::vector<char> piece(kPieceBytes);
  while (file) {
    file.read(piece.data(), static_cast<std::streamsize>(piece.size()));
    reader.feed(std::as_bytes(std::span(piece).first(static_cast<std::size_t>(file.gcount()))));
  }
  if (file.bad()) return fail(ErrorCode::io);
  Result<UlogContent> content = reader.finish();
  if (!content) return Error{content.error().code, path, content.error().message};
  return content;
}

}  // namespace alula
