#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "links/flight_modes.h"
#include "links/parameter_service.h"
#include "tests/links/mavlink_rig.h"

namespace alula {
namespace {

constexpr float kOpen = std::numeric_limits<float>::quiet_NaN();
using Results = std::vector<int>;

mavlink_set_position_target_local_ned_t set_point(std::uint8_t frame, std::uint16_t mask) {
  mavlink_set_position_target_local_ned_t m{};
  m.target_system = 1;
  m.coordinate_frame = frame;
  m.type_mask = mask;
  return m;
}

Frame frame_of(const mavlink_set_position_target_local_ned_t& m) {
  FrameWriter writer(255, 190);
  FrameParser parser;
  std::vector<Frame> frames;
  parser.feed(writer.write(MAVLINK_MSG_ID_SET_POSITION_TARGET_LOCAL_NED, m), frames);
  return frames.at(0);
}

// Rates measured on a real PX4 in simulation, within a tenth.
TEST(MavlinkStreams, OfTheGroundLinkHavePx4sRates) {
  MavlinkRig rig;
  rig.wait_ready();
  rig.ground.clear();
  rig.run(10.0);
  const std::vector<std::pair<std::uint32_t, double>> rates{
      {MAVLINK_MSG_ID_HEARTBEAT, 1},
      {MAVLINK_MSG_ID_SYS_STATUS, 1},
      {MAVLINK_MSG_ID_GPS_RAW_INT, 5},
      {MAVLINK_MSG_ID_ATTITUDE, 50},
      {MAVLINK_MSG_ID_ATTITUDE_QUATERNION, 50},
      {MAVLINK_MSG_ID_LOCAL_POSITION_NED, 50},
      {MAVLINK_MSG_ID_GLOBAL_POSITION_INT, 50},
      {MAVLINK_MSG_ID_SERVO_OUTPUT_RAW, 50},
      {MAVLINK_MSG_ID_VFR_HUD, 4},
      {MAVLINK_MSG_ID_ALTITUDE, 1},
      {MAVLINK_MSG_ID_BATTERY_STATUS, 0.5},
      {MAVLINK_MSG_ID_ESTIMATOR_STATUS, 0.5},
      {MAVLINK_MSG_ID_HOME_POSITION, 0.5},
      {MAVLINK_MSG_ID_EXTENDED_SYS_STATE, 1},
      {MAVLINK_MSG_ID_ESC_STATUS, 1},
      {MAVLINK_MSG_ID_CURRENT_MODE, 0.5},
      {MAVLINK_MSG_ID_SCALED_PRESSURE, 1},
      {MAVLINK_MSG_ID_MISSION_CURRENT, 1}};
  for (const auto& [id, rate_hz] : rates)
    EXPECT_NEAR(static_cast<double>(rig.ground.of(id).size()) / 10.0, rate_hz, 0.1 * rate_hz) << id;
}

TEST(MavlinkStreams, AnIntervalCanBeSetReadAndPutBack) {
  MavlinkRig rig;
  rig.command(MAV_CMD_SET_MESSAGE_INTERVAL, {MAVLINK_MSG_ID_VFR_HUD, 1e5F});
  rig.ground.clear();
  rig.run(2.0);
  EXPECT_NEAR(static_cast<double>(rig.ground.of(MAVLINK_MSG_ID_VFR_HUD).size()), 20.0, 1.0);
  rig.command(MAV_CMD_GET_MESSAGE_INTERVAL, {MAVLINK_MSG_ID_VFR_HUD});
  const auto told = rig.ground.of(MAVLINK_MSG_ID_MESSAGE_INTERVAL);
  ASSERT_EQ(told.size(), 1U);
  EXPECT_EQ(told[0].as<mavlink_message_interval_t>().interval_us, 100'000);
  rig.command(MAV_CMD_SET_MESSAGE_INTERVAL, {MAVLINK_MSG_ID_VFR_HUD, -1.0F});
  rig.ground.clear();
  rig.run(1.0);
  EXPECT_TRUE(rig.ground.of(MAVLINK_MSG_ID_VFR_HUD).empty());
  rig.command(MAV_CMD_SET_MESSAGE_INTERVAL, {MAVLINK_MSG_ID_VFR_HUD, 0.0F});
  rig.run(1.0);
  EXPECT_NEAR(static_cast<double>(rig.ground.of(MAVLINK_MSG_ID_VFR_HUD).size()), 4.0, 1.0);
}

TEST(MavlinkCommands, AreAcknowledgedOnceAlsoWhenSentAgain) {
  MavlinkRig rig;
  rig.wait_ready();
  rig.command(MAV_CMD_COMPONENT_ARM_DISARM, {1.0F});
  rig.command(MAV_CMD_COMPONENT_ARM_DISARM, {1.0F}, 1);  // before the first could be answered
  rig.step(5);
  EXPECT_EQ(rig.results(MAV_CMD_COMPONENT_ARM_DISARM), Results{MAV_RESULT_ACCEPTED});
  EXPECT_TRUE(rig.vehicle->telemetry().armed());
}

TEST(MavlinkCommands, ArmingBeforeTheChecksPassIsRejectedWithTheReason) {
  MavlinkRig rig;
  rig.command(MAV_CMD_COMPONENT_ARM_DISARM, {1.0F});
  rig.step(2);
  EXPECT_EQ(rig.results(MAV_CMD_COMPONENT_ARM_DISARM), Results{MAV_RESULT_TEMPORARILY_REJECTED});
  const auto texts = rig.ground.of(MAVLINK_MSG_ID_STATUSTEXT);
  ASSERT_FALSE(texts.empty());
  const auto text = texts.back().as<mavlink_statustext_t>();
  EXPECT_EQ(std::string(text.text).rfind("Arming refused: ", 0), 0U);
}

TEST(MavlinkCommands, TakeOffClimbsToTheAltitudeOverTheSea) {
  MavlinkRig rig;
  rig.wait_ready();
  const double home_m = rig.vehicle->telemetry().home().altitude_m;
  rig.command(MAV_CMD_COMPONENT_ARM_DISARM, {1.0F});
  rig.command(MAV_CMD_NAV_TAKEOFF,
              {-1.0F, 0.0F, 0.0F, kOpen, kOpen, kOpen, static_cast<float>(home_m + 5.0)});
  rig.run(15.0);
  EXPECT_EQ(rig.results(MAV_CMD_NAV_TAKEOFF), Results{MAV_RESULT_ACCEPTED});
  EXPECT_NEAR(rig.vehicle->telemetry().estimate().altitude_m - home_m, 5.0, 0.3);
  // In the air nothing disarms it without force.
  rig.command(MAV_CMD_COMPONENT_ARM_DISARM, {0.0F});
  rig.step(2);
  EXPECT_TRUE(rig.vehicle->telemetry().armed());
  rig.command(MAV_CMD_COMPONENT_ARM_DISARM, {0.0F, 21196.0F});
  rig.step(2);
  EXPECT_FALSE(rig.vehicle->telemetry().armed());
}

TEST(MavlinkCommands, AFloodIsRejectedAndTheRestStillAnswered) {
  MavlinkRig rig;
  for (int i = 0; i < 1000; ++i) rig.command(MAV_CMD_DO_CHANGE_SPEED, {1.0F, 5.0F, -1.0F});
  rig.step(200);
  const Results results = rig.results(MAV_CMD_DO_CHANGE_SPEED);
  EXPECT_EQ(results.size(), 1000U);
  EXPECT_EQ(std::ranges::count(results, MAV_RESULT_ACCEPTED),
            static_cast<std::ptrdiff_t>(MavlinkVehicle::kWaitingMax));
}

TEST(MavlinkCommands, AFailureThatIsNotRealIsUnsupported) {
  MavlinkRig rig;
  rig.command(MAV_CMD_INJECT_FAILURE, {4.0F, 1.0F, 0.0F});    // GPS off
  rig.command(MAV_CMD_INJECT_FAILURE, {102.0F, 1.0F, 0.0F});  // a servo, which an x500 has not
  rig.step(3);
  EXPECT_EQ(rig.results(MAV_CMD_INJECT_FAILURE),
            (Results{MAV_RESULT_ACCEPTED, MAV_RESULT_UNSUPPORTED}));
}

TEST(MavlinkModes, WordsLeadBackToTheirModes) {
  for (const ModeRow& row : mode_table()) {
    if (!can_be_chosen(row.mode)) continue;
    EXPECT_EQ(mode_of_custom(custom_mode_of(row)), row.mode);
    if (row.standard != 0) {
      EXPECT_EQ(mode_of_standard(row.standard), row.mode);
    }
  }
  EXPECT_EQ(custom_mode_of(FlightMode::return_home), 84148224U);  // px4_custom_mode.h
}

// Turned by the heading alone, an axis that is missing drops the group, a position has no meaning.
TEST(MavlinkSetpoints, InBodyAxesAreTurnedByTheHeading) {
  MavlinkRig rig;
  rig.wait_ready();
  const Telemetry& t = rig.vehicle->telemetry();
  const double yaw = yaw_of(t.estimate().q_WB);
  auto m = set_point(MAV_FRAME_BODY_NED, 0xdc0);
  m.vx = 1.0F;
  m.x = 5.0F;
  const auto s = std::get<OffboardSetpoint>(local_setpoint(frame_of(m), t));
  EXPECT_NEAR(s.v_sp.x, std::cos(yaw), 1e-6);
  EXPECT_NEAR(s.v_sp.y, std::sin(yaw), 1e-6);
  EXPECT_TRUE(std::isnan(s.p_sp.x));
  m.type_mask |= POSITION_TARGET_TYPEMASK_VY_IGNORE;
  EXPECT_TRUE(std::isnan(std::get<OffboardSetpoint>(local_setpoint(frame_of(m), t)).v_sp.x));
}

TEST(MavlinkSetpoints, OfAnyMaskNameExactlyTheAxesThatCount) {
  MavlinkRig rig;
  for (unsigned mask = 0; mask < 4096; mask += 7) {
    if ((mask & POSITION_TARGET_TYPEMASK_FORCE_SET) != 0) continue;
    auto m = set_point(MAV_FRAME_LOCAL_NED, static_cast<std::uint16_t>(mask));
    const auto s =
        std::get<OffboardSetpoint>(local_setpoint(frame_of(m), rig.vehicle->telemetry()));
    EXPECT_EQ(std::isnan(s.p_sp.y), (mask & POSITION_TARGET_TYPEMASK_Y_IGNORE) != 0);
    EXPECT_EQ(std::isnan(s.v_sp.z), (mask & POSITION_TARGET_TYPEMASK_VZ_IGNORE) != 0);
    EXPECT_EQ(std::isnan(s.a_sp.x), (mask & POSITION_TARGET_TYPEMASK_AX_IGNORE) != 0);
    EXPECT_EQ(std::isnan(s.yaw_sp), (mask & POSITION_TARGET_TYPEMASK_YAW_IGNORE) != 0);
  }
}

TEST(MavlinkSetpoints, AForeignFrameIsRefusedAndSaidOnce) {
  MavlinkRig rig;
  for (int i = 0; i < 5; ++i)
    rig.send(MAVLINK_MSG_ID_SET_POSITION_TARGET_LOCAL_NED, set_point(MAV_FRAME_LOCAL_ENU, 0));
  EXPECT_EQ(rig.ground.of(MAVLINK_MSG_ID_STATUSTEXT).size(), 2U);  // one text in two pieces
  rig.step(1);
  EXPECT_TRUE(rig.simulation->inputs().empty());
}

TEST(MavlinkParameters, AreAllSentWithTheHashFirst) {
  MavlinkRig rig;
  mavlink_param_request_list_t m{};
  m.target_system = 1;
  m.target_component = 1;
  rig.send(MAVLINK_MSG_ID_PARAM_REQUEST_LIST, m);
  rig.step(100);
  const auto values = rig.ground.of(MAVLINK_MSG_ID_PARAM_VALUE);
  ASSERT_EQ(values.size(), kParameterCount + 1);
  EXPECT_EQ(std::string(values[0].as<mavlink_param_value_t>().param_id), "_HASH_CHECK");
  EXPECT_TRUE(rig.onboard.of(MAVLINK_MSG_ID_PARAM_VALUE).empty());
}

// An answer to the hash tells that the station knows the values; the list ends.
TEST(MavlinkParameters, TheHashSentBackEndsTheList) {
  MavlinkRig rig;
  mavlink_param_request_list_t list{};
  list.target_system = 1;
  rig.send(MAVLINK_MSG_ID_PARAM_REQUEST_LIST, list);
  mavlink_param_set_t known{};
  known.target_system = 1;
  std::memcpy(known.param_id, "_HASH_CHECK", 11);
  rig.send(MAVLINK_MSG_ID_PARAM_SET, known);
  rig.step(100);
  EXPECT_EQ(rig.ground.of(MAVLINK_MSG_ID_PARAM_VALUE).size(), 1U);
}

// Sticks, set-points and commands reach the world as recorded inputs, so the run can be made again.
TEST(MavlinkVehicles, AreReplayedFromTheRecordedInputs) {
  MavlinkRig rig;
  rig.wait_ready();
  rig.command(MAV_CMD_COMPONENT_ARM_DISARM, {1.0F});
  rig.command(MAV_CMD_NAV_TAKEOFF, {-1.0F, 0.0F, 0.0F, kOpen, kOpen, kOpen, kOpen});
  rig.run(5.0);
  MavlinkRig again;
  std::size_t next = 0;
  const auto& inputs = rig.simulation->inputs();
  while (again.simulation->step_index() < rig.simulation->step_index()) {
    for (; next < inputs.size() && inputs[next].step == again.simulation->step_index(); ++next)
      ASSERT_TRUE(again.simulation->queue(inputs[next]));
    again.simulation->step();
  }
  EXPECT_EQ(again.simulation->state_hash(), rig.simulation->state_hash());
}

TEST(MavlinkVehicles, LongTextsComeInPiecesOfOneNumber) {
  MavlinkRig rig;
  rig.send(MAVLINK_MSG_ID_SET_POSITION_TARGET_LOCAL_NED, set_point(MAV_FRAME_LOCAL_ENU, 0));
  std::string text;
  std::uint8_t chunk = 0;
  for (const Frame& frame : rig.ground.of(MAVLINK_MSG_ID_STATUSTEXT)) {
    const auto m = frame.as<mavlink_statustext_t>();
    EXPECT_EQ(m.id, 1);
    EXPECT_EQ(m.chunk_seq, chunk++);
    text.append(m.text, strnlen(m.text, sizeof m.text));
  }
  EXPECT_EQ(text, "Set-point ignored: frame is neither LOCAL_NED nor BODY_NED");
}

}  // namespace
}  // namespace alula
