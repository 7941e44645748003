// A vehicle without a receiver at the filter's delayed horizon: it circles at 4 m height, initial
// errors are drawn from P0, inertial noise, walking biases, terrain and wind as Q says, and the
// aids are white with the filter's own R.
#pragma once

#include <array>
#include <memory>

#include "core/random.h"
#include "earth/magnetic.h"
#include "estimator/config.h"
#include "estimator/state.h"

namespace alula::test {

enum class AidSet : std::uint8_t {
  flow_over_datum,    // flow and range, the ground is the zero of the height
  flow_over_terrain,  // the barometer's height, a ground that walks, range and flow over it
  range_and_baro,     // the same, and range may correct the height
  vision_and_air      // motion capture and a Pitot tube
};

class AidingRun {
 public:
  AidingRun(std::uint64_t seed, AidSet aids);

  void advance(int k, const MagneticModel& magnetic);  // 10 ms
  [[nodiscard]] const EstimatorState& state() const { return *state_; }
  // e^T P^-1 e over the degrees of freedom.
  [[nodiscard]] double velocity_nees() const;
  [[nodiscard]] double height_over_ground_nees() const;
  [[nodiscard]] double wind_nees() const;

 private:
  double normal() { return noise_.normal(draw_++); }
  Vec3 normal3(double deviation);
  void configure();
  void draw_initial_errors();
  ekf::ImuStep next_step(int k);
  void walk(double dt_s);
  void queue_aids(int k, const Vec3& turn);
  void queue_down(TimeNs now, const Vec3& turn);
  void queue_vision(TimeNs now);
  void queue_air(TimeNs now);

  AidSet aids_;
  EstimatorConfig config_{};
  ekf::Nominal truth_{};
  double baro_bias_m_ = 0.0;
  std::unique_ptr<EstimatorState> state_ = std::make_unique<EstimatorState>();
  RandomStream noise_;
  std::int64_t draw_ = 0;
};

}  // namespace alula::test
