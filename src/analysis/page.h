// analysis/page.h: a page of tables and plots as plain data, and the one HTML file made of it. Who
// fills a page thinks of numbers, units and words; how it looks, zooms and prints is web/report's.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace alula {

// The same quantity looks the same on every plot: what was wanted is dashed, what was believed
// solid, what was true grey and broad.
enum class PageStyle : std::uint8_t {
  line,      // the next colour of the plot: motors, axes, parts
  setpoint,  // dashed
  estimate,  // solid
  truth,     // grey and broad, drawn below the others
  limit,     // thin and dotted, in the colour of warnings
  points     // dots without a line, the next colour of the plot
};

// x and y have the same length. Time series have x in ascending order, so have all curves of plots;
// a y that is not finite leaves a gap.
struct PageSeries {
  std::string label{};
  std::vector<double> x{}, y{};
  PageStyle style = PageStyle::line;
  std::vector<double>
      time_s{};  // of path views: when each point was passed; empty, or one for each
};

struct PageAxis {
  std::string label{};  // "height above home"
  std::string unit{};   // "m"; empty for numbers without one
};

inline PageAxis time_axis() { return {"time", "s"}; }

// Plots with equal x axes share zoom and cursor. Plots over time_axis() show the events of the page
// and the bands.
struct PagePlot {
  std::string name{};  // unique in the page
  PageAxis x{}, y{};
  std::vector<PageSeries> series{};
  std::string note{};  // one sentence below the name: what to look for; may be empty
  bool y_logarithmic = false;
};

// Seen from above or from the side: one metre is equally long along both axes.
struct PagePath {
  std::string name{};  // unique among plots and paths
  PageAxis x{}, y{};
  std::vector<PageSeries> series{};
  std::string note{};
  struct Mark {
    double x = 0.0, y = 0.0;
    std::string label{};
  };
  std::vector<Mark> marks{};  // home, waypoints
};

struct PageTable {
  struct Row {
    std::string label{}, value{}, unit{};
    std::string note{};  // what a reader compares it with; may be empty
  };
  std::string title{};
  std::vector<Row> rows{};
};

struct PageSection {
  std::string title{};
  std::string text{};  // a sentence or two; may be empty
  std::vector<PageTable> tables{};
  std::vector<PagePath> paths{};
  std::vector<PagePlot> plots{};
};

enum class PageLevel : std::uint8_t { plain, good, warning, bad };

struct PageEvent {
  double time_s = 0.0;
  std::string text{};
  PageLevel level = PageLevel::plain;
};

// A stretch of time with a name: a mode of flight.
struct PageBand {
  double from_s = 0.0, to_s = 0.0;
  std::string label{};
};

struct Page {
  std::string title{};
  std::string subtitle{};
  std::string verdict{};  // "Mission completed"; empty when there is none
  PageLevel verdict_level = PageLevel::plain;
  std::vector<std::string> notices{};  // what the reader must know first: a damaged log
  std::vector<PageSection> sections{};
  std::vector<PageEvent> events{};
  std::vector<PageBand> bands{};
  std::string footer{};
};

// One self-contained file: data, uPlot, our script and style are inside, and no link leads out. Any
// text is safe (markup is shown as text, bytes that are no UTF-8 become U+FFFD), equal pages give
// equal bytes. A curve's numbers are rounded to a 100,000th of its range.
std::string render_page(const Page& page);

}  // namespace alula
