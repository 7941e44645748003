// sim/failures.h: the failures under way in one vehicle, and what they do to what reaches its
// brain.
#pragma once

#include <string>

#include "core/fixed_list.h"
#include "signals/failure.h"
#include "signals/samples.h"

namespace alula {

inline constexpr std::size_t kFailuresMax = 16;
using FailureList = FixedList<Failure, kFailuresMax>;
static_assert(ArenaState<FailureList>);

// Whether the simulation can bring it about. What it cannot must not be queued.
bool is_supported(FailureUnit unit, FailureType type);
// "off, stuck": the types of a unit that are; empty when there is none.
std::string supported_types(FailureUnit unit);

// From `now` on. `ok` ends what is under way on its instances; of more failures than the list
// holds, the oldest end.
void begin_failure(FailureList& list, Failure failure, TimeNs now);
// Ends what has lasted its time, then takes from the samples of this step what fails.
void apply_failures(FailureList& list, TimeNs now, Samples& samples);

}  // namespace alula
