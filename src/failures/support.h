// failures/support.h: what can break how. What the simulation cannot bring about is refused, with
// the reason.
#pragma once

#include <string>
#include <vector>

#include "failures/breakable.h"
#include "signals/failure.h"

namespace alula {

// The types that are real for a unit, without `ok`; empty: no vehicle has such a unit.
std::vector<FailureType> supported_types(FailureUnit unit);
bool is_supported(FailureUnit unit, FailureType type);

// Why this vehicle cannot suffer it, and what would be right; Error::where is `type`, `instances`
// or `values`. What is refused must not be queued.
MaybeError refusal(const Failure& failure, const Breakable& vehicle);

}  // namespace alula
