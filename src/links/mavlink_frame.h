// links/mavlink_frame.h: MAVLink's frames, versions 1 and 2: out of the bytes of one sender, and
// into bytes. Source of the format: mavlink.io, "Packet Serialization".
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <vector>

#include "core/assert.h"

namespace alula {

inline constexpr std::size_t kPayloadBytesMax = 255;
inline constexpr std::size_t kFrameBytesMax = 280;  // header 10, payload, checksum 2, signature 13

// One message whose checksum was right.
struct Frame {
  std::uint32_t id = 0;
  std::uint8_t system = 0;
  std::uint8_t component = 0;
  std::uint8_t sequence = 0;
  std::size_t length = 0;                             // of the payload as sent
  std::array<std::byte, kPayloadBytesMax> payload{};  // zero beyond `length`

  // The payload as one of the generated structs. Version 2 leaves trailing zeros out; a sender with
  // a newer definition may send more than we know.
  template <class Payload> [[nodiscard]] Payload as() const {
    Payload p{};
    std::memcpy(&p, payload.data(), std::min(length, sizeof p));
    return p;
  }
};

struct FrameCounts {
  std::uint64_t frames = 0;
  std::uint64_t stray_bytes = 0;  // belonged to no frame that we know
  std::uint64_t lost = 0;         // gaps in the sequence
};

// Finds frames in the bytes of ONE sender; bytes of two must never share one. After a frame that is
// broken it looks again from the byte after its first, so a broken frame costs only itself. Holds
// at most one frame's bytes.
class FrameParser {
 public:
  // Appends what is complete now.
  void feed(std::span<const std::byte> bytes, std::vector<Frame>& frames);
  [[nodiscard]] const FrameCounts& counts() const { return counts_; }

 private:
  struct Shape {
    std::size_t header = 0, length = 0, total = 0;
  };
  [[nodiscard]] std::optional<Shape> shape() const;
  [[nodiscard]] std::optional<Frame> read(const Shape& shape) const;
  void note(const Frame& frame);
  void drop(std::size_t bytes);

  std::array<std::byte, kFrameBytesMax> held_{};
  std::size_t used_ = 0;
  FrameCounts counts_;
  int sequence_ = -1;  // of the last frame
};

// Makes frames of version 2 with rising sequence numbers.
class FrameWriter {
 public:
  FrameWriter(std::uint8_t system, std::uint8_t component)
      : system_(system), component_(component) {}

  // `payload` is the generated struct of message `id`.
  template <class Payload>
  std::span<const std::byte> write(std::uint32_t id, const Payload& payload) {
    return write(id, std::as_bytes(std::span(&payload, 1)));
  }

 private:
  std::span<const std::byte> write(std::uint32_t id, std::span<const std::byte> payload);

  std::uint8_t system_, component_;
  std::uint8_t sequence_ = 0;
  std::array<std::byte, kFrameBytesMax> bytes_{};
};

}  // namespace alula
