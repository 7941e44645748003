#include <algorithm>
#include <cmath>
#include <map>
#include <memory>

#include <fmt/format.h>

#include "autopilot/mission_oddities.h"
#include "autopilot/mission_review.h"
#include "command.h"
#include "document/json_writer.h"
#include "document/spelling.h"
#include "file_kind.h"
#include "math/frames.h"
#include "missions/mission_reading.h"
#include "parameter_source.h"

namespace alula {
namespace {

struct CheckOptions {
  std::string plan;
  ParameterSource source;
};

std::string duration_text(const MissionReview& review) {
  if (review.time_s < 0.0) return "without end";
  const auto whole_s = static_cast<long long>(review.time_s + 0.5);
  return whole_s < 60 ? fmt::format("about {} s", whole_s)
                      : fmt::format("about {} min {} s", whole_s / 60, whole_s % 60);
}

const char* end_text(MissionEnd end) {
  switch (end) {
    case MissionEnd::lands:
      return "a landing";
    case MissionEnd::returns:
      return "a return to home";
    case MissionEnd::hovers:
      break;
  }
  return "hovering";
}

std::string time_text(const MissionReview& review) {
  if (review.cut_short)
    return fmt::format("more than {:.0f} min in the air", std::floor(review.time_s / 60.0));
  return fmt::format("{} in the air, up to {}", duration_text(review), end_text(review.end));
}

std::vector<std::int32_t> payload_items(const Mission& mission) {
  std::vector<std::int32_t> numbers;
  for (const MissionItem& item : mission.items) {
    if (kind_of(item.command) == MissionCommandKind::payload) numbers.push_back(item.number);
  }
  return numbers;
}

// "take-off, 20 waypoints", in the order of first appearance.
std::string items_text(const Mission& mission) {
  std::vector<std::pair<std::string_view, std::size_t>> counts;
  for (const MissionItem& item : mission.items) {
    const std::string_view name = name_of(item.command);
    const auto known = std::ranges::find(counts, name, [](const auto& c) { return c.first; });
    if (known == counts.end()) {
      counts.emplace_back(name, 1);
    } else {
      ++known->second;
    }
  }
  std::string text;
  for (const auto& [name, count] : counts) {
    text += (text.empty() ? "" : ", ") + (count == 1 ? "" : fmt::format("{} x ", count));
    text += name;
  }
  return text;
}

std::string numbers_text(const std::vector<std::int32_t>& numbers) {
  std::string text;
  for (const std::int32_t number : numbers) text += fmt::format(" {}", number);
  return text;
}

std::string review_text(const std::string& path, const Mission& mission,
                        const MissionReview& review) {
  std::string text = fmt::format(
      "{} can be flown: {}\n"
      "  home      {:.7f}, {:.7f} deg, {:.1f} m above the sea\n"
      "  items     {}\n"
      "  way       {:.0f} m over the ground, {:.0f} m of climbs\n"
      "  height    at most {:.1f} m above home\n"
      "  distance  at most {:.0f} m from home\n"
      "  time      {}\n",
      path, counted(mission.items.size(), "item"), degrees(mission.home_latitude_rad),
      degrees(mission.home_longitude_rad), mission.home_altitude_m, items_text(mission),
      review.way_m, review.climb_m, review.height_max_m, review.distance_max_m, time_text(review));
  const std::vector<std::int32_t> payload = payload_items(mission);
  if (!payload.empty()) text += "  logged, not acted on: items" + numbers_text(payload) + "\n";
  return text;
}

std::string fence_text(const MissionFence& fence, const MissionReview& review) {
  const auto inclusions = std::ranges::count(fence, true, &FenceShape::inclusion);
  std::string text = fmt::format("geofence: {} to stay in, {} to keep out of; ",
                                 counted(std::size_t(inclusions), "area"),
                                 counted(fence.size() - std::size_t(inclusions), "area"));
  if (review.outside_fence.empty()) return text + "the mission respects them\n";
  return text + "broken by items" + numbers_text(review.outside_fence) + "\n";
}

std::string rally_text(const std::vector<RallyPoint>& points) {
  std::string text = "rally points:";
  for (const RallyPoint& point : points) {
    text += fmt::format("{} {:.7f}, {:.7f} deg, {:.1f} m above home",
                        &point == &points.front() ? "" : ";", degrees(point.place.latitude_rad),
                        degrees(point.place.longitude_rad), point.height_m);
  }
  return text + "\n";
}

void write_item(JsonWriter& json, const MissionItem& item) {
  json.open_map();
  json.field("number", item.number);
  json.field("line", item.line);
  json.field("command", static_cast<int>(item.command));
  json.field("name", name_of(item.command));
  if (has_place(item)) {
    json.field("latitude_deg", degrees(item.latitude_rad));
    json.field("longitude_deg", degrees(item.longitude_rad));
  }
  if (std::isfinite(item.altitude_m)) {
    const bool relative = item.altitude_reference == AltitudeReference::relative_to_home;
    json.field(relative ? "height_above_home_m" : "altitude_msl_m", item.altitude_m);
  }
  json.close();
}

std::string review_json(const MissionReading& reading, const MissionReview& review) {
  const Mission& mission = reading.mission;
  JsonWriter json;
  json.open_map();
  json.field("can_be_flown", reading.faults.empty());
  json.open_map("home");
  json.field("latitude_deg", degrees(mission.home_latitude_rad));
  json.field("longitude_deg", degrees(mission.home_longitude_rad));
  json.field("altitude_msl_m", mission.home_altitude_m);
  json.close();
  json.field("way_m", review.way_m);
  json.field("climb_m", review.climb_m);
  json.field("height_max_m", review.height_max_m);
  json.field("distance_max_m", review.distance_max_m);
  if (review.time_s < 0.0) {
    json.null_field("time_s");
  } else {
    json.field("time_s", review.time_s);
  }
  json.field("cut_short", review.cut_short);
  json.field("end", end_text(review.end));
  json.open_list("not_acted_on");
  for (const std::int32_t number : payload_items(mission)) json.value(std::int64_t{number});
  json.close();
  json.open_map("geofence");
  json.field("areas", static_cast<std::int64_t>(reading.mission.fence.size()));
  json.open_list("broken_by_items");
  for (const std::int32_t number : review.outside_fence) json.value(std::int64_t{number});
  json.close();
  json.close();
  json.open_list("rally_points");
  for (const RallyPoint& point : reading.mission.rally_points) {
    json.open_map();
    json.field("latitude_deg", degrees(point.place.latitude_rad));
    json.field("longitude_deg", degrees(point.place.longitude_rad));
    json.field("height_above_home_m", point.height_m);
    json.close();
  }
  json.close();
  json.open_list("items");
  for (const MissionItem& item : mission.items) write_item(json, item);
  json.close();
  json.close();
  return json.text();
}

// With faults in single items there is no telling what the flight will be.
bool can_be_rehearsed(const MissionReading& reading) {
  return !reading.broken && reading.faulty_items.empty() &&
         find_mission_faults(reading.mission, {}).empty();
}

int check(const CheckOptions& options) {
  const Result<ParameterValues> values = values_of(options.source);
  if (!values.ok()) return report(values.error());
  const Result<InputFile> file = read_input({}, options.plan);
  if (!file.ok()) return report(with_kind_of_file(file.error(), options.plan, FileKind::mission));
  MissionLimits limits;
  limits.first_waypoint_distance_max_m = (*values)[Param::MIS_DIST_1WP];
  const MissionReading reading = read_mission(file->content, file->path, limits);
  if (reading.broken && reading.faults.size() == 1) {
    return report(with_kind(reading.faults.front(), file->path, file->content, FileKind::mission));
  }
  for (const Error& fault : reading.faults) report(fault);
  if (can_be_rehearsed(reading)) {
    const MissionReview review = review_mission(reading.mission, *values);
    for (const Error& oddity : find_oddities(reading.mission, review, *values, file->path)) {
      warn(oddity.text());
    }
    if (reading.faults.empty()) say_result(review_text(file->path, reading.mission, review));
    if (!reading.mission.fence.empty()) say_result(fence_text(reading.mission.fence, review));
    if (!reading.mission.rally_points.empty()) say_result(rally_text(reading.mission.rally_points));
    give_result(review_json(reading, review));
  }
  return reading.faults.empty() ? kExitDone : kExitBadInput;
}

}  // namespace

void add_plan(CLI::App& app, Run& run) {
  CLI::App* plan = app.add_subcommand("plan", "Missions before they are flown");
  plan->require_subcommand(1);
  CLI::App* command = plan->add_subcommand(
      "check", "All that is wrong with a mission, and what flying it will be like");
  const auto options = std::make_shared<CheckOptions>();
  command->add_option("file", options->plan, "A .plan of QGroundControl, or a waypoint list")
      ->required()
      ->type_name("FILE");
  add_source_options(command, options->source);
  command->callback([&run, options] { run = [options] { return check(*options); }; });
}

}  // namespace alula
