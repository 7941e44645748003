// analysis/vehicle_figures.h: what a vehicle can do, found by solving for its steady flight: hover,
// climb, level speed, endurance, control authority, and what binds each of them.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "analysis/steady_flight.h"

namespace alula {

struct HoverFigures {
  double command = 0.0;  // mean over the rotors; those of the extremes beside it
  double command_min = 0.0, command_max = 0.0;
  double speed_rad_s = 0.0;               // mean
  std::vector<double> thrust_n;           // of each rotor
  std::vector<double> rotor_speed_rad_s;  // of each rotor
  double supply_v = 0.0, current_a = 0.0;
};

// All rotors at command 1, at rest.
struct FullThrottleFigures {
  double thrust_n = 0.0;  // along -Bz, with the battery as charged, sagging under the load
  double thrust_to_weight = 0.0;
  double thrust_to_weight_unsagged = 0.0;  // with all the voltage that a rotor can use
  double supply_v = 0.0, current_a = 0.0;
};

// A speed that something keeps from being greater.
struct SpeedLimit {
  double speed_m_s = 0.0;
  std::string limit;  // in words
};

struct LevelFigures {
  SpeedLimit thrust;                                     // as fast as rotors and battery allow
  double tilt_rad = 0.0, drag_n = 0.0, current_a = 0.0;  // there
  SpeedLimit allowed;  // as fast as the autopilot's tilt limit allows as well
  SpeedLimit flown;    // and its speed limit
};

struct ClimbFigures {
  SpeedLimit thrust;
  SpeedLimit flown;  // the autopilot's speed limit as well
};

struct EnduranceFigures {
  double hover_s = 0.0;            // to the last usable charge
  double hover_reserve_s = 0.0;    // to kReserve of the charge
  std::string limit;               // what ends the hover
  double longest_speed_m_s = 0.0;  // of longest flight
  double longest_s = 0.0;
  double farthest_speed_m_s = 0.0;  // of longest way, in still air
  double farthest_m = 0.0;
};
inline constexpr double kReserve = 0.2;

// Angular or, for lift, linear acceleration that the allocation gives at hover, the other axes
// held.
struct AuthorityFigures {
  double up = 0.0, down = 0.0;  // both above zero
};

// How fast a disturbance dies away by itself at hover; none: it does not.
struct TimeConstants {
  double rotor_up_s = 0.0, rotor_down_s = 0.0;
  std::optional<double> forward_s, sideways_s, vertical_s;  // of a velocity
  std::optional<double> roll_s, pitch_s, yaw_s;             // of a rate, attitude held
};

struct ThrottlePoint {
  double command = 0.0;
  double thrust_n = 0.0;  // of all rotors
  double speed_rad_s = 0.0, supply_v = 0.0, current_a = 0.0;
};

struct FlightPoint {
  double speed_m_s = 0.0;
  double command = 0.0;
  double tilt_rad = 0.0;
  double drag_n = 0.0;
  double current_a = 0.0, supply_v = 0.0;
};

struct VehicleFigures {
  double altitude_msl_m = 0.0, density_kg_m3 = 0.0;
  bool has_electrics = false, has_battery = false;
  HoverFigures hover;
  FullThrottleFigures full;
  LevelFigures level;
  ClimbFigures climb;
  std::optional<EnduranceFigures> endurance;
  std::array<AuthorityFigures, 4> authority{};  // roll, pitch, yaw [rad/s^2], lift [m/s^2]
  TimeConstants time_constants;
  std::vector<ThrottlePoint> throttle;  // at rest, over the command
  std::vector<FlightPoint> forward;     // level, up to the greatest speed
  std::vector<FlightPoint> vertical;    // climb, speed above zero up
};

// Most of the work goes into curves and best speeds. `check` leaves these empty, and of the
// endurance gives hover_s and limit alone: what vehicle_warnings() asks for.
enum class FigureScope : std::uint8_t { all, check };

// Errors: as build_vehicle(); rotors missing; no steady hover at this altitude.
Result<VehicleFigures> vehicle_figures(const VehicleConfig& config, double altitude_msl_m = 0.0,
                                       FigureScope scope = FigureScope::all);

}  // namespace alula
