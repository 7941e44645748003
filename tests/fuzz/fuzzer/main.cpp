// The fuzzer of every reader: libFuzzer brings main(). `--target=NAME` says which reader is meant.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "tests/fuzz/fuzzer/number_mutation.h"
#include "tests/fuzz/targets.h"

namespace alula::fuzz {
namespace {

// libFuzzer calls plain functions: what they share has no other place.
const Target* chosen = nullptr;

const Target* target_of(int count, char** arguments) {
  constexpr std::string_view kOption = "--target=";
  for (int i = 1; i < count; ++i) {
    const std::string_view argument(arguments[i]);
    if (!argument.starts_with(kOption)) continue;
    for (const Target& target : kTargets)
      if (target.name == argument.substr(kOption.size())) return &target;
  }
  return nullptr;
}

}  // namespace
}  // namespace alula::fuzz

extern "C" int LLVMFuzzerInitialize(int* count, char*** arguments) {
  alula::fuzz::chosen = alula::fuzz::target_of(*count, *arguments);
  if (alula::fuzz::chosen != nullptr) return 0;
  std::string names;
  for (const auto& target : alula::fuzz::kTargets) names += " " + std::string(target.name);
  std::fprintf(stderr, "expected --target= and one of:%s\n", names.c_str());
  std::exit(2);
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const alula::fuzz::Breach breach = alula::fuzz::chosen->read(bytes);
  if (breach) {
    std::fprintf(stderr, "breach: %s\n", breach->c_str());
    std::abort();
  }
  return 0;
}

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t size_max);

// In one of three cases a number of a text, else bytes.
extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t size_max, unsigned seed) {
  if (seed % 3 == 0) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const std::string changed = alula::fuzz::change_number(text, seed / 3);
    if (!changed.empty() && changed.size() <= size_max) {
      std::memcpy(data, changed.data(), changed.size());
      return changed.size();
    }
  }
  return LLVMFuzzerMutate(data, size, size_max);
}
