// scenario/read_expectations.h: the key expect of a scenario file.
#pragma once

#include "scenario/expectation.h"
#include "scenario/read_timeline.h"

namespace alula {

// Names are unique; the reader keeps errors.
std::vector<Expectation> read_expectations(MapReader& scenario, ScenarioNames& names);

}  // namespace alula
