#include "log/log_ring.h"

#include <algorithm>
#include <cstring>

#include "core/assert.h"
#include "log/ulog_message.h"

namespace alula {

namespace {

constexpr std::size_t kDropoutMessageBytes = kUlogMessageHeadBytes + sizeof(std::uint16_t);

// A gap in milliseconds as ULog's drop-out mark holds it: at least one, at most what fits.
std::uint16_t gap_ms(std::uint64_t gap_us) {
  return static_cast<std::uint16_t>(std::clamp<std::uint64_t>(gap_us / 1000, 1, 0xffff));
}

}  // namespace

LogRing::LogRing(std::size_t capacity_bytes) : bytes_(capacity_bytes) {
  ALULA_ASSERT(capacity_bytes > 0);
}

bool LogRing::push_data(std::uint16_t message_id, std::span<const std::byte> record,
                        std::uint64_t time_us) {
  return push('D', std::as_bytes(std::span(&message_id, 1)), record, time_us);
}

bool LogRing::push_text(std::uint8_t level, std::string_view text, std::uint64_t time_us) {
  std::array<std::byte, 1 + sizeof time_us> head{};
  head[0] = static_cast<std::byte>('0' + std::min<std::uint8_t>(level, 7));
  std::memcpy(head.data() + 1, &time_us, sizeof time_us);
  const std::string_view cut = text.substr(0, kTextBytesMax);
  return push('L', head, std::as_bytes(std::span(cut)), time_us);
}

bool LogRing::push(char type, std::span<const std::byte> head, std::span<const std::byte> body,
                   std::uint64_t time_us) {
  const std::size_t payload = head.size() + body.size();
  ALULA_ASSERT(payload <= 0xffff);
  const std::size_t mark = in_gap_ ? kDropoutMessageBytes : 0;
  if (size_ + mark + kUlogMessageHeadBytes + payload > capacity()) {
    if (!in_gap_) gap_start_us_ = time_us;
    in_gap_ = true;
    ++dropped_messages_;
    return false;
  }
  if (in_gap_) {
    const std::uint16_t duration = gap_ms(time_us - gap_start_us_);
    append_message_head(sizeof duration, 'O');
    append(std::as_bytes(std::span(&duration, 1)));
    in_gap_ = false;
  }
  append_message_head(payload, type);
  append(head);
  append(body);
  return true;
}

void LogRing::append_message_head(std::size_t payload_bytes, char type) {
  const auto head = ulog_message_head(payload_bytes, type);
  append(head);
}

void LogRing::append(std::span<const std::byte> piece) {
  const std::size_t start = (first_ + size_) % capacity();
  const std::size_t until_end = std::min(piece.size(), capacity() - start);
  std::copy_n(piece.begin(), until_end, bytes_.begin() + static_cast<std::ptrdiff_t>(start));
  std::copy(piece.begin() + static_cast<std::ptrdiff_t>(until_end), piece.end(), bytes_.begin());
  size_ += piece.size();
}

std::array<std::span<const std::byte>, 2> LogRing::readable() const {
  const std::size_t until_end = std::min(size_, capacity() - first_);
  const std::span all(bytes_);
  return {all.subspan(first_, until_end), all.first(size_ - until_end)};
}

void LogRing::consume(std::size_t bytes) {
  ALULA_ASSERT(bytes <= size_);
  size_ -= bytes;
  first_ = size_ == 0 ? 0 : (first_ + bytes) % capacity();
}

}  // namespace alula
