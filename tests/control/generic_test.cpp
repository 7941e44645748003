// Rate control, attitude control and mixing for other number types than double.
#include <array>
#include <cmath>

#include <gtest/gtest.h>

#include "control/attitude_control.h"
#include "control/mixer.h"
#include "control/rate_control.h"
#include "core/random.h"
#include "math/jet.h"
#include "math/pack.h"
#include "tests/control/test_quad.h"

namespace alula {
namespace {

using Lanes = Pack<kLanes>;

// Everything that lies between an attitude set-point and the motors, in one number type.
template <class Real> struct InnerLoops {
  Quaternion<Real> q_WB, q_WB_sp;
  Vector3<Real> w_WB_B, alpha_WB_B;
  Real lift;

  std::array<Real, 4> motors(const MixTable& table, Airmode airmode) const {
    static const AttitudeControlConfig attitude_config;
    static const RateControlConfig rate_config;
    RateControlInputOf<Real> in;
    in.w_WB_B_sp = AttitudeControlOf<Real>(attitude_config).rates(q_WB, q_WB_sp, Real(0.1));
    in.w_WB_B = w_WB_B;
    in.alpha_WB_B = alpha_WB_B;
    RateControlStateOf<Real> state{{Real(0.01), Real(-0.02), Real(0.03)}};
    const RateControlOf<Real> control(rate_config);
    control.torque(state, in, Real(0.004));
    const Vector3<Real> torque = control.torque(state, in, Real(0.004));
    std::array<Real, 4> motor{};
    Mixer<Real>(table, airmode).mix(torque, -lift, motor);
    return motor;
  }
};

// Numbers of draw k, in [-1, 1].
struct Draw {
  RandomStream stream{5, "test/generic"};
  int k = 0;
  double operator()(std::uint32_t i) const { return 2.0 * stream.uniform(k, i) - 1.0; }
};

template <class Real, class Number> InnerLoops<Real> make_case(const Number& number) {
  InnerLoops<Real> c;
  c.q_WB = normalized(Quaternion<Real>{number(0), number(1), number(2), number(3)});
  c.q_WB_sp = normalized(Quaternion<Real>{number(4), number(5), number(6), number(7)});
  c.w_WB_B = {number(8), number(9), number(10)};
  c.alpha_WB_B = {number(11), number(12), number(13)};
  c.lift = Real(0.5) + Real(0.5) * number(14);
  return c;
}

TEST(Generic, EveryLaneOfAPackEqualsTheScalarFloatBitForBit) {
  const MixTable table = make_allocation_tables(control_test::x500_airframe()).value().mix;
  for (const Airmode airmode : {Airmode::off, Airmode::roll_pitch, Airmode::roll_pitch_yaw}) {
    for (int k = 0; k < 200; ++k) {
      const auto pack = make_case<Lanes>([&](std::uint32_t i) {
        Lanes lanes(0.0f);
        for (int lane = 0; lane < kLanes; ++lane)
          lanes.set(lane, static_cast<float>(Draw{.k = kLanes * k + lane}(i)));
        return lanes;
      });
      const auto together = pack.motors(table, airmode);
      for (int lane = 0; lane < kLanes; ++lane) {
        const Draw draw{.k = kLanes * k + lane};
        const auto alone =
            make_case<float>([&](std::uint32_t i) { return static_cast<float>(draw(i)); });
        const auto motor = alone.motors(table, airmode);
        for (std::size_t i = 0; i < 4; ++i)
          EXPECT_EQ(together[i][lane], motor[i]) << k << ' ' << lane;
      }
    }
  }
}

TEST(Generic, FloatAgreesWithDouble) {
  const MixTable table = make_allocation_tables(control_test::x500_airframe()).value().mix;
  for (int k = 0; k < 1000; ++k) {
    const Draw draw{.k = k};
    const auto exact = make_case<double>(draw).motors(table, Airmode::off);
    const auto single =
        make_case<float>([&](std::uint32_t i) { return static_cast<float>(draw(i)); });
    const auto motor = single.motors(table, Airmode::off);
    for (std::size_t i = 0; i < 4; ++i)
      EXPECT_NEAR(static_cast<double>(motor[i]), exact[i], 2e-5) << k;
  }
}

TEST(Generic, AutomaticDerivativesAgreeWithDifferences) {
  using Jet = ceres::Jet<double, 1>;
  const MixTable table = make_allocation_tables(control_test::x500_airframe()).value().mix;
  for (int k = 0; k < 200; ++k) {
    const Draw draw{.k = k};
    // Small motions about hover, where nothing saturates; the derivative is by the roll rate.
    const auto loops = [&]<class Real>(const Real& roll_rate) {
      InnerLoops<Real> c;
      c.q_WB = normalized(Quaternion<Real>{Real(1.0), Real(0.02 * draw(1)), Real(0.02 * draw(2)),
                                           Real(0.02 * draw(3))});
      c.q_WB_sp = Quaternion<Real>::identity();
      c.w_WB_B = {roll_rate, Real(0.1 * draw(9)), Real(0.1 * draw(10))};
      c.alpha_WB_B = {Real(0.0), Real(0.0), Real(0.0)};
      c.lift = Real(0.5);
      return c.motors(table, Airmode::off);
    };
    const double at = 0.2 * draw(8) + 0.05, h = 1e-5;
    const auto value = loops(at), above = loops(at + h), below = loops(at - h);
    const auto jet = loops(Jet(at, 0));
    for (std::size_t i = 0; i < 4; ++i) {
      EXPECT_NEAR(jet[i].a, value[i], 1e-12);
      EXPECT_NEAR(jet[i].v[0], (above[i] - below[i]) / (2.0 * h), 1e-7);
    }
  }
}

}  // namespace
}  // namespace alula
