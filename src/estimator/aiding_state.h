// estimator/aiding_state.h: what the estimator remembers of range finder, flow, vision and
// airspeed. All of it stays zero in a vehicle that has none of them.
#pragma once

#include "core/arena.h"
#include "core/fixed_queue.h"
#include "signals/samples.h"

namespace alula::ekf {

inline constexpr std::size_t kAidingQueue = 32;

// Distance against climb: is it the same ground that the beam meets?
struct RangeConsistency {
  double vertical_m = 0.0;  // of the last sample
  double ratio = 0.0;       // of the test, with its sign, low-passed
  TimeNs time = 0;
  TimeNs contradicted = 0;
  std::uint64_t inconsistent = 0;
};

// By how much a measured position differs from the filter's, per axis; as HeightBias.
struct AxisBias {
  double value = 0.0;
  double variance = 1.0;
};

struct Aiding {
  FixedQueue<RangeSample, kAidingQueue> range{};
  FixedQueue<FlowSample, kAidingQueue> flow{};
  FixedQueue<VisionSample, kAidingQueue> vision{};
  FixedQueue<AirspeedSample, kAidingQueue> airspeed{};

  RangeConsistency consistency{};
  TimeNs range_arrival = 0;  // measurement times of the newest in the queues
  TimeNs flow_arrival = 0;
  TimeNs vision_arrival = 0;
  TimeNs airspeed_arrival = 0;
  TimeNs range_bad = 0;   // of the horizon, when the last bad one was met; -1: none since long
  TimeNs range_good = 0;  // of the last good one
  TimeNs flow_good = 0;
  TimeNs terrain_fused = 0;
  Vec3 flow_gyro_bias_B{};     // of the camera's gyroscope against the IMU [rad/s]
  double vision_turn = 0.0;    // yaw of V in W, where V has a heading of its own [rad]
  double height_bias_m = 0.0;  // of vision, as HeightBias, upwards
  double height_bias_variance = 1.0;
  AxisBias north{}, east{};         // of vision, beside GNSS
  std::uint32_t vision_resets = 0;  // V's own count, when it was last looked at
  std::uint32_t vision_turn_known = 0;
  // 1: in use.
  std::uint32_t terrain = 0;
  std::uint32_t range_terrain = 0;
  std::uint32_t range_height = 0;
  std::uint32_t optical_flow = 0;
  std::uint32_t vision_position = 0;
  std::uint32_t vision_height = 0;
  std::uint32_t vision_velocity = 0;
  std::uint32_t vision_yaw = 0;
  std::uint32_t true_airspeed = 0;
  std::uint32_t reserved = 0;
};
static_assert(ArenaState<Aiding>);

// All but the samples that wait and the times of the newest.
inline void forget_aiding(Aiding& a) {
  const Aiding before = a;
  a = Aiding{};
  a.range = before.range;
  a.flow = before.flow;
  a.vision = before.vision;
  a.airspeed = before.airspeed;
  a.range_arrival = before.range_arrival;
  a.flow_arrival = before.flow_arrival;
  a.vision_arrival = before.vision_arrival;
  a.airspeed_arrival = before.airspeed_arrival;
}

// Whether any of these holds the horizontal velocity.
inline bool aids_horizontally(const Aiding& a) {
  return (a.optical_flow | a.vision_position | a.vision_velocity) != 0;
}

}  // namespace alula::ekf
