// Changes between modes in flight: every ordered pair of eight modes, moving at up to 5 m/s with
// real sensors. Bounds: the motor command behind a low pass of 20 Hz jumps by at most 10 %, the
// thrust axis stays within 5 degrees of its set-point.
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "control/finite.h"
#include "control/sticks.h"
#include "earth/geodesy.h"
#include "flight_rig.h"
#include "math/frames.h"

namespace alula {
namespace {

constexpr double kStep_s = 0.001;

Vec3 thrust_axis(const Quat& q_WB) { return q_WB * Vec3{0.0, 0.0, -1.0}; }

double angle(const Vec3& a, const Vec3& b) { return std::acos(std::clamp(dot(a, b), -1.0, 1.0)); }

MissionItem item(MissionCommand command, const Geodetic& place, double height_m) {
  MissionItem made;
  made.command = command;
  made.params = {0.0, 0.0, 0.0, kNotANumber, 0.0, 0.0, 0.0};
  made.latitude_rad = place.latitude_rad;
  made.longitude_rad = place.longitude_rad;
  made.altitude_m = height_m;
  return made;
}

// A square of 200 m at 30 m around where the world begins.
Mission square() {
  const Geodetic origin{radians(47.397742), radians(8.545594), 488.0};
  Mission mission;
  mission.home_latitude_rad = origin.latitude_rad;
  mission.home_longitude_rad = origin.longitude_rad;
  mission.home_altitude_m = origin.height_m;
  MissionItem takeoff = item(MissionCommand::takeoff, origin, 30.0);
  takeoff.latitude_rad = takeoff.longitude_rad = kNotANumber;
  mission.items.push_back(takeoff);
  for (const Vec3& corner : {Vec3{100.0, 100.0, 0.0}, Vec3{-100.0, 100.0, 0.0},
                             Vec3{-100.0, -100.0, 0.0}, Vec3{100.0, -100.0, 0.0}}) {
    const Geodetic place = LocalFrame(origin).to_geodetic(corner);
    mission.items.push_back(item(MissionCommand::waypoint, place, 30.0));
  }
  return mission;
}

class ModeChanges : public ::testing::Test {
 protected:
  static constexpr std::array kModes{
      FlightMode::altitude,    FlightMode::position, FlightMode::hold,  FlightMode::mission,
      FlightMode::return_home, FlightMode::offboard, FlightMode::orbit, FlightMode::stabilized};

  void take_off() {
    ASSERT_TRUE(rig.arm());
    rig.command(CommandKind::takeoff, {30.0});
    rig.run(35.0);
    ASSERT_NEAR(rig.now().estimate.p_WB.z, -30.0, 1.0);
    for (int i = 0; i < 1000; ++i) step();  // sticks and set-points are heard
  }
  // At the change people ask for what is flown, a second later they begin to bring it to 5 m/s.
  void take_over(FlightMode mode) {
    const Vec3 v = level(rig.now().truth.v_WB);
    speed = std::min(5.0, norm(v));
    way = unit_or(v, Vec3{1.0, 0.0, 0.0});
    ask(mode, 0.0);
  }
  void speed_up(FlightMode mode) {
    speed = std::min(5.0, speed + 0.02);
    ask(mode, 0.2 * std::clamp(4.5 - norm_xy(rig.now().truth.v_WB), 0.0, 1.0));
  }
  void ask(FlightMode mode, double tilting) {
    const double length = mode == FlightMode::position ? stick_of(speed / 10.0) : tilting;
    const Vec3 stick = from_yaw(-yaw_of(rig.now().estimate.q_WB)) * (length * way);
    sticks = {.roll = stick.y, .pitch = stick.x};
    offboard.v_sp = speed * way;
  }
  // The stick that asks for this share, 0 to 1, of the speed at full stick.
  static double stick_of(double share) {
    const ManualConfig config;
    double low = 0.0, high = 1.0;
    for (int i = 0; i < 40; ++i) {
      const double middle = 0.5 * (low + high);
      const bool more = stick_curve(middle, config.dead_zone, config.expo_xy) > share;
      (more ? high : low) = middle;
    }
    return low;
  }
  template <class Signal> void send(const Signal& signal) {
    EXPECT_TRUE(rig.simulation().queue(0, signal));
  }
  void step() {
    if (steps % 20 == 0) send(sticks);
    if (steps % 50 == 0) send(offboard);
    ++steps;
    rig.step();
    const StepView view = rig.simulation().view(0);
    for (std::size_t i = 0; i < 4; ++i) {
      smooth[i] += kStep_s / (kStep_s + 1.0 / (2.0 * std::numbers::pi * 20.0)) *
                   (view.control.allocation.motor[i] - smooth[i]);
    }
  }
  void change_to(FlightMode mode) {
    take_over(mode);
    const Vec3& p = rig.now().estimate.p_WB;
    if (mode == FlightMode::orbit) {
      rig.command(CommandKind::orbit, {10.0, 5.0, 0.0, p.x, p.y + 10.0, kNotCommanded, 0.0});
    } else {
      rig.command(CommandKind::set_mode, {static_cast<double>(mode)});
    }
  }
  [[nodiscard]] double tilt_error() {
    const StepView view = rig.simulation().view(0);
    return angle(thrust_axis(view.control.attitude.q_WB_sp), thrust_axis(view.estimate.q_WB));
  }

  RigOptions options() {
    RigOptions made;
    made.mission = square();
    return made;
  }
  FlightRig rig{options()};
  ManualControl sticks{};
  OffboardSetpoint offboard{};
  Vec3 way{1.0, 0.0, 0.0};
  double speed = 0.0;
  std::array<double, 4> smooth{};
  std::int64_t steps = 0;
};

// Every edge of the complete graph once, each end the beginning of the next.
std::vector<std::size_t> tour(std::size_t nodes) {
  std::vector<std::vector<bool>> used(nodes, std::vector<bool>(nodes, false));
  std::vector<std::size_t> stack{0}, path;
  while (!stack.empty()) {
    const std::size_t from = stack.back();
    std::size_t to = 0;
    while (to < nodes && (to == from || used[from][to])) ++to;
    if (to == nodes) {
      path.push_back(from);
      stack.pop_back();
    } else {
      used[from][to] = true;
      stack.push_back(to);
    }
  }
  return {path.rbegin(), path.rend()};
}

TEST_F(ModeChanges, AreWithoutAJumpOfMotorsOrAttitude) {
  take_off();
  std::size_t pairs = 0;
  FlightMode before = FlightMode::hold;
  for (const std::size_t next : tour(kModes.size())) {
    const FlightMode mode = kModes[next];
    const std::array<double, 4> motors = smooth;
    change_to(mode);
    double jump = 0.0, error = 0.0;
    for (int i = 0; i < 5000; ++i) {
      if (i >= 1000 && i % 20 == 0) speed_up(mode);
      step();
      if (i < 50) {
        for (std::size_t m = 0; m < 4; ++m) jump = std::max(jump, std::fabs(smooth[m] - motors[m]));
      }
      if (i < 1000) error = std::max(error, tilt_error());
    }
    ASSERT_EQ(rig.now().mode, mode) << rig.events().back();
    EXPECT_LE(jump, 0.10) << to_string(before) << " to " << to_string(mode);
    EXPECT_LE(error, radians(5.0)) << to_string(before) << " to " << to_string(mode);
    before = mode;
    ++pairs;
  }
  EXPECT_EQ(pairs, 57U);
}

}  // namespace
}  // namespace alula
