#include "sim/recorder.h"

#include <algorithm>
#include <map>

#include <gtest/gtest.h>

#include "log/ulog_reader.h"
#include "tests/log/sample_step.h"

namespace alula {
namespace {

const UlogContent& ten_seconds() {
  static const Result<UlogContent> content = read_ulog(sample_log(10'000));
  return content.value();
}

// PX4's logging intervals: see logged_topics.cpp of PX4 (SITL profile without estimator replay).
TEST(Recorder, WritesAtPx4sRates) {
  const std::map<std::string, double> rates_hz{{"vehicle_attitude", 250.0},
                                               {"vehicle_local_position", 250.0},
                                               {"vehicle_global_position", 250.0},
                                               {"sensor_combined", 250.0},
                                               {"vehicle_angular_velocity", 100.0},
                                               {"vehicle_attitude_groundtruth", 100.0},
                                               {"vehicle_angular_velocity_groundtruth", 100.0},
                                               {"vehicle_local_position_groundtruth", 50.0},
                                               {"vehicle_global_position_groundtruth", 10.0},
                                               {"vehicle_rates_setpoint", 50.0},
                                               {"vehicle_torque_setpoint", 50.0},
                                               {"vehicle_thrust_setpoint", 50.0},
                                               {"vehicle_attitude_setpoint", 20.0},
                                               {"actuator_motors", 10.0},
                                               {"vehicle_local_position_setpoint", 10.0},
                                               {"vehicle_gps_position", 10.0},
                                               {"hover_thrust_estimate", 10.0},
                                               {"rate_ctrl_status", 5.0},
                                               {"trajectory_setpoint", 5.0},
                                               {"vehicle_air_data", 5.0},
                                               {"vehicle_magnetometer", 5.0},
                                               {"battery_status", 5.0},
                                               {"vehicle_imu_status", 1.0},
                                               {"estimator_status", 100.0},
                                               {"estimator_innovations", 100.0},
                                               {"estimator_states", 100.0},
                                               {"wind", 1.0},
                                               {"yaw_estimator_status", 1.0},
                                               {"esc_status", 50.0},
                                               {"force_rotor0", 50.0},
                                               {"force_body_drag", 50.0}};
  for (const auto& [name, rate_hz] : rates_hz) {
    const UlogTopic* topic = ten_seconds().find(name);
    ASSERT_NE(topic, nullptr) << name;
    EXPECT_NEAR(static_cast<double>(topic->timestamp_us.size()) / 10.0, rate_hz,
                0.02 * rate_hz + 0.25)
        << name;
  }
}

TEST(Recorder, TimeStampsRiseInEveryTopic) {
  for (const UlogTopic& topic : ten_seconds().topics) {
    EXPECT_TRUE(
        std::is_sorted(topic.timestamp_us.begin(), topic.timestamp_us.end(), std::less_equal<>()))
        << topic.name;
    EXPECT_GE(topic.timestamp_us.front(), 996'000u) << topic.name;
  }
}

TEST(Recorder, WritesStatusWhenItChangesAndTwiceASecond) {
  const UlogTopic* status = ten_seconds().find("vehicle_status");
  const NumberSpan arming = status->find("arming_state")->values;
  const auto armed = std::find(arming.begin(), arming.end(), 2.0);
  ASSERT_NE(armed, arming.end());
  EXPECT_EQ(status->timestamp_us[static_cast<std::size_t>(std::distance(arming.begin(), armed))],
            1'500'000u);
  EXPECT_NEAR(static_cast<double>(arming.size()), 21.0, 2.0);
}

TEST(Recorder, WritesMissionProgressOnlyWhenItChanges) {
  const UlogTopic* mission = ten_seconds().find("mission_result");
  EXPECT_EQ(mission->find("seq_current")->values,
            (std::vector<double>{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}));
  EXPECT_EQ(ten_seconds().find("home_position")->timestamp_us.size(), 1u);
}

TEST(Recorder, WritesEventsAsNumbersAndAsText) {
  EXPECT_EQ(ten_seconds().find("event")->timestamp_us.size(), 20u);
  ASSERT_EQ(ten_seconds().texts.size(), 20u);
  EXPECT_EQ(ten_seconds().texts[0].text, "something happened");
  EXPECT_EQ(ten_seconds().texts[0].time_us, 1'100'000u);
}

// IMU samples at 250 Hz: mean, rate and temperature of the made-up sensor.
TEST(Recorder, SumsUpTheImu) {
  const UlogTopic* status = ten_seconds().find("vehicle_imu_status");
  EXPECT_NEAR(status->find("accel_rate_hz")->values[3], 250.0, 1e-9);
  EXPECT_NEAR(status->find("mean_accel[2]")->values[3], -9.81, 1e-6);
  EXPECT_NEAR(status->find("temperature_accel")->values[3], 20.0, 1e-5);
  EXPECT_NEAR(status->find("var_accel[0]")->values[3], 0.5e-4,
              0.05e-4);  // amplitude 0.01: half its square
}

TEST(Recorder, GivesEachKindOfSensorErrorItsOwnInstance) {
  ASSERT_NE(ten_seconds().find("sensor_error", 0), nullptr);
  ASSERT_NE(ten_seconds().find("sensor_error", 1), nullptr);
  EXPECT_EQ(ten_seconds().find("sensor_error", 2), nullptr);
  EXPECT_NEAR(ten_seconds().find("sensor_error", 1)->find("error[0]")->values[0], 1e-3, 1e-9);
}

TEST(Recorder, MakesTheSameBytesAgain) { EXPECT_EQ(sample_log(500), sample_log(500)); }

TEST(Recorder, StartsANewLogInMidFlight) {
  Recorder recorder(sample_recorder_config());
  LogRing ring(recorder.step_bytes_max());
  SampleStep step;
  step.advance_to(5000);
  std::vector<std::byte> file = recorder.opening(step.time);
  recorder.record(step.view(), ring);
  for (const auto piece : ring.readable()) file.insert(file.end(), piece.begin(), piece.end());
  const Result<UlogContent> content = read_ulog(file);
  EXPECT_EQ(content->start_time_us, 6'000'000u);
  for (const char* name :
       {"vehicle_status", "vehicle_attitude", "home_position", "mission_result", "takeoff_status",
        "vehicle_land_detected", "position_setpoint_triplet", "estimator_states"})
    EXPECT_NE(content->find(name), nullptr) << name;
}

// All lists full and every topic due: the worst step still fits.
TEST(Recorder, NeverPushesMoreThanItSays) {
  Recorder recorder(sample_recorder_config());
  LogRing ring(recorder.step_bytes_max());
  SampleStep step;
  step.advance_to(5000);
  while (!step.samples.imu.full())
    step.samples.imu.push_back({.time = step.time, .interval = 1'000'000});
  while (!step.sensor_errors.full()) step.sensor_errors.push_back({.time = step.time});
  Event event;
  event.text.fill('x');
  step.events.assign(kEventsPerStep, event);
  recorder.record(step.view(), ring);
  EXPECT_EQ(ring.dropped_messages(), 0u);
}

TEST(RecorderConfig, RefusesPartNamesThatAreNoTopicNames) {
  RecorderConfig config = sample_recorder_config();
  EXPECT_FALSE(validate(config));
  for (const char* bad : {"", "two words", "a:b", "rotor0"}) {
    config.part_names = {"rotor0", bad};
    EXPECT_TRUE(validate(config)) << bad;
  }
}

}  // namespace
}  // namespace alula
