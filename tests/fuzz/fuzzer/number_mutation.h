// Mutations that keep a text readable: a number becomes another one. Random bytes rarely get past
// the parser; the faults behind it wait for odd numbers.
#pragma once

#include <string>
#include <string_view>

namespace alula::fuzz {

// The text with one of its numbers replaced; empty when it holds none. `seed` decides which, and by
// what.
std::string change_number(std::string_view text, unsigned seed);

}  // namespace alula::fuzz
