// scenario/read_timeline.h: the keys timeline and meanwhile of a scenario file.
#pragma once

#include <string>
#include <vector>

#include "document/map_reader.h"
#include "failures/breakable.h"
#include "scenario/timeline.h"

namespace alula {

// What the entries of a scenario may name.
struct ScenarioNames {
  ExpressionNames words;
  std::vector<std::string> vehicles;
  std::vector<Breakable> breakable;  // of each of them
  bool failures = false;             // the scenario allows them
};

// A condition or expression under an optional key; the reader keeps errors.
std::optional<Expression> read_expression_or_none(MapReader& map, const Key& key,
                                                  ExpressionType type, ScenarioNames& names);
// The key `vehicle`: which one an entry is about; the first without it.
std::size_t read_vehicle_of(MapReader& map, const ScenarioNames& names);

// The names of all marks, which conditions may use before they are set.
std::vector<std::string> read_marks(Node scenario);
// The lists `timeline` and `meanwhile`; the reader keeps errors.
Timeline read_timeline(MapReader& scenario, ScenarioNames& names);

}  // namespace alula
