// A plan as QGroundControl writes it, from places in metres around its home.
#pragma once

#include <cmath>
#include <string>
#include <vector>

namespace alula {

struct PlanPlace {
  double north_m = 0.0, east_m = 0.0, height_m = 0.0;  // from home
};

class PlanText {
 public:
  PlanText& takeoff(const PlanPlace& place);
  PlanText& waypoint(const PlanPlace& place, double hold_s = 0.0, double yaw_deg = std::nan(""));
  PlanText& loiter(const PlanPlace& place, double time_s);
  PlanText& delay(double time_s);
  PlanText& speed(double m_s);
  // To the item of that number, counted from 1.
  PlanText& jump(int item, int repeats);
  PlanText& picture();
  PlanText& return_home();
  PlanText& land(double north_m, double east_m);
  PlanText& land_here();

  [[nodiscard]] std::string text() const;

 private:
  PlanText& add(int command, int frame, const std::vector<double>& params);
  PlanText& add_at(int command, const PlanPlace& place, double p1, double p4);

  std::vector<std::string> items_;
};

}  // namespace alula
