// document/number_text.h: decimal numbers as text. Locale plays no part.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace alula {

// A number of YAML's core schema: sign, digits, point, exponent; or .inf, -.inf, .nan. Narrower in
// one place: leading zeros (octal to some readers) make it a string.
bool is_number_text(std::string_view text);
// The double nearest to such a text; nothing when it lies beyond a double's range, at either end.
std::optional<double> number_from_text(std::string_view text);
// The integer that such a text is; nothing when it has a fraction or does not fit 64 bits. Spelt
// with point or exponent it goes through a double, and must lie below 2^53, where doubles begin to
// skip integers.
std::optional<std::int64_t> integer_from_text(std::string_view text);
// The shortest text that reads back as the same double; "nan", "inf", "-inf" as such.
std::string shortest_text(double value);
// Why a text is no number, as advice; empty when there is none to give.
std::string_view number_advice(std::string_view text);

}  // namespace alula
