#include "missions/mission.h"

#include <algorithm>

namespace alula {

namespace {

struct CommandEntry {
  std::int32_t number;
  MissionCommandKind kind;
  std::string_view name;
};

// Numbers and meanings: MAVLink's common.xml. What is missing here is refused.
constexpr CommandEntry kCommands[] = {
    {16, MissionCommandKind::position, "waypoint"},
    {17, MissionCommandKind::position, "loiter"},
    {19, MissionCommandKind::position, "timed loiter"},
    {20, MissionCommandKind::mode, "return to launch"},
    {21, MissionCommandKind::position, "land"},
    {22, MissionCommandKind::position, "take-off"},
    {93, MissionCommandKind::wait, "delay"},
    {177, MissionCommandKind::flow, "jump"},
    {178, MissionCommandKind::setting, "change of speed"},
    {189, MissionCommandKind::payload, "start of landing"},
    {195, MissionCommandKind::payload, "region of interest"},
    {196, MissionCommandKind::payload, "region of interest at next waypoint"},
    {197, MissionCommandKind::payload, "end of region of interest"},
    {200, MissionCommandKind::payload, "video control"},
    {201, MissionCommandKind::payload, "region of interest"},
    {203, MissionCommandKind::payload, "camera control"},
    {204, MissionCommandKind::payload, "camera mount configuration"},
    {205, MissionCommandKind::payload, "camera mount control"},
    {206, MissionCommandKind::payload, "camera trigger distance"},
    {214, MissionCommandKind::payload, "camera trigger interval"},
    {260, MissionCommandKind::payload, "oblique survey"},
    {530, MissionCommandKind::payload, "camera mode"},
    {531, MissionCommandKind::payload, "camera zoom"},
    {532, MissionCommandKind::payload, "camera focus"},
    {534, MissionCommandKind::payload, "camera source"},
    {1000, MissionCommandKind::payload, "gimbal pitch and yaw"},
    {1001, MissionCommandKind::payload, "gimbal configuration"},
    {2000, MissionCommandKind::payload, "start of image capture"},
    {2001, MissionCommandKind::payload, "end of image capture"},
    {2003, MissionCommandKind::payload, "trigger control"},
    {2500, MissionCommandKind::payload, "start of video capture"},
    {2501, MissionCommandKind::payload, "end of video capture"},
};

const CommandEntry* find_entry(MissionCommand command) {
  const auto number = static_cast<std::int32_t>(command);
  const auto* const entry =
      std::find_if(std::begin(kCommands), std::end(kCommands),
                   [number](const CommandEntry& e) { return e.number == number; });
  return entry == std::end(kCommands) ? nullptr : entry;
}

double zero_if_unset(double value) { return std::isnan(value) ? 0.0 : value; }

}  // namespace

MissionCommandKind kind_of(MissionCommand command) {
  const CommandEntry* const entry = find_entry(command);
  return entry == nullptr ? MissionCommandKind::unsupported : entry->kind;
}

std::int32_t find_landing(const MissionItems& items) {
  std::int32_t landing = -1;
  for (auto i = static_cast<std::int32_t>(items.size()) - 1; i >= 0; --i) {
    const MissionCommand command = items[static_cast<std::size_t>(i)].command;
    if (command == MissionCommand::land && landing < 0) landing = i;
    if (command == MissionCommand::land_start && landing >= 0) return i;
  }
  return landing;
}

std::string_view name_of(MissionCommand command) {
  const CommandEntry* const entry = find_entry(command);
  return entry == nullptr ? "command" : entry->name;
}

double hold_s(const MissionItem& item) {
  const bool holds = item.command == MissionCommand::waypoint ||
                     item.command == MissionCommand::loiter_time ||
                     item.command == MissionCommand::delay;
  return holds ? zero_if_unset(item.params[0]) : 0.0;
}

double acceptance_radius_m(const MissionItem& item) {
  return item.command == MissionCommand::waypoint ? zero_if_unset(item.params[1]) : 0.0;
}

double yaw_rad(const MissionItem& item) {
  if (kind_of(item.command) != MissionCommandKind::position) return kNotANumber;
  return std::remainder(item.params[3], 360.0) * (std::numbers::pi / 180.0);
}

}  // namespace alula
