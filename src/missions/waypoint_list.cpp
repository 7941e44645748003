// The plain-text mission of QGroundControl, Mission Planner, MAVProxy and MAVROS: "QGC WPL 110",
// then an item a line: index, current, frame, command, four parameters, x, y, z, autocontinue. Item
// 0 is home. A plan's params[0] to params[6] are columns 5 to 11.
#include <cmath>
#include <numbers>

#include "document/number_text.h"
#include "document/spelling.h"
#include "document/text_lines.h"
#include "missions/mission_reading.h"
#include "missions/planned_item.h"

namespace alula {
namespace {

constexpr double kDegree = std::numbers::pi / 180.0;
constexpr std::string_view kHeader = "QGC WPL";
constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
constexpr std::int64_t kVersion = 110;
constexpr std::size_t kFieldCount = 12;
constexpr std::size_t kFirstParameter = 4;  // the field of params[0]
constexpr const char* kHomeLine = "\"0 1 0 16 0 0 0 0 LATITUDE LONGITUDE ALTITUDE 1\"";

// Reads one item; the first thing wrong is kept.
class ItemLine {
 public:
  ItemLine(std::string_view file, const TextRecord& record) : file_(file), record_(record) {}

  std::int64_t whole(std::size_t field, const char* what, std::int64_t max) {
    const auto value = field_integer(record_.fields[field]);
    if (!value || *value < 0 || *value > max) {
      reject(std::string(what) + " is " + text(field) + "; expected a whole number from 0 to " +
             std::to_string(max) + column(field));
    }
    return value.value_or(0);
  }
  // NaN is how programs write an unset one.
  double number(std::size_t field) {
    const std::optional<double> value = field_number(record_.fields[field]);
    if (!value) {
      reject(text(field) + " is no number; expected one" + column(field));
    } else if (std::isinf(*value)) {
      reject(text(field) + " is not finite; expected a number" + column(field));
    }
    return value.value_or(kNotANumber);
  }
  void reject(const std::string& message) {
    if (error_) return;
    error_ = record_error(file_, record_.line, "item " + one_line(record_.fields[0]), message);
  }
  [[nodiscard]] const MaybeError& error() const { return error_; }

 private:
  [[nodiscard]] std::string text(std::size_t field) const { return quoted(record_.fields[field]); }
  static std::string column(std::size_t field) { return " in column " + std::to_string(field + 1); }

  std::string_view file_;
  const TextRecord& record_;
  MaybeError error_;
};

MaybeError check_header(std::string_view name, const TextRecord& record) {
  const auto& fields = record.fields;
  const std::string expected = "expected \"QGC WPL 110\"";
  const bool known = fields.size() == 3 && fields[0] == "QGC" && fields[1] == "WPL";
  if (!known) {
    return record_error(name, record.line, {},
                        "begins with " + quoted(fields[0]) + "; " + expected);
  }
  if (field_integer(fields[2]) == kVersion) return std::nullopt;
  return record_error(name, record.line, {},
                      "is of version " + quoted(fields[2]) + "; " + expected);
}

struct ListedItem {
  PlannedItem item;
  std::int64_t index = 0;
};

Result<ListedItem> read_line(std::string_view name, const TextRecord& record) {
  if (record.fields.size() != kFieldCount) {
    return record_error(name, record.line, {},
                        "has " + counted(record.fields.size(), "field") +
                            "; expected 12: index, current, frame, command, four parameters, "
                            "latitude, longitude, altitude, autocontinue");
  }
  ItemLine line(name, record);
  ListedItem listed;
  listed.index = line.whole(0, "index", 65535);
  line.whole(1, "current", 1);
  PlannedItem& item = listed.item;
  item.frame = line.whole(2, "frame", 255);
  item.command = line.whole(3, "command", 65535);
  for (std::size_t i = 0; i < item.params.size(); ++i) {
    item.params[i] = line.number(kFirstParameter + i);
  }
  item.autocontinue = line.whole(11, "autocontinue", 1) != 0;
  item.line = record.line;
  if (line.error()) return *line.error();
  return listed;
}

// Takes line by line; what is wrong with one item does not keep the next from being read.
class WaypointList {
 public:
  WaypointList(std::string_view name, MissionReading& reading) : name_(name), reading_(reading) {}

  void add(const TextRecord& record) {
    const std::size_t number = next_++;
    const Result<ListedItem> listed = read_line(name_, record);
    if (!listed.ok()) {
      if (number == 0) return reading_.give_up(listed.error());
      reading_.add_item_fault(listed.error(), number);
    } else if (listed->index != static_cast<std::int64_t>(number)) {
      return reading_.give_up(fault(record.line, static_cast<std::size_t>(listed->index),
                                    "stands where " + std::to_string(number) +
                                        " is expected; items count up from 0, each once"));
    }
    // An item that could not be read keeps its place in the order.
    PlannedItem item = listed.ok() ? listed->item : PlannedItem{};
    item.number = number;
    item.line = record.line;
    if (number == 0) {
      take_home(item);
    } else {
      take_item(item, listed.ok());
    }
  }

  void resolve_jumps() {
    std::vector<std::int64_t> ids;
    for (const MissionItem& item : reading_.mission.items) ids.push_back(item.number);
    for (MissionItem& item : reading_.mission.items) {
      if (item.command != MissionCommand::jump || !resolve_jump(ids, item)) continue;
      const auto number = static_cast<std::size_t>(item.number);
      reading_.add_item_fault(
          fault(item.line, number,
                "jumps to " + shortest_text(item.params[0]) +
                    ", which is no item; expected the index of one in column 5"),
          number);
    }
  }

 private:
  void take_home(const PlannedItem& item) {
    Mission& mission = reading_.mission;
    // Mission Planner writes the command of home as 0.
    const bool is_home = item.frame == 0 && (item.command == 16 || item.command == 0);
    if (!is_home) {
      return reading_.give_up(fault(
          item.line, 0, std::string("is no home; expected home as the first item, ") + kHomeLine));
    }
    mission.home_latitude_rad = item.params[4] * kDegree;
    mission.home_longitude_rad = item.params[5] * kDegree;
    mission.home_altitude_m = item.params[6];
  }

  void take_item(const PlannedItem& item, bool readable) {
    if (item.number > kMissionItemsMax) {
      return reading_.give_up(
          fault(item.line, item.number,
                "is too many; expected at most " + std::to_string(kMissionItemsMax)));
    }
    reading_.mission.items.push_back(to_mission_item(item));
    const std::optional<ItemFault> wrong = readable ? find_fault(item) : std::nullopt;
    if (wrong) reading_.add_item_fault(fault(item.line, item.number, wrong->message), item.number);
  }

  [[nodiscard]] Error fault(int line, std::size_t index, const std::string& message) const {
    return record_error(name_, line, "item " + std::to_string(index), message);
  }

  std::string_view name_;
  MissionReading& reading_;
  std::size_t next_ = 0;  // index of the next line's item
};

}  // namespace

bool is_waypoint_list(std::string_view text, std::string_view name) {
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  return text.starts_with(kHeader) || name.ends_with(".waypoints") || name.ends_with(".mission");
}

MissionReading read_waypoint_list(std::string_view text, std::string_view name) {
  MissionReading reading;
  reading.mission.from_waypoint_list = true;
  const Result<std::vector<TextRecord>> records =
      read_records(text, name, "a waypoint list, \"QGC WPL 110\" and an item a line");
  if (!records.ok()) {
    reading.give_up(records.error());
  } else if (MaybeError error = check_header(name, records->front())) {
    reading.give_up(*error);
  } else if (records->size() == 1) {
    reading.give_up(record_error(name, records->front().line, {},
                                 std::string("holds no items; expected home first, ") + kHomeLine));
  }
  if (reading.broken) return reading;
  WaypointList list(name, reading);
  for (std::size_t i = 1; i < records->size() && !reading.broken; ++i) list.add((*records)[i]);
  // Where an item could not be read, who knows what it was.
  if (!reading.broken && reading.faulty_items.empty()) list.resolve_jumps();
  return reading;
}

}  // namespace alula
