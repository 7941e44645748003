#include "analysis/vehicle_envelope.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

namespace alula {
namespace {

constexpr double kSpeedMax_m_s = 200.0;  // nothing that hovers is faster; without drag all would be
constexpr Vec3 kForward{1.0, 0.0, 0.0}, kUp{0.0, 0.0, -1.0};

bool within(const std::optional<SteadyPoint>& point, double tilt_max) {
  return point && point->reachable() && point->tilt_rad <= tilt_max;
}

// Why a point cannot be flown.
std::string reason(const SteadyFlight& flight, const std::optional<SteadyPoint>& point,
                   double tilt_max) {
  if (!point) return "no attitude holds the height beyond it";
  if (point->reachable())
    return fmt::format("the tilt limit, MPC_TILTMAX_AIR {:.4g} deg",
                       tilt_max * 180.0 / std::numbers::pi);
  if (point->idle) return "a rotor at its idle speed";
  const std::string rotor = rotor_name(flight.config(), point->most_loaded);
  return (point->voltage_binds ? "battery voltage at " : "full command of ") + rotor;
}

struct Fastest {
  SteadyPoint point;
  SpeedLimit limit;
};

// Doubles the speed until it cannot be flown, then halves the interval.
Fastest fastest(const SteadyFlight& flight, const SteadyPoint& hover, const Vec3& direction,
                double tilt_max) {
  SteadyPoint best = hover;
  double slow = 0.0, fast = 0.5;
  std::optional<SteadyPoint> beyond;
  for (; fast < kSpeedMax_m_s; fast *= 2.0) {
    beyond = flight.trim(fast * direction, hover.charge, &best);
    if (!within(beyond, tilt_max)) break;
    slow = fast;
    best = *beyond;
  }
  if (within(beyond, tilt_max))
    return {best, {slow, fmt::format("nothing below {:.0f} m/s: it has no drag", slow)}};
  for (int pass = 0; pass < 50; ++pass) {
    const double middle = 0.5 * (slow + fast);
    const std::optional<SteadyPoint> point = flight.trim(middle * direction, hover.charge, &best);
    (within(point, tilt_max) ? slow : fast) = middle;
    if (within(point, tilt_max))
      best = *point;
    else
      beyond = point;
  }
  return {best, {slow, reason(flight, beyond, tilt_max)}};
}

SpeedLimit flown(const SpeedLimit& possible, const ParameterValues& parameters, Param limit) {
  const double cap = parameters[limit];
  if (possible.speed_m_s <= cap) return possible;
  const std::string_view name = parameter_table()[static_cast<std::size_t>(limit)].name;
  return {cap, fmt::format("the autopilot's {} {:.4g} m/s", name, cap)};
}

struct Stay {
  double time_s = 0.0;
  std::string limit = "the battery is empty";
};

// From the charge of `start` down to `charge_end`, or to where the voltage no longer carries.
Stay time_in_flight(const SteadyFlight& flight, const SteadyPoint& start, double charge_end) {
  constexpr int kParts = 8;
  Stay stay;
  SteadyPoint before = start;
  const double step = (start.charge - charge_end) / kParts;
  const auto add = [&](const SteadyPoint& after) {
    const double taken_c = flight.capacity_c() * (before.charge - after.charge);
    stay.time_s += 0.5 * taken_c * (1.0 / before.current_a + 1.0 / after.current_a);
    before = after;
  };
  for (int part = 1; part <= kParts; ++part) {
    double low = start.charge - part * step;
    std::optional<SteadyPoint> after = flight.trim(start.v_WB, low, &before);
    if (after && after->reachable()) {
      add(*after);
      continue;
    }
    stay.limit = reason(flight, after, std::numbers::pi);
    double high = before.charge;
    SteadyPoint last = before;
    for (int pass = 0; pass < 30; ++pass) {
      const double middle = 0.5 * (low + high);
      after = flight.trim(start.v_WB, middle, &before);
      const bool flies = after && after->reachable();
      (flies ? high : low) = middle;
      if (flies) last = *after;
    }
    add(last);
    stay.limit += fmt::format(", at {:.0f} % charge", 100.0 * last.charge);
    break;
  }
  return stay;
}

// The speed of greatest worth: the best of a curve's, made finer by golden section between its
// neighbours. `worths` are those of the curve's points.
template <class Worth>
double best_speed(const std::vector<FlightPoint>& forward, const std::vector<double>& worths,
                  const Worth& worth) {
  const auto best =
      static_cast<std::size_t>(std::max_element(worths.begin(), worths.end()) - worths.begin());
  if (best == 0 || best + 1 == forward.size()) return forward[best].speed_m_s;
  constexpr double kShare = 0.6180339887498949;
  double low = forward[best - 1].speed_m_s, high = forward[best + 1].speed_m_s;
  for (int pass = 0; pass < 12; ++pass) {
    const double left = high - kShare * (high - low), right = low + kShare * (high - low);
    const bool left_is_better = worth(left) > worth(right);
    (left_is_better ? high : low) = left_is_better ? right : left;
  }
  return 0.5 * (low + high);
}

}  // namespace

std::string rotor_name(const VehicleConfig& config, std::size_t i) {
  std::vector<std::string> names;
  for (const PartGroupConfig& group : config.parts) {
    const bool rotors = std::holds_alternative<std::vector<RotorConfig>>(group.configs) ||
                        std::holds_alternative<std::vector<AirsimRotorConfig>>(group.configs);
    if (rotors) names.insert(names.end(), group.names.begin(), group.names.end());
  }
  return names[i];
}

LevelFigures level_figures(const SteadyFlight& flight, const SteadyPoint& hover,
                           const ParameterValues& parameters) {
  LevelFigures level;
  const Fastest by_thrust = fastest(flight, hover, kForward, std::numbers::pi);
  level.thrust = by_thrust.limit;
  level.tilt_rad = by_thrust.point.tilt_rad;
  level.current_a = by_thrust.point.current_a;
  level.drag_n = by_thrust.point.drag_n();
  const double tilt_max = parameters.radians(Param::MPC_TILTMAX_AIR);
  level.allowed = by_thrust.point.tilt_rad <= tilt_max
                      ? level.thrust
                      : fastest(flight, hover, kForward, tilt_max).limit;
  level.flown = flown(level.allowed, parameters, Param::MPC_XY_VEL_MAX);
  return level;
}

ClimbFigures climb_figures(const SteadyFlight& flight, const SteadyPoint& hover,
                           const ParameterValues& parameters) {
  const SpeedLimit thrust = fastest(flight, hover, kUp, std::numbers::pi).limit;
  return {thrust, flown(thrust, parameters, Param::MPC_Z_VEL_MAX_UP)};
}

EnduranceFigures hover_endurance(const SteadyFlight& flight, const SteadyPoint& hover) {
  const Stay all = time_in_flight(flight, hover, 0.0);
  return {.hover_s = all.time_s, .limit = all.limit};
}

void add_best_speeds(EnduranceFigures& figures, const SteadyFlight& flight,
                     const SteadyPoint& hover, const std::vector<FlightPoint>& forward) {
  const auto time_at = [&](double speed) {
    const std::optional<SteadyPoint> point = flight.trim(speed * kForward, hover.charge, &hover);
    const bool flies = point && point->reachable();
    return flies ? time_in_flight(flight, *point, kReserve).time_s : 0.0;
  };
  figures.hover_reserve_s = time_at(0.0);

  const auto way_at = [&](double speed) { return speed * time_at(speed); };
  std::vector<double> times, ways;
  for (const FlightPoint& point : forward) {
    times.push_back(time_at(point.speed_m_s));
    ways.push_back(point.speed_m_s * times.back());
  }
  figures.longest_speed_m_s = best_speed(forward, times, time_at);
  figures.longest_s = time_at(figures.longest_speed_m_s);
  figures.farthest_speed_m_s = best_speed(forward, ways, way_at);
  figures.farthest_m = way_at(figures.farthest_speed_m_s);
}

std::vector<FlightPoint> flight_curve(const SteadyFlight& flight, const SteadyPoint& hover,
                                      const Vec3& direction, double speed_max) {
  constexpr int kParts = 40;
  std::vector<FlightPoint> curve;
  SteadyPoint near = hover;
  for (int part = 0; part <= kParts; ++part) {
    const double speed = speed_max * part / kParts;
    const std::optional<SteadyPoint> point = flight.trim(speed * direction, hover.charge, &near);
    if (!point) break;
    near = *point;
    curve.push_back({.speed_m_s = speed,
                     .command = point->command_mean(),
                     .tilt_rad = point->tilt_rad,
                     .drag_n = point->drag_n(),
                     .current_a = point->current_a,
                     .supply_v = point->supply_v});
  }
  return curve;
}

}  // namespace alula
