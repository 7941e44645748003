#include "tests/fuzz/fuzzer/number_mutation.h"

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "document/number_text.h"

namespace alula::fuzz {
namespace {

constexpr std::array<std::string_view, 28> kOdd{
    "0",      "-0.0", "1",   "-1",  "2",          "0.5",   "1e-3",  "1e-9",    "1e-30", "5e-324",
    "1e-300", "1e3",  "1e6", "1e9", "1e15",       "1e30",  "1e300", "1.8e308", "-1e-9", "-1e6",
    "-1e300", "90",   "180", "360", "2147483648", "65536", ".inf",  ".nan"};

// splitmix64: a few numbers from a seed.
class Draw {
 public:
  explicit Draw(std::uint64_t seed) : state_(seed) {}
  std::size_t below(std::size_t count) {
    state_ += 0x9e3779b97f4a7c15u;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30u)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27u)) * 0x94d049bb133111ebu;
    return static_cast<std::size_t>((z ^ (z >> 31u)) % count);
  }

 private:
  std::uint64_t state_;
};

bool belongs_to_word(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
         c == '.' || c == '+' || c == '-';
}

// Begin and length of every number that stands alone, as in `[0.5, -1e3]`.
std::vector<std::pair<std::size_t, std::size_t>> numbers_of(std::string_view text) {
  std::vector<std::pair<std::size_t, std::size_t>> found;
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = i;
    while (end < text.size() && belongs_to_word(text[end])) ++end;
    if (end > i && is_number_text(text.substr(i, end - i))) found.emplace_back(i, end - i);
    i = end + 1;
  }
  return found;
}

std::string near(std::string_view number, std::size_t factor) {
  constexpr std::array kFactors{0.1, 0.5, 0.9, 0.999, 1.001, 1.1, 2.0, 10.0, 100.0, -1.0};
  const double value = number_from_text(number).value_or(1.0);
  return shortest_text(value * kFactors[factor % kFactors.size()]);
}

}  // namespace

std::string change_number(std::string_view text, unsigned seed) {
  const auto numbers = numbers_of(text);
  if (numbers.empty()) return {};
  Draw draw(seed);
  const auto [begin, length] = numbers[draw.below(numbers.size())];
  const std::string other = draw.below(2) == 0 ? std::string(kOdd[draw.below(kOdd.size())])
                                               : near(text.substr(begin, length), draw.below(10));
  return std::string(text.substr(0, begin)) + other + std::string(text.substr(begin + length));
}

}  // namespace alula::fuzz
