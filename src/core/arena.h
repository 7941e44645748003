// core/arena.h: all that changes in a run lives in one block of bytes. A snapshot is a copy of it,
// the state hash one pass over it. Objects describe the layout; they never hold state themselves.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "core/assert.h"

namespace alula {

namespace arena_detail {
// Reading a padding byte, which is indeterminate, is no constant expression.
template <class T> constexpr unsigned byte_sum() {
  unsigned sum = 0;
  for (const unsigned char byte : std::bit_cast<std::array<unsigned char, sizeof(T)>>(T{}))
    sum += byte;
  return sum;
}
template <class T> constexpr bool padding_free() {
  return requires { typename std::integral_constant<unsigned, byte_sum<T>()>; };
}
}  // namespace arena_detail

// What may live in the arena: copied by bytes, without padding (padding would make hashes random).
// Value-initialisation must be constexpr. Order members by size, widest first; fill gaps by hand.
template <class T>
concept ArenaState = std::is_trivially_copyable_v<T> && std::is_standard_layout_v<T> &&
                     arena_detail::padding_free<T>();

// Where `count` objects of T lie in every arena of one layout.
template <class T> struct Block {
  std::size_t offset = 0;
  std::size_t count = 0;
};

struct BlockInfo {
  std::string name;
  std::size_t offset = 0;
  std::size_t bytes = 0;
};

// Built once, in creation order; then arenas are made from it.
class ArenaLayout {
 public:
  // None at all, and no name among the blocks, where `count` is zero.
  template <ArenaState T> Block<T> add(std::string_view name, std::size_t count = 1) {
    if (count == 0) return {};
    const std::size_t offset = append(name, sizeof(T) * count);
    initializers_.push_back({offset, count, [](std::byte* place, std::size_t n) {
                               for (std::size_t i = 0; i < n; ++i)
                                 std::construct_at(reinterpret_cast<T*>(place) + i);
                             }});
    return {offset, count};
  }
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] const std::vector<BlockInfo>& blocks() const { return blocks_; }

 private:
  friend class Arena;
  struct Initializer {
    std::size_t offset, count;
    void (*construct)(std::byte*, std::size_t);
  };
  std::size_t append(std::string_view name, std::size_t bytes);

  std::vector<BlockInfo> blocks_;
  std::vector<Initializer> initializers_;
  std::size_t size_ = 0;
};

class Arena {
 public:
  explicit Arena(const ArenaLayout& layout);  // every object value-initialised, gaps zero

  template <ArenaState T> [[nodiscard]] std::span<T> get(Block<T> block) {
    return {std::launder(reinterpret_cast<T*>(data() + block.offset)), block.count};
  }
  template <ArenaState T> [[nodiscard]] std::span<const T> get(Block<T> block) const {
    return {std::launder(reinterpret_cast<const T*>(data() + block.offset)), block.count};
  }
  template <ArenaState T> [[nodiscard]] T& one(Block<T> block) { return get(block).front(); }
  template <ArenaState T> [[nodiscard]] const T& one(Block<T> block) const {
    return get(block).front();
  }

  [[nodiscard]] std::span<const std::byte> bytes() const { return {data(), size_}; }
  [[nodiscard]] std::span<std::byte> bytes() { return {data(), size_}; }

 private:
  struct alignas(64) Line {
    std::array<std::byte, 64> bytes;
  };
  [[nodiscard]] std::byte* data() { return lines_.data()->bytes.data(); }
  [[nodiscard]] const std::byte* data() const { return lines_.data()->bytes.data(); }

  std::vector<Line> lines_;
  std::size_t size_ = 0;
};

// 64-bit hash of a byte range; every bit counts. Same bytes, same hash, on every machine of one
// endianness.
std::uint64_t hash_bytes(std::span<const std::byte> bytes, std::uint64_t seed = 0);

}  // namespace alula
