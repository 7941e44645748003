// autopilot/return_place.h: where a return lands, and its way there around what the geofence
// forbids.
#pragma once

#include "autopilot/targets.h"
#include "missions/fence_route.h"

namespace alula {

struct ReturnPlace {
  Vec3 p_W{};        // where to land [m]
  double yaw = 0.0;  // there; NaN: free [rad]
  Vec3 start_W{};    // where the way there begins: what a stop leads to, or out of a forbidden area
  std::int32_t landing = -1;        // item with which the mission's landing begins there; -1: none
  std::uint32_t along_mission = 0;  // 1: the mission itself leads there
  FenceRoute route{};               // without places: straight on
};
static_assert(ArenaState<ReturnPlace>);

// The nearest that RTL_TYPE allows, by the way that the geofence allows. Where none can be reached
// it is the ground below, and the pilot is told. `flown`: the item that the mission was at; -1: it
// has not been flown.
ReturnPlace choose_return_place(const NavigatorConfig& config, const NavigatorInputs& in,
                                std::int32_t flown, EventLog& events);

}  // namespace alula
