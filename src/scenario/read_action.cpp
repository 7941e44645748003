#include "scenario/read_action.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "autopilot/parameters.h"
#include "document/spelling.h"
#include "math/frames.h"
#include "sim/read_environment.h"

namespace alula {
namespace {

constexpr NumberRange kHeading{.min = -360.0, .max = 360.0};
constexpr NumberRange kPlace{.min = -100'000.0, .max = 100'000.0};
constexpr NumberRange kStick{.min = -1.0, .max = 1.0};
constexpr NumberRange kSpeed{.min = 0.0, .max = 200.0};
constexpr double kDurationMax_s = 1e6;
constexpr std::string_view kKept = "kept as it is";
constexpr std::string_view kOpen = "not commanded";

double angle_or_none(MapReader& map, const Key& key, const NumberRange& range = kHeading) {
  return radians(map.number_or(key, kNotCommanded, range));
}

// north_m, east_m, height_m; what is left out is NaN.
Vec3 read_place(MapReader& map) {
  return {map.number_or({"north_m", "From home", kKept}, kNotCommanded, kPlace),
          map.number_or({"east_m", "From home", kKept}, kNotCommanded, kPlace),
          map.number_or({"height_m", "Over home", kKept}, kNotCommanded, kPlace)};
}

AutopilotCommand set_mode(FlightMode mode) {
  return {.value = {static_cast<double>(mode)}, .kind = CommandKind::set_mode};
}

// One function a word of `do`.

TimelineAction arm(MapReader&, const ScenarioNames&) {
  return AutopilotCommand{.kind = CommandKind::arm};
}
TimelineAction disarm(MapReader& map, const ScenarioNames&) {
  const bool forced = map.boolean_or({"forced", "In the air as well"}, false);
  return AutopilotCommand{.value = {forced ? 1.0 : 0.0}, .kind = CommandKind::disarm};
}
TimelineAction takeoff(MapReader& map, const ScenarioNames&) {
  const double height_m = map.number_or({"height_m", "Over home", "MIS_TAKEOFF_ALT"}, kNotCommanded,
                                        {.max = 86000.0, .min_exclusive = 0.0});
  return AutopilotCommand{.value = {height_m}, .kind = CommandKind::takeoff};
}
TimelineAction land(MapReader&, const ScenarioNames&) { return set_mode(FlightMode::land); }
TimelineAction return_home(MapReader&, const ScenarioNames&) {
  return set_mode(FlightMode::return_home);
}
TimelineAction hold(MapReader&, const ScenarioNames&) { return set_mode(FlightMode::hold); }

TimelineAction mode(MapReader& map, const ScenarioNames&) {
  std::vector<Choice<FlightMode>> choices;
  for (const ModeWord& m : mode_words()) choices.push_back({m.word, m.mode});
  return set_mode(map.choice<FlightMode>({"mode", "A flight mode"},
                                         std::span<const Choice<FlightMode>>(choices)));
}

TimelineAction start_mission(MapReader& map, const ScenarioNames&) {
  const std::int64_t item =
      map.integer_or({"item", "Goes on with this item, from 1", "the mission starts"}, 1,
                     {.min = 1, .max = 10'000});
  const double first = map.has("item") ? static_cast<double>(item) : 0.0;
  return AutopilotCommand{.value = {first}, .kind = CommandKind::start_mission};
}

TimelineAction go_to(MapReader& map, const ScenarioNames&) {
  return GoToAction{.place = read_place(map),
                    .yaw_rad = angle_or_none(map, {"yaw_deg", "Heading", kKept})};
}

TimelineAction orbit(MapReader& map, const ScenarioNames&) {
  constexpr auto facings =
      std::to_array<Choice<OrbitYaw>>({{"to_centre", OrbitYaw::to_centre},
                                       {"as_at_start", OrbitYaw::as_at_start},
                                       {"free", OrbitYaw::free},
                                       {"along_circle", OrbitYaw::along_circle},
                                       {"by_stick", OrbitYaw::by_stick}});
  OrbitAction action;
  action.radius_m = map.number_or({"radius_m", "Negative: counter-clockwise", "the autopilot's"},
                                  kNotCommanded, {.min = -10'000.0, .max = 10'000.0});
  action.speed_m_s =
      map.number_or({"speed_m_s", "On its way", "the autopilot's"}, kNotCommanded, kSpeed);
  const auto facing = map.choice_or<OrbitYaw>({"facing", "Where the nose points"},
                                              OrbitYaw::to_centre, std::span(facings));
  action.yaw = static_cast<double>(facing);
  action.centre = read_place(map);
  return action;
}

TimelineAction speed(MapReader& map, const ScenarioNames&) {
  return AutopilotCommand{.value = {map.number({"speed_m_s", "Cruise speed"}, kSpeed)},
                          .kind = CommandKind::set_speed};
}

TimelineAction stick(MapReader& map, const ScenarioNames&) {
  SticksAction action;
  action.sticks.roll = map.number_or({"roll", "Stick: to the right is positive"}, 0.0, kStick);
  action.sticks.pitch = map.number_or({"pitch", "Stick: forward is positive"}, 0.0, kStick);
  action.sticks.yaw = map.number_or({"yaw", "Stick: clockwise is positive"}, 0.0, kStick);
  action.sticks.throttle = map.number_or({"throttle", "Stick: up is positive"}, 0.0, kStick);
  return action;
}
TimelineAction transmitter(MapReader& map, const ScenarioNames&) {
  return TransmitterAction{map.boolean({"on", "Whether it sends"})};
}
TimelineAction ground_station(MapReader& map, const ScenarioNames&) {
  return GroundStationAction{map.boolean({"on", "Whether it sends"})};
}

// A list of three numbers, null where an axis is not commanded.
Vec3 open_vector(MapReader& map, const Key& key, const NumberRange& range) {
  std::array<double, 3> v{kNotCommanded, kNotCommanded, kNotCommanded};
  const std::vector<Node> nodes = map.list_or_empty(key, {.min = 3, .max = 3});
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    if (nodes[i].kind() != NodeKind::null) v[i] = map.keep(read_number(nodes[i], range), 0.0);
  }
  return {v[0], v[1], v[2]};
}

OffboardCircle read_circle(MapReader& parent, Node node) {
  MapReader map(node);
  OffboardCircle circle;
  circle.radius_m =
      map.number({"radius_m", "Negative: counter-clockwise"}, {.min = -10'000.0, .max = 10'000.0});
  if (map.ok() && std::fabs(circle.radius_m) < 0.1)
    map.reject("radius_m", "is too small; expected 0.1 m or more");
  circle.speed_m_s = map.number({"speed_m_s", "Along the circle"}, kSpeed);
  circle.centre = {map.number_or({"north_m", "Of the centre, from home"}, 0.0, kPlace),
                   map.number_or({"east_m", "Of the centre, from home"}, 0.0, kPlace),
                   map.number({"height_m", "Over home"}, kPlace)};
  const std::vector<Node> sent = map.list_or_empty(
      {"send", "Of position, velocity and acceleration", "all three"}, {.min = 1, .max = 3});
  constexpr std::array<std::string_view, 3> words{"position", "velocity", "acceleration"};
  if (!sent.empty()) {
    std::array<bool, 3> sends{};
    for (const Node word : sent) sends[map.keep(read_choice(word, words), std::size_t{0})] = true;
    circle.sends_position = sends[0];
    circle.sends_velocity = sends[1];
    circle.sends_acceleration = sends[2];
  }
  parent.keep(map.finish());
  return circle;
}

Vec3 up_to_down(const Vec3& v) { return {v.x, v.y, -v.z}; }

void read_attitude_setpoint(MapReader& map, OffboardSetpoint& setpoint) {
  const bool attitude = map.has("attitude_deg"), rates = map.has("rates_deg_s");
  if (attitude && rates) {
    map.reject("rates_deg_s", "stands beside attitude_deg; expected one or the other");
  }
  const Vec3 angles =
      radians(1.0) *
      map.vector3_or<Vec3>({"attitude_deg", "Roll, pitch, yaw", kOpen}, Vec3{}, kHeading);
  const Vec3 turn =
      radians(1.0) * map.vector3_or<Vec3>({"rates_deg_s", "Roll, pitch, yaw, in body axes", kOpen},
                                          Vec3{}, {.min = -2000.0, .max = 2000.0});
  setpoint.thrust_sp = map.number_or({"thrust", "Beside attitude_deg or rates_deg_s", kOpen},
                                     kNotCommanded, {.min = 0.0, .max = 1.0});
  if (attitude) {
    setpoint.kind = OffboardKind::attitude;
    setpoint.q_WB_sp = from_euler({angles.x, angles.y, angles.z});
  } else if (rates) {
    setpoint.kind = OffboardKind::rates;
    setpoint.w_WB_B_sp = turn;
  }
  const bool thrust = map.has("thrust");
  if (thrust && !attitude && !rates)
    map.reject("thrust", "has no effect here; expected it beside attitude_deg or rates_deg_s");
  if (!thrust && (attitude || rates))
    map.reject(attitude ? "attitude_deg" : "rates_deg_s", "lacks thrust beside it");
}

TimelineAction offboard(MapReader& map, const ScenarioNames&) {
  OffboardAction action;
  OffboardSetpoint& setpoint = action.setpoint;
  action.rate_hz =
      map.number_or({"rate_hz", "Messages a second"}, action.rate_hz, {.min = 0.1, .max = 500.0});
  setpoint.p_sp = up_to_down(open_vector(
      map, {"position_m", "North, east, up from home; null: not commanded", kOpen}, kPlace));
  setpoint.v_sp =
      up_to_down(open_vector(map, {"velocity_m_s", "North, east, up; null: not commanded", kOpen},
                             {.min = -200.0, .max = 200.0}));
  setpoint.a_sp = up_to_down(
      open_vector(map, {"acceleration_m_s2", "North, east, up; null: not commanded", kOpen},
                  {.min = -100.0, .max = 100.0}));
  setpoint.yaw_sp = angle_or_none(map, {"yaw_deg", "Heading", kOpen});
  setpoint.yaw_rate_sp =
      angle_or_none(map, {"yaw_rate_deg_s", "Clockwise", kOpen}, {.min = -2000.0, .max = 2000.0});
  if (map.boolean_or({"body", "Axes are forward, right, up of the vehicle"}, false))
    setpoint.frame = OffboardFrame::heading;
  if (setpoint.frame == OffboardFrame::heading && map.has("position_m")) {
    map.reject("position_m",
               "stands beside body: true; expected velocities and accelerations alone");
  }
  read_attitude_setpoint(map, setpoint);
  const Node circle =
      map.map_or_absent({"circle", "A set-point that goes around", "one that stays"});
  if (circle.present()) action.circle = read_circle(map, circle);
  return action;
}
TimelineAction offboard_stop(MapReader&, const ScenarioNames&) { return OffboardStopAction{}; }

TimelineAction parameter(MapReader& map, const ScenarioNames&) {
  const std::string name = map.string({"name", "Of the parameter, or of the mark"});
  const double value = map.number({"value", "In the parameter's unit"});
  if (!map.ok()) return AutopilotCommand{};
  ParameterValues values = default_parameters();
  if (MaybeError error = set_parameter(values, name, value)) map.reject("name", error->text());
  const auto index = static_cast<double>(find_parameter(name).value_or(Param{}));
  return AutopilotCommand{.value = {index, value}, .kind = CommandKind::set_parameter};
}

TimelineAction wind(MapReader& map, const ScenarioNames&) {
  WindConfig config;
  read_wind_velocity(map, config);
  return WeatherChange{.wind_W = config.velocity_W_m_s};
}

TimelineAction air(MapReader& map, const ScenarioNames&) {
  return WeatherChange{.temperature_offset_k = map.number_or(
                           {"temperature_offset_k", "Warmer than the standard", kKept},
                           kNotCommanded, {.min = -80.0, .max = 80.0}),
                       .pressure_offset_pa = map.number_or(
                           {"pressure_offset_pa", "At the sea, less 101325 Pa", kKept},
                           kNotCommanded, {.min = -20000.0, .max = 20000.0})};
}

constexpr auto kUnits =
    std::to_array({FailureUnit::gyro, FailureUnit::accel, FailureUnit::mag, FailureUnit::baro,
                   FailureUnit::gps, FailureUnit::optical_flow, FailureUnit::vio,
                   FailureUnit::distance_sensor, FailureUnit::airspeed, FailureUnit::battery,
                   FailureUnit::motor, FailureUnit::servo, FailureUnit::avoidance,
                   FailureUnit::rc_signal, FailureUnit::mavlink_signal, FailureUnit::propeller});
constexpr auto kTypes =
    std::to_array({FailureType::ok, FailureType::off, FailureType::stuck, FailureType::garbage,
                   FailureType::wrong, FailureType::slow, FailureType::delayed,
                   FailureType::intermittent, FailureType::jammed, FailureType::desync,
                   FailureType::cell_drop, FailureType::spoofed, FailureType::damaged});

template <class Word, std::size_t Count>
Word read_word(MapReader& map, const Key& key, const std::array<Word, Count>& words) {
  std::vector<Choice<Word>> choices;
  for (const Word word : words) choices.push_back({to_string(word), word});
  return map.choice<Word>(key, std::span<const Choice<Word>>(choices));
}

std::uint32_t read_instances(MapReader& map) {
  std::uint32_t mask = kEveryInstance;
  for (const Node node : map.list_or_empty({"instances", "From 1", "all"}, {.min = 1, .max = 16})) {
    const std::int64_t instance =
        map.keep(read_integer(node, {.min = 1, .max = 16}), std::int64_t{1});
    mask |= 1U << (instance - 1);
  }
  return mask;
}

TimelineAction fail(MapReader& map, const ScenarioNames& names) {
  Failure failure;
  failure.unit = read_word(map, {"unit", "What fails"}, kUnits);
  failure.type = read_word(map, {"type", "How it fails"}, kTypes);
  failure.instances = read_instances(map);
  const double duration_s =
      map.number_or({"duration_s", "How long it lasts", "for good"}, kNotCommanded,
                    {.max = kDurationMax_s, .min_exclusive = 0.0});
  if (!std::isnan(duration_s)) failure.duration = nanoseconds(duration_s);
  const std::vector<Node> nodes =
      map.list_or_empty({"values", "What they mean depends on the type", "the usual ones"},
                        {.max = failure.value.size()});
  std::vector<double> values;
  for (const Node node : nodes) values.push_back(map.keep(read_number(node), 0.0));
  std::ranges::copy(values, failure.value.begin());
  if (!map.ok()) return failure;
  if (!names.failures) {
    map.reject("do",
               "is refused: failures are not enabled; expected failures: true in the scenario");
  }
  return failure;
}

TimelineAction mark(MapReader& map, const ScenarioNames& names) {
  const std::string name = map.string({"name", "Of the parameter, or of the mark"});
  const auto found = std::ranges::find(names.words.marks, name);
  if (!map.ok() || found == names.words.marks.end()) return MarkAction{};
  return MarkAction{static_cast<std::size_t>(found - names.words.marks.begin())};
}

using ReadAction = TimelineAction (*)(MapReader&, const ScenarioNames&);
constexpr auto kActions = std::to_array<Choice<ReadAction>>({{"arm", arm},
                                                             {"disarm", disarm},
                                                             {"takeoff", takeoff},
                                                             {"land", land},
                                                             {"return", return_home},
                                                             {"hold", hold},
                                                             {"mode", mode},
                                                             {"start_mission", start_mission},
                                                             {"goto", go_to},
                                                             {"orbit", orbit},
                                                             {"speed", speed},
                                                             {"stick", stick},
                                                             {"transmitter", transmitter},
                                                             {"ground_station", ground_station},
                                                             {"offboard", offboard},
                                                             {"offboard_stop", offboard_stop},
                                                             {"parameter", parameter},
                                                             {"wind", wind},
                                                             {"air", air},
                                                             {"fail", fail},
                                                             {"mark", mark}});

}  // namespace

TimelineAction read_action(MapReader& entry, const ScenarioNames& names) {
  const auto read = entry.choice<ReadAction>({"do", "What is done"},
                                             std::span<const Choice<ReadAction>>(kActions));
  if (!entry.ok()) return MarkAction{};
  return read(entry, names);
}

}  // namespace alula
