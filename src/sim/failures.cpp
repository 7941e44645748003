#include "sim/failures.h"

#include <algorithm>
#include <array>
#include <string>

namespace alula {
namespace {

struct Supported {
  FailureUnit unit;
  FailureType type;
};
constexpr auto kSupported =
    std::to_array<Supported>({{FailureUnit::mag, FailureType::off},
                              {FailureUnit::baro, FailureType::off},
                              {FailureUnit::gps, FailureType::off},
                              {FailureUnit::rc_signal, FailureType::off},
                              {FailureUnit::mavlink_signal, FailureType::off}});

bool covers(const Failure& failure, std::uint32_t instance) {
  return failure.instances == kEveryInstance || (failure.instances >> instance & 1U) != 0;
}

template <class List, class Predicate> void remove_if(List& list, const Predicate& unwanted) {
  List kept;
  for (const auto& item : list) {
    if (!unwanted(item)) kept.push_back(item);
  }
  list = kept;
}

template <class List> void silence(List& samples, const Failure& failure) {
  remove_if(samples, [&](const auto& sample) { return covers(failure, sample.instance); });
}

void switch_off(const Failure& failure, Samples& samples) {
  switch (failure.unit) {
    case FailureUnit::mag:
      silence(samples.mag, failure);
      break;
    case FailureUnit::baro:
      silence(samples.baro, failure);
      break;
    case FailureUnit::gps:
      silence(samples.gnss, failure);
      break;
    case FailureUnit::rc_signal:
      samples.manual.clear();
      break;
    case FailureUnit::mavlink_signal:
      samples.ground.clear();
      samples.offboard.clear();
      samples.follow.clear();
      break;
    default:
      break;
  }
}

// What is left of the instances of `failure` where `ended` ends; nothing left: it is over.
bool end_instances(Failure& failure, std::uint32_t ended) {
  if (ended == kEveryInstance) return true;
  const std::uint32_t all = failure.instances == kEveryInstance ? ~0U : failure.instances;
  failure.instances = all & ~ended;
  return failure.instances == 0;
}

}  // namespace

bool is_supported(FailureUnit unit, FailureType type) {
  const bool ends = type == FailureType::ok;
  return std::ranges::any_of(
      kSupported, [&](const Supported& s) { return s.unit == unit && (ends || s.type == type); });
}

std::string supported_types(FailureUnit unit) {
  std::string words;
  for (const Supported& s : kSupported) {
    if (s.unit == unit) words.append(words.empty() ? "" : ", ").append(to_string(s.type));
  }
  return words;
}

void begin_failure(FailureList& list, Failure failure, TimeNs now) {
  ALULA_ASSERT(is_supported(failure.unit, failure.type));
  failure.start = now;
  if (failure.type == FailureType::ok) {
    FailureList kept;
    for (Failure& f : list) {
      if (f.unit != failure.unit || !end_instances(f, failure.instances)) kept.push_back(f);
    }
    list = kept;
    return;
  }
  if (list.full()) {
    const Failure* const oldest = list.begin();
    remove_if(list, [oldest](const Failure& f) { return &f == oldest; });
  }
  list.push_back(failure);
}

void apply_failures(FailureList& list, TimeNs now, Samples& samples) {
  if (list.empty()) return;
  remove_if(list, [now](const Failure& f) {
    return f.duration != kFailureForGood && now - f.start >= f.duration;
  });
  for (const Failure& failure : list) switch_off(failure, samples);
}

}  // namespace alula
