#include "analysis/flight_report.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "core/random.h"
#include "tests/log/sample_step.h"

namespace alula {
namespace {

// A log of PX4 made by hand: topics at 10 Hz over 20 s, columns by functions of time.
class MadeLog {
 public:
  template <class Value>
  MadeLog& add(const std::string& topic, const std::string& column, Value value) {
    UlogTopic& made = topic_named(topic);
    made.columns.push_back({column, {}});
    for (const std::uint64_t stamp : made.timestamp_us)
      made.columns.back().values.push_back(value(1e-6 * static_cast<double>(stamp) - 100.0));
    return *this;
  }
  MadeLog& constant(const std::string& topic, const std::string& column, double value) {
    return add(topic, column, [value](double) { return value; });
  }
  UlogContent content() const { return content_; }

 private:
  UlogTopic& topic_named(const std::string& name) {
    content_.start_time_us = 100'000'000;
    content_.info["sys_name"] = std::string("PX4");
    for (UlogTopic& topic : content_.topics) {
      if (topic.name == name) return topic;
    }
    UlogTopic& topic = content_.topics.emplace_back();
    topic.name = name;
    for (std::uint64_t i = 0; i <= 200; ++i) topic.timestamp_us.push_back((1000 + i) * 100'000);
    return topic;
  }

  UlogContent content_;
};

const PagePlot* find_plot(const Page& page, const std::string& name) {
  for (const PageSection& section : page.sections) {
    for (const PagePlot& plot : section.plots) {
      if (plot.name == name) return &plot;
    }
  }
  return nullptr;
}
std::vector<PagePlot> plots_of(const Page& page) {
  std::vector<PagePlot> plots;
  for (const PageSection& section : page.sections)
    plots.insert(plots.end(), section.plots.begin(), section.plots.end());
  return plots;
}
const PageSeries* find_series(const PagePlot* plot, const std::string& label) {
  if (plot == nullptr) return nullptr;
  const auto found = std::find_if(plot->series.begin(), plot->series.end(),
                                  [&](const PageSeries& s) { return s.label == label; });
  return found == plot->series.end() ? nullptr : &*found;
}

void add_position(MadeLog& log, const std::string& topic, double ref_lat, double ref_alt,
                  double north, double down) {
  for (const char* column : {"y", "vx", "vy", "vz"}) log.constant(topic, column, 0.0);
  log.constant(topic, "x", north).constant(topic, "z", down);
  log.constant(topic, "ref_lat", ref_lat).constant(topic, "ref_lon", 8.5);
  log.constant(topic, "ref_alt", ref_alt);
}

// One place, seen from two origins: 0.001 deg of latitude apart, which at 45 deg and 505 m are
// 111.1406 m (WGS84: meridian radius a (1 - e^2) / (1 - e^2 / 2)^1.5 = 6 367 382 m, and the
// height), and 5 m of height.
TEST(FlightReport, LaysEstimateAndTruthInOneFrame) {
  MadeLog log;
  add_position(log, "vehicle_local_position", 45.0, 500.0, 111.1406, -10.0);
  add_position(log, "vehicle_local_position_groundtruth", 45.001, 505.0, 0.0, -5.0);
  const Page page = flight_report(log.content());
  const PagePlot* height = find_plot(page, "Height");
  ASSERT_NE(find_series(height, "truth"), nullptr);
  EXPECT_NEAR(find_series(height, "truth")->y[0], 10.0, 2e-3);  // 111 m off the plane: 1 mm
  const PageSeries* error = find_series(find_plot(page, "Position estimate"), "horizontal");
  ASSERT_NE(error, nullptr);
  EXPECT_NEAR(error->y[50], 0.0, 2e-3);
}

// Turning at 90 deg/s, seen by an attitude that wraps at 180 deg: the curve is straight.
TEST(FlightReport, DrawsATurnWithoutJumps) {
  MadeLog log;
  const auto half_angle = [](double time_s) { return 0.5 * 1.5707963267948966 * time_s; };
  log.add("vehicle_attitude", "q[0]", [&](double t) { return std::cos(half_angle(t)); });
  log.constant("vehicle_attitude", "q[1]", 0.0).constant("vehicle_attitude", "q[2]", 0.0);
  log.add("vehicle_attitude", "q[3]", [&](double t) { return std::sin(half_angle(t)); });
  const Page page = flight_report(log.content());
  const PageSeries* yaw = find_series(find_plot(page, "Yaw"), "estimate");
  ASSERT_NE(yaw, nullptr);
  for (std::size_t i = 0; i < yaw->y.size(); ++i) EXPECT_NEAR(yaw->y[i], 90.0 * yaw->x[i], 1e-6);
}

TEST(FlightReport, TellsModesAndEndInWords) {
  MadeLog log;
  log.add("vehicle_status", "nav_state", [](double t) { return t < 5.0 ? 4.0 : 3.0; });
  log.add("vehicle_status", "arming_state",
          [](double t) { return t > 2.0 && t < 18.0 ? 2.0 : 1.0; });
  log.add("vehicle_land_detected", "landed", [](double t) { return t < 3.0 || t > 15.0; });
  log.add("mission_result", "finished", [](double t) { return t > 12.0 ? 1.0 : 0.0; });
  log.constant("mission_result", "failure", 0.0).constant("mission_result", "seq_total", 3.0);
  const Page page = flight_report(log.content());
  EXPECT_EQ(page.verdict, "Mission completed");
  EXPECT_EQ(page.verdict_level, PageLevel::good);
  ASSERT_EQ(page.bands.size(), 4u);
  EXPECT_EQ(page.bands[0].label, "Disarmed");
  EXPECT_EQ(page.bands[1].label, "Hold");
  EXPECT_EQ(page.bands[2].label, "Mission");
  EXPECT_NEAR(page.bands[2].from_s, 5.0, 1e-9);
  ASSERT_EQ(page.events.size(), 3u);
  EXPECT_EQ(page.events[0].text, "Armed");
  EXPECT_EQ(page.events[1].text, "Mode Hold -> Mission");
  EXPECT_EQ(page.events[2].text, "Disarmed");
}

TEST(FlightReport, SaysThatALogEndsInFlight) {
  MadeLog log;
  log.constant("vehicle_status", "arming_state", 2.0);
  log.add("vehicle_land_detected", "landed", [](double t) { return t < 3.0 ? 1.0 : 0.0; });
  EXPECT_EQ(flight_report(log.content()).verdict, "The log ends in flight");
}

TEST(FlightReport, HasWordsForALogWithoutData) {
  const Page page = flight_report(UlogContent{});
  ASSERT_EQ(page.notices.size(), 1u);
  EXPECT_EQ(page.notices[0], "The log holds no data.");
  EXPECT_FALSE(render_page(page).empty());
}

TEST(FlightReport, TellsWhatIsWrongWithTheLog) {
  UlogContent content;
  content.faults = {.truncated_bytes = 1, .skipped_bytes = 40, .dropouts = 2, .dropout_ms = 1500};
  const Page page = flight_report(std::move(content));
  ASSERT_EQ(page.notices.size(), 4u);
  EXPECT_NE(page.notices[0].find("its last 1 byte "), std::string::npos);
  EXPECT_NE(page.notices[1].find("40 bytes"), std::string::npos);
  EXPECT_NE(page.notices[2].find("2 drop-outs, 1.5 s"), std::string::npos);
}

// The end of the log is where most topics end, so axes may end some milliseconds apart; the curves
// are the same.
TEST(FlightReport, NeedsNoOtherColumnsThanItAsksFor) {
  const std::vector<std::byte> log = sample_log(5000);
  Result<UlogContent> all = read_ulog(log);
  Result<UlogContent> wanted = read_ulog(log, is_in_flight_report);
  EXPECT_LT(wanted->topics.size(), all->topics.size());
  const std::vector<PagePlot> some_plots = plots_of(flight_report(std::move(wanted).value()));
  const std::vector<PagePlot> all_plots = plots_of(flight_report(std::move(all).value()));
  ASSERT_EQ(some_plots.size(), all_plots.size());
  for (std::size_t i = 0; i < all_plots.size(); ++i) {
    EXPECT_EQ(some_plots[i].name, all_plots[i].name);
    ASSERT_EQ(some_plots[i].series.size(), all_plots[i].series.size()) << all_plots[i].name;
    for (std::size_t k = 0; k < all_plots[i].series.size(); ++k) {
      const PageSeries &some = some_plots[i].series[k], &every = all_plots[i].series[k];
      EXPECT_EQ(some.label, every.label);
      EXPECT_EQ(some.y.size(), every.y.size()) << all_plots[i].name << " " << every.label;
    }
  }
}

// Whatever the reader makes of a damaged log, a report comes out of it.
TEST(FlightReport, SurvivesDamageAnywhere) {
  const std::vector<std::byte> whole = sample_log(300);
  const RandomStream random(2, "report damage");
  const auto draw = [&](std::int64_t i, std::uint32_t sub, std::size_t range) {
    return static_cast<std::size_t>(random.uniform(i, sub) * static_cast<double>(range));
  };
  for (std::int64_t i = 0; i < 150; ++i) {
    std::vector<std::byte> damaged = whole;
    for (std::uint32_t flip = 0; flip < 40; ++flip)
      damaged[100 + draw(i, flip, damaged.size() - 100)] ^=
          static_cast<std::byte>(1u << draw(i, 100 + flip, 8));
    if (i % 3 == 0) damaged.resize(100 + draw(i, 300, damaged.size() - 100));
    Result<UlogContent> content = read_ulog(damaged, is_in_flight_report);
    if (!content.ok()) continue;
    const Page page = flight_report(std::move(content).value());
    for (const PageSection& section : page.sections) {
      for (const PagePlot& plot : section.plots) {
        for (const PageSeries& series : plot.series) {
          EXPECT_TRUE(std::is_sorted(series.x.begin(), series.x.end())) << plot.name;
          for (const double time_s : series.x) EXPECT_LT(time_s, 10.0) << plot.name;
        }
      }
    }
    EXPECT_FALSE(render_page(page).empty());
  }
}

}  // namespace
}  // namespace alula
