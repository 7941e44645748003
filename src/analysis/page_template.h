// analysis/page_template.h: the fixed text of a page, made of web/report and uPlot while building
// (cmake/page_template.cmake).
#pragma once

#include <string_view>

namespace alula {

extern const std::string_view kPageHead;     // up to the title
extern const std::string_view kPageBetween;  // from the title to the data
extern const std::string_view kPageTail;     // from the data to the end

}  // namespace alula
