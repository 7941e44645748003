#include "links/mavlink_frame.h"

#include "links/mavlink.h"

namespace alula {
namespace {

constexpr auto kStart1 = std::byte{MAVLINK_STX_MAVLINK1};
constexpr auto kStart2 = std::byte{MAVLINK_STX};
constexpr std::size_t kHeader1 = 6, kHeader2 = 10;
constexpr std::size_t kChecksum = 2, kSignature = 13;

unsigned at(std::span<const std::byte> bytes, std::size_t i) {
  return std::to_integer<unsigned>(bytes[i]);
}

// Over all between the first byte and the checksum, and the byte that stands for the definition.
std::uint16_t checksum(std::span<const std::byte> bytes, std::uint8_t extra) {
  const std::span<const std::byte> covered = bytes.subspan(1);
  std::uint16_t crc = crc_calculate(reinterpret_cast<const std::uint8_t*>(covered.data()),
                                    static_cast<std::uint16_t>(covered.size()));
  crc_accumulate(extra, &crc);
  return crc;
}

}  // namespace

// Of the frame that begins at the first byte held; none while its header is not complete.
std::optional<FrameParser::Shape> FrameParser::shape() const {
  const bool second = held_[0] == kStart2;
  const std::size_t header = second ? kHeader2 : kHeader1;
  if (used_ < header) return std::nullopt;
  const std::size_t length = at(held_, 1);
  const bool is_signed = second && (at(held_, 2) & MAVLINK_IFLAG_SIGNED) != 0;
  return Shape{header, length, header + length + kChecksum + (is_signed ? kSignature : 0)};
}

std::optional<Frame> FrameParser::read(const Shape& shape) const {
  const bool second = held_[0] == kStart2;
  if (second && (at(held_, 2) & ~unsigned{MAVLINK_IFLAG_SIGNED}) != 0) return std::nullopt;
  Frame frame;
  frame.length = shape.length;
  const std::size_t ids = second ? 4 : 2;  // where sequence, system, component and message id stand
  frame.sequence = static_cast<std::uint8_t>(at(held_, ids));
  frame.system = static_cast<std::uint8_t>(at(held_, ids + 1));
  frame.component = static_cast<std::uint8_t>(at(held_, ids + 2));
  frame.id = at(held_, ids + 3);
  if (second) frame.id |= at(held_, 8) << 8U | at(held_, 9) << 16U;

  const mavlink_msg_entry_t* entry = mavlink_get_msg_entry(frame.id);
  if (entry == nullptr || (!second && shape.length < entry->min_msg_len)) return std::nullopt;
  const std::size_t end = shape.header + shape.length;
  const std::uint16_t crc = checksum(std::span(held_).first(end), entry->crc_extra);
  if (crc != (at(held_, end) | at(held_, end + 1) << 8U)) return std::nullopt;
  std::memcpy(frame.payload.data(), held_.data() + shape.header, shape.length);
  return frame;
}

void FrameParser::note(const Frame& frame) {
  ++counts_.frames;
  if (sequence_ >= 0) counts_.lost += static_cast<std::uint8_t>(frame.sequence - sequence_ - 1);
  sequence_ = frame.sequence;
}

void FrameParser::drop(std::size_t bytes) {
  used_ -= bytes;
  std::memmove(held_.data(), held_.data() + bytes, used_);
}

void FrameParser::feed(std::span<const std::byte> bytes, std::vector<Frame>& frames) {
  while (true) {
    const std::size_t taken = std::min(bytes.size(), held_.size() - used_);
    std::copy_n(bytes.begin(), taken, held_.begin() + static_cast<std::ptrdiff_t>(used_));
    bytes = bytes.subspan(taken);
    used_ += taken;

    // To the next byte that may begin a frame.
    const auto end = held_.begin() + static_cast<std::ptrdiff_t>(used_);
    const auto start =
        std::find_if(held_.begin(), end, [](std::byte b) { return b == kStart1 || b == kStart2; });
    counts_.stray_bytes += static_cast<std::uint64_t>(start - held_.begin());
    drop(static_cast<std::size_t>(start - held_.begin()));
    const std::optional<Shape> found = used_ > 0 ? shape() : std::nullopt;
    if (!found || used_ < found->total) {
      if (bytes.empty()) return;
      continue;
    }
    if (const std::optional<Frame> frame = read(*found)) {
      note(*frame);
      frames.push_back(*frame);
      drop(found->total);
    } else {
      ++counts_.stray_bytes;
      drop(1);
    }
  }
}

std::span<const std::byte> FrameWriter::write(std::uint32_t id,
                                              std::span<const std::byte> payload) {
  const mavlink_msg_entry_t* entry = mavlink_get_msg_entry(id);
  ALULA_ASSERT(entry != nullptr);
  // The struct may be longer by what aligns it.
  ALULA_ASSERT(payload.size() >= entry->max_msg_len);
  payload = payload.first(entry->max_msg_len);
  // Trailing zeros are left out, but for the first byte.
  std::size_t length = payload.size();
  while (length > 1 && payload[length - 1] == std::byte{0}) --length;
  const auto put = [this](std::size_t i, unsigned value) {
    bytes_[i] = static_cast<std::byte>(value & 0xffU);
  };
  bytes_[0] = kStart2;
  put(1, static_cast<unsigned>(length));
  put(2, 0);
  put(3, 0);
  put(4, sequence_++);
  put(5, system_);
  put(6, component_);
  put(7, id);
  put(8, id >> 8U);
  put(9, id >> 16U);
  std::memcpy(bytes_.data() + kHeader2, payload.data(), length);
  const std::size_t end = kHeader2 + length;
  const std::uint16_t crc = checksum(std::span(bytes_).first(end), entry->crc_extra);
  put(end, crc);
  put(end + 1, crc >> 8U);
  return std::span(bytes_).first(end + kChecksum);
}

}  // namespace alula
