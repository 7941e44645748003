// missions/mission_plan.h: QGroundControl's .plan file, or its plain-text waypoint list, to
// Mission; mission_reading.h gives more than the first fault. Simple items are taken as they are;
// of a complex item (survey, corridor scan, structure scan) the items that it was expanded to are
// flown. What would change the flight and is not supported (heights above terrain, fence, rally
// points, other complex items, other commands) is refused with the item's number. Keys that this
// reader does not know are left alone: the format is QGroundControl's, and it grows.
#pragma once

#include <string>
#include <string_view>

#include "core/error.h"
#include "document/explore.h"
#include "missions/mission.h"
#include "missions/mission_check.h"

namespace alula {

// Reads and checks. Errors: not_found, io, bad_format, invalid_config, each with file and line.
Result<Mission> load_mission_plan(const std::string& path, const MissionLimits& limits = {});
// The same from text; `name` is what messages call it.
Result<Mission> parse_mission_plan(std::string_view text, std::string_view name,
                                   const MissionLimits& limits = {});

// What a .plan may hold.
Schema plan_file_schema();

}  // namespace alula
