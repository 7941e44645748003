// analysis/page_text.h: text of anywhere (names from a log) made safe for a page.
#pragma once

#include <string>
#include <string_view>

namespace alula {

// Bytes that are no UTF-8 (Unicode 15, table 3-7) become U+FFFD, one for each.
std::string valid_utf8(std::string_view text);

// As the content of an HTML element: & and < and > are text.
std::string escaped_markup(std::string_view text);

// JSON as the content of a script element: "</script>" and "<!--" cannot occur, because < stands
// only inside of strings and can be written as an escape there.
std::string escaped_script(std::string_view json);

}  // namespace alula
