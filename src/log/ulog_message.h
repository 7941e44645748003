// log/ulog_message.h: what every message of a ULog file begins with, and the file's first bytes
// (https://docs.px4.io/main/en/dev_log/ulog_file_format.html).
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace alula {

static_assert(std::endian::native == std::endian::little,
              "ULog is little-endian; numbers are copied as they are");

// "ULog", three magic bytes, and the version of the format.
inline constexpr std::array<std::uint8_t, 8> kUlogMagic{0x55, 0x4c, 0x6f, 0x67,
                                                        0x01, 0x12, 0x35, 0x01};
inline constexpr std::size_t kUlogFileHeadBytes = 16;    // magic and the start time [us]
inline constexpr std::size_t kUlogMessageHeadBytes = 3;  // size of the payload (2), type (1)
inline constexpr std::size_t kUlogFlagBytes = 40;        // payload of the flag message

inline std::array<std::byte, kUlogMessageHeadBytes> ulog_message_head(std::size_t payload_bytes,
                                                                      char type) {
  const auto size = static_cast<std::uint16_t>(payload_bytes);
  std::array<std::byte, kUlogMessageHeadBytes> head{};
  std::memcpy(head.data(), &size, sizeof size);
  head[2] = static_cast<std::byte>(type);
  return head;
}

// What every message begins with.
struct UlogHead {
  std::size_t bytes = 0;  // of the message, its head included
  char type = 0;
};
// `bytes` has kUlogMessageHeadBytes or more.
inline UlogHead ulog_head(std::span<const std::byte> bytes) {
  std::uint16_t size = 0;
  std::memcpy(&size, bytes.data(), sizeof size);
  return {kUlogMessageHeadBytes + size, static_cast<char>(bytes[2])};
}

}  // namespace alula
