// A vehicle as the brain sees it, set by hand: no plant, no filter.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "autopilot/autopilot.h"

namespace alula {

// Stands at the origin of its local frame, 488 m above the sea, all sensors and estimates good.
struct HandFed {
  HandFed();

  // In the air at a place, at rest unless moved.
  void fly_at(const Vec3& p_W, const Vec3& v_W = {});
  void stand_at(const Vec3& p_W);
  void look_to(double yaw);
  void lose_position();
  void find_position();

  EventLog log();
  // Texts of everything that was said since the last call.
  std::vector<std::string> heard();

  TimeNs now = nanoseconds(100.0);
  VehicleEstimate estimate{};
  EstimatorStatus filter{};
  LandDetection land{};
  HomePosition home{};
  EventList events{};
};

bool any_has(const std::vector<std::string>& texts, std::string_view part);

// Items at metres north and east of the hand-fed vehicle's origin, heights over home.
MissionItem item_at(MissionCommand command, double north_m, double east_m, double height_m);
MissionItem item_without_place(MissionCommand command);
MissionItem waypoint(double north_m, double east_m, double height_m);
MissionItem takeoff(double height_m);  // names no place
MissionItem jump(std::int32_t target, double repeats);
MissionItem speed(double m_s);
Mission mission_of(const std::vector<MissionItem>& items);

// Four rotors in an X, as an x500 has them.
Airframe quad();

}  // namespace alula
