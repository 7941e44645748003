// sim/recorder.h: which topic is written when. The recorder looks at each step, packs what is due
// and pushes it into a ring; it changes nothing, so a run with a log and one without end in the
// same state. A resumed run starts a new recorder and with it a new log.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "core/error.h"
#include "earth/geodesy.h"
#include "log/log_ring.h"
#include "log/ulog_definitions.h"
#include "sim/imu_statistics.h"
#include "sim/step_view.h"
#include "topics/actuators.h"
#include "topics/truth.h"

namespace alula {

// How many sensors of a kind there are; each has its own instance of the topic.
struct SensorCounts {
  std::uint32_t imu = 1, gnss = 1, baro = 1, mag = 1, battery = 1;
  std::uint32_t range = 0, flow = 0, vision = 0, airspeed = 0;

  [[nodiscard]] bool aids_on_board() const { return range + flow + vision + airspeed > 0; }
};

struct RecorderConfig {
  std::string vehicle;                  // its name, for the log's hardware key
  std::vector<std::string> part_names;  // one topic force_<name> each; letters, digits, underscores
  std::uint32_t rotor_count = 4;
  SensorCounts sensors;
  LocalFrame frame{Geodetic{}};          // of W
  std::string software;                  // commit or version of this program
  std::uint32_t software_release = 0;    // 0xAABBCCTT, as ULog's ver_sw_release
  std::vector<LogParameter> parameters;  // of the autopilot
};
MaybeError validate(const RecorderConfig& config);

// One subscription: its number and when it was last written.
struct RecordedTopic {
  std::uint16_t message_id = 0;
  TimeNs interval = 0;     // at least this long between two records, on average [ns]
  TimeNs last = 0;         // moves on by `interval`, so that the mean rate holds
  TimeNs last_source = 0;  // time stamp of the signal that was last written; 0: none yet
  bool written = false;
};

// Intervals are those of PX4's logger in its SITL profile without estimator replay; topics about
// the vehicle's state are written when they change, and some at a slow pace besides, as PX4
// publishes them.
class Recorder {
 public:
  // `config` has been validated.
  explicit Recorder(const RecorderConfig& config);

  // The bytes that open the file when the first step to be recorded is the one at `start`.
  [[nodiscard]] std::vector<std::byte> opening(TimeNs start) const;
  // Call once a step, with time rising. Allocates nothing.
  void record(const StepView& view, LogRing& ring);

  // No step can push more: a ring of this size that is drained after each step loses nothing.
  [[nodiscard]] std::size_t step_bytes_max() const { return step_bytes_max_; }

 private:
  // Topics with one instance.
  enum Slot : std::size_t {
    kVehicleStatus,
    kVehicleAttitude,
    kVehicleAttitudeSetpoint,
    kVehicleAttitudeGroundtruth,
    kVehicleAngularVelocity,
    kVehicleAngularVelocityGroundtruth,
    kVehicleRatesSetpoint,
    kRateCtrlStatus,
    kVehicleLocalPosition,
    kVehicleLocalPositionSetpoint,
    kVehicleLocalPositionGroundtruth,
    kVehicleGlobalPosition,
    kVehicleGlobalPositionGroundtruth,
    kTrajectorySetpoint,
    kPositionSetpointTriplet,
    kHomePosition,
    kSensorCombined,
    kVehicleTorqueSetpoint,
    kVehicleThrustSetpoint,
    kActuatorMotors,
    kEscStatus,
    kHoverThrustEstimate,
    kTakeoffStatus,
    kVehicleLandDetected,
    kEstimatorStatus,
    kEstimatorInnovations,
    kEstimatorInnovationVariances,
    kEstimatorInnovationTestRatios,
    kEstimatorStates,
    kWind,
    kYawEstimatorStatus,
    kMissionResult,
    kEvent,
    kAidRangeHeight,
    kAidOpticalFlow,
    kAidVisionPosition,
    kAidVisionHeight,
    kAidVisionVelocity,
    kAidVisionYaw,
    kAidAirspeed,
    kSlotCount
  };
  using Instances = std::vector<RecordedTopic>;

  void subscribe_brain();
  void subscribe_truth(const RecorderConfig& config);
  void subscribe_sensors(const RecorderConfig& config);
  void subscribe_aiding(const SensorCounts& counts);
  template <class Topic>
  void subscribe(RecordedTopic& topic, TimeNs interval, std::uint8_t multi_id = 0,
                 const std::string& name = Topic::name);
  template <class Topic>
  void subscribe_all(Instances& instances, std::size_t count, TimeNs interval);

  [[nodiscard]] MapPlace on_map(const Geodetic& place) const;
  void record_truth(const StepView& view, LogRing& ring);
  void record_estimate(const StepView& view, LogRing& ring);
  void record_control(const StepView& view, LogRing& ring);
  void record_status(const StepView& view, LogRing& ring);
  void record_imu(const StepView& view, LogRing& ring);
  void record_samples(const StepView& view, LogRing& ring);
  void record_aiding(const StepView& view, LogRing& ring);
  void record_esc(const StepView& view, LogRing& ring);
  void record_sensor_errors(const StepView& view, LogRing& ring);
  void record_events(const StepView& view, LogRing& ring);

  UlogDefinitions definitions_;
  LocalFrame frame_;
  MapPlace origin_;
  std::uint32_t rotor_count_ = 0;
  std::array<RecordedTopic, kSlotCount> topics_{};
  Instances imu_status_, gnss_, baro_, mag_, battery_, sensor_errors_, forces_;
  Instances range_, flow_, vision_, airspeed_;
  std::size_t error_kinds_ = 0;
  std::vector<ImuStatistics> imu_statistics_;
  EscReports esc_{};
  std::uint64_t events_ = 0;
  // what was last written of the topics that are written on change; time stamps zero
  VehicleStatus last_vehicle_{};
  LandDetection last_land_{};
  MissionResult last_mission_{};
  TakeoffPhase last_takeoff_ = TakeoffPhase::disarmed;
  std::uint64_t last_home_count_ = 0;
  std::size_t step_bytes_max_ = 0;
};

}  // namespace alula
