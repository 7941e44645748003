// log/log_ring.h: whole ULog messages on their way from the step to a file. The step pushes, the
// caller drains between steps; both run in the caller's thread. Nothing is allocated after
// building.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace alula {

inline constexpr std::size_t kLogRingBytesDefault = std::size_t{1} << 20;

// A message that does not fit is dropped whole and counted; the next one that fits is preceded by
// ULog's drop-out mark with the time lost. A caller that drains before the ring is full loses
// nothing.
class LogRing {
 public:
  explicit LogRing(std::size_t capacity_bytes = kLogRingBytesDefault);

  // A record of the subscription `message_id`; `time_us` is the log's time now. Returns false when
  // it was dropped.
  bool push_data(std::uint16_t message_id, std::span<const std::byte> record,
                 std::uint64_t time_us);
  // A line of text; `level` as syslog's, 0 (emergency) to 7 (debug). Cut to kTextBytesMax.
  bool push_text(std::uint8_t level, std::string_view text, std::uint64_t time_us);
  static constexpr std::size_t kTextBytesMax = 512;

  // What waits, oldest first, in two pieces (the second one empty unless the ring has wrapped).
  [[nodiscard]] std::array<std::span<const std::byte>, 2> readable() const;
  void consume(std::size_t bytes);

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] std::size_t capacity() const { return bytes_.size(); }
  [[nodiscard]] std::uint64_t dropped_messages() const { return dropped_messages_; }

 private:
  bool push(char type, std::span<const std::byte> head, std::span<const std::byte> body,
            std::uint64_t time_us);
  void append(std::span<const std::byte> piece);
  void append_message_head(std::size_t payload_bytes, char type);

  std::vector<std::byte> bytes_;
  std::size_t first_ = 0;
  std::size_t size_ = 0;
  std::uint64_t dropped_messages_ = 0;
  std::uint64_t gap_start_us_ = 0;
  bool in_gap_ = false;
};

}  // namespace alula
