#include "autopilot/mode_requirements.h"

namespace alula {
namespace {

using enum ModeNeed;

constexpr ModeNeeds kPlace = attitude | height | velocity | local_position;
constexpr ModeNeeds kAutomatic = kPlace | global_position;

// What `facts` provide.
ModeNeeds provided(const ModeFacts& facts) {
  ModeNeeds all = 0;
  const auto add = [&all](ModeNeed need, bool holds) {
    if (holds) all = all | need;
  };
  const VehicleEstimate& e = facts.estimate;
  add(attitude, e.attitude_valid);
  add(height, e.z_valid && e.v_z_valid);
  add(velocity, e.v_xy_valid);
  add(local_position, e.xy_valid);
  add(global_position, e.global_valid);
  add(home, facts.home_set);
  add(mission, facts.mission_valid);
  add(sticks, facts.sticks_live);
  add(offboard, facts.offboard_live);
  return all;
}

}  // namespace

ModeNeeds needs_of(FlightMode mode) {
  switch (mode) {
    case FlightMode::manual:
    case FlightMode::stabilized:
      return attitude | sticks;
    case FlightMode::acro:
      return static_cast<ModeNeeds>(sticks);
    case FlightMode::altitude:
      return attitude | height | sticks;
    case FlightMode::position:
    case FlightMode::position_slow:
      return kPlace | sticks;
    case FlightMode::hold:
    case FlightMode::takeoff:
    case FlightMode::orbit:
    case FlightMode::follow:
      return kAutomatic;
    case FlightMode::land:
      return kPlace;
    case FlightMode::mission:
      return kAutomatic | mission;
    case FlightMode::return_home:
      return kAutomatic | home;
    case FlightMode::offboard:
      return static_cast<ModeNeeds>(offboard);
    case FlightMode::descend:
    case FlightMode::termination:
      return 0;
  }
  return 0;
}

bool is_for_users(FlightMode mode) {
  switch (mode) {
    case FlightMode::manual:
    case FlightMode::altitude:
    case FlightMode::position:
    case FlightMode::mission:
    case FlightMode::hold:
    case FlightMode::return_home:
    case FlightMode::position_slow:
    case FlightMode::acro:
    case FlightMode::termination:
    case FlightMode::offboard:
    case FlightMode::stabilized:
    case FlightMode::takeoff:
    case FlightMode::land:
    case FlightMode::follow:
    case FlightMode::orbit:
      return true;
    case FlightMode::descend:
      return false;
  }
  return false;
}

bool begins_in_air(FlightMode mode) {
  return mode == FlightMode::orbit || mode == FlightMode::follow || mode == FlightMode::termination;
}

ModeNeeds missing_for(FlightMode mode, const ModeFacts& facts) {
  ModeNeeds needs = needs_of(mode);
  if (mode == FlightMode::offboard && facts.offboard_live) needs |= facts.offboard_needs;
  return needs & ~provided(facts);
}

std::string_view first_missing(ModeNeeds missing) {
  if (has(missing, attitude)) return "no valid attitude";
  if (has(missing, height)) return "no valid height";
  if ((missing & (local_position | global_position)) != 0) return "no valid position";
  if (has(missing, velocity)) return "no valid velocity";
  if (has(missing, home)) return "no home";
  if (has(missing, mission)) return "no feasible mission";
  if (has(missing, sticks)) return "no sticks";
  if (has(missing, offboard)) return "no offboard set-points";
  return {};
}

}  // namespace alula
