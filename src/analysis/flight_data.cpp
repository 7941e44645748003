#include "analysis/flight_data.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include <fmt/format.h>

namespace alula {
namespace {

std::vector<TimeSpan> airborne_of(const LogSamples& log) {
  const TimeSeries landed = log.column("vehicle_land_detected", "landed");
  std::vector<TimeSpan> spans;
  bool flying = false;
  for (std::size_t i = 0; i < landed.size(); ++i) {
    const bool now = landed.value[i] == 0.0;
    if (now && !flying) spans.push_back({landed.time_s[i], log.end_s()});
    if (!now && flying) spans.back().to_s = landed.time_s[i];
    flying = now;
  }
  return spans;
}

}  // namespace

FlightData::FlightData(UlogContent content)
    : log(std::move(content)),
      motion(motion_of(log)),
      errors(errors_of(motion)),
      grid{.from_s = log.start_s(), .to_s = log.end_s()},
      airborne(airborne_of(log)) {}

std::string number_text(double value, int decimals) {
  return std::isfinite(value) ? fmt::format("{:.{}f}", value, decimals) : "–";
}

PlotMaker& PlotMaker::plot(std::string name, PageAxis y, std::string note) {
  plot_ = {.name = std::move(name), .x = time_axis(), .y = std::move(y), .note = std::move(note)};
  return *this;
}

PlotMaker& PlotMaker::logarithmic() {
  plot_.y_logarithmic = true;
  return *this;
}

PlotMaker& PlotMaker::curve(std::string label, PageStyle style, const TimeSeries& samples,
                            double scale) {
  if (samples.empty()) return *this;
  ThinSamples thin = thinned(samples, grid_);
  for (double& value : thin.value) value *= scale;
  return add(std::move(label), style, std::move(thin));
}

PlotMaker& PlotMaker::peak_curve(std::string label, const TimeSeries& samples, double floor) {
  constexpr std::size_t kPeaks = 400;
  if (samples.empty()) return *this;
  ThinSamples thin =
      peaks(samples, {.from_s = grid_.from_s, .to_s = grid_.to_s, .buckets = kPeaks});
  for (double& value : thin.value) {
    if (std::isfinite(value)) value = std::max(value, floor);
  }
  return add(std::move(label), PageStyle::line, std::move(thin));
}

PlotMaker& PlotMaker::add(std::string label, PageStyle style, ThinSamples thin) {
  if (std::any_of(thin.value.begin(), thin.value.end(),
                  [](double value) { return std::isfinite(value); })) {
    plot_.series.push_back({.label = std::move(label),
                            .x = std::move(thin.time_s),
                            .y = std::move(thin.value),
                            .style = style});
  }
  return *this;
}

PlotMaker& PlotMaker::three(const TimeSeries& setpoint, const TimeSeries& estimate,
                            const TimeSeries& truth, double scale) {
  curve("set-point", PageStyle::setpoint, setpoint, scale);
  curve("estimate", PageStyle::estimate, estimate, scale);
  return curve("truth", PageStyle::truth, truth, scale);
}

PlotMaker& PlotMaker::limit(std::string label, double value) {
  plot_.series.push_back({.label = std::move(label),
                          .x = {grid_.from_s, grid_.to_s},
                          .y = {value, value},
                          .style = PageStyle::limit});
  return *this;
}

void PlotMaker::done() {
  const bool any = std::any_of(plot_.series.begin(), plot_.series.end(),
                               [](const PageSeries& s) { return s.style != PageStyle::limit; });
  if (any) section_.plots.push_back(std::move(plot_));
  plot_ = {};
}

ErrorSize error_size(const TimeSeries& samples, const std::vector<TimeSpan>& spans) {
  double sum = 0.0, worst = 0.0;
  std::size_t count = 0, span = 0;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    while (span < spans.size() && samples.time_s[i] > spans[span].to_s) ++span;
    const bool counts =
        spans.empty() || (span < spans.size() && samples.time_s[i] >= spans[span].from_s);
    if (!counts || !std::isfinite(samples.value[i])) continue;
    sum += samples.value[i] * samples.value[i];
    worst = std::max(worst, std::abs(samples.value[i]));
    ++count;
  }
  if (count == 0) {
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    return {nan, nan};
  }
  return {std::sqrt(sum / static_cast<double>(count)), worst};
}

}  // namespace alula
