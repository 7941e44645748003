#include "hand_fed.h"

#include "earth/geodesy.h"

namespace alula {
namespace {

const Geodetic kOrigin{radians(47.397742), radians(8.545594), 488.0};

void place(VehicleEstimate& e, const Vec3& p_W) {
  const Geodetic there = LocalFrame(kOrigin).to_geodetic(p_W);
  e.p_WB = p_W;
  e.latitude_rad = there.latitude_rad;
  e.longitude_rad = there.longitude_rad;
  e.altitude_m = there.height_m;
}

void set_land(LandDetection& land, bool landed) {
  land.landed = land.maybe_landed = land.ground_contact = land.at_rest = landed;
}

}  // namespace

HandFed::HandFed() {
  estimate.ref_latitude_rad = kOrigin.latitude_rad;
  estimate.ref_longitude_rad = kOrigin.longitude_rad;
  estimate.ref_altitude_m = kOrigin.height_m;
  estimate.ref_time = 1;
  estimate.attitude_valid = estimate.heading_valid = estimate.in_use = true;
  find_position();
  filter.gnss_checks_passed = true;
  stand_at({});
  home = {now, estimate.latitude_rad, estimate.longitude_rad, estimate.altitude_m, {}, 0.0, 1};
}

void HandFed::fly_at(const Vec3& p_W, const Vec3& v_W) {
  place(estimate, p_W);
  estimate.v_WB = v_W;
  estimate.z_deriv_m_s = v_W.z;
  set_land(land, false);
}

void HandFed::stand_at(const Vec3& p_W) {
  place(estimate, p_W);
  estimate.v_WB = {};
  estimate.z_deriv_m_s = 0.0;
  set_land(land, true);
}

void HandFed::look_to(double yaw) { estimate.q_WB = from_yaw(yaw); }

void HandFed::lose_position() {
  estimate.xy_valid = estimate.v_xy_valid = estimate.global_valid = false;
}

void HandFed::find_position() {
  estimate.xy_valid = estimate.z_valid = estimate.global_valid = true;
  estimate.v_xy_valid = estimate.v_z_valid = true;
}

EventLog HandFed::log() { return EventLog(events, now); }

std::vector<std::string> HandFed::heard() {
  std::vector<std::string> texts;
  for (const Event& event : events) texts.emplace_back(event.text.data());
  events.clear();
  return texts;
}

bool any_has(const std::vector<std::string>& texts, std::string_view part) {
  for (const std::string& text : texts) {
    if (text.find(part) != std::string::npos) return true;
  }
  return false;
}

MissionItem item_without_place(MissionCommand command) {
  MissionItem item;
  item.command = command;
  item.params = {0.0, 0.0, 0.0, kNotANumber, 0.0, 0.0, 0.0};
  return item;
}

MissionItem item_at(MissionCommand command, double north_m, double east_m, double height_m) {
  MissionItem item = item_without_place(command);
  const Geodetic there = LocalFrame(kOrigin).to_geodetic({north_m, east_m, -height_m});
  item.latitude_rad = there.latitude_rad;
  item.longitude_rad = there.longitude_rad;
  item.altitude_m = height_m;
  return item;
}

MissionItem waypoint(double north_m, double east_m, double height_m) {
  return item_at(MissionCommand::waypoint, north_m, east_m, height_m);
}

MissionItem takeoff(double height_m) {
  MissionItem item = item_without_place(MissionCommand::takeoff);
  item.altitude_m = height_m;
  return item;
}

MissionItem jump(std::int32_t target, double repeats) {
  MissionItem item = item_without_place(MissionCommand::jump);
  item.jump_target = target;
  item.params[1] = repeats;
  return item;
}

MissionItem speed(double m_s) {
  MissionItem item = item_without_place(MissionCommand::change_speed);
  item.params[0] = 1.0;
  item.params[1] = m_s;
  return item;
}

Mission mission_of(const std::vector<MissionItem>& items) {
  Mission mission;
  mission.home_latitude_rad = kOrigin.latitude_rad;
  mission.home_longitude_rad = kOrigin.longitude_rad;
  mission.home_altitude_m = kOrigin.height_m;
  for (MissionItem item : items) {
    item.number = static_cast<std::int32_t>(mission.items.size()) + 1;
    mission.items.push_back(item);
  }
  return mission;
}

Airframe quad() {
  Airframe airframe;
  airframe.mass_kg = 2.064308;
  airframe.inertia_B = Mat3::diagonal({0.0239, 0.0239, 0.044});
  airframe.height_on_ground_m = 0.2251;
  airframe.hover_command = 0.73;
  const double spin[4] = {1.0, 1.0, -1.0, -1.0};
  const Vec3 place[4] = {{0.174, 0.174, -0.06},
                         {-0.174, -0.174, -0.06},
                         {0.174, -0.174, -0.06},
                         {-0.174, 0.174, -0.06}};
  for (int i = 0; i < 4; ++i) {
    AirframeRotor rotor;
    rotor.p_BR = place[i];
    rotor.thrust_max_n = 8.54858;
    rotor.moment_ratio_m = 0.016 * spin[i];
    airframe.rotors.push_back(rotor);
  }
  return airframe;
}

}  // namespace alula
