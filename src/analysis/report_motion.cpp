// The sections about where the vehicle was and how it moved.
#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "analysis/flight_data.h"

namespace alula {
namespace {

struct View {
  std::size_t across = 0, up = 0;  // which of north, east, up lie along the axes
};

PageSeries path_of(const FlightData& data, std::string label, PageStyle style, const Track& track,
                   View view) {
  PageSeries series{.label = std::move(label), .style = style};
  for (const std::size_t i : thinned_path(track.time_s, data.grid)) {
    series.x.push_back(track.position[view.across][i]);
    series.y.push_back(track.position[view.up][i]);
    series.time_s.push_back(track.time_s[i]);
  }
  return series;
}

PagePath path_view(const FlightData& data, std::string name, View view) {
  static constexpr const char* kAxes[] = {"north of home", "east of home", "height above home"};
  PagePath path{
      .name = std::move(name), .x = {kAxes[view.across], "m"}, .y = {kAxes[view.up], "m"}};
  const FlightMotion& motion = data.motion;
  const auto add = [&](const char* label, PageStyle style, const Track& track) {
    if (!track.empty()) path.series.push_back(path_of(data, label, style, track, view));
  };
  add("set-point", PageStyle::setpoint, motion.setpoint);
  add("estimate", PageStyle::estimate, motion.estimate);
  add("truth", PageStyle::truth, motion.truth);
  if (path.series.empty()) return path;
  path.marks.push_back({0.0, 0.0, "home"});
  for (const Vec3& target : targets_of(data.log, motion)) {
    const double coordinates[] = {target.x, target.y, target.z};
    path.marks.push_back({coordinates[view.across], coordinates[view.up], ""});
  }
  return path;
}

}  // namespace

PageSection path_section(const FlightData& data) {
  PageSection section{.title = "Path"};
  constexpr std::size_t kNorth = 0, kEast = 1, kUp = 2;
  for (PagePath path : {path_view(data, "From above", {kEast, kNorth}),
                        path_view(data, "From the south", {kEast, kUp}),
                        path_view(data, "From the east", {kNorth, kUp})}) {
    if (!path.series.empty()) section.paths.push_back(std::move(path));
  }
  return section;
}

PageSection motion_section(const FlightData& data) {
  PageSection section{.title = "Position and speed"};
  PlotMaker make(data.grid, section);
  const FlightMotion& m = data.motion;
  make.plot("Height", {"height above home", "m"})
      .three(m.setpoint.p(2), m.estimate.p(2), m.truth.p(2))
      .done();
  make.plot("Climb rate", {"climb rate", "m/s"})
      .three(m.setpoint.v(2), m.estimate.v(2), m.truth.v(2))
      .done();
  std::vector<double> speed[3];
  TimeSeries samples[3];
  const Track* tracks[] = {&m.setpoint, &m.estimate, &m.truth};
  for (std::size_t i = 0; i < 3; ++i) {
    speed[i] = horizontal_size(tracks[i]->velocity[0], tracks[i]->velocity[1]);
    samples[i] = {tracks[i]->time_s, speed[i]};
  }
  make.plot("Ground speed", {"horizontal speed", "m/s"})
      .three(samples[0], samples[1], samples[2])
      .done();
  static constexpr const char* kNames[] = {"North", "East"};
  static constexpr const char* kLabels[] = {"north", "east"};
  for (std::size_t axis = 0; axis < 2; ++axis) {
    make.plot(kNames[axis], {fmt::format("{} of home", kLabels[axis]), "m"})
        .three(m.setpoint.p(axis), m.estimate.p(axis), m.truth.p(axis))
        .done();
    make.plot(fmt::format("Speed {}", kLabels[axis]),
              {fmt::format("speed {}", kLabels[axis]), "m/s"})
        .three(m.setpoint.v(axis), m.estimate.v(axis), m.truth.v(axis))
        .done();
  }
  return section;
}

PageSection attitude_section(const FlightData& data) {
  PageSection section{.title = "Attitude and rates"};
  PlotMaker make(data.grid, section);
  const FlightMotion& m = data.motion;
  constexpr double kDegrees = 57.295779513082321;
  static constexpr const char* kNames[] = {"Roll", "Pitch", "Yaw"};
  static constexpr const char* kNotes[] = {"right wing down is positive", "nose up is positive",
                                           "clockwise from north; goes on beyond a whole turn"};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    std::string label = kNames[axis];
    label[0] = static_cast<char>(label[0] - 'A' + 'a');
    make.plot(kNames[axis], {label, "deg"}, kNotes[axis])
        .three(m.setpoint_angles.of(axis), m.estimate_angles.of(axis), m.truth_angles.of(axis))
        .done();
    make.plot(fmt::format("{} rate", kNames[axis]), {label + " rate", "deg/s"})
        .three(m.setpoint_rates[axis], m.estimate_rates[axis], m.truth_rates[axis], kDegrees)
        .done();
  }
  return section;
}

}  // namespace alula
