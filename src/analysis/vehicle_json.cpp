#include <array>

#include "analysis/vehicle_report.h"
#include "document/json_writer.h"
#include "math/frames.h"
#include "vehicle/lifter.h"

namespace alula {
namespace {

void triple(JsonWriter& json, const char* key, const Vec3& v) {
  json.open_list(key).value(v.x).value(v.y).value(v.z).close();
}

void body(JsonWriter& json, const VehicleConfig& config) {
  const Mat3& t = config.body.inertia_kg_m2;
  json.field("mass_kg", config.body.mass_kg);
  triple(json, "center_of_mass_m", config.body.position_m);
  json.open_list("inertia_kg_m2");
  for (const double entry : {t.m[0][0], t.m[1][1], t.m[2][2], t.m[0][1], t.m[0][2], t.m[1][2]})
    json.value(entry);
  json.close();
  json.field("rotors", static_cast<std::int64_t>(lifters_of(config).size()));
}

void electrics(JsonWriter& json, bool known, double supply_v, double current_a) {
  if (!known) return;
  json.field("voltage_v", supply_v);
  json.field("current_a", current_a);
  json.field("power_w", supply_v * current_a);
}

void limit(JsonWriter& json, const char* key, const SpeedLimit& limit) {
  json.open_map(key);
  json.field("speed_m_s", limit.speed_m_s);
  json.field("limit", limit.limit);
  json.close();
}

void endurance(JsonWriter& json, const EnduranceFigures& e) {
  json.open_map("endurance");
  json.field("hover_s", e.hover_s);
  json.field("hover_limit", e.limit);
  json.field("reserve", kReserve);
  json.field("hover_to_reserve_s", e.hover_reserve_s);
  json.field("longest_speed_m_s", e.longest_speed_m_s);
  json.field("longest_s", e.longest_s);
  json.field("farthest_speed_m_s", e.farthest_speed_m_s);
  json.field("farthest_m", e.farthest_m);
  json.close();
}

void authority(JsonWriter& json, const VehicleFigures& figures) {
  constexpr std::array<const char*, 4> kKeys{"roll_rad_s2", "pitch_rad_s2", "yaw_rad_s2",
                                             "lift_m_s2"};
  json.open_map("authority");
  for (std::size_t axis = 0; axis < kKeys.size(); ++axis) {
    json.open_map(kKeys[axis]);
    json.field("up", figures.authority[axis].up);
    json.field("down", figures.authority[axis].down);
    json.close();
  }
  json.close();
}

void time_field(JsonWriter& json, const char* key, const std::optional<double>& time_s) {
  if (time_s)
    json.field(key, *time_s);
  else
    json.null_field(key);
}

void time_constants(JsonWriter& json, const TimeConstants& times) {
  json.open_map("time_constants");
  json.field("rotor_up_s", times.rotor_up_s);
  json.field("rotor_down_s", times.rotor_down_s);
  time_field(json, "forward_s", times.forward_s);
  time_field(json, "sideways_s", times.sideways_s);
  time_field(json, "vertical_s", times.vertical_s);
  time_field(json, "roll_s", times.roll_s);
  time_field(json, "pitch_s", times.pitch_s);
  time_field(json, "yaw_s", times.yaw_s);
  json.close();
}

void throttle(JsonWriter& json, const VehicleFigures& figures) {
  json.open_list("throttle");
  for (const ThrottlePoint& p : figures.throttle) {
    json.open_map();
    json.field("command", p.command);
    json.field("thrust_n", p.thrust_n);
    json.field("rotor_speed_rad_s", p.speed_rad_s);
    electrics(json, figures.has_electrics, p.supply_v, p.current_a);
    json.close();
  }
  json.close();
}

void curve(JsonWriter& json, const char* key, const VehicleFigures& figures,
           const std::vector<FlightPoint>& points) {
  json.open_list(key);
  for (const FlightPoint& p : points) {
    json.open_map();
    json.field("speed_m_s", p.speed_m_s);
    json.field("command", p.command);
    json.field("tilt_deg", degrees(p.tilt_rad));
    json.field("drag_n", p.drag_n);
    electrics(json, figures.has_electrics, p.supply_v, p.current_a);
    json.close();
  }
  json.close();
}

}  // namespace

std::string vehicle_json(const VehicleConfig& config, const VehicleFigures& figures) {
  JsonWriter json;
  json.open_map();
  json.field("name", config.name);
  json.field("kind", kind_of(config));
  json.field("altitude_msl_m", figures.altitude_msl_m);
  json.field("density_kg_m3", figures.density_kg_m3);
  body(json, config);

  const HoverFigures& hover = figures.hover;
  json.open_map("hover");
  json.field("command", hover.command);
  json.field("command_min", hover.command_min);
  json.field("command_max", hover.command_max);
  json.field("rotor_speed_rad_s", hover.speed_rad_s);
  electrics(json, figures.has_electrics, hover.supply_v, hover.current_a);
  json.close();

  const FullThrottleFigures& full = figures.full;
  json.open_map("full_throttle");
  json.field("thrust_n", full.thrust_n);
  json.field("thrust_to_weight", full.thrust_to_weight);
  json.field("thrust_to_weight_without_sag", full.thrust_to_weight_unsagged);
  electrics(json, figures.has_electrics, full.supply_v, full.current_a);
  json.close();

  json.open_map("level");
  limit(json, "possible", figures.level.thrust);
  json.field("tilt_deg", degrees(figures.level.tilt_rad));
  json.field("drag_n", figures.level.drag_n);
  limit(json, "with_tilt_limit", figures.level.allowed);
  limit(json, "as_flown", figures.level.flown);
  json.close();
  json.open_map("climb");
  limit(json, "possible", figures.climb.thrust);
  limit(json, "as_flown", figures.climb.flown);
  json.close();

  if (figures.endurance) endurance(json, *figures.endurance);
  authority(json, figures);
  time_constants(json, figures.time_constants);
  throttle(json, figures);
  curve(json, "level_flight", figures, figures.forward);
  curve(json, "climb_flight", figures, figures.vertical);
  json.close();
  return json.text();
}

}  // namespace alula
