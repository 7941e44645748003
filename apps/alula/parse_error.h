// apps/alula/parse_error.h: a command line that says nothing sensible, in the words of all
// messages.
#pragma once

#include <string>

#include <CLI/CLI.hpp>

#include "core/error.h"

namespace alula {

// The command that was named, the deepest: `params show` of `alula params show`.
const CLI::App& named_command(const CLI::App& app);
// "alula params show"
std::string full_name(const CLI::App& command);

// After a failed parse: the word at fault, what is wrong with it, what was expected or probably
// meant.
Error explain(const CLI::App& app, const CLI::ParseError& fault);

}  // namespace alula
