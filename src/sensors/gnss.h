// sensors/gnss.h: a satellite receiver: position and velocity of its antenna, both of the same
// instant. The position errs by white noise and by a slow Gauss-Markov error (orbits, ionosphere),
// the velocity by white noise. Left out: loss of satellites, multipath, a velocity error that
// follows the slow position error.
#pragma once

#include "earth/geodesy.h"
#include "sensors/gauss_markov.h"
#include "sensors/sensor_common.h"
#include "signals/samples.h"
#include "signals/truth.h"

namespace alula {

struct GnssConfig {
  SensorCommonConfig common{.rate_hz = 10.0, .delay_s = 0.110};  // position_m: of the antenna
  // Standard deviations.
  double position_white_horizontal_m = 0.10;  // per axis
  double position_white_vertical_m = 0.20;
  double position_walk_horizontal_m = 0.15;  // of the slow error, stationary
  double position_walk_vertical_m = 0.10;
  double position_walk_time_constant_s = 60.0;
  double velocity_white_horizontal_m_s = 0.05;
  double velocity_white_vertical_m_s = 0.10;
  // What the receiver claims.
  double eph_m = 0.5;
  double epv_m = 0.75;
  double speed_accuracy_m_s = 0.25;
  double hdop = 0.8;
  double vdop = 1.0;
  std::uint32_t satellites = 12;
  std::uint32_t fix_type = 3;  // 0 none, 2 2-D, 3 3-D
  Vec3 offset_ned_m{};         // a fault: constant error of the position
};

inline constexpr std::size_t kGnssQueue = 16;
MaybeError validate(const GnssConfig& config);

struct GnssState {
  GaussMarkovState position_walk{};
  FixedQueue<GnssFix, kGnssQueue> under_way{};
};
static_assert(ArenaState<GnssState>);

class Gnss {
 public:
  Gnss(const GnssConfig& config, const LocalFrame& frame, const SensorIdentity& identity);

  void sense(GnssState& state, const TruthState& truth, SensorErrors& errors) const;
  void deliver(GnssState& state, TimeNs now, Samples& samples) const {
    deliver_due(state.under_way, timing_, now, samples.gnss);
  }

 private:
  GnssConfig config_;
  LocalFrame frame_;
  std::uint32_t instance_;
  bool ideal_;
  SampleTiming timing_;
  RandomStream position_white_, velocity_white_;
  GaussMarkov position_walk_;
};

}  // namespace alula
