// autopilot/mission_review.h: what flying a mission will be like, told before it is flown: ways,
// heights and times.
#pragma once

#include <cstdint>
#include <vector>

#include "autopilot/parameters.h"
#include "missions/mission.h"

namespace alula {

enum class MissionEnd : std::uint8_t { lands, returns, hovers };

struct MissionReview {
  double way_m = 0.0;           // over the ground, the return included
  double climb_m = 0.0;         // all climbs
  double height_max_m = 0.0;    // above home
  double distance_max_m = 0.0;  // from home, over the ground
  // In the air, in still air; negative when an item waits for ever.
  double time_s = 0.0;
  bool cut_short = false;  // the mission takes longer than the rehearsal; the figures are so far
  MissionEnd end = MissionEnd::hovers;
  // Numbers of the items whose place, or the way to which, the geofence forbids.
  std::vector<std::int32_t> outside_fence;
};

inline constexpr double kReviewTime_s = 4.0 * 3600.0;

// `mission` has no faults; `parameters` go together. At most `time_max_s` of flight are rehearsed.
MissionReview review_mission(const Mission& mission, const ParameterValues& parameters,
                             double time_max_s = kReviewTime_s);

}  // namespace alula
