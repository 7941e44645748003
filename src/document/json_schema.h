// document/json_schema.h: what a reader accepts as a JSON Schema, draft 2020-12, which editors
// complete and check by.
#pragma once

#include <string>
#include <string_view>

#include "document/explore.h"

namespace alula {

// A null counts as an absent key, hence optional keys allow it. Units stand in the descriptions
// and, for programs, as `x-unit`; what holds without a key as `default` or `x-otherwise`; keys that
// some files need and others must do without have `x-needed`.
std::string json_schema(const Schema& schema, std::string_view title, std::string_view about);

}  // namespace alula
