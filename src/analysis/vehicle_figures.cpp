#include "analysis/vehicle_figures.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "analysis/vehicle_envelope.h"
#include "document/number_text.h"
#include "earth/standard_gravity.h"
#include "sim/vehicle_parameters.h"
#include "vehicle/airframe_of.h"
#include "vehicle/lifter.h"

namespace alula {
namespace {

constexpr Vec3 kForward{1.0, 0.0, 0.0}, kUp{0.0, 0.0, -1.0};

std::vector<double> speeds_of(const SteadyFlight& flight, const SteadyPoint& point) {
  std::vector<double> speeds;
  for (std::size_t i = 0; i < point.rotor_state.size(); ++i)
    speeds.push_back(flight.rotors().speed_rad_s(i, point.rotor_state[i]));
  return speeds;
}

double mean_speed(const SteadyFlight& flight, const SteadyPoint& point) {
  const std::vector<double> speeds = speeds_of(flight, point);
  return std::accumulate(speeds.begin(), speeds.end(), 0.0) / static_cast<double>(speeds.size());
}

HoverFigures hover_figures(const SteadyFlight& flight, const SteadyPoint& hover) {
  const auto [least, most] = std::minmax_element(hover.command.begin(), hover.command.end());
  return {.command = hover.command_mean(),
          .command_min = *least,
          .command_max = *most,
          .speed_rad_s = mean_speed(flight, hover),
          .thrust_n = hover.thrust_n,
          .rotor_speed_rad_s = speeds_of(flight, hover),
          .supply_v = hover.supply_v,
          .current_a = hover.current_a};
}

ThrottlePoint throttle_point(const SteadyFlight& flight, double command, double charge) {
  const std::vector<double> all(flight.rotors().size(), command);
  const SteadyPoint point = flight.settled(all, charge);
  return {command, flight.lift_n(point), mean_speed(flight, point), point.supply_v,
          point.current_a};
}

FullThrottleFigures full_figures(const SteadyFlight& flight, const ThrottlePoint& full) {
  const double weight_n = flight.config().body.mass_kg * kStandardGravity;
  double unsagged_n = 0.0;
  for (const Lifter& rotor : lifters_of(flight.config()))
    unsagged_n -= rotor.thrust_max_n * flight.density_ratio() * rotor.axis.z;
  return {.thrust_n = full.thrust_n,
          .thrust_to_weight = full.thrust_n / weight_n,
          .thrust_to_weight_unsagged = unsagged_n / weight_n,
          .supply_v = full.supply_v,
          .current_a = full.current_a};
}

double axis_of(const PlantEvaluation<double>& found, std::size_t axis) {
  const Vec3& alpha = found.alpha_WB_B;
  const std::array<double, 4> all{alpha.x, alpha.y, alpha.z, -found.a_WB.z};
  return all[axis];
}

// The largest share of a change of thrusts for which every rotor stays between its ends.
double room(const SteadyFlight& flight, const SteadyPoint& hover, const std::vector<double>& change,
            double supply_v) {
  double share = std::numeric_limits<double>::infinity();
  const RotorBank& rotors = flight.rotors();
  for (std::size_t i = 0; i < change.size(); ++i) {
    if (change[i] == 0.0) continue;
    const double end = rotors.settled_state(i, change[i] > 0.0 ? 1.0 : 0.0, supply_v);
    const double left = rotors.thrust(i, end, flight.density_ratio()) - hover.thrust_n[i];
    share = std::min(share, std::max(left / change[i], 0.0));
  }
  return share;
}

// As far as a change of thrusts goes. The rotors' current sets the voltage that bounds them: half
// steps converge.
PlantEvaluation<double> farthest(const SteadyFlight& flight, const SteadyPoint& hover,
                                 const std::vector<double>& change) {
  double supply_v = hover.supply_v;
  PlantEvaluation<double> found;
  for (int pass = 0; pass < 40; ++pass) {
    const double share = room(flight, hover, change, supply_v);
    std::vector<double> states;
    for (std::size_t i = 0; i < change.size(); ++i)
      states.push_back(flight.rotors().state_for_thrust(i, hover.thrust_n[i] + share * change[i],
                                                        flight.density_ratio()));
    found = flight.accelerations(hover, states, {});
    supply_v += 0.5 * (found.supply_v - supply_v);
  }
  return found;
}

// Along the least change of thrusts that turns this axis alone; what it gives, the plant says.
AuthorityFigures authority(const SteadyFlight& flight, const SteadyPoint& hover, std::size_t axis) {
  const std::array<Vec3, 4> torques{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {}}};
  const double lift = axis == 3 ? 1.0 : 0.0;
  const auto reach = [&](double sign) {
    const auto change = thrusts_for(flight.config(), sign * torques[axis], sign * lift);
    return sign * axis_of(farthest(flight, hover, change), axis);
  };
  return {.up = reach(1.0), .down = reach(-1.0)};
}

// From the slope of the acceleration over the speed; none where nothing damps.
template <class Acceleration> std::optional<double> decay(const Acceleration& acceleration) {
  constexpr double kStep = 1e-3;
  constexpr double kSlopeMin = 1e-3;  // 1000 s: longer than any flight
  const double slope = (acceleration(kStep) - acceleration(-kStep)) / (2.0 * kStep);
  return slope < -kSlopeMin ? std::optional(-1.0 / slope) : std::nullopt;
}

TimeConstants time_constants(const SteadyFlight& flight, const SteadyPoint& hover) {
  const auto moved = [&](const Vec3& v_WB) {
    return flight.accelerations(hover, hover.rotor_state, {.v_WB = v_WB}).a_WB;
  };
  const auto turned = [&](const Vec3& w_WB_B) {
    return flight.accelerations(hover, hover.rotor_state, {.w_WB_B = w_WB_B}).alpha_WB_B;
  };
  TimeConstants result;
  for (const RotorConfig& rotor : flight.config().parts_of<RotorConfig>()) {
    result.rotor_up_s = std::max(result.rotor_up_s, rotor.time_constant_up_s);
    result.rotor_down_s = std::max(result.rotor_down_s, rotor.time_constant_down_s);
  }
  for (const AirsimRotorConfig& rotor : flight.config().parts_of<AirsimRotorConfig>())
    result.rotor_up_s = result.rotor_down_s = std::max(result.rotor_up_s, rotor.time_constant_s);
  result.forward_s = decay([&](double v) { return moved({v, 0, 0}).x; });
  result.sideways_s = decay([&](double v) { return moved({0, v, 0}).y; });
  result.vertical_s = decay([&](double v) { return moved({0, 0, v}).z; });
  result.roll_s = decay([&](double w) { return turned({w, 0, 0}).x; });
  result.pitch_s = decay([&](double w) { return turned({0, w, 0}).y; });
  result.yaw_s = decay([&](double w) { return turned({0, 0, w}).z; });
  return result;
}

void add_curves(VehicleFigures& figures, const SteadyFlight& flight, const SteadyPoint& hover,
                const ParameterValues& parameters) {
  figures.climb = climb_figures(flight, hover, parameters);
  figures.forward = flight_curve(flight, hover, kForward, figures.level.thrust.speed_m_s);
  figures.vertical = flight_curve(flight, hover, kUp, figures.climb.thrust.speed_m_s);
  if (figures.has_battery) add_best_speeds(*figures.endurance, flight, hover, figures.forward);
}

}  // namespace

Result<VehicleFigures> vehicle_figures(const VehicleConfig& config, double altitude_msl_m,
                                       FigureScope scope) {
  Result<SteadyFlight> built = SteadyFlight::build(config, altitude_msl_m);
  if (!built.ok()) return built.error();
  const SteadyFlight& flight = *built;
  const Result<ParameterValues> parameters = vehicle_parameters(config);
  if (!parameters.ok()) return parameters.error();
  const double charge = flight.charge_initial();
  const std::optional<SteadyPoint> hover = flight.trim({}, charge);
  if (!hover || !hover->reachable())
    return invalid_config(config.name, "cannot hover at " + shortest_text(altitude_msl_m) + " m");

  VehicleFigures figures;
  figures.altitude_msl_m = altitude_msl_m;
  figures.density_kg_m3 = flight.density_ratio() * kSeaLevelDensity;
  figures.has_electrics = flight.has_electrics();
  figures.has_battery = !config.parts_of<BatteryConfig>().empty();
  figures.hover = hover_figures(flight, *hover);
  constexpr int kThrottleParts = 20;
  for (int part = 0; part <= kThrottleParts; ++part)
    figures.throttle.push_back(
        throttle_point(flight, static_cast<double>(part) / kThrottleParts, charge));
  figures.full = full_figures(flight, figures.throttle.back());
  figures.level = level_figures(flight, *hover, *parameters);
  if (figures.has_battery) figures.endurance = hover_endurance(flight, *hover);
  if (scope == FigureScope::all) add_curves(figures, flight, *hover, *parameters);
  for (std::size_t axis = 0; axis < figures.authority.size(); ++axis)
    figures.authority[axis] = authority(flight, *hover, axis);
  figures.time_constants = time_constants(flight, *hover);
  return figures;
}

}  // namespace alula
