// Gravity, rotation, height and local axes together: a point mass that falls from 30,000 ft at
// latitude 0 without air, check case 1 of NASA/TM-2015-218675.
#include <array>

#include <gtest/gtest.h>

#include "earth/geodesy.h"
#include "earth/gravity.h"
#include "earth/height.h"
#include "math/frames.h"
#include "math/integrators.h"

namespace alula {
namespace {

struct Fall {
  Vec3 p_WB, v_WB;
};

Fall fall(const GravityConfig& config, const Geodetic& origin, double duration_s) {
  const GravityField<double> field(config, origin);
  const auto rate = [&](double, std::span<const double> x, std::span<double> dx) {
    const Vec3 v{x[3], x[4], x[5]};
    const Vec3 a = field.gravity_W({x[0], x[1], x[2]}) + field.coriolis_W(v);
    const std::array<double, 6> rates{v.x, v.y, v.z, a.x, a.y, a.z};
    std::copy(rates.begin(), rates.end(), dx.begin());
  };
  std::array<double, 6> x{};
  std::array<double, rk4_scratch_size(6)> scratch{};
  const double dt_s = 0.01;
  const int steps = static_cast<int>(duration_s / dt_s + 0.5);
  for (int i = 0; i < steps; ++i) rk4_step<double>(rate, i * dt_s, dt_s, x, scratch);
  return {{x[0], x[1], x[2]}, {x[3], x[4], x[5]}};
}

// Published end state at 30 s: 4754.54605 m, longitude 5.745522e-5 degrees, velocity north, east,
// down 0, 0.640388, 292.697326 m/s. The gates are 1 mm and 1e-5 m/s.
TEST(FreeFall, EndsWhereTheNasaCheckCaseEnds) {
  const Geodetic origin{.height_m = 30000.0 * 0.3048};
  const Fall end = fall({.model = GravityModel::j2}, origin, 30.0);
  const LocalFrame frame(origin);
  const Vec3 v_WB_N = frame.R_WN(end.p_WB).transposed() * end.v_WB;
  EXPECT_NEAR(HeightField<double>(origin).height(end.p_WB), 4754.54605, 1e-3);
  EXPECT_NEAR(frame.to_geodetic(end.p_WB).height_m, 4754.54605, 1e-3);
  EXPECT_NEAR(degrees(frame.to_geodetic(end.p_WB).longitude_rad), 5.745522e-5, 1e-10);
  EXPECT_NEAR(v_WB_N.x, 0.0, 1e-9);
  EXPECT_NEAR(v_WB_N.y, 0.640388, 1e-5);
  EXPECT_NEAR(v_WB_N.z, 292.697326, 1e-5);
}

// A stone dropped from 100 m drifts east by (1/3) omega g cos(latitude) t^3: 2.2 cm at the equator.
TEST(FreeFall, AStoneDriftsEast) {
  const double t = 4.5;
  const Fall end = fall({}, Geodetic{}, t);
  EXPECT_NEAR(end.p_WB.y, 7.292115e-5 * 9.7803253359 * t * t * t / 3.0, 1e-6);
  EXPECT_EQ(fall({.rotation = false}, Geodetic{}, t).p_WB.y, 0.0);
}

}  // namespace
}  // namespace alula
