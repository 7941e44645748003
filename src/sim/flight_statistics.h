// sim/flight_statistics.h: worst and r.m.s. errors of a flight, and its touch-downs. An observer of
// truth, estimate and set-points whose sums lie in the arena, so that a resumed flight reports the
// whole of it.
#pragma once

#include <string_view>

#include "earth/geodesy.h"
#include "sim/step_view.h"

namespace alula {

struct ErrorStatistic {
  double worst = 0.0;
  double sum_of_squares = 0.0;
  std::uint64_t count = 0;

  void add(double error);
  [[nodiscard]] double rms() const;
};

struct FlightStatistics {
  ErrorStatistic tracking_horizontal_m{};  // position set-point against truth
  ErrorStatistic tracking_vertical_m{};
  ErrorStatistic estimate_horizontal_m{};  // estimate against truth
  ErrorStatistic estimate_vertical_m{};
  ErrorStatistic estimate_velocity_m_s{};
  ErrorStatistic estimate_tilt_rad{};
  ErrorStatistic estimate_yaw_rad{};

  Vec3 reference_W{};  // origin of the estimator's frame, in W [m]
  TimeNs reference_time = 0;
  Vec3 home_W{};                     // where the vehicle truly stood at arming [m]
  Vec3 touchdown_W{};                // of the last touch-down [m]
  Vec3 velocity_before{};            // of the step before [m/s]
  double touchdown_speed_m_s = 0.0;  // downward, just before ground contact
  double height_max_m = 0.0;         // over the place of arming
  double path_m = 0.0;               // flown
  double battery_used_c = 0.0;       // by the battery monitor
  TimeNs airborne_since = -1;        // -1: touching the ground
  TimeNs touchdown_time = -1;        // of the last touch-down; short hops after it are none
  TimeNs first_armed_time = -1;
  TimeNs disarmed_time = -1;  // of the last disarming
  TimeNs flown_ns = 0;        // time off the ground while armed
  std::uint64_t touchdowns = 0;
  std::uint64_t times_armed = 0;
  std::uint64_t was_armed = 0;
  Event alarm{};  // the last one of level critical or worse; its text is empty: none yet
};
static_assert(ArenaState<FlightStatistics>);

// `world`: of W. Call once a step.
void observe(FlightStatistics& statistics, const StepView& view, const LocalFrame& world);

// Whether the vehicle has been off the ground long enough to count as flying.
bool is_flying(const FlightStatistics& statistics, TimeNs now);

// The text of the last alarm; empty where there was none.
std::string_view alarm_text(const FlightStatistics& statistics);

// Horizontal distance of the last touch-down from the place of arming [m].
double touchdown_distance_m(const FlightStatistics& statistics);

}  // namespace alula
