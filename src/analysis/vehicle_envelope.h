// analysis/vehicle_envelope.h: how fast and how long: searches over steady flight.
#pragma once

#include <string>

#include "analysis/vehicle_figures.h"
#include "autopilot/parameters.h"

namespace alula {

// "rotor_2": as the file, or its default, calls rotor i.
std::string rotor_name(const VehicleConfig& config, std::size_t i);

LevelFigures level_figures(const SteadyFlight& flight, const SteadyPoint& hover,
                           const ParameterValues& parameters);
ClimbFigures climb_figures(const SteadyFlight& flight, const SteadyPoint& hover,
                           const ParameterValues& parameters);
// Hover to the last usable charge; no more.
EnduranceFigures hover_endurance(const SteadyFlight& flight, const SteadyPoint& hover);
// The rest. `forward`: points of level flight, slowest first, among which the best speeds lie.
void add_best_speeds(EnduranceFigures& figures, const SteadyFlight& flight,
                     const SteadyPoint& hover, const std::vector<FlightPoint>& forward);
// Evenly spaced from rest to `speed_max` along a unit vector.
std::vector<FlightPoint> flight_curve(const SteadyFlight& flight, const SteadyPoint& hover,
                                      const Vec3& direction, double speed_max);

}  // namespace alula
