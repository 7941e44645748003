#include "analysis/page.h"

#include <map>
#include <string_view>

#include "analysis/page_numbers.h"
#include "analysis/page_template.h"
#include "analysis/page_text.h"
#include "core/assert.h"
#include "document/json_writer.h"

namespace alula {
namespace {

const char* name_of(PageStyle style) {
  switch (style) {
    case PageStyle::line:
      return "line";
    case PageStyle::setpoint:
      return "setpoint";
    case PageStyle::estimate:
      return "estimate";
    case PageStyle::truth:
      return "truth";
    case PageStyle::limit:
      return "limit";
    case PageStyle::points:
      return "points";
  }
  return "line";
}

const char* name_of(PageLevel level) {
  switch (level) {
    case PageLevel::plain:
      return "plain";
    case PageLevel::good:
      return "good";
    case PageLevel::warning:
      return "warning";
    case PageLevel::bad:
      return "bad";
  }
  return "plain";
}

// Writes the page as JSON. Columns stand in one list at the end, equal ones once: the curves of a
// topic share their times.
class PageJson {
 public:
  std::string write(const Page& page) {
    json_.open_map();
    text("title", page.title);
    text("subtitle", page.subtitle);
    text("verdict", page.verdict);
    json_.field("verdict_level", name_of(page.verdict_level));
    json_.open_list("notices");
    for (const std::string& notice : page.notices) json_.value(valid_utf8(notice));
    json_.close().open_list("sections");
    for (const PageSection& section : page.sections) write(section);
    json_.close().open_list("events");
    for (const PageEvent& event : page.events) write(event);
    json_.close().open_list("bands");
    for (const PageBand& band : page.bands) write(band);
    json_.close();
    text("footer", page.footer);
    write_columns();
    json_.close();
    return json_.text();
  }

 private:
  void text(std::string_view key, const std::string& value) { json_.field(key, valid_utf8(value)); }
  void write(std::string_view key, const PageAxis& axis) {
    json_.open_map(key);
    text("label", axis.label);
    text("unit", axis.unit);
    json_.close();
  }
  void write(const PageEvent& event) {
    json_.open_map().field("time_s", event.time_s);
    text("text", event.text);
    json_.field("level", name_of(event.level)).close();
  }
  void write(const PageBand& band) {
    json_.open_map().field("from_s", band.from_s).field("to_s", band.to_s);
    text("label", band.label);
    json_.close();
  }
  void write(const PageTable& table) {
    json_.open_map();
    text("title", table.title);
    json_.open_list("rows");
    for (const PageTable::Row& row : table.rows) {
      json_.open_map();
      text("label", row.label);
      text("value", row.value);
      text("unit", row.unit);
      text("note", row.note);
      json_.close();
    }
    json_.close().close();
  }
  void write(const PageSeries& series) {
    ALULA_ASSERT(series.x.size() == series.y.size());
    ALULA_ASSERT(series.time_s.empty() || series.time_s.size() == series.x.size());
    json_.open_map();
    text("label", series.label);
    json_.field("style", name_of(series.style));
    json_.field("x", column(series.x)).field("y", column(series.y));
    if (!series.time_s.empty()) json_.field("time", column(series.time_s));
    json_.close();
  }
  // What plots and paths have in common; leaves the map open.
  template <class View> void open_view(const View& view) {
    json_.open_map();
    text("name", view.name);
    text("note", view.note);
    write("x", view.x);
    write("y", view.y);
    json_.open_list("series");
    for (const PageSeries& series : view.series) write(series);
    json_.close();
  }
  void write(const PagePlot& plot) {
    open_view(plot);
    json_.field("logarithmic", plot.y_logarithmic).close();
  }
  void write(const PagePath& path) {
    open_view(path);
    json_.open_list("marks");
    for (const PagePath::Mark& mark : path.marks) {
      json_.open_map().field("x", mark.x).field("y", mark.y);
      text("label", mark.label);
      json_.close();
    }
    json_.close().close();
  }
  void write(const PageSection& section) {
    json_.open_map();
    text("title", section.title);
    text("text", section.text);
    json_.open_list("tables");
    for (const PageTable& table : section.tables) write(table);
    json_.close().open_list("paths");
    for (const PagePath& path : section.paths) write(path);
    json_.close().open_list("plots");
    for (const PagePlot& plot : section.plots) write(plot);
    json_.close().close();
  }

  int column(const std::vector<double>& values) {
    PageNumbers numbers = encode_numbers(values);
    std::string key = std::to_string(numbers.exponent) + ' ' + numbers.text;
    const auto [place, is_new] =
        index_of_.try_emplace(std::move(key), static_cast<int>(columns_.size()));
    if (is_new) columns_.push_back(std::move(numbers));
    return place->second;
  }
  void write_columns() {
    json_.open_list("columns");
    for (const PageNumbers& numbers : columns_) {
      json_.open_map().field("exponent", numbers.exponent).field("digits", numbers.text).close();
    }
    json_.close();
  }

  JsonWriter json_;
  std::vector<PageNumbers> columns_;
  std::map<std::string, int> index_of_;
};

}  // namespace

std::string render_page(const Page& page) {
  std::string html(kPageHead);
  html += escaped_markup(valid_utf8(page.title));
  html += kPageBetween;
  html += escaped_script(PageJson().write(page));
  html += kPageTail;
  return html;
}

}  // namespace alula
