// failures/failure_list.h: the failures under way in one vehicle, at most one for each instance of
// a unit: a newer one takes the place of the older.
#pragma once

#include "core/fixed_list.h"
#include "signals/failure.h"

namespace alula {

// As many as there are instances of all units that can fail.
inline constexpr std::size_t kFailuresMax = 64;
using FailureList = FixedList<Failure, kFailuresMax>;
static_assert(ArenaState<FailureList>);

inline bool covers(const Failure& failure, std::size_t instance) {
  return failure.instances == kEveryInstance || (failure.instances >> instance & 1U) != 0;
}

// The figures that were left out, filled in.
Failure with_usual_figures(Failure failure);

// From `now` on; `failure` has passed refusal(). `ok` only ends what is under way.
void begin_failure(FailureList& list, const Failure& failure, TimeNs now);
void end_failures(FailureList& list, TimeNs now);  // that have lasted their time

// Of what comes and goes (value[0] seconds away, value[1] there): away now?
bool is_away(const Failure& failure, TimeNs now);

}  // namespace alula
