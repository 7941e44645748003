// The sections about the estimator, and about the forces that only a simulator knows.
#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "analysis/flight_data.h"

namespace alula {
namespace {

constexpr double kDegrees = 57.295779513082321;
constexpr const char* kNorthEastDown[] = {"north", "east", "down"};
constexpr const char* kForwardRightDown[] = {"forward", "right", "down"};

// What the filter says of its own accuracy, from take-off on: before, it is still finding out, and
// its first values would flatten all others.
TimeSeries believed(const FlightData& data, const char* column) {
  const TimeSeries whole = data.log.column("vehicle_local_position", column);
  if (data.airborne.empty()) return whole;
  const auto first =
      std::lower_bound(whole.time_s.begin(), whole.time_s.end(), data.airborne.front().from_s);
  const auto skipped = static_cast<std::size_t>(first - whole.time_s.begin());
  return {whole.time_s.subspan(skipped), whole.value.without_first(skipped)};
}

void accuracy_plots(const FlightData& data, PlotMaker& make) {
  const MotionError& error = data.errors.estimation;
  make.plot("Position estimate", {"estimate − truth", "m"})
      .curve("horizontal", PageStyle::line, error.of(error.horizontal_m))
      .curve("vertical", PageStyle::line, error.of(error.vertical_m))
      .curve("horizontal, believed", PageStyle::limit, believed(data, "eph"))
      .curve("vertical, believed", PageStyle::limit, believed(data, "epv"))
      .done();
  make.plot("Velocity estimate", {"estimate − truth", "m/s"})
      .curve("horizontal", PageStyle::line, error.of(error.horizontal_m_s))
      .curve("vertical", PageStyle::line, error.of(error.vertical_m_s))
      .curve("horizontal, believed", PageStyle::limit, believed(data, "evh"))
      .curve("vertical, believed", PageStyle::limit, believed(data, "evv"))
      .done();
  const AttitudeError& attitude = data.errors.attitude;
  make.plot("Attitude estimate", {"estimate − truth", "deg"})
      .curve("tilt", PageStyle::line, {attitude.time_s, attitude.tilt_deg})
      .curve("yaw", PageStyle::line, {attitude.time_s, attitude.yaw_deg})
      .done();
}

struct Innovation {
  const char* label;
  const char* field;
};

void innovation_plot(const FlightData& data, PlotMaker& make, const char* name, PageAxis axis,
                     const std::vector<Innovation>& innovations, double scale = 1.0) {
  make.plot(name, std::move(axis));
  for (const Innovation& innovation : innovations) {
    make.curve(innovation.label, PageStyle::line,
               data.log.column("estimator_innovations", innovation.field), scale);
  }
  make.done();
}

// How far an innovation lies outside of what the filter expects, in its own measure; a sample at 1
// or above is refused.
void test_ratio_plot(const FlightData& data, PlotMaker& make) {
  constexpr double kFloor = 1e-4;
  const Innovation ratios[] = {{"GNSS speed, horizontal", "gps_hvel[0]"},
                               {"GNSS speed, vertical", "gps_vvel"},
                               {"GNSS position", "gps_hpos[0]"},
                               {"GNSS height", "gps_vpos"},
                               {"barometer", "baro_vpos"},
                               {"magnetometer", "mag_field[0]"},
                               {"heading", "heading"}};
  make.plot("Test ratios", {"test ratio", ""},
            "The greatest of each 400th of the log. At 1 a measurement is refused; ratios below "
            "0.0001 are drawn there.")
      .logarithmic();
  for (const Innovation& ratio : ratios) {
    make.peak_curve(ratio.label, data.log.column("estimator_innovation_test_ratios", ratio.field),
                    kFloor);
  }
  make.limit("refused", 1.0).done();
}

void bias_plot(const FlightData& data, PlotMaker& make, const char* name, PageAxis axis, int first,
               double scale) {
  make.plot(name, std::move(axis));
  for (int i = 0; i < 3; ++i) {
    make.curve(kForwardRightDown[i], PageStyle::line,
               data.log.column("estimator_states", fmt::format("states[{}]", first + i)), scale);
  }
  make.done();
}

bool is_zero(const TimeSeries& samples) {
  return std::all_of(samples.value.begin(), samples.value.end(),
                     [](double value) { return value == 0.0; });
}

}  // namespace

PageSection estimator_section(const FlightData& data) {
  PageSection section{.title = "Estimator"};
  PlotMaker make(data.grid, section);
  accuracy_plots(data, make);
  test_ratio_plot(data, make);
  innovation_plot(data, make, "GNSS speed innovations", {"innovation", "m/s"},
                  {{kNorthEastDown[0], "gps_hvel[0]"},
                   {kNorthEastDown[1], "gps_hvel[1]"},
                   {kNorthEastDown[2], "gps_vvel"}});
  innovation_plot(data, make, "GNSS position innovations", {"innovation", "m"},
                  {{kNorthEastDown[0], "gps_hpos[0]"}, {kNorthEastDown[1], "gps_hpos[1]"}});
  innovation_plot(data, make, "Height innovations", {"innovation", "m"},
                  {{"GNSS", "gps_vpos"}, {"barometer", "baro_vpos"}});
  innovation_plot(data, make, "Magnetometer innovations", {"innovation", "G"},
                  {{kForwardRightDown[0], "mag_field[0]"},
                   {kForwardRightDown[1], "mag_field[1]"},
                   {kForwardRightDown[2], "mag_field[2]"}});
  constexpr int kGyroBias = 10, kAccelBias = 13;  // in PX4's state vector
  bias_plot(data, make, "Gyroscope bias, estimated", {"bias", "deg/s"}, kGyroBias, kDegrees);
  bias_plot(data, make, "Accelerometer bias, estimated", {"bias", "m/s²"}, kAccelBias, 1.0);
  return section;
}

PageSection force_section(const FlightData& data) {
  PageSection section{.title = "Forces by part",
                      .text =
                          "What each part of the vehicle did about its centre of mass, as the "
                          "simulator summed it. Parts that did nothing are left out."};
  PlotMaker make(data.grid, section);
  static constexpr struct {
    const char* name;
    const char* field;
    double sign;
  } kComponents[] = {{"Force up", "force[2]", -1.0},     {"Force forward", "force[0]", 1.0},
                     {"Force right", "force[1]", 1.0},   {"Roll torque", "torque[0]", 1.0},
                     {"Pitch torque", "torque[1]", 1.0}, {"Yaw torque", "torque[2]", 1.0}};
  const std::string prefix = "force_";
  for (const auto& component : kComponents) {
    const bool is_force = component.field[0] == 'f';
    make.plot(component.name, {is_force ? "force" : "torque", is_force ? "N" : "N m"});
    for (const std::string& topic : data.log.topics_named(prefix)) {
      const TimeSeries samples = data.log.column(topic, component.field);
      if (is_zero(samples)) continue;
      std::string part = topic.substr(prefix.size());
      std::replace(part.begin(), part.end(), '_', ' ');
      make.curve(part, PageStyle::line, samples, component.sign);
    }
    make.done();
  }
  return section;
}

}  // namespace alula
