// A quadcopter of which one motor stands still, in closed loop with the control of its spin.
#include "control/spin_control.h"

#include <cmath>

#include <gtest/gtest.h>

#include "control/gyro_filter.h"
#include "math/frames.h"
#include "tests/control/test_quad.h"

namespace alula {
namespace {

struct QuadFigures {
  Airframe airframe;
  double time_up_s = 0.0125, time_down_s = 0.025;
  double rotor_inertia = 2.7e-5, speed_max = 1000.0;
  double drag = 1e-4;  // of a rotor along its disc, over its speed [kg/rad]
};

// Figures of PX4's Gazebo models.
QuadFigures iris() {
  QuadFigures quad;
  quad.airframe.mass_kg = 1.535;
  quad.airframe.inertia_B = Mat3::diagonal({0.0300, 0.0295, 0.0564});
  const Vec3 places[4] = {
      {0.13, 0.22, 0.0}, {-0.13, -0.20, 0.0}, {0.13, -0.22, 0.0}, {-0.13, 0.20, 0.0}};
  for (int i = 0; i < 4; ++i) {
    AirframeRotor rotor;
    rotor.p_BR = places[i];
    rotor.thrust_max_n = 7.07;
    rotor.moment_ratio_m = i < 2 ? 0.06 : -0.06;
    rotor.thrust_curve = 0.8;
    quad.airframe.rotors.push_back(rotor);
  }
  quad.speed_max = 1100.0;
  quad.drag = 1.75e-4;
  return quad;
}

QuadFigures x500() {
  QuadFigures quad;
  quad.airframe = control_test::x500_airframe();
  for (AirframeRotor& rotor : quad.airframe.rotors) rotor.thrust_curve = 0.7;
  quad.drag = 8.06e-5;
  return quad;
}

// Rigid body in vacuum but for what slows the spin; motors lag as those of the models.
struct Flight {
  QuadFigures quad;
  std::size_t lost;
  AllocationSet set;
  SpinControlConfig config{};
  SpinControlState state{};
  GyroFilterConfig filter_config{};
  GyroFilterState filter{};
  Quat q_WB = Quat::identity();
  Vec3 w{}, v{};
  std::array<double, 4> speed{};  // share of the greatest

  Flight(const QuadFigures& figures, std::size_t motor)
      : quad(figures), lost(motor), set(make_allocation_tables(figures.airframe).value()) {
    config.inertia_B = quad.airframe.inertia_B;
    config.mass_kg = quad.airframe.mass_kg;
    for (std::size_t i = 0; i < 4; ++i)
      config.thrust_curve[i] = quad.airframe.rotors[i].thrust_curve;
    speed.fill(0.75);
  }
  void move(const ActuatorCommand& command, double dt_s) {
    Vec3 torque{}, force_B{};
    double h_z = 0.0;
    for (std::size_t i = 0; i < 4; ++i) {
      const AirframeRotor& rotor = quad.airframe.rotors[i];
      const double f = rotor.thrust_curve, u = command.motor[i];
      const double wanted = command.drives(i) ? std::sqrt(f * u * u + (1.0 - f) * u) : 0.0;
      const double lag = wanted > speed[i] ? quad.time_up_s : quad.time_down_s;
      speed[i] += dt_s / lag * (wanted - speed[i]);
      const Vec3 lift = (rotor.thrust_max_n * speed[i] * speed[i]) * rotor.axis_B;
      const Vec3 v_disc = cross(w, rotor.p_BR);
      const Vec3 drag = (-quad.drag * quad.speed_max * speed[i]) * Vec3{v_disc.x, v_disc.y, 0.0};
      force_B += lift;
      torque += cross(rotor.p_BR, lift + drag) - rotor.moment_ratio_m * lift;
      const double direction = rotor.moment_ratio_m > 0.0 ? -1.0 : 1.0;
      h_z += direction * quad.rotor_inertia * quad.speed_max * speed[i];
    }
    const Mat3& inertia = quad.airframe.inertia_B;
    const Vec3 momentum = inertia * w + Vec3{0.0, 0.0, h_z};
    w += dt_s * (inverse(inertia) * (torque - cross(w, momentum)));
    q_WB = normalized(q_WB * from_rotation_vector(dt_s * w));
    v += dt_s * ((q_WB * force_B) / quad.airframe.mass_kg + Vec3{0.0, 0.0, 9.80665});
  }
  void run(double duration_s, double lift_ratio) {
    constexpr double kStep_s = 0.004;
    constexpr int kParts = 8;
    const SpinControl control(config, set.without[lost].tables, lost);
    for (int i = 0; i < static_cast<int>(duration_s / kStep_s + 0.5); ++i) {
      const Vec3 filtered = GyroFilter(filter_config, kStep_s).update(filter, w).w_WB_B;
      const AllocationStatus status =
          control.update(state, {q_WB, filtered, {0.0, 0.0, -1.0}, lift_ratio}, kStep_s);
      for (int k = 0; k < kParts; ++k) move(control.command(status), kStep_s / kParts);
    }
  }
  // Between the axis that the vehicle turns about and the vertical.
  [[nodiscard]] double axis_tilt_deg() const {
    const Vec3 axis_W = q_WB * unit_or(w, {0.0, 0.0, 1.0});
    return std::acos(std::min(1.0, std::fabs(axis_W.z))) * 180.0 / 3.14159265358979;
  }
  [[nodiscard]] double tilt_deg() const {
    const Vec3 down_B = q_WB.conjugate() * Vec3{0.0, 0.0, 1.0};
    return std::acos(std::clamp(down_B.z, -1.0, 1.0)) * 180.0 / 3.14159265358979;
  }
};

// Thrown about as a failure does before it is found out.
Flight thrown(const QuadFigures& quad, std::size_t lost) {
  Flight flight(quad, lost);
  const Vec3& place = quad.airframe.rotors[lost].p_BR;
  flight.w = {5.0 * place.y, -5.0 * place.x, 0.0};  // falls towards the motor that is lost
  flight.speed[lost] = 0.0;
  return flight;
}

// Mueller and D'Andrea, 2014: the steady state is a spin about an axis that stands still in space,
// on which the lift carries the weight.
TEST(SpinControl, TheIrisHoversOnThreeMotorsAboutAnUprightAxis) {
  for (std::size_t lost = 0; lost < 4; ++lost) {
    Flight flight = thrown(iris(), lost);
    flight.run(6.0, 1.0);
    EXPECT_LT(flight.axis_tilt_deg(), 3.0) << lost;
    EXPECT_LT(flight.tilt_deg(), 15.0) << lost;
    const double v_before = flight.v.z;
    flight.run(1.0, 1.0);
    EXPECT_NEAR(flight.v.z, v_before, 0.6) << lost;
  }
}

// The motors left turn against each other's torque no more: the vehicle spins as their torque and
// the drag of the moving discs say, the other way round for a motor that turned the other way.
TEST(SpinControl, TheDirectionOfTheSpinIsThatOfTheLostMotorsTorqueReversed) {
  for (std::size_t lost = 0; lost < 4; ++lost) {
    Flight flight = thrown(iris(), lost);
    flight.run(5.0, 1.0);
    const double way = lost < 2 ? -1.0 : 1.0;
    EXPECT_GT(way * flight.w.z, 8.0) << lost;
    EXPECT_LT(way * flight.w.z, 34.9) << lost;  // the range of the gyroscope
  }
}

TEST(SpinControl, TheFirstFrightStaysBelowAHalfTurn) {
  for (std::size_t lost = 0; lost < 4; ++lost) {
    for (const QuadFigures& quad : {iris(), x500()}) {
      Flight flight = thrown(quad, lost);
      double most = 0.0;
      for (int i = 0; i < 500; ++i) {
        flight.run(0.004, 1.2);
        most = std::max(most, flight.tilt_deg());
      }
      EXPECT_LT(most, 75.0) << lost;
    }
  }
}

TEST(SpinControl, TheLostMotorStandsStill) {
  Flight flight(x500(), 2);
  const SpinControl control(flight.config, flight.set.without[2].tables, 2);
  const AllocationStatus status =
      control.update(flight.state, {flight.q_WB, {}, {0.0, 0.0, -1.0}, 1.0}, 0.004);
  EXPECT_EQ(status.motor[2], 0.0);
  EXPECT_FALSE(control.command(status).drives(2));
  EXPECT_TRUE(control.command(status).drives(3));
}

TEST(SpinControl, ABlowIsTheGroundAndASteadyCentrifugalForceIsNot) {
  Flight flight(iris(), 0);
  const SpinControl control(flight.config, flight.set.without[0].tables, 0);
  SpinControlState state;
  state.thrust_n = 15.0;
  const Vec3 steady{9.0, 4.0, -15.0 / 1.535};  // a sensor a few centimetres beside the axis
  for (int i = 0; i < 250; ++i) control.watch_ground(state, steady, 0.004);
  EXPECT_EQ(state.touched_down, 0U);
  control.watch_ground(state, steady + Vec3{0.0, 0.0, -20.0}, 0.004);
  EXPECT_EQ(state.touched_down, 1U);
}

}  // namespace
}  // namespace alula
