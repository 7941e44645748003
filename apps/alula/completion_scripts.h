// apps/alula/completion_scripts.h: how each shell asks `alula complete` what may follow.
#pragma once

#include <string>
#include <string_view>

#include "core/error.h"

namespace alula {

// Errors: bad_format for a shell that is none of the three.
Result<std::string_view> completion_script(const std::string& shell);

}  // namespace alula
