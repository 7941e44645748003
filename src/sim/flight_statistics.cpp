#include "sim/flight_statistics.h"

#include <cmath>

namespace alula {
namespace {

constexpr TimeNs kAirborneLeast =
    nanoseconds(0.5);  // a shorter hop is no flight, its end no touch-down

bool touches(const TruthState& truth) { return norm_squared(truth.contact_force_W) > 0.0; }

void observe_errors(FlightStatistics& s, const StepView& view) {
  const TruthState& truth = view.truth;
  const VehicleEstimate& e = view.estimate;
  const Vec3 position = e.p_WB + s.reference_W - truth.p_WB;
  s.estimate_horizontal_m.add(norm_xy(position));
  s.estimate_vertical_m.add(std::fabs(position.z));
  s.estimate_velocity_m_s.add(norm(e.v_WB - truth.v_WB));
  const Vec3 down{0.0, 0.0, 1.0};
  s.estimate_tilt_rad.add(angle_between(e.q_WB.conjugate() * down, truth.q_WB.conjugate() * down));
  s.estimate_yaw_rad.add(std::fabs(yaw_between(truth.q_WB, e.q_WB)));

  const Vec3 p_sp = view.control.position.p_sp;
  if (std::isfinite(p_sp.x))
    s.tracking_horizontal_m.add(norm_xy(p_sp + s.reference_W - truth.p_WB));
  if (std::isfinite(p_sp.z))
    s.tracking_vertical_m.add(std::fabs(p_sp.z + s.reference_W.z - truth.p_WB.z));
}

void observe_ground(FlightStatistics& s, const StepView& view) {
  const TruthState& truth = view.truth;
  if (!touches(truth)) {
    if (s.airborne_since < 0) s.airborne_since = view.time;
    s.velocity_before = truth.v_WB;
    return;
  }
  if (is_flying(s, view.time)) {
    ++s.touchdowns;
    s.touchdown_time = view.time;
    s.touchdown_W = truth.p_WB;
    s.touchdown_speed_m_s = s.velocity_before.z;
  }
  s.airborne_since = -1;
}

}  // namespace

void ErrorStatistic::add(double error) {
  worst = std::fmax(worst, error);
  sum_of_squares += error * error;
  ++count;
}

double ErrorStatistic::rms() const {
  return count == 0 ? 0.0 : std::sqrt(sum_of_squares / static_cast<double>(count));
}

void observe(FlightStatistics& s, const StepView& view, const LocalFrame& world) {
  const VehicleEstimate& e = view.estimate;
  if (e.global_valid && e.ref_time != s.reference_time) {
    s.reference_time = e.ref_time;
    // The brain counts altitudes from the sea, the world heights from the ellipsoid.
    Geodetic reference{e.ref_latitude_rad, e.ref_longitude_rad, e.ref_altitude_m};
    reference.height_m += world.sea_level_m(reference);
    s.reference_W = world.to_local(reference);
  }
  const bool armed = view.commander.vehicle.arming == ArmingState::armed;
  if (armed && s.was_armed == 0) {
    ++s.times_armed;
    s.home_W = view.truth.p_WB;
    if (s.first_armed_time < 0) s.first_armed_time = view.time;
  }
  if (!armed && s.was_armed != 0) s.disarmed_time = view.time;
  s.was_armed = armed ? 1 : 0;
  for (const BatterySample& battery : view.samples.battery) s.battery_used_c = battery.discharged_c;
  for (const Event& event : view.events) {
    if (event.level <= EventLevel::critical) s.alarm = event;
  }
  observe_ground(s, view);
  if (!armed || s.airborne_since < 0) return;

  const TimeNs step = view.step > 0 ? view.time / view.step : 0;
  s.flown_ns += step;
  s.path_m += norm(view.truth.v_WB) * seconds(step);
  s.height_max_m = std::fmax(s.height_max_m, s.home_W.z - view.truth.p_WB.z);
  observe_errors(s, view);
}

bool is_flying(const FlightStatistics& s, TimeNs now) {
  return s.airborne_since >= 0 && now - s.airborne_since > kAirborneLeast;
}

std::string_view alarm_text(const FlightStatistics& s) { return s.alarm.text.data(); }

double touchdown_distance_m(const FlightStatistics& s) { return norm_xy(s.touchdown_W - s.home_W); }

}  // namespace alula
