// sensors/external_vision.h: position, velocity and attitude in a level frame V, from cameras
// around the vehicle (motion capture) or aboard (visual odometry). Errs by white noise and by a
// slow drift of the position. Left out: a drift of the heading, loss of the features, jumps of V.
#pragma once

#include "sensors/gauss_markov.h"
#include "sensors/sensor_common.h"
#include "signals/samples.h"
#include "signals/truth.h"

namespace alula {

// The defaults are those of a motion capture system behind a network: millimetres and tenths of a
// degree (Merriaux et al., "A study of Vicon system positioning performance", Sensors 2017, find
// 0.15 mm at rest and 2 mm in motion), 50 Hz and 30 ms after transport.
struct ExternalVisionConfig {
  SensorCommonConfig common{.rate_hz = 50.0, .delay_s = 0.030};  // position_m: of what is tracked
  double heading_deg = 0.0;  // of V's x axis, clockwise from north
  bool to_north = true;      // V is told as NED; false: its heading is its own
  Vec3 origin_m{};           // of V, in W
  // Standard deviations.
  double position_white_m = 0.002;  // per axis
  double position_walk_m = 0.0;     // of the slow error, stationary
  double position_walk_time_constant_s = 60.0;
  double velocity_white_m_s = 0.02;
  double angle_white_deg = 0.2;  // about each axis
  // What it claims.
  double claimed_position_std_m = 0.01;
  double claimed_velocity_std_m_s = 0.05;
  double claimed_angle_std_deg = 1.0;
};

inline constexpr std::size_t kVisionQueue = 32;
MaybeError validate(const ExternalVisionConfig& config);

struct ExternalVisionState {
  GaussMarkovState position_walk{};
  FixedQueue<VisionSample, kVisionQueue> under_way{};
};
static_assert(ArenaState<ExternalVisionState>);

class ExternalVision {
 public:
  ExternalVision(const ExternalVisionConfig& config, const SensorIdentity& identity);

  void sense(ExternalVisionState& state, const TruthState& truth, SensorErrors& errors) const;
  void deliver(ExternalVisionState& state, TimeNs now, Samples& samples) const {
    deliver_due(state.under_way, timing_, now, samples.vision);
  }

 private:
  ExternalVisionConfig config_;
  Quat q_VW_ = Quat::identity();
  std::uint32_t instance_;
  bool ideal_;
  SampleTiming timing_;
  RandomStream position_white_, velocity_white_, angle_white_;
  GaussMarkov position_walk_;
};

}  // namespace alula
