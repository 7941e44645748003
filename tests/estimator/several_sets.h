// A flight with several sets of sensors, each with errors of its own.
#pragma once

#include <vector>

#include "tests/estimator/flight_test_bed.h"

namespace alula::test {

struct SeveralSets {
  FlightTest test;
  std::vector<SyntheticFlight> others;                    // instances 1, 2, ...
  std::function<void(Samples&)> spoil = [](Samples&) {};  // all of them

  static SensorErrors errors_of(int set) {
    SensorErrors e;
    const double s = set == 1 ? 1.0 : -0.7;
    e.gyro_bias = s * Vec3{-0.005, 0.004, 0.007};
    e.accel_bias = s * Vec3{-0.05, 0.02, -0.04};
    e.mag_offset_t = s * Vec3{-3e-7, 4e-7, -2e-7};
    e.baro_offset_pa = s * 60.0;  // 5 m
    return e;
  }
  SeveralSets(Trajectory trajectory, int sets, std::uint64_t seed = 1)
      : test(trajectory, SensorErrors{}, 15.0, seed) {
    for (int k = 1; k < sets; ++k)
      others.emplace_back(trajectory, errors_of(k), seed + 76 * static_cast<std::uint64_t>(k));
    test.spoil = [this](Samples& s) {
      for (std::uint32_t k = 0; k < others.size(); ++k) {
        const Samples other = others[k].samples(test.now);
        for (ImuSample imu : other.imu) imu.instance = k + 1, s.imu.push_back(imu);
        for (GnssFix fix : other.gnss) fix.instance = k + 1, s.gnss.push_back(fix);
        for (BaroSample baro : other.baro) baro.instance = k + 1, s.baro.push_back(baro);
        for (MagSample mag : other.mag) mag.instance = k + 1, s.mag.push_back(mag);
      }
      spoil(s);
    };
  }
  SyntheticFlight& set(std::uint32_t k) { return k == 0 ? test.flight : others[k - 1]; }
};

}  // namespace alula::test
