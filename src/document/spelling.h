// document/spelling.h: words in messages: quoting, shortening, and the word that was probably
// meant.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace alula {

// One line, whatever stood there: control characters escaped, cut after `length_max` bytes.
std::string one_line(std::string_view text, std::size_t length_max = 60);
// The same, in double quotes.
std::string quoted(std::string_view text);
// A word that a shell takes as it stands; in single quotes where it must be.
std::string shell_word(std::string_view text);
// The name of a file: as it is, unless it would break the line or fill the screen.
std::string name_in_message(std::string_view path);
// "a, b, c"
std::string joined(std::span<const std::string_view> words);

// "1 item", "2 items"
std::string counted(std::size_t number, std::string_view noun);

// Edits (insert, delete, replace, swap of neighbours) that lead from a to b, each swap of a place
// at most once.
std::size_t edit_distance(std::string_view a, std::string_view b);
// The word nearest to `word`, when near enough to be a slip; empty otherwise. The first of equals.
std::string_view nearest_word(std::string_view word, std::span<const std::string_view> words);

// Letters, digits and underscores, at least one: fit for the name of a topic or a column.
bool is_word(std::string_view text);

// Well-formed UTF-8 (Unicode 15, table 3-7). Gives the offset of the first wrong byte, or npos.
std::size_t find_invalid_utf8(std::string_view text);

}  // namespace alula
