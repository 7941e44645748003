#include "plan_text.h"

#include <fmt/format.h>

#include "earth/geodesy.h"
#include "math/frames.h"

namespace alula {
namespace {

constexpr double kLatitude_deg = 47.397742, kLongitude_deg = 8.545594, kAltitude_m = 488.0;
constexpr int kMissionFrame = 2, kRelativeFrame = 3;

std::string number(double value) {
  return std::isnan(value) ? "null" : fmt::format("{:.9f}", value);
}

}  // namespace

PlanText& PlanText::add(int command, int frame, const std::vector<double>& params) {
  std::string list;
  for (const double p : params) list += (list.empty() ? "" : ", ") + number(p);
  items_.push_back(
      fmt::format(R"({{"type": "SimpleItem", "command": {}, "frame": {}, "doJumpId": {}, )"
                  R"("autoContinue": true, "AltitudeMode": 1, "Altitude": {}, "params": [{}]}})",
                  command, frame, items_.size() + 1, number(params[6]), list));
  return *this;
}

PlanText& PlanText::add_at(int command, const PlanPlace& place, double p1, double p4) {
  const LocalFrame frame({radians(kLatitude_deg), radians(kLongitude_deg), kAltitude_m});
  const Geodetic there = frame.to_geodetic({place.north_m, place.east_m, 0.0});
  return add(command, kRelativeFrame,
             {p1, 0.0, 0.0, p4, degrees(there.latitude_rad), degrees(there.longitude_rad),
              place.height_m});
}

PlanText& PlanText::takeoff(const PlanPlace& place) { return add_at(22, place, 0.0, std::nan("")); }
PlanText& PlanText::waypoint(const PlanPlace& place, double hold_s, double yaw_deg) {
  return add_at(16, place, hold_s, yaw_deg);
}
PlanText& PlanText::loiter(const PlanPlace& place, double time_s) {
  return add_at(19, place, time_s, std::nan(""));
}
PlanText& PlanText::delay(double time_s) {
  return add(93, kMissionFrame, {time_s, -1.0, -1.0, -1.0, 0.0, 0.0, 0.0});
}
PlanText& PlanText::speed(double m_s) {
  return add(178, kMissionFrame, {1.0, m_s, -1.0, 0.0, 0.0, 0.0, 0.0});
}
PlanText& PlanText::jump(int item, int repeats) {
  return add(177, kMissionFrame,
             {static_cast<double>(item), static_cast<double>(repeats), 0.0, 0.0, 0.0, 0.0, 0.0});
}
PlanText& PlanText::picture() {
  return add(2000, kMissionFrame, {0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0});
}
PlanText& PlanText::return_home() {
  return add(20, kMissionFrame, {0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0});
}
PlanText& PlanText::land(double north_m, double east_m) {
  return add_at(21, {north_m, east_m, 0.0}, 0.0, std::nan(""));
}

PlanText& PlanText::land_here() {
  return add(21, kRelativeFrame, {0.0, 0.0, 0.0, std::nan(""), 0.0, 0.0, 0.0});
}

std::string PlanText::text() const {
  std::string items;
  for (const std::string& item : items_) items += (items.empty() ? "" : ",\n") + item;
  return fmt::format(
      R"({{"fileType": "Plan", "groundStation": "QGroundControl", "version": 1,
"geoFence": {{"circles": [], "polygons": [], "version": 2}},
"rallyPoints": {{"points": [], "version": 2}},
"mission": {{"cruiseSpeed": 15, "firmwareType": 12, "hoverSpeed": 5, "vehicleType": 2,
"version": 2, "plannedHomePosition": [{}, {}, {}],
"items": [
{}
]}}}})",
      kLatitude_deg, kLongitude_deg, kAltitude_m, items);
}

}  // namespace alula
