// analysis/flight_data.h: what the sections of a flight report are made from, and how they make
// plots of it.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "analysis/flight_errors.h"
#include "analysis/flight_motion.h"
#include "analysis/log_samples.h"
#include "analysis/page.h"
#include "analysis/thin.h"

namespace alula {

struct TimeSpan {
  double from_s = 0.0, to_s = 0.0;
};

struct FlightData {
  explicit FlightData(UlogContent content);

  LogSamples log;
  FlightMotion motion;
  FlightErrors errors;
  TimeGrid grid;
  std::vector<TimeSpan> airborne;  // by the land detector; empty when the log has none
};

// Number and direction of what stands in a table; "–" for what is not finite.
std::string number_text(double value, int decimals);

// Makes plots that leave out what the log lacks.
class PlotMaker {
 public:
  PlotMaker(const TimeGrid& grid, PageSection& section) : grid_(grid), section_(section) {}

  // Begins a plot over time.
  PlotMaker& plot(std::string name, PageAxis y, std::string note = {});
  PlotMaker& logarithmic();
  // A curve of the plot; one without a finite value is left out.
  PlotMaker& curve(std::string label, PageStyle style, const TimeSeries& samples,
                   double scale = 1.0);
  // The same with the highest value of each second or so, see peaks(); not below `floor`.
  PlotMaker& peak_curve(std::string label, const TimeSeries& samples, double floor);
  // The three that most plots have.
  PlotMaker& three(const TimeSeries& setpoint, const TimeSeries& estimate, const TimeSeries& truth,
                   double scale = 1.0);
  PlotMaker& limit(std::string label, double value);
  // Ends the plot; it stays if any curve but a limit is in it.
  void done();

 private:
  PlotMaker& add(std::string label, PageStyle style, ThinSamples thin);

  const TimeGrid& grid_;
  PageSection& section_;
  PagePlot plot_;
};

// Root of the mean square, and the largest size, of the samples in the spans (of all when there is
// none); NaN when there is no finite one.
struct ErrorSize {
  double rms = 0.0, worst = 0.0;
};
ErrorSize error_size(const TimeSeries& samples, const std::vector<TimeSpan>& spans);

// The sections of a report, in their order; one may turn out empty.
PageSection summary_section(const FlightData& data);
PageSection path_section(const FlightData& data);
PageSection motion_section(const FlightData& data);
PageSection attitude_section(const FlightData& data);
PageSection error_section(const FlightData& data);
PageSection actuator_section(const FlightData& data);
PageSection battery_section(const FlightData& data);
PageSection estimator_section(const FlightData& data);
PageSection force_section(const FlightData& data);

}  // namespace alula
