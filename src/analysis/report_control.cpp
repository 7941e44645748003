// The sections about control: errors, actuators, battery.
#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "analysis/flight_data.h"

namespace alula {
namespace {

constexpr double kDegrees = 57.295779513082321;

// Curves of one colour each, numbered from 1 as motors are.
void numbered(PlotMaker& make, const char* what, const std::vector<TimeSeries>& columns,
              double scale = 1.0) {
  for (std::size_t i = 0; i < columns.size(); ++i)
    make.curve(fmt::format("{} {}", what, i + 1), PageStyle::line, columns[i], scale);
}

// esc[0].esc_rpm and so on, for as many as the topic says there are.
std::vector<TimeSeries> escs(const LogSamples& log, const std::string& field) {
  const TimeSeries count = log.column("esc_status", "esc_count");
  std::vector<TimeSeries> columns;
  for (int i = 0; !count.empty() && i < count.value.back(); ++i) {
    const TimeSeries samples = log.column("esc_status", fmt::format("esc[{}].{}", i, field));
    if (samples.empty()) break;
    columns.push_back(samples);
  }
  return columns;
}

// Monitors without a current sensor write a negative one.
std::vector<double> known_current(const LogSamples& log) {
  const TimeSeries current = log.column("battery_status", "current_a");
  std::vector<double> known(current.value.begin(), current.value.end());
  for (double& value : known) {
    if (value < 0.0) value = std::numeric_limits<double>::quiet_NaN();
  }
  return known;
}

std::vector<double> sum_of(const std::vector<TimeSeries>& columns) {
  std::vector<double> sum;
  for (const TimeSeries& samples : columns) {
    sum.resize(samples.size());
    for (std::size_t i = 0; i < samples.size(); ++i) sum[i] += samples.value[i];
  }
  return sum;
}

// What PX4 takes for an empty and a full cell, from the log's parameters or its defaults.
struct ChargeByVoltage {
  double cells = 1.0, empty_v = 3.6, full_v = 4.05;
};
ChargeByVoltage charge_by_voltage(const LogSamples& log) {
  ChargeByVoltage scale;
  const TimeSeries cells = log.column("battery_status", "cell_count");
  if (!cells.empty() && cells.value.back() > 0.0) scale.cells = cells.value.back();
  const auto take = [&log](const char* name, double& value) {
    const auto found = log.content().parameters.find(name);
    if (found == log.content().parameters.end()) return;
    if (const float* number = std::get_if<float>(&found->second)) value = double{*number};
  };
  take("BAT1_V_EMPTY", scale.empty_v);
  take("BAT1_V_CHARGED", scale.full_v);
  return scale;
}

}  // namespace

PageSection error_section(const FlightData& data) {
  PageSection section{.title = "Tracking errors",
                      .text =
                          "How far the estimate was from the set-point: the controller's part "
                          "of the error."};
  PlotMaker make(data.grid, section);
  const FlightMotion& m = data.motion;
  const MotionError& error = data.errors.tracking;
  make.plot("Position error", {"estimate − set-point", "m"})
      .curve("horizontal", PageStyle::line, error.of(error.horizontal_m))
      .curve("vertical", PageStyle::line, error.of(error.vertical_m))
      .done();
  make.plot("Velocity error", {"estimate − set-point", "m/s"})
      .curve("horizontal", PageStyle::line, error.of(error.horizontal_m_s))
      .curve("vertical", PageStyle::line, error.of(error.vertical_m_s))
      .done();
  static constexpr const char* kNames[] = {"roll", "pitch", "yaw"};
  std::vector<double> rate[3];
  make.plot("Attitude error", {"estimate − set-point", "deg"});
  for (std::size_t axis = 0; axis < 3; ++axis) {
    make.curve(kNames[axis], PageStyle::line,
               {m.setpoint_angles.time_s, data.errors.angle_deg[axis]});
  }
  make.done();
  make.plot("Rate error", {"estimate − set-point", "deg/s"});
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const TimeSeries& setpoint = m.setpoint_rates[axis];
    rate[axis] = difference(m.estimate_rates[axis], setpoint, kDegrees);
    make.curve(kNames[axis], PageStyle::line, {setpoint.time_s, rate[axis]});
  }
  make.done();
  return section;
}

PageSection actuator_section(const FlightData& data) {
  PageSection section{.title = "Actuators"};
  PlotMaker make(data.grid, section);
  const LogSamples& log = data.log;
  make.plot("Motor commands", {"command", ""}, "0 is stopped, 1 is full thrust");
  numbered(make, "motor", log.elements("actuator_motors", "control"));
  make.done();
  make.plot("Motor speed", {"speed", "1/min"});
  numbered(make, "motor", escs(log, "esc_rpm"));
  make.done();
  make.plot("Motor current", {"current", "A"});
  numbered(make, "motor", escs(log, "esc_current"));
  make.done();
  make.plot("Collective thrust", {"thrust, share of the largest", ""})
      .curve("commanded", PageStyle::setpoint, log.column("vehicle_thrust_setpoint", "xyz[2]"),
             -1.0)
      .curve("hover, estimated", PageStyle::estimate,
             log.column("hover_thrust_estimate", "hover_thrust"))
      .done();
  static constexpr const char* kAxes[] = {"roll", "pitch", "yaw"};
  make.plot("Torque commands", {"torque, share of the largest", ""});
  for (int i = 0; i < 3; ++i) {
    make.curve(kAxes[i], PageStyle::line,
               log.column("vehicle_torque_setpoint", fmt::format("xyz[{}]", i)));
  }
  make.done();
  make.plot("Rate integrals", {"integral", ""},
            "What the rate controller holds against a lasting "
            "torque: off-centre mass, unequal motors.");
  for (const char* axis : kAxes)
    make.curve(axis, PageStyle::line,
               log.column("rate_ctrl_status", fmt::format("{}speed_integ", axis)));
  make.done();
  return section;
}

PageSection battery_section(const FlightData& data) {
  PageSection section{.title = "Battery"};
  PlotMaker make(data.grid, section);
  const LogSamples& log = data.log;
  const TimeSeries voltage = log.column("battery_status", "voltage_v");
  make.plot("Battery voltage", {"voltage", "V"})
      .curve("battery monitor", PageStyle::estimate, voltage)
      .curve("at motor 1", PageStyle::line, log.column("esc_status", "esc[0].esc_voltage"))
      .done();

  const std::vector<double> current_a = known_current(log);
  const std::vector<double> motors_a = sum_of(escs(log, "esc_current"));
  make.plot("Battery current", {"current", "A"})
      .curve("battery monitor", PageStyle::estimate, {log.times("battery_status"), current_a})
      .curve("battery monitor, mean", PageStyle::line,
             log.column("battery_status", "current_average_a"))
      .curve("all motors", PageStyle::line, {log.times("esc_status"), motors_a})
      .done();

  const ChargeByVoltage scale = charge_by_voltage(log);
  std::vector<double> charge;
  for (const double v : voltage.value)
    charge.push_back(
        std::clamp((v / scale.cells - scale.empty_v) / (scale.full_v - scale.empty_v), 0.0, 1.0));
  make.plot("Battery charge", {"charge", "%"}, "By voltage it seems low while current flows.")
      .curve("remaining", PageStyle::estimate, log.column("battery_status", "remaining"), 100.0)
      .curve(fmt::format("by voltage ({:.2f} to {:.2f} V a cell)", scale.empty_v, scale.full_v),
             PageStyle::line, {voltage.time_s, charge}, 100.0)
      .done();
  return section;
}

}  // namespace alula
