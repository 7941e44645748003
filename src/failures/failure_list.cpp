#include "failures/failure_list.h"

#include <algorithm>
#include <cmath>

namespace alula {
namespace {

template <class Predicate> void keep_if(FailureList& list, const Predicate& wanted) {
  FailureList kept;
  for (Failure& failure : list) {
    if (wanted(failure)) kept.push_back(failure);
  }
  list = kept;
}

// Takes the instances of `newer` from `older`; false: none is left.
bool outlasts(Failure& older, const Failure& newer) {
  if (older.unit != newer.unit) return true;
  if (newer.instances == kEveryInstance) return false;
  const std::uint32_t all = older.instances == kEveryInstance ? ~0U : older.instances;
  older.instances = all & ~newer.instances;
  return older.instances != 0;
}

std::array<double, 4> usual_figures(const Failure& failure) {
  switch (failure.type) {
    case FailureType::garbage:
      return {1.0};
    case FailureType::wrong:
      return {0.0, 0.0, 0.0, 1.0};
    case FailureType::slow:
      return {failure.unit == FailureUnit::motor ? 0.5 : 1.0};
    case FailureType::delayed:
      return {0.2};
    case FailureType::intermittent:
      return {0.5, 0.5};
    case FailureType::jammed:
      return {45.0};
    case FailureType::desync:
      return {0.05, 0.2};
    case FailureType::cell_drop:
      return {1.0};
    case FailureType::spoofed:
      return {0.0, 0.0, 0.0, 1.0};
    case FailureType::damaged:
      return {0.7, 0.0};
    default:
      return {};
  }
}

}  // namespace

Failure with_usual_figures(Failure failure) {
  const std::array<double, 4> usual = usual_figures(failure);
  for (std::size_t i = 0; i < usual.size(); ++i) {
    if (std::isnan(failure.value[i])) failure.value[i] = usual[i];
  }
  return failure;
}

void begin_failure(FailureList& list, const Failure& failure, TimeNs now) {
  keep_if(list, [&failure](Failure& older) { return outlasts(older, failure); });
  if (failure.type == FailureType::ok) return;
  list.push_back(with_usual_figures(failure));
  list[list.size() - 1].start = now;
}

void end_failures(FailureList& list, TimeNs now) {
  const auto lasts = [now](const Failure& failure) {
    return failure.duration == kFailureForGood || now - failure.start < failure.duration;
  };
  if (!std::ranges::all_of(list, lasts)) keep_if(list, lasts);
}

bool is_away(const Failure& failure, TimeNs now) {
  const TimeNs away = nanoseconds(failure.value[0]);
  const TimeNs there = nanoseconds(failure.value[1]);
  return (now - failure.start) % (away + there) < away;
}

}  // namespace alula
