#include "missions/mission_reading.h"

#include "document/load.h"
#include "document/text_file.h"
#include "missions/mission_fence.h"
#include "missions/mission_plan.h"

namespace alula {

MissionReading read_mission(std::string_view text, std::string_view name,
                            const MissionLimits& limits) {
  MissionReading reading =
      is_waypoint_list(text, name) ? read_waypoint_list(text, name) : read_plan(text, name);
  if (reading.broken) return reading;
  for (Error& fault : find_mission_faults(reading.mission, limits, name, reading.faulty_items)) {
    reading.add_fault(std::move(fault));
  }
  for (Error& fault : find_fence_faults(reading.mission, limits, name)) {
    reading.add_fault(std::move(fault));
  }
  return reading;
}

Result<Mission> parse_mission_plan(std::string_view text, std::string_view name,
                                   const MissionLimits& limits) {
  MissionReading reading = read_mission(text, name, limits);
  if (!reading.faults.empty()) return reading.faults.front();
  return std::move(reading.mission);
}

Result<Mission> load_mission_plan(const std::string& path, const MissionLimits& limits) {
  const Result<std::string> text = read_file(path, kDocumentBytesMax);
  if (!text.ok()) return text.error();
  return parse_mission_plan(text.value(), path, limits);
}

}  // namespace alula
