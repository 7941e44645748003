// core/random.h: counter-based random numbers. A draw depends on seed, stream name and step, on
// nothing drawn before, so a new sensor changes no other's noise and a batch lane equals the single
// run. Generator: Philox4x32-10 (Salmon et al., "Parallel random numbers: as easy as 1, 2, 3",
// SC11).
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "core/step_time.h"

namespace alula {

using PhiloxBlock = std::array<std::uint32_t, 4>;
PhiloxBlock philox4x32(PhiloxBlock counter, std::array<std::uint32_t, 2> key);

// FNV-1a, 64 bit: names of streams and state blocks.
constexpr std::uint64_t name_hash(std::string_view name) {
  std::uint64_t hash = 0xcbf29ce484222325ULL;
  for (const char c : name) {
    hash ^= static_cast<unsigned char>(c);
    hash *= 0x100000001b3ULL;
  }
  return hash;
}

// One named stream, for instance "quad0/gyro/white". Const: the counter is the caller's step or
// sample index.
class RandomStream {
 public:
  RandomStream() = default;
  RandomStream(std::uint64_t seed, std::string_view name);

  // Four uniform words for (index, sub); sub tells draws of one index apart.
  [[nodiscard]] PhiloxBlock words(std::int64_t index, std::uint32_t sub = 0) const;
  // Uniform in the open interval (0, 1).
  [[nodiscard]] double uniform(std::int64_t index, std::uint32_t sub = 0) const;
  // Standard normal numbers (Box-Muller on 53-bit uniforms): independent, mean 0, variance 1.
  [[nodiscard]] std::array<double, 2> normal2(std::int64_t index, std::uint32_t sub = 0) const;
  [[nodiscard]] std::array<double, 3> normal3(std::int64_t index, std::uint32_t sub = 0) const;
  [[nodiscard]] double normal(std::int64_t index, std::uint32_t sub = 0) const {
    return normal2(index, sub)[0];
  }

 private:
  std::array<std::uint32_t, 2> key_{};
  std::uint32_t name_low_ = 0;
};

}  // namespace alula
