#include "sim/recorder.h"

#include <algorithm>
#include <cstring>
#include <span>
#include <string_view>

#include "core/assert.h"
#include "topics/aiding.h"
#include "topics/attitude.h"
#include "topics/estimator.h"
#include "topics/position.h"
#include "topics/sensors.h"
#include "topics/setpoints.h"
#include "topics/status.h"

namespace alula {

namespace {

bool is_due(const RecordedTopic& topic, TimeNs now) {
  return !topic.written || now - topic.last >= topic.interval;
}

// The next record is due one interval after this one was, not after it was written; after a pause,
// from now.
void mark_written(RecordedTopic& topic, TimeNs now) {
  topic.last =
      topic.written ? std::clamp(topic.last + topic.interval, now - topic.interval, now) : now;
  topic.written = true;
}

template <class Topic, class... S>
void write(RecordedTopic& topic, TimeNs now, LogRing& ring, const S&... signals) {
  std::array<std::byte, kRecordBytesMax> place;  // NOLINT: filled by the next lines
  RecordBytes bytes(place);
  Topic::fields(bytes, now, signals...);
  ring.push_data(topic.message_id, std::span(place).first(bytes.size()), log_time_us(now));
  mark_written(topic, now);
}

// Writes a signal that carries its own time, when it is a new one and the interval has passed. A
// signal whose time is zero has never been set.
template <class Topic, class... S>
bool write_if_new(RecordedTopic& topic, TimeNs now, LogRing& ring, TimeNs source_time,
                  const S&... signals) {
  if (source_time == topic.last_source || !is_due(topic, now)) return false;
  topic.last_source = source_time;
  write<Topic>(topic, now, ring, signals...);
  return true;
}

// The interval of these is how often they are repeated; 0: not at all.
template <class Topic, class... S>
void write_if_changed(RecordedTopic& topic, TimeNs now, LogRing& ring, bool changed,
                      const S&... signals) {
  const bool repeat = topic.interval > 0 && now - topic.last >= topic.interval;
  if (!changed && topic.written && !repeat) return;
  topic.written = topic.written && !changed;  // the pace starts anew
  write<Topic>(topic, now, ring, signals...);
}

// True, and remembered, when a signal differs from the last one in more than its time.
template <ArenaState S> bool changes(S& last, S now) {
  now.time = 0;
  if (std::memcmp(&last, &now, sizeof now) == 0) return false;
  last = now;
  return true;
}

template <class T> bool changes_value(T& last, const T& now) {
  const bool changed = last != now;
  last = now;
  return changed;
}

// The newest sample of each sensor: two of one sensor in one step would share a time stamp.
template <class Topic, class List>
void write_newest(std::vector<RecordedTopic>& instances, TimeNs now, LogRing& ring,
                  const List& samples) {
  for (std::size_t i = samples.size(); i > 0; --i) {
    const auto& sample = samples[i - 1];
    if (sample.instance < instances.size())
      write_if_new<Topic>(instances[sample.instance], now, ring, sample.time + 1, sample);
  }
}

}  // namespace

void Recorder::record(const StepView& view, LogRing& ring) {
  record_truth(view, ring);
  record_sensor_errors(view, ring);
  record_imu(view, ring);
  record_samples(view, ring);
  record_aiding(view, ring);
  record_esc(view, ring);
  record_estimate(view, ring);
  record_status(view, ring);
  record_control(view, ring);
  record_events(view, ring);
}

MapPlace Recorder::on_map(const Geodetic& place) const {
  return {place.latitude_rad, place.longitude_rad, place.height_m - frame_.sea_level_m(place),
          place.height_m};
}

// The wrenches are written at the steps of the local position, so that their sum can be held
// against its acceleration.
void Recorder::record_truth(const StepView& view, LogRing& ring) {
  const TruthState& truth = view.truth;
  const TimeNs now = view.time;
  RecordedTopic& attitude = topics_[kVehicleAttitudeGroundtruth];
  RecordedTopic& rates = topics_[kVehicleAngularVelocityGroundtruth];
  RecordedTopic& local = topics_[kVehicleLocalPositionGroundtruth];
  RecordedTopic& global = topics_[kVehicleGlobalPositionGroundtruth];
  if (is_due(attitude, now)) write<VehicleAttitudeGroundtruthTopic>(attitude, now, ring, truth);
  if (is_due(rates, now)) write<VehicleAngularVelocityGroundtruthTopic>(rates, now, ring, truth);
  if (is_due(global, now))
    write<VehicleGlobalPositionGroundtruthTopic>(global, now, ring, truth,
                                                 on_map(frame_.to_geodetic(truth.p_WB)));
  if (!is_due(local, now)) return;
  write<VehicleLocalPositionGroundtruthTopic>(local, now, ring, truth, origin_);
  const std::size_t count = std::min(forces_.size(), view.part_wrenches.size());
  for (std::size_t i = 0; i < count; ++i)
    write<ForceTopic>(forces_[i], now, ring, view.part_wrenches[i]);
}

void Recorder::record_estimate(const StepView& view, LogRing& ring) {
  const VehicleEstimate& estimate = view.estimate;
  const EstimatorStatus& filter = view.estimator;
  const TimeNs now = view.time;
  const auto put = [&]<class Topic>(Slot slot, TimeNs time, const auto&... signals) {
    write_if_new<Topic>(topics_[slot], now, ring, time, signals...);
  };
  if (estimate.attitude_valid)
    put.operator()<VehicleAttitudeTopic>(kVehicleAttitude, estimate.time, estimate);
  if (estimate.in_use)
    put.operator()<VehicleLocalPositionTopic>(kVehicleLocalPosition, estimate.time, estimate,
                                              filter);
  if (estimate.global_valid)
    put.operator()<VehicleGlobalPositionTopic>(kVehicleGlobalPosition, estimate.time, estimate,
                                               filter);
  put.operator()<EstimatorStatusTopic>(kEstimatorStatus, filter.time, estimate, filter);
  put.operator()<EstimatorInnovationsTopic>(kEstimatorInnovations, filter.time, filter);
  put.operator()<EstimatorInnovationVariancesTopic>(kEstimatorInnovationVariances, filter.time,
                                                    filter);
  put.operator()<EstimatorInnovationTestRatiosTopic>(kEstimatorInnovationTestRatios, filter.time,
                                                     filter);
  put.operator()<EstimatorStatesTopic>(kEstimatorStates, filter.time, filter);
  if (filter.wind.valid) put.operator()<WindTopic>(kWind, filter.wind.time, filter.wind);
  if (filter.yaw_bank.running)
    put.operator()<YawEstimatorStatusTopic>(kYawEstimatorStatus, filter.yaw_bank.time,
                                            filter.yaw_bank);
}

void Recorder::record_control(const StepView& view, LogRing& ring) {
  const ControlStatus& control = view.control;
  const TimeNs now = view.time;
  const auto put = [&]<class Topic>(Slot slot, const auto& signal) {
    write_if_new<Topic>(topics_[slot], now, ring, signal.time, signal);
  };
  put.operator()<TrajectorySetpointTopic>(kTrajectorySetpoint, control.trajectory);
  put.operator()<VehicleLocalPositionSetpointTopic>(kVehicleLocalPositionSetpoint,
                                                    control.position);
  put.operator()<VehicleAttitudeSetpointTopic>(kVehicleAttitudeSetpoint, control.attitude);
  put.operator()<VehicleRatesSetpointTopic>(kVehicleRatesSetpoint, control.rates);
  put.operator()<VehicleAngularVelocityTopic>(kVehicleAngularVelocity, control.rate_loop);
  put.operator()<RateCtrlStatusTopic>(kRateCtrlStatus, control.rate_loop);
  put.operator()<VehicleTorqueSetpointTopic>(kVehicleTorqueSetpoint, control.allocation);
  put.operator()<VehicleThrustSetpointTopic>(kVehicleThrustSetpoint, control.allocation);
  put.operator()<HoverThrustEstimateTopic>(kHoverThrustEstimate, control.hover_thrust);
  put.operator()<ActuatorMotorsTopic>(kActuatorMotors, view.command);
  put.operator()<PositionSetpointTripletTopic>(kPositionSetpointTriplet, view.commander.triplet);
}

void Recorder::record_status(const StepView& view, LogRing& ring) {
  const CommanderStatus& commander = view.commander;
  const TakeoffStatus& takeoff = view.control.takeoff;
  const LandDetection& land = view.control.land;
  const TimeNs now = view.time;
  write_if_changed<VehicleStatusTopic>(topics_[kVehicleStatus], now, ring,
                                       changes(last_vehicle_, commander.vehicle), commander.vehicle,
                                       VehicleKind{rotor_count_});
  write_if_changed<VehicleLandDetectedTopic>(topics_[kVehicleLandDetected], now, ring,
                                             changes(last_land_, land), land);
  write_if_changed<TakeoffStatusTopic>(topics_[kTakeoffStatus], now, ring,
                                       changes_value(last_takeoff_, takeoff.phase), takeoff);
  write_if_changed<MissionResultTopic>(topics_[kMissionResult], now, ring,
                                       changes(last_mission_, commander.mission), commander.mission,
                                       commander.home);
  if (commander.home.time != 0)
    write_if_changed<HomePositionTopic>(topics_[kHomePosition], now, ring,
                                        changes_value(last_home_count_, commander.home.set_count),
                                        commander.home);
}

void Recorder::record_imu(const StepView& view, LogRing& ring) {
  for (const ImuSample& imu : view.samples.imu) {
    if (imu.instance >= imu_statistics_.size()) continue;
    imu_statistics_[imu.instance].add(imu);
    if (imu.instance == 0)
      write<SensorCombinedTopic>(topics_[kSensorCombined], view.time, ring, imu);
  }
  for (std::size_t i = 0; i < imu_status_.size(); ++i) {
    RecordedTopic& topic = imu_status_[i];
    if (imu_statistics_[i].empty() || !is_due(topic, view.time)) continue;
    write<VehicleImuStatusTopic>(topic, view.time, ring, imu_statistics_[i].summarize());
  }
}

void Recorder::record_samples(const StepView& view, LogRing& ring) {
  write_newest<VehicleGpsPositionTopic>(gnss_, view.time, ring, view.samples.gnss);
  write_newest<VehicleAirDataTopic>(baro_, view.time, ring, view.samples.baro);
  write_newest<VehicleMagnetometerTopic>(mag_, view.time, ring, view.samples.mag);
  write_newest<BatteryStatusTopic>(battery_, view.time, ring, view.samples.battery);
}

void Recorder::record_aiding(const StepView& view, LogRing& ring) {
  const TimeNs now = view.time;
  write_newest<DistanceSensorTopic>(range_, now, ring, view.samples.range);
  write_newest<VehicleOpticalFlowTopic>(flow_, now, ring, view.samples.flow);
  write_newest<VehicleVisualOdometryTopic>(vision_, now, ring, view.samples.vision);
  write_newest<AirspeedTopic>(airspeed_, now, ring, view.samples.airspeed);
  const EstimatorStatus& filter = view.estimator;
  const auto put = [&]<class Topic>(Slot slot) {
    const TimeNs time = (filter.*Topic::aid).time_sample;
    if (time > 0) write_if_new<Topic>(topics_[slot], now, ring, time, filter);
  };
  if (!range_.empty()) put.operator()<AidRangeHeightTopic>(kAidRangeHeight);
  if (!flow_.empty()) put.operator()<AidOpticalFlowTopic>(kAidOpticalFlow);
  if (!airspeed_.empty()) put.operator()<AidAirspeedTopic>(kAidAirspeed);
  if (vision_.empty()) return;
  put.operator()<AidVisionPositionTopic>(kAidVisionPosition);
  put.operator()<AidVisionHeightTopic>(kAidVisionHeight);
  put.operator()<AidVisionVelocityTopic>(kAidVisionVelocity);
  put.operator()<AidVisionYawTopic>(kAidVisionYaw);
}

void Recorder::record_esc(const StepView& view, LogRing& ring) {
  if (view.samples.esc.empty()) return;
  for (const EscSample& esc : view.samples.esc) {
    if (esc.motor < kEscPlaces) esc_.places[esc.motor] = {esc, true};
  }
  esc_.count = rotor_count_;
  esc_.armed = view.command.armed;
  write<EscStatusTopic>(topics_[kEscStatus], view.time, ring, esc_);
  ++esc_.messages;
}

void Recorder::record_sensor_errors(const StepView& view, LogRing& ring) {
  for (const SensorError& error : view.sensor_errors) {
    const std::size_t place = error_kinds_ * error.instance + static_cast<std::size_t>(error.kind);
    if (place < sensor_errors_.size())
      write<SensorErrorTopic>(sensor_errors_[place], view.time, ring, error);
  }
}

// Events of one step are a microsecond apart in the log, so that their time stamps rise.
void Recorder::record_events(const StepView& view, LogRing& ring) {
  TimeNs time = view.time;
  for (const Event& event : view.events) {
    const auto end = std::find(event.text.begin(), event.text.end(), '\0');
    const std::string_view text(event.text.data(),
                                static_cast<std::size_t>(end - event.text.begin()));
    ring.push_text(static_cast<std::uint8_t>(event.level), text, log_time_us(time));
    write<EventTopic>(topics_[kEvent], time, ring, event, EventCount{events_});
    ++events_;
    time += 1000;
  }
}

}  // namespace alula
