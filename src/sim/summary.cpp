#include <numbers>

#include <fmt/format.h>

#include "core/version.h"
#include "document/json_writer.h"
#include "sim/mission_flight.h"

namespace alula {
namespace {

std::string_view file_name(std::string_view path) { return path.substr(path.rfind('/') + 1); }

void write_statistic(JsonWriter& json, const char* name, const ErrorStatistic& statistic,
                     double scale = 1.0) {
  json.open_map(name);
  json.field("worst", scale * statistic.worst);
  json.field("rms", scale * statistic.rms());
  json.close();
}

// What was flown, by the names that the user gave; parameters where they differ from the defaults.
void write_inputs(JsonWriter& json, const MissionFlight& flight) {
  const FlightSetup& setup = flight.setup();
  const Vec3& wind = flight.simulation().config().world.environment.wind.velocity_W_m_s;
  json.field("plan", file_name(setup.plan.name));
  json.field("vehicle", flight.simulation().vehicle(0).vehicle().name());
  json.field("world", setup.world.content.empty() ? "default" : file_name(setup.world.name));
  json.open_list("wind_ned_m_s");
  for (const double along : {wind.x, wind.y, wind.z}) json.value(along);
  json.close();
  json.field("seed", setup.seed);
  json.field("ideal_sensors", setup.ideal_sensors);
  json.open_map("parameters_changed");
  for (const ParameterInfo& info : parameter_table()) {
    const double value = flight.parameters()[*find_parameter(info.name)];
    if (value != info.default_value) json.field(info.name, value);
  }
  json.close();
}

void write_errors(JsonWriter& json, const FlightStatistics& s) {
  constexpr double degrees = 180.0 / std::numbers::pi;
  json.open_map("tracking_error");  // position set-point against truth
  write_statistic(json, "horizontal_m", s.tracking_horizontal_m);
  write_statistic(json, "vertical_m", s.tracking_vertical_m);
  json.close();
  json.open_map("estimation_error");  // estimate against truth
  write_statistic(json, "horizontal_m", s.estimate_horizontal_m);
  write_statistic(json, "vertical_m", s.estimate_vertical_m);
  write_statistic(json, "velocity_m_s", s.estimate_velocity_m_s);
  write_statistic(json, "tilt_deg", s.estimate_tilt_rad, degrees);
  write_statistic(json, "yaw_deg", s.estimate_yaw_rad, degrees);
  json.close();
}

void write_touchdown(JsonWriter& json, const FlightStatistics& s) {
  if (s.touchdowns == 0) {
    json.null_field("touchdown");
    return;
  }
  json.open_map("touchdown");
  json.field("count", s.touchdowns);
  json.field("speed_m_s", s.touchdown_speed_m_s);
  json.field("north_of_home_m", s.touchdown_W.x - s.home_W.x);
  json.field("east_of_home_m", s.touchdown_W.y - s.home_W.y);
  json.field("distance_from_home_m", touchdown_distance_m(s));
  json.close();
}

}  // namespace

std::string summary_json(const MissionFlight& flight, const FlightEnd& end) {
  const FlightStatistics& s = flight.statistics();
  const CommanderStatus& status = flight.view().commander;
  JsonWriter json;
  json.open_map();
  json.field("completed", end.completed);
  json.field("landed", end.landed);
  json.field("disarmed", end.disarmed);
  json.field("reason", end.reason);
  json.field("alula", kVersion);
  write_inputs(json, flight);
  // Divided, so that 345.241 stays 345.241.
  json.field("sim_time_s", static_cast<double>(flight.simulation().time()) / 1e9);
  json.field("steps", flight.simulation().step_index());
  json.field("state_hash", fmt::format("{:016x}", flight.simulation().state_hash()));
  json.field("mission_items", static_cast<std::int64_t>(status.mission.total));
  json.field("mission_items_reached", static_cast<std::int64_t>(status.mission.reached + 1));
  json.field("flight_time_s", seconds(s.flown_ns));
  json.field("path_length_m", s.path_m);
  json.field("height_max_m", s.height_max_m);
  json.field("battery_used_mah", s.battery_used_c / 3.6);
  write_errors(json, s);
  write_touchdown(json, s);
  json.close();
  return json.text();
}

}  // namespace alula
