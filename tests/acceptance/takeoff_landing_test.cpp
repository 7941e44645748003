// The iris takes off to 2.5 m, hovers and lands as it did under a real PX4
// (tests/reference/px4): every phase within 10 % or 0.1 s, whichever is larger, and the motion in
// between.
#include <algorithm>
#include <map>
#include <string>

#include <gtest/gtest.h>

#include "flight_rig.h"
#include "tests/support/csv.h"

namespace alula {
namespace {

constexpr double kHeight = 2.5;  // MIS_TAKEOFF_ALT

// Seconds since arming.
struct Phases {
  double spool_up_over = 0.0, landed_cleared = 0.0, ground_contact_cleared = 0.0, ramp_over = 0.0;
  double takeoff_over = 0.0, land_asked = 0.0, land_begun = 0.0, descends = 0.0;
  double ground_contact = 0.0, maybe_landed = 0.0, landed = 0.0, disarmed = 0.0;
};

Phases px4_phases() {
  const std::vector<double> row = read_rows("px4/iris_takeoff_land_phases.csv").at(0);
  return {row.at(0), row.at(1), row.at(2), row.at(3), row.at(4),  row.at(5),
          row.at(6), row.at(7), row.at(8), row.at(9), row.at(10), row.at(11)};
}

// What PX4's flight had: its parameter, and motors that do not feel the thinner air of 488 m.
RigOptions as_px4_flew() {
  RigOptions options{.vehicle = "iris", .parameters = {"MPC_THR_HOVER=0.5"}};
  return options;
}

class Flight {
 public:
  explicit Flight(const RigOptions& options) : rig_(options) {
    EXPECT_TRUE(rig_.arm());
    armed_s_ = rig_.now().time_s;
    ground_z_ = rig_.now().estimate.p_WB.z;
    rig_.command(CommandKind::takeoff, {kHeight});
  }

  // Steps until the condition holds, and says when that was.
  template <class Condition> double when(const Condition& condition) {
    const auto seen = [&](const Sight& s) { return condition(s, rig_.simulation().view(0)); };
    EXPECT_TRUE(rig_.run_until(seen, 30.0));
    return time_s();
  }
  double when_phase(TakeoffPhase phase) {
    return when([=](const Sight&, const StepView& v) { return v.control.takeoff.phase == phase; });
  }
  double when_flag(bool LandDetection::* flag, bool value) {
    return when([=](const Sight& s, const StepView&) { return s.land.*flag == value; });
  }
  void run_to(double time_s) { rig_.run(time_s - this->time_s()); }
  void land() { rig_.command(CommandKind::set_mode, {static_cast<double>(FlightMode::land)}); }

  [[nodiscard]] double time_s() const { return rig_.now().time_s - armed_s_; }
  [[nodiscard]] double height_m() const { return ground_z_ - rig_.now().estimate.p_WB.z; }
  [[nodiscard]] double climb_m_s() const { return -rig_.now().estimate.v_WB.z; }

 private:
  FlightRig rig_;
  double armed_s_ = 0.0;
  double ground_z_ = 0.0;
};

Phases fly_phases(const RigOptions& options, double land_at_s) {
  Flight flight(options);
  Phases p;
  p.spool_up_over = flight.when_phase(TakeoffPhase::ramp);
  p.landed_cleared = flight.when_flag(&LandDetection::landed, false);
  p.ground_contact_cleared = flight.when_flag(&LandDetection::ground_contact, false);
  p.ramp_over = flight.when_phase(TakeoffPhase::flight);
  p.takeoff_over =
      flight.when([](const Sight& s, const StepView&) { return s.mode == FlightMode::hold; });
  flight.run_to(land_at_s);
  p.land_asked = flight.time_s();
  flight.land();
  p.land_begun =
      flight.when([](const Sight& s, const StepView&) { return s.mode == FlightMode::land; });
  p.descends = flight.when_flag(&LandDetection::in_ground_effect, true);
  p.ground_contact = flight.when_flag(&LandDetection::ground_contact, true);
  p.maybe_landed = flight.when_flag(&LandDetection::maybe_landed, true);
  p.landed = flight.when_flag(&LandDetection::landed, true);
  p.disarmed = flight.when(
      [](const Sight& s, const StepView&) { return s.arming == ArmingState::disarmed; });
  return p;
}

void expect_close(const char* what, double from, double to, double px4_from, double px4_to) {
  const double duration = px4_to - px4_from;
  EXPECT_NEAR(to - from, duration, std::max(0.1 * duration, 0.1)) << what;
  testing::Test::RecordProperty(what, std::to_string(to - from));
}

class PhasesOfTheIris : public testing::TestWithParam<std::uint64_t> {};
INSTANTIATE_TEST_SUITE_P(Seeds, PhasesOfTheIris, testing::Range<std::uint64_t>(1, 6));

// PX4's simulator let the vehicle sink into the ground without a blow, so the time from the
// touch-down to the contact is its own; what follows the contact is the detector's.
TEST_P(PhasesOfTheIris, LastAsLongAsUnderPx4) {
  RigOptions options = as_px4_flew();
  options.seed = GetParam();
  const Phases px4 = px4_phases();
  const Phases p = fly_phases(options, px4.land_asked);
  expect_close("spool_up", 0.0, p.spool_up_over, 0.0, px4.spool_up_over);
  expect_close("to_landed_cleared", 0.0, p.landed_cleared, 0.0, px4.landed_cleared);
  expect_close("to_contact_cleared", p.landed_cleared, p.ground_contact_cleared, px4.landed_cleared,
               px4.ground_contact_cleared);
  expect_close("to_ramp_over", 0.0, p.ramp_over, 0.0, px4.ramp_over);
  expect_close("to_takeoff_over", 0.0, p.takeoff_over, 0.0, px4.takeoff_over);
  expect_close("to_land_begun", p.land_asked, p.land_begun, px4.land_asked, px4.land_begun);
  expect_close("to_ground_effect", p.land_begun, p.descends, px4.land_begun, px4.descends);
  expect_close("to_maybe_landed", p.ground_contact, p.maybe_landed, px4.ground_contact,
               px4.maybe_landed);
  expect_close("to_landed", p.maybe_landed, p.landed, px4.maybe_landed, px4.landed);
  expect_close("to_disarmed", p.landed, p.disarmed, px4.landed, px4.disarmed);
}

// Height and speed at every fifth of a second from the ramp to the touch-down. Ideal sensors, since
// default noise is larger than that of PX4's simulator; sea level, since its motors did not feel
// the thinner air of the place.
TEST(MotionOfTheIris, IsThatOfPx4) {
  RigOptions options = as_px4_flew();
  options.ideal_sensors = true;
  options.world.environment.origin.height_m = 0.0;
  const double land_at_s = px4_phases().land_asked;
  Flight flight(options);
  bool landing = false;
  double height_error = 0.0, speed_error = 0.0;
  for (const std::vector<double>& row : read_rows("px4/iris_takeoff_land_motion.csv")) {
    if (!landing && row.at(0) > land_at_s) {
      flight.run_to(land_at_s);
      flight.land();
      landing = true;
    }
    flight.run_to(row.at(0));
    EXPECT_NEAR(flight.height_m(), row.at(1), 0.05) << row.at(0);
    EXPECT_NEAR(flight.climb_m_s(), row.at(2), 0.1) << row.at(0);
    height_error = std::max(height_error, std::fabs(flight.height_m() - row.at(1)));
    speed_error = std::max(speed_error, std::fabs(flight.climb_m_s() - row.at(2)));
  }
  EXPECT_TRUE(landing);
  RecordProperty("height_error_max_m", std::to_string(height_error));
  RecordProperty("speed_error_max_m_s", std::to_string(speed_error));
}

}  // namespace
}  // namespace alula
