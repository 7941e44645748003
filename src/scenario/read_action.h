// scenario/read_action.h: what an entry of a timeline does: the key `do` and its companions.
#pragma once

#include "scenario/read_timeline.h"

namespace alula {

// Reads `do` and the keys that belong to it; the reader keeps errors.
TimelineAction read_action(MapReader& entry, const ScenarioNames& names);

}  // namespace alula
