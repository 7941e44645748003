#include "tests/estimator/flight_test_bed.h"

namespace alula::test {

void FlightTest::run_to(double t_s, const std::function<void()>& look) {
  const Estimator estimator(config, flight.magnetic());
  while (now < nanoseconds(t_s)) {
    now += 1'000'000;
    Samples samples = flight.samples(now);
    spoil(samples);
    const bool any = !samples.imu.empty() || !samples.gnss.empty() || !samples.baro.empty() ||
                     !samples.mag.empty();
    if (!any) continue;
    EstimatorInputs inputs{};
    inputs.now = now;
    inputs.at_rest = seconds(now) < takeoff_s;
    inputs.in_air = seconds(now) > takeoff_s + 0.5;
    inputs.armed = seconds(now) > takeoff_s - 2.0;
    inputs.ground_effect = ground_effect;
    estimator.update(*state, samples, inputs);
    look();
  }
}

Vec3 FlightTest::position_error() const {
  const VehicleEstimate& e = estimate();
  const Vec3 p_W = e.ref_time > 0
                       ? flight.frame().to_local({e.latitude_rad, e.longitude_rad, e.altitude_m})
                       : e.p_WB;
  return p_W - flight.truth(e.time).p;
}

Vec3 FlightTest::velocity_error() const {
  return estimate().v_WB - flight.truth(estimate().time).v;
}

Vec3 FlightTest::attitude_error() const {
  return to_rotation_vector(estimate().q_WB * flight.truth(estimate().time).q_WB().conjugate());
}

}  // namespace alula::test
