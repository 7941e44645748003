// What holds of everything that was read or built, whatever the bytes were.
#pragma once

#include <span>

#include "core/error.h"
#include "sim/simulation.h"
#include "tests/fuzz/targets.h"

namespace alula::fuzz {

// The name that the targets give their text.
inline constexpr std::string_view kFileName = "fuzz.file";

// A message is one line of readable text that names the file.
Breach check_message(const Error& error);
// The same of an error that rises after reading: it need not name the file.
Breach check_late_message(const Error& error);

// A few steps: the state stays a number, or the fault says where it did not.
Breach check_steps(Simulation& simulation, int steps);

bool finite(std::span<const double> values);

}  // namespace alula::fuzz
