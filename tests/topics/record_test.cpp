#include <numeric>

#include <gtest/gtest.h>

#include "topics/actuators.h"
#include "topics/attitude.h"
#include "topics/estimator.h"
#include "topics/position.h"
#include "topics/sensors.h"
#include "topics/setpoints.h"
#include "topics/status.h"
#include "topics/truth.h"

namespace alula {
namespace {

template <class Topic> class EveryTopic : public testing::Test {};

using Topics = testing::Types<
    VehicleAttitudeTopic, VehicleAttitudeSetpointTopic, VehicleAngularVelocityTopic,
    VehicleRatesSetpointTopic, RateCtrlStatusTopic, VehicleLocalPositionTopic,
    VehicleGlobalPositionTopic, HomePositionTopic, TrajectorySetpointTopic,
    VehicleLocalPositionSetpointTopic, PositionSetpointTripletTopic, VehicleTorqueSetpointTopic,
    VehicleThrustSetpointTopic, ActuatorMotorsTopic, EscStatusTopic, BatteryStatusTopic,
    HoverThrustEstimateTopic, VehicleGpsPositionTopic, VehicleAirDataTopic,
    VehicleMagnetometerTopic, SensorCombinedTopic, VehicleImuStatusTopic, SensorErrorTopic,
    EstimatorStatusTopic, EstimatorInnovationsTopic, EstimatorInnovationVariancesTopic,
    EstimatorInnovationTestRatiosTopic, EstimatorStatesTopic, WindTopic, YawEstimatorStatusTopic,
    VehicleStatusTopic, TakeoffStatusTopic, VehicleLandDetectedTopic, MissionResultTopic,
    EventTopic, VehicleAttitudeGroundtruthTopic, VehicleAngularVelocityGroundtruthTopic,
    VehicleLocalPositionGroundtruthTopic, VehicleGlobalPositionGroundtruthTopic, ForceTopic>;
TYPED_TEST_SUITE(EveryTopic, Topics);

TYPED_TEST(EveryTopic, RecordIsAsLongAsItsFormatSays) {
  std::array<std::byte, kRecordBytesMax> place{};
  RecordBytes bytes(place);
  const typename TypeParam::From signals{};
  std::apply([&](const auto&... signal) { TypeParam::fields(bytes, TimeNs{0}, signal...); },
             signals);
  EXPECT_EQ(bytes.size(), topic_format<TypeParam>().bytes);
}

TYPED_TEST(EveryTopic, BeginsWithItsTimeStamp) {
  const std::string text = topic_format<TypeParam>().text;
  EXPECT_TRUE(text.starts_with(std::string(TypeParam::name) + ":uint64_t timestamp;")) << text;
}

TYPED_TEST(EveryTopic, IsPaddedToAMultipleOfEightBytes) {
  const TopicFormat format = topic_format<TypeParam>();
  const std::size_t missing = (8 - format.bytes % 8) % 8;
  const bool padded =
      format.text.ends_with("uint8_t[" + std::to_string(missing) + "] _padding0;") ||
      format.text.ends_with("uint8_t[" + std::to_string(missing) + "] _padding1;");
  EXPECT_EQ(padded, missing != 0) << format.text;
}

// Three fields of falling width, one of them an array: 8 + 3 * 4 + 1 bytes, three zeros to the next
// multiple of eight.
struct Sample {
  static constexpr const char* name = "sample";
  using From = Signals<Vec3>;
  template <class Sink> static void fields(Sink& out, TimeNs, const Vec3& v) {
    out.u64("timestamp", 7);
    out.f32("v", v);
    out.flag("valid", true);
  }
};

TEST(RecordFormat, NamesTypesArraysAndPadding) {
  const TopicFormat format = topic_format<Sample>();
  EXPECT_EQ(format.text, "sample:uint64_t timestamp;float[3] v;bool valid;uint8_t[3] _padding0;");
  EXPECT_EQ(format.bytes, 21u);
}

TEST(RecordBytes, AreLittleEndianAndPacked) {
  std::array<std::byte, kRecordBytesMax> place{};
  RecordBytes bytes(place);
  Sample::fields(bytes, 0, Vec3{1.0, -2.0, 0.5});
  // IEEE 754: 1 = 3f800000, -2 = c0000000, 0.5 = 3f000000
  const std::array<unsigned, 21> expected{7,    0, 0, 0, 0,    0, 0, 0, 0,    0, 0x80,
                                          0x3f, 0, 0, 0, 0xc0, 0, 0, 0, 0x3f, 1};
  for (std::size_t i = 0; i < expected.size(); ++i)
    EXPECT_EQ(std::to_integer<unsigned>(place[i]), expected[i]) << i;
}

TEST(LogTime, CountsMicrosecondsFromOneSecondBeforeTheRun) {
  EXPECT_EQ(log_time_us(0), 1'000'000u);
  EXPECT_EQ(log_time_us(1'234'567'000), 2'234'567u);
  EXPECT_EQ(log_time_or_never_us(0), 0u);
}

}  // namespace
}  // namespace alula
