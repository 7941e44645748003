// sensors/optical_flow.h: a camera along body z that watches the ground pass, with a gyroscope of
// its own. A sample is how far the picture has turned over its whole interval. Errs by white noise
// that grows as the quality falls. The quality falls where the ground has little texture, with the
// height (texture shrinks below the pixels), in the dark, and it is zero where the picture moves
// faster than it can follow, where the ground is out of focus or leaves the field of view. Left
// out: shadows, moving things, the perspective of a slope.
#pragma once

#include "sensors/gauss_markov.h"
#include "sensors/sensor_common.h"
#include "sensors/step_motion.h"
#include "signals/samples.h"
#include "signals/truth.h"
#include "world/ground.h"

namespace alula {

// Reach, speed and light are those of PixArt PMW3901MB (product data sheet: 80 mm and more, 7.4
// rad/s, 60 lux, 42 deg). Its noise is no figure of the data sheet: 0.05 rad/s is what PX4 takes
// for its least, EKF2_OF_N_MIN 0.15, with a margin of three.
struct OpticalFlowConfig {
  SensorCommonConfig common{.rate_hz = 50.0, .delay_s = 0.020};
  double height_min_m = 0.08;   // below it the picture is out of focus
  double height_max_m = 12.0;   // at it the quality of good ground has fallen to zero
  double rate_max_rad_s = 7.4;  // of the picture
  double tilt_max_deg = 45.0;   // beyond it the horizon comes into view
  double light_min_lux = 60.0;  // below it nothing is seen, above ten times that all is
  double white_rad_s = 0.05;    // deviation of the rate at quality 1, an axis; over sqrt(quality)
  double gyro_white_rad_s = 0.002;
  double scale = 0.02;  // deviation of the error of the lens that a run draws once
};

inline constexpr std::size_t kFlowQueue = 32;
MaybeError validate(const OpticalFlowConfig& config);

struct OpticalFlowState {
  FixedQueue<FlowSample, kFlowQueue> under_way{};
  Vec3 rotation_B{};    // since the last sample [rad]
  double turn_x = 0.0;  // of the picture [rad]
  double turn_y = 0.0;
  double seconds_s = 0.0;
  std::uint64_t blind = 0;  // steps of the interval at which nothing could be followed
  std::uint64_t steps = 0;
};
static_assert(ArenaState<OpticalFlowState>);

class OpticalFlow {
 public:
  OpticalFlow(const OpticalFlowConfig& config, const GroundPlane* ground,
              const SensorIdentity& identity);

  void sense(OpticalFlowState& state, const TruthState& truth, SensorErrors& errors) const;
  void deliver(OpticalFlowState& state, TimeNs now, Samples& samples) const {
    deliver_due(state.under_way, timing_, now, samples.flow);
  }
  // After every step: what the picture did over it.
  void accumulate(OpticalFlowState& state, const StepMotion& motion) const;

 private:
  [[nodiscard]] double quality(const OpticalFlowState& state, const TruthState& truth) const;

  OpticalFlowConfig config_;
  std::optional<GroundPlane> ground_;
  std::uint32_t instance_;
  bool ideal_;
  SampleTiming timing_;
  RandomStream white_, gyro_white_;
  double scale_ = 1.0;
};

}  // namespace alula
