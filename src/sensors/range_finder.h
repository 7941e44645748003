// sensors/range_finder.h: a beam along an axis of the body and the distance to the first ground
// within its cone. Errs by white noise and by a share of the distance that stays the same all
// through a run. Where it sees nothing (too near, too far, too flat a view) it says so by quality
// 0. Left out: rain, glass, sunlight, other vehicles.
#pragma once

#include "sensors/sensor_common.h"
#include "signals/samples.h"
#include "signals/truth.h"
#include "world/ground.h"

namespace alula {

// The defaults are those of a small laser: Benewake TFmini-S, product manual.
struct RangeFinderConfig {
  SensorCommonConfig common{.rate_hz = 50.0, .delay_s = 0.010};
  double pitch_deg = 90.0;  // of the beam below body x: 90 looks straight down
  double min_m = 0.10;
  double max_m = 12.0;
  double field_of_view_deg = 2.0;   // full cone; the nearest within it counts
  double incidence_max_deg = 60.0;  // between beam and the ground's normal; beyond it no echo
  double white_m = 0.02;            // deviation of the white error
  double scale = 0.005;             // deviation of the error that grows with the distance, a run
  double claimed_std_m = 0.0;       // that it reports; 0: none
  double offset_m = 0.0;            // a fault: constant error
};

inline constexpr std::size_t kRangeQueue = 32;
MaybeError validate(const RangeFinderConfig& config);

struct RangeFinderState {
  FixedQueue<RangeSample, kRangeQueue> under_way{};
};
static_assert(ArenaState<RangeFinderState>);

class RangeFinder {
 public:
  // `ground`: null where there is none.
  RangeFinder(const RangeFinderConfig& config, const GroundPlane* ground,
              const SensorIdentity& identity);

  void sense(RangeFinderState& state, const TruthState& truth, SensorErrors& errors) const;
  void deliver(RangeFinderState& state, TimeNs now, Samples& samples) const {
    deliver_due(state.under_way, timing_, now, samples.range);
  }

 private:
  // Infinity: no echo.
  [[nodiscard]] double true_distance(const TruthState& truth) const;

  RangeFinderConfig config_;
  std::optional<GroundPlane> ground_;
  std::uint32_t instance_;
  bool ideal_;
  SampleTiming timing_;
  RandomStream white_;
  double scale_ = 1.0;
  FixedList<Vec3, 5> rays_B_;
};

}  // namespace alula
