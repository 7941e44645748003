#include <algorithm>
#include <cctype>

#include "core/assert.h"
#include "sim/recorder.h"
#include "topics/aiding.h"
#include "topics/attitude.h"
#include "topics/estimator.h"
#include "topics/position.h"
#include "topics/sensors.h"
#include "topics/setpoints.h"
#include "topics/status.h"

namespace alula {

namespace {

bool is_topic_name(const std::string& name) {
  const auto allowed = [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; };
  return !name.empty() && std::all_of(name.begin(), name.end(), allowed);
}

constexpr TimeNs ms(std::int64_t milliseconds) { return milliseconds * 1'000'000; }
constexpr std::size_t kDataHeadBytes = 5;   // size, type, number of the subscription
constexpr std::size_t kTextHeadBytes = 12;  // size, type, level, time
constexpr std::size_t kSamplesPerStep = 4;  // of one sensor: the capacity of the lists in Samples

}  // namespace

MaybeError validate(const RecorderConfig& config) {
  for (std::size_t i = 0; i < config.part_names.size(); ++i) {
    const std::string& name = config.part_names[i];
    if (!is_topic_name(name))
      return Error{ErrorCode::invalid_config, "part_names",
                   "'" + name + "' must be letters, digits and underscores"};
    if (std::count(config.part_names.begin(), config.part_names.end(), name) > 1)
      return Error{ErrorCode::invalid_config, "part_names", "'" + name + "' names two parts"};
  }
  return std::nullopt;
}

Recorder::Recorder(const RecorderConfig& config)
    : frame_(config.frame), origin_(on_map(frame_.origin())), rotor_count_(config.rotor_count) {
  ALULA_ASSERT(!validate(config));
  definitions_.hardware = config.vehicle;
  definitions_.software = config.software;
  definitions_.software_release = config.software_release;
  definitions_.parameters = config.parameters;
  subscribe_brain();
  subscribe_truth(config);
  subscribe_sensors(config);
  step_bytes_max_ +=
      kEventsPerStep * (kTextHeadBytes + sizeof(Event::text) + kDataHeadBytes + kRecordBytesMax);
}

template <class Topic>
void Recorder::subscribe(RecordedTopic& topic, TimeNs interval, std::uint8_t multi_id,
                         const std::string& name) {
  const TopicFormat format = topic_format<Topic>(name);
  const auto declare = [this](const std::string& text) {
    auto& formats = definitions_.formats;
    if (std::find(formats.begin(), formats.end(), text) == formats.end()) formats.push_back(text);
  };
  for (const TopicFormat& nested : format.nested) declare(nested.text);
  declare(format.text);
  topic.message_id = static_cast<std::uint16_t>(definitions_.subscriptions.size());
  topic.interval = interval;
  definitions_.subscriptions.push_back({name, topic.message_id, multi_id});
  step_bytes_max_ += kSamplesPerStep * (kDataHeadBytes + format.bytes);
}

template <class Topic>
void Recorder::subscribe_all(Instances& instances, std::size_t count, TimeNs interval) {
  instances.resize(count);
  for (std::size_t i = 0; i < count; ++i)
    subscribe<Topic>(instances[i], interval, static_cast<std::uint8_t>(i));
}

void Recorder::subscribe_brain() {
  subscribe<VehicleStatusTopic>(topics_[kVehicleStatus], ms(500));
  subscribe<VehicleAttitudeTopic>(topics_[kVehicleAttitude], 0);
  subscribe<VehicleAttitudeSetpointTopic>(topics_[kVehicleAttitudeSetpoint], ms(50));
  subscribe<VehicleAngularVelocityTopic>(topics_[kVehicleAngularVelocity], ms(10));
  subscribe<VehicleRatesSetpointTopic>(topics_[kVehicleRatesSetpoint], ms(20));
  subscribe<RateCtrlStatusTopic>(topics_[kRateCtrlStatus], ms(200));
  subscribe<VehicleLocalPositionTopic>(topics_[kVehicleLocalPosition], 0);
  subscribe<VehicleLocalPositionSetpointTopic>(topics_[kVehicleLocalPositionSetpoint], ms(100));
  subscribe<VehicleGlobalPositionTopic>(topics_[kVehicleGlobalPosition], 0);
  subscribe<TrajectorySetpointTopic>(topics_[kTrajectorySetpoint], ms(200));
  subscribe<PositionSetpointTripletTopic>(topics_[kPositionSetpointTriplet], ms(200));
  subscribe<HomePositionTopic>(topics_[kHomePosition], 0);
  subscribe<VehicleTorqueSetpointTopic>(topics_[kVehicleTorqueSetpoint], ms(20));
  subscribe<VehicleThrustSetpointTopic>(topics_[kVehicleThrustSetpoint], ms(20));
  subscribe<ActuatorMotorsTopic>(topics_[kActuatorMotors], ms(100));
  subscribe<HoverThrustEstimateTopic>(topics_[kHoverThrustEstimate], ms(100));
  subscribe<TakeoffStatusTopic>(topics_[kTakeoffStatus], ms(1000));
  subscribe<VehicleLandDetectedTopic>(topics_[kVehicleLandDetected], ms(1000));
  subscribe<EstimatorStatusTopic>(topics_[kEstimatorStatus], ms(10));
  subscribe<EstimatorInnovationsTopic>(topics_[kEstimatorInnovations], ms(10));
  subscribe<EstimatorInnovationVariancesTopic>(topics_[kEstimatorInnovationVariances], ms(10));
  subscribe<EstimatorInnovationTestRatiosTopic>(topics_[kEstimatorInnovationTestRatios], ms(10));
  subscribe<EstimatorStatesTopic>(topics_[kEstimatorStates], ms(10));
  subscribe<WindTopic>(topics_[kWind], ms(1000));
  subscribe<YawEstimatorStatusTopic>(topics_[kYawEstimatorStatus], ms(1000));
  subscribe<MissionResultTopic>(topics_[kMissionResult], 0);
  subscribe<EventTopic>(topics_[kEvent], 0);
}

void Recorder::subscribe_truth(const RecorderConfig& config) {
  subscribe<VehicleAttitudeGroundtruthTopic>(topics_[kVehicleAttitudeGroundtruth], ms(10));
  subscribe<VehicleAngularVelocityGroundtruthTopic>(topics_[kVehicleAngularVelocityGroundtruth],
                                                    ms(10));
  subscribe<VehicleLocalPositionGroundtruthTopic>(topics_[kVehicleLocalPositionGroundtruth],
                                                  ms(20));
  subscribe<VehicleGlobalPositionGroundtruthTopic>(topics_[kVehicleGlobalPositionGroundtruth],
                                                   ms(100));
  forces_.resize(config.part_names.size());
  for (std::size_t i = 0; i < forces_.size(); ++i)
    subscribe<ForceTopic>(forces_[i], ms(20), 0, "force_" + config.part_names[i]);
}

void Recorder::subscribe_sensors(const RecorderConfig& config) {
  const SensorCounts& counts = config.sensors;
  const std::size_t most = std::max({counts.imu, counts.gnss, counts.baro, counts.mag, counts.range,
                                     counts.flow, counts.vision, counts.airspeed});
  error_kinds_ =
      counts.aids_on_board() ? SensorErrorTopic::kKinds : SensorErrorTopic::kKindsOfEveryVehicle;
  subscribe<SensorCombinedTopic>(topics_[kSensorCombined], 0);
  subscribe<EscStatusTopic>(topics_[kEscStatus], 0);
  subscribe_all<VehicleImuStatusTopic>(imu_status_, counts.imu, ms(1000));
  subscribe_all<VehicleGpsPositionTopic>(gnss_, counts.gnss, ms(100));
  subscribe_all<VehicleAirDataTopic>(baro_, counts.baro, ms(200));
  subscribe_all<VehicleMagnetometerTopic>(mag_, counts.mag, ms(200));
  subscribe_all<BatteryStatusTopic>(battery_, counts.battery, ms(200));
  subscribe_all<SensorErrorTopic>(sensor_errors_, error_kinds_ * most, 0);
  imu_statistics_.resize(counts.imu);
  if (counts.aids_on_board()) subscribe_aiding(counts);
}

// PX4 thins some of these to one a second, which shows nothing of a landing; here all are at 10 Hz.
void Recorder::subscribe_aiding(const SensorCounts& counts) {
  subscribe_all<DistanceSensorTopic>(range_, counts.range, ms(100));
  subscribe_all<VehicleOpticalFlowTopic>(flow_, counts.flow, ms(100));
  subscribe_all<VehicleVisualOdometryTopic>(vision_, counts.vision, ms(100));
  subscribe_all<AirspeedTopic>(airspeed_, counts.airspeed, ms(100));
  if (counts.range > 0) subscribe<AidRangeHeightTopic>(topics_[kAidRangeHeight], ms(100));
  if (counts.flow > 0) subscribe<AidOpticalFlowTopic>(topics_[kAidOpticalFlow], ms(100));
  if (counts.airspeed > 0) subscribe<AidAirspeedTopic>(topics_[kAidAirspeed], ms(100));
  if (counts.vision == 0) return;
  subscribe<AidVisionPositionTopic>(topics_[kAidVisionPosition], ms(100));
  subscribe<AidVisionHeightTopic>(topics_[kAidVisionHeight], ms(100));
  subscribe<AidVisionVelocityTopic>(topics_[kAidVisionVelocity], ms(100));
  subscribe<AidVisionYawTopic>(topics_[kAidVisionYaw], ms(100));
}

std::vector<std::byte> Recorder::opening(TimeNs start) const {
  UlogDefinitions definitions = definitions_;
  definitions.start_time_us = log_time_us(start);
  return encode(definitions);
}

}  // namespace alula
