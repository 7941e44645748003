// The formulas of the planet over every number type: a lane of a pack equals the scalar float bit
// for bit, float stays near double, and derivatives equal central differences.
#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include "earth/atmosphere.h"
#include "earth/gravity.h"
#include "earth/height.h"
#include "earth/wind.h"
#include "math/frames.h"
#include "math/jet.h"
#include "math/pack.h"

namespace alula {
namespace {

const Geodetic kHome{radians(47.397742), radians(8.545594), 488.0};

template <int N> Vector3<Pack<N>> random_places(std::mt19937_64& draw) {
  std::uniform_real_distribution<float> unit(-1.0F, 1.0F);
  Vector3<Pack<N>> p;
  for (int lane = 0; lane < N; ++lane) {
    p.x.set(lane, 1e4F * unit(draw));
    p.y.set(lane, 1e4F * unit(draw));
    p.z.set(lane, -43000.0F * (unit(draw) + 1.0F));
  }
  return p;
}
template <int N> Vector3<float> lane_of(const Vector3<Pack<N>>& p, int lane) {
  return {p.x[lane], p.y[lane], p.z[lane]};
}

template <int N> void expect_lanes_equal_scalars(GravityModel model) {
  const GravityConfig config{.model = model};
  const EarthModel earth = model == GravityModel::round ? round_earth() : EarthModel{};
  const GravityField<Pack<N>> gravity(config, kHome, earth);
  const GravityField<float> gravity_one(config, kHome, earth);
  const HeightField<Pack<N>> height(kHome, earth);
  const HeightField<float> height_one(kHome, earth);
  std::mt19937_64 draw(8);
  for (int i = 0; i < 500; ++i) {
    const Vector3<Pack<N>> p = random_places<N>(draw);
    const Vector3<Pack<N>> g = gravity.gravity_W(p) + gravity.coriolis_W(p);
    const Pack<N> h = height.height(p);
    const Air<Pack<N>> air = standard_atmosphere(h);
    for (int lane = 0; lane < N; ++lane) {
      const Vector3<float> p_one = lane_of(p, lane);
      const Air<float> air_one = standard_atmosphere(height_one.height(p_one));
      ASSERT_EQ(lane_of(g, lane), gravity_one.gravity_W(p_one) + gravity_one.coriolis_W(p_one));
      ASSERT_EQ(h[lane], height_one.height(p_one));
      ASSERT_EQ(air.temperature_k[lane], air_one.temperature_k);
      ASSERT_EQ(air.pressure_pa[lane], air_one.pressure_pa);
      ASSERT_EQ(air.density_kg_m3[lane], air_one.density_kg_m3);
      ASSERT_EQ(air.speed_of_sound_m_s[lane], air_one.speed_of_sound_m_s);
    }
  }
}

TEST(EarthNumberTypes, ALaneOfAPackEqualsTheScalarFloat) {
  for (const GravityModel model : {GravityModel::wgs84, GravityModel::j2, GravityModel::round,
                                   GravityModel::constant, GravityModel::airsim}) {
    expect_lanes_equal_scalars<kLanes>(model);
  }
}

// 24 bits are 6e-8 of a number, so a chain of some twenty roundings keeps six digits. Pressure is
// the 34th power of the temperature ratio from 20 to 32 km, which multiplies the three roundings of
// that ratio: 34 times 1.8e-7 is 6e-6.
TEST(EarthNumberTypes, FloatKeepsSixDigitsAndFiveOfTheDensity) {
  std::mt19937_64 draw(9);
  for (int i = 0; i < 1000; ++i) {
    const Vector3<float> p_one = lane_of(random_places<4>(draw), 0);
    const Vec3 p{p_one.x, p_one.y, p_one.z};
    const Vec3 g = GravityField<double>({}, kHome).gravity_W(p);
    const Vector3<float> g_one = GravityField<float>({}, kHome).gravity_W(p_one);
    ASSERT_LT(norm(Vec3{g_one.x, g_one.y, g_one.z} - g), 1e-6 * norm(g));
    const Air<double> air = standard_atmosphere(-p.z);
    const Air<float> air_one = standard_atmosphere(-p_one.z);
    ASSERT_NEAR(air_one.density_kg_m3, air.density_kg_m3, 1e-5 * air.density_kg_m3);
    ASSERT_NEAR(air_one.speed_of_sound_m_s, air.speed_of_sound_m_s, 1e-6 * air.speed_of_sound_m_s);
  }
}

const WindConfig kLogWind{
    .velocity_W_m_s = {3.0, -7.0, 0.2}, .shear = WindShear::logarithmic, .top_height_m = 2000.0};
const WindConfig kLinearWind{.velocity_W_m_s = {3.0, -7.0, 0.2},
                             .shear = WindShear::linear,
                             .top_height_m = 2000.0,
                             .gradient_W_per_s = {0.001, 0.002, 0.0}};

TEST(EarthNumberTypes, WindAndWarmAirAreTheSameInALane) {
  const AtmosphereConfig day{.temperature_offset_k = 15.0, .pressure_offset_pa = -1200.0};
  for (const WindConfig& config :
       {WindConfig{.velocity_W_m_s = {1.0, 2.0, 3.0}}, kLogWind, kLinearWind}) {
    std::mt19937_64 draw(10);
    for (int i = 0; i < 200; ++i) {
      const Vector3<Pack<kLanes>> p = random_places<kLanes>(draw);
      const Vector3<Pack<kLanes>> v = WindField<Pack<kLanes>>(config).velocity_W(p, 0.0);
      const Air<Pack<kLanes>> air = Atmosphere<Pack<kLanes>>(day).air(-p.z);
      for (int lane = 0; lane < kLanes; ++lane) {
        const Vector3<float> p_one = lane_of(p, lane);
        ASSERT_EQ(lane_of(v, lane), WindField<float>(config).velocity_W(p_one, 0.0));
        ASSERT_EQ(air.density_kg_m3[lane], Atmosphere<float>(day).air(-p_one.z).density_kg_m3);
      }
    }
  }
}

using Jet3 = ceres::Jet<double, 3>;

TEST(EarthNumberTypes, DerivativesOfTheWindFollowItsLaws) {
  const Vector3<Jet3> p{Jet3(10.0, 0), Jet3(-20.0, 1), Jet3(-50.0, 2)};
  const Jet3 log_north = WindField<Jet3>(kLogWind).velocity_W(p, 0.0).x;
  const double per_height = 3.0 / std::log(20.0 / 0.15) / 50.0;  // d/dh of v ln(h/z0)/ln(20 ft/z0)
  EXPECT_NEAR(log_north.v[2], -per_height, 1e-12);
  EXPECT_EQ(log_north.v[0], 0.0);
  EXPECT_NEAR(WindField<Jet3>(kLinearWind).velocity_W(p, 0.0).y.v[2], -0.002, 1e-15);
}

TEST(EarthNumberTypes, DerivativesEqualCentralDifferences) {
  const Vec3 p{3000.0, -2000.0, -1500.0};
  const Vector3<Jet3> p_jet{Jet3(p.x, 0), Jet3(p.y, 1), Jet3(p.z, 2)};
  const auto quantities = [&]<class Real>(const Vector3<Real>& at) {
    const Vector3<Real> g = GravityField<Real>({}, kHome).gravity_W(at);
    const Real height = HeightField<Real>(kHome).height(at);
    const Air<Real> air = standard_atmosphere(height);
    return std::array<Real, 6>{g.x, g.y, g.z, height, air.density_kg_m3, air.speed_of_sound_m_s};
  };
  const auto jets = quantities(p_jet);
  const auto values = quantities(p);
  const double h = 1.0;
  for (int axis = 0; axis < 3; ++axis) {
    const Vec3 step{axis == 0 ? h : 0.0, axis == 1 ? h : 0.0, axis == 2 ? h : 0.0};
    const auto ahead = quantities(p + step);
    const auto behind = quantities(p - step);
    for (std::size_t i = 0; i < values.size(); ++i) {
      EXPECT_NEAR(jets[i].a, values[i], 1e-12 * std::fabs(values[i]));
      EXPECT_NEAR(jets[i].v[axis], (ahead[i] - behind[i]) / (2.0 * h),
                  1e-9 * std::fabs(values[i]) + 1e-12);
    }
  }
}

}  // namespace
}  // namespace alula
