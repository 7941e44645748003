#include "core/arena.h"

#include <cstring>

namespace alula {
namespace {

constexpr std::size_t kAlignment = 64;

// The finaliser of SplitMix64: a bijection, so no bit is lost.
constexpr std::uint64_t mix(std::uint64_t x) {
  x ^= x >> 30;
  x *= 0xbf58476d1ce4e5b9ULL;
  x ^= x >> 27;
  x *= 0x94d049bb133111ebULL;
  return x ^ (x >> 31);
}

}  // namespace

std::size_t ArenaLayout::append(std::string_view name, std::size_t bytes) {
  const std::size_t offset = (size_ + kAlignment - 1) / kAlignment * kAlignment;
  blocks_.push_back({std::string(name), offset, bytes});
  size_ = offset + bytes;
  return offset;
}

Arena::Arena(const ArenaLayout& layout)
    : lines_((layout.size() + kAlignment - 1) / kAlignment), size_(layout.size()) {
  for (const ArenaLayout::Initializer& block : layout.initializers_) {
    block.construct(data() + block.offset, block.count);
  }
}

std::uint64_t hash_bytes(std::span<const std::byte> bytes, std::uint64_t seed) {
  std::uint64_t hash = mix(seed + bytes.size() + 0x9e3779b97f4a7c15ULL);
  std::size_t i = 0;
  for (; i + 8 <= bytes.size(); i += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data() + i, 8);
    hash = mix(hash ^ word) + 0x9e3779b97f4a7c15ULL;
  }
  if (i < bytes.size()) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data() + i, bytes.size() - i);
    hash = mix(hash ^ word) + 0x9e3779b97f4a7c15ULL;
  }
  return mix(hash);
}

}  // namespace alula
