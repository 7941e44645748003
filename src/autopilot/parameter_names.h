// autopilot/parameter_names.h: finding a parameter that is not called what the user calls it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "autopilot/parameters.h"

namespace alula {

// Upper and lower case count as the same; nothing when no name is that.
std::optional<Param> find_parameter_any_case(std::string_view name);
// What to say of a name that is none: "unknown parameter; replaced by ...", for one that PX4 once
// had or that has no counterpart here, else with the nearest name.
std::string unknown_parameter(std::string_view name);
// Of a name that is like none.
inline constexpr std::string_view kUnlikeAnyParameter =
    "unknown parameter; `alula params list` names all";

// The parameters of which each of the words is in the name, the unit or the description.
std::vector<Param> search_parameters(const std::vector<std::string>& words);

}  // namespace alula
