#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "analysis/vehicle_report.h"
#include "earth/standard_gravity.h"
#include "math/frames.h"

namespace alula {
namespace {

constexpr double kGramsPerNewton = 1e3 / kStandardGravity;
const PageAxis kCommand{"command", ""};
const PageAxis kSpeed{"speed", "m/s"};

// One column over another, from a curve.
template <class Point, class X, class Y>
PageSeries series(const std::string& label, const std::vector<Point>& curve, const X& x,
                  const Y& y) {
  PageSeries result{.label = label};
  for (const Point& point : curve) {
    result.x.push_back(x(point));
    result.y.push_back(y(point));
  }
  return result;
}

// A straight line across: a level to compare with.
PageSeries level(const std::string& label, const PageSeries& across, double y) {
  PageSeries result{.label = label, .style = PageStyle::limit};
  if (across.x.empty()) return result;
  result.x = {across.x.front(), across.x.back()};
  result.y = {y, y};
  return result;
}

double command_of(const ThrottlePoint& p) { return p.command; }
double speed_of(const FlightPoint& p) { return p.speed_m_s; }
double power_of(const FlightPoint& p) { return p.supply_v * p.current_a; }

std::vector<PagePlot> throttle_plots(const VehicleConfig& config, const VehicleFigures& figures) {
  std::vector<PagePlot> plots;
  const auto thrust = series("all rotors", figures.throttle, command_of,
                             [](const ThrottlePoint& p) { return p.thrust_n; });
  plots.push_back(
      {.name = "Thrust over command",
       .x = kCommand,
       .y = {"thrust", "N"},
       .series = {thrust, level("weight", thrust, config.body.mass_kg * kStandardGravity)},
       .note = "At rest; the battery sags under the current."});
  if (!figures.has_electrics) return plots;
  const auto efficiency = [](const ThrottlePoint& p) {
    return p.thrust_n * kGramsPerNewton / (p.supply_v * p.current_a);
  };
  plots.push_back({.name = "Efficiency over command",
                   .x = kCommand,
                   .y = {"thrust over power", "g/W"},
                   .series = {series("all rotors", figures.throttle, command_of, efficiency)}});
  return plots;
}

std::vector<PagePlot> level_plots(const VehicleFigures& figures) {
  std::vector<PagePlot> plots;
  if (figures.has_electrics)
    plots.push_back({.name = "Power over speed",
                     .x = kSpeed,
                     .y = {"electrical power", "W"},
                     .series = {series("level flight", figures.forward, speed_of, power_of)}});
  plots.push_back({.name = "Tilt over speed",
                   .x = kSpeed,
                   .y = {"tilt", "deg"},
                   .series = {series("level flight", figures.forward, speed_of,
                                     [](const FlightPoint& p) { return degrees(p.tilt_rad); })}});
  plots.push_back({.name = "Command over speed",
                   .x = kSpeed,
                   .y = {"command", ""},
                   .series = {series("mean of the rotors", figures.forward, speed_of,
                                     [](const FlightPoint& p) { return p.command; })}});
  return plots;
}

PagePlot climb_plot(const VehicleFigures& figures) {
  return {.name = "Climb over command",
          .x = kCommand,
          .y = {"steady climb", "m/s"},
          .series = {series(
              "mean of the rotors", figures.vertical,
              [](const FlightPoint& p) { return p.command; }, speed_of)}};
}

// Bars as points over the number of the axis: roll, pitch, yaw.
PagePlot authority_plot(const VehicleFigures& figures) {
  PageSeries up{.label = "up", .style = PageStyle::points};
  PageSeries down{.label = "down", .style = PageStyle::points};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    up.x.push_back(static_cast<double>(axis + 1));
    down.x.push_back(static_cast<double>(axis + 1));
    up.y.push_back(figures.authority[axis].up);
    down.y.push_back(-figures.authority[axis].down);
  }
  return {.name = "Control authority",
          .x = {"1 roll, 2 pitch, 3 yaw", ""},
          .y = {"angular acceleration", "rad/s^2"},
          .series = {up, down},
          .note = "What the allocation gives at hover, the other axes and the lift held."};
}

}  // namespace

Page vehicle_page(const VehicleConfig& config, const VehicleFigures& figures,
                  const std::string& subtitle, const std::vector<std::string>& warnings) {
  Page page;
  page.title = config.name + ", " + kind_of(config);
  page.subtitle = subtitle;
  page.notices = warnings;
  page.sections.push_back({.title = "Figures",
                           .text = fmt::format("In still air of {:.4g} kg/m^3, that of the "
                                               "standard atmosphere at {:.4g} m; found by solving "
                                               "the plant for steady flight. Its rotors lose no "
                                               "thrust to the air that flows through them: real "
                                               "climbs and speeds above 15 m/s or so are lower.",
                                               figures.density_kg_m3, figures.altitude_msl_m),
                           .tables = vehicle_tables(config, figures)});
  page.sections.push_back({.title = "Rotors", .plots = throttle_plots(config, figures)});
  page.sections.push_back({.title = "Level flight", .plots = level_plots(figures)});
  page.sections.push_back(
      {.title = "Climb and control", .plots = {climb_plot(figures), authority_plot(figures)}});
  return page;
}

}  // namespace alula
