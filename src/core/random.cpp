#include "core/random.h"

#include <cmath>
#include <numbers>

namespace alula {
namespace {

constexpr std::uint32_t kMultiplier0 = 0xD2511F53U;
constexpr std::uint32_t kMultiplier1 = 0xCD9E8D57U;
constexpr std::uint32_t kWeyl0 = 0x9E3779B9U;
constexpr std::uint32_t kWeyl1 = 0xBB67AE85U;

// 53 random bits, shifted by half a unit so that neither 0 nor 1 comes out.
double open_unit(std::uint32_t high, std::uint32_t low) {
  const std::uint64_t bits = (static_cast<std::uint64_t>(high) << 21) | (low >> 11);
  return (static_cast<double>(bits) + 0.5) * 0x1.0p-53;
}

}  // namespace

PhiloxBlock philox4x32(PhiloxBlock counter, std::array<std::uint32_t, 2> key) {
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t product0 = static_cast<std::uint64_t>(kMultiplier0) * counter[0];
    const std::uint64_t product1 = static_cast<std::uint64_t>(kMultiplier1) * counter[2];
    counter = {static_cast<std::uint32_t>(product1 >> 32) ^ counter[1] ^ key[0],
               static_cast<std::uint32_t>(product1),
               static_cast<std::uint32_t>(product0 >> 32) ^ counter[3] ^ key[1],
               static_cast<std::uint32_t>(product0)};
    key[0] += kWeyl0;
    key[1] += kWeyl1;
  }
  return counter;
}

RandomStream::RandomStream(std::uint64_t seed, std::string_view name) {
  // Seed and name are mixed through the generator itself: neighbouring seeds give unrelated keys.
  const std::uint64_t hash = name_hash(name);
  const PhiloxBlock mixed =
      philox4x32({static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32),
                  static_cast<std::uint32_t>(hash), static_cast<std::uint32_t>(hash >> 32)},
                 {0x616c756cU, 0x61726e67U});
  key_ = {mixed[0], mixed[1]};
  name_low_ = mixed[2];
}

PhiloxBlock RandomStream::words(std::int64_t index, std::uint32_t sub) const {
  const auto bits = static_cast<std::uint64_t>(index);
  return philox4x32(
      {static_cast<std::uint32_t>(bits), static_cast<std::uint32_t>(bits >> 32), sub, name_low_},
      key_);
}

double RandomStream::uniform(std::int64_t index, std::uint32_t sub) const {
  const PhiloxBlock w = words(index, sub);
  return open_unit(w[0], w[1]);
}

std::array<double, 2> RandomStream::normal2(std::int64_t index, std::uint32_t sub) const {
  const PhiloxBlock w = words(index, sub);
  const double radius = std::sqrt(-2.0 * std::log(open_unit(w[0], w[1])));
  const double angle = 2.0 * std::numbers::pi * open_unit(w[2], w[3]);
  return {radius * std::cos(angle), radius * std::sin(angle)};
}

std::array<double, 3> RandomStream::normal3(std::int64_t index, std::uint32_t sub) const {
  // The top bit of `sub` is ours: it separates the third number's block from the caller's other
  // draws.
  const std::array<double, 2> xy = normal2(index, sub);
  return {xy[0], xy[1], normal2(index, sub | 0x80000000U)[0]};
}

}  // namespace alula
