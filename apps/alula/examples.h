// apps/alula/examples.h: the end of every command's help: an example, and the exit codes.
#pragma once

#include <CLI/CLI.hpp>

namespace alula {

// Once all commands are there.
void add_footers(CLI::App& app);

}  // namespace alula
