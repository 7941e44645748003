// One estimator on one synthetic flight, stepped through time.
#pragma once

#include <functional>
#include <memory>

#include "estimator/estimator.h"
#include "tests/estimator/synthetic.h"

namespace alula::test {

struct FlightTest {
  SyntheticFlight flight;
  EstimatorConfig config{};
  std::unique_ptr<EstimatorState> state = std::make_unique<EstimatorState>();
  TimeNs now = 0;
  double takeoff_s = 1e9;      // at rest before, in the air from half a second later
  bool ground_effect = false;  // what the estimator is told
  std::function<void(Samples&)> spoil = [](Samples&) {};  // between sensors and estimator

  FlightTest(Trajectory trajectory, const SensorErrors& errors, double takeoff = 1e9,
             std::uint64_t seed = 1, const SensorRates& rates = {})
      : flight(std::move(trajectory), errors, seed, rates), takeoff_s(takeoff) {}

  // To `t_s`, calling `look` after every update.
  void run_to(double t_s, const std::function<void()>& look = [] {});

  [[nodiscard]] const VehicleEstimate& estimate() const { return state->estimate; }
  [[nodiscard]] const EstimatorStatus& status() const { return state->status; }
  // Estimate minus truth at the estimate's time; position in the truth's frame when the origin is
  // known.
  [[nodiscard]] Vec3 position_error() const;
  [[nodiscard]] Vec3 velocity_error() const;
  [[nodiscard]] Vec3 attitude_error()
      const;  // rotation vector in W: tilt in x and y, heading in z [rad]
};

inline constexpr double kDegree = 0.017453292519943295;

}  // namespace alula::test
