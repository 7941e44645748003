// What the estimator finds out about its instruments is told once, in words a pilot understands.
#include "autopilot/estimator_news.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "estimator/flags.h"

namespace alula {
namespace {

class News : public testing::Test {
 protected:
  // What is said now, with its level.
  std::vector<std::string> told() {
    EventList list;
    EventLog events(list, kNsPerSecond);
    tell_estimator_news(news_, status, events);
    std::vector<std::string> texts;
    for (const Event& e : list) {
      texts.emplace_back(e.text.data());
      level = e.level;
    }
    return texts;
  }
  EstimatorStatus status{};
  EventLevel level = EventLevel::debug;

 private:
  EstimatorNews news_{};
};
using Texts = std::vector<std::string>;

TEST_F(News, NothingNewIsNothingSaid) { EXPECT_EQ(told(), Texts{}); }

// A single velocity outside of its gate is no news; a second of them is.
TEST_F(News, VelocitiesThatNeverFitAreToldOnceAndWhenTheyFitAgain) {
  status.gnss_velocity.time_accepted = 10 * kNsPerSecond;
  status.gnss_velocity.time_sample = 10 * kNsPerSecond + kNsPerSecond / 2;
  status.gnss_velocity.rejected = true;
  EXPECT_EQ(told(), Texts{});
  status.gnss_velocity.time_sample = 11 * kNsPerSecond;
  EXPECT_EQ(told(), Texts{"GNSS velocity contradicts the IMU: the position may be wrong"});
  EXPECT_EQ(level, EventLevel::critical);
  EXPECT_EQ(told(), Texts{});
  status.gnss_velocity.time_sample = status.gnss_velocity.time_accepted = 12 * kNsPerSecond;
  status.gnss_velocity.rejected = false;
  EXPECT_EQ(told(), Texts{"GNSS velocity and IMU agree again"});
}

TEST_F(News, ASilentInstrumentIsNamedOnceWithTheOneThatTakesOver) {
  status.instance_switches = 1;
  status.imu_instance = 1;
  status.switch_reasons[0] = SwitchReason::silent_or_stuck;
  EXPECT_EQ(told(), Texts{"IMU 1 is silent or stuck, 2 takes over"});
  EXPECT_EQ(level, EventLevel::critical);
  EXPECT_EQ(told(), Texts{}) << "once";
}

TEST_F(News, AnInstrumentThatIsOutvotedIsToldWithTheSwitchAlone) {
  status.instance_switches = 1;
  status.mag_instance = 1;
  status.switch_reasons[3] = SwitchReason::outvoted;
  status.condemned[3] = 1;
  EXPECT_EQ(told(), Texts{"Compass 1 contradicts the others, 2 takes over"});
  EXPECT_EQ(told(), Texts{});
}

TEST_F(News, OneThatIsNotInUseIsLeftOutAndAgreesAgain) {
  status.condemned[2] = 1U << 1;
  EXPECT_EQ(told(), Texts{"Barometer 2 contradicts the others"});
  EXPECT_EQ(level, EventLevel::warning);
  EXPECT_EQ(told(), Texts{});
  status.condemned[2] = 0;
  EXPECT_EQ(told(), Texts{"Barometer 2 agrees with the others again"});
  EXPECT_EQ(level, EventLevel::notice);
}

TEST_F(News, TheConfiguredOneReturns) {
  status.instance_switches = 1;
  status.gnss_instance = 1;
  status.switch_reasons[1] = SwitchReason::silent_or_stuck;
  EXPECT_EQ(told(), Texts{"GNSS receiver 1 is silent or stuck, 2 takes over"});
  status.instance_switches = 2;
  status.gnss_instance = 0;
  status.switch_reasons[1] = SwitchReason::well_again;
  EXPECT_EQ(told(), Texts{"GNSS receiver 1 is well again, takes over from 2"});
  EXPECT_EQ(level, EventLevel::notice);
}

TEST_F(News, TwoKindsInOneStepAreBothTold) {
  status.instance_switches = 2;
  status.imu_instance = 2;
  status.baro_instance = 1;
  status.switch_reasons = {SwitchReason::outvoted, SwitchReason::none,
                           SwitchReason::silent_or_stuck, SwitchReason::none};
  status.condemned[0] = 1;
  EXPECT_EQ(told(), (Texts{"IMU 1 contradicts the others, 3 takes over",
                           "Barometer 1 is silent or stuck, 2 takes over"}));
}

// Chosen by a parameter, not by a fault.
TEST_F(News, AnInstanceThatWasConfiguredAnewIsNoNews) {
  status.imu_instance = 2;
  EXPECT_EQ(told(), Texts{});
}

TEST_F(News, AContradictionOfTheReceiverBeginsAndEnds) {
  status.filter_fault_flags = bit(FilterFaultBit::gnss_contradicted);
  EXPECT_EQ(told(), Texts{"GNSS position contradicts GNSS velocity and is not used"});
  EXPECT_EQ(told(), Texts{});
  status.filter_fault_flags = 0;
  EXPECT_EQ(told(), Texts{"GNSS position and velocity agree again"});
  EXPECT_EQ(told(), Texts{});
}

TEST_F(News, ReckoningFromDragAndWindBeginsAndEnds) {
  status.control_mode_flags = bit(ControlModeBit::wind_dead_reckoning);
  EXPECT_EQ(told(), Texts{"No position is measured: reckoned from drag and wind"});
  EXPECT_EQ(told(), Texts{});
  status.control_mode_flags = 0;
  status.gnss_velocity.fusing = true;
  EXPECT_EQ(told(), Texts{"Position is measured again"});
}

TEST_F(News, EveryRescueOfTheYawIsTold) {
  for (std::uint32_t k = 1; k <= 2; ++k) {
    status.yaw_rescues = k;
    EXPECT_EQ(told(), Texts{"Compass contradicts the motion: heading taken from GNSS"});
    EXPECT_EQ(told(), Texts{});
  }
}

}  // namespace
}  // namespace alula
