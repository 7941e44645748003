// dynamics/rigid_body.h: where a body is and how it turns under a wrench, seen from the world frame
// W, which is fixed to the Earth. Newton and Euler with the full inertia tensor; Stevens, Lewis &
// Johnson, "Aircraft Control and Simulation", 3rd ed., chapter 1.
#pragma once

#include "dynamics/mass_properties.h"
#include "math/quaternion.h"

namespace alula {

template <class Real> struct RigidBodyState {
  Vector3<Real> p_WB{};                                  // centre of mass [m]
  Vector3<Real> v_WB{};                                  // [m/s]
  Quaternion<Real> q_WB = Quaternion<Real>::identity();  // takes B vectors to W
  Vector3<Real> w_WB_B{};  // relative to W, not to inertial space [rad/s]
};

// About the centre of mass.
template <class Real> struct Wrench {
  Vector3<Real> f_B{};  // [N]
  Vector3<Real> t_B{};  // [N m]

  constexpr Wrench& operator+=(const Wrench& b) {
    f_B += b.f_B;
    t_B += b.t_B;
    return *this;
  }
};

// to = from, number by number: copying the struct as a whole keeps `from` in memory and costs the
// step a tenth.
template <class Real> constexpr void store(const Vector3<Real>& from, Vector3<Real>& to) {
  to.x = from.x;
  to.y = from.y;
  to.z = from.z;
}
template <class Real> constexpr void store(const Wrench<Real>& from, Wrench<Real>& to) {
  store(from.f_B, to.f_B);
  store(from.t_B, to.t_B);
}

// Where the body lies in the one state array of a vehicle; the states of its parts follow.
inline constexpr int kPositionState = 0;  // p_WB
inline constexpr int kVelocityState = 3;  // v_WB
inline constexpr int kAttitudeState = 6;  // q_WB, w first
inline constexpr int kRateState = 10;     // w_WB_B
inline constexpr int kBodyStates = 13;

template <class Real> constexpr RigidBodyState<Real> read_body(const Real* x) {
  static_assert(kPositionState == 0 && kVelocityState == 3 && kAttitudeState == 6 &&
                kRateState == 10);
  return {{x[0], x[1], x[2]}, {x[3], x[4], x[5]}, {x[6], x[7], x[8], x[9]}, {x[10], x[11], x[12]}};
}

template <class Real> constexpr void write_body(const RigidBodyState<Real>& body, Real* x) {
  x[0] = body.p_WB.x;
  x[1] = body.p_WB.y;
  x[2] = body.p_WB.z;
  x[3] = body.v_WB.x;
  x[4] = body.v_WB.y;
  x[5] = body.v_WB.z;
  x[6] = body.q_WB.w;
  x[7] = body.q_WB.x;
  x[8] = body.q_WB.y;
  x[9] = body.q_WB.z;
  x[10] = body.w_WB_B.x;
  x[11] = body.w_WB_B.y;
  x[12] = body.w_WB_B.z;
}

// R^T v without writing the transpose.
template <class Real>
constexpr Vector3<Real> transposed_product(const Matrix3<Real>& R, const Vector3<Real>& v) {
  return {R.m[0][0] * v.x + R.m[1][0] * v.y + R.m[2][0] * v.z,
          R.m[0][1] * v.x + R.m[1][1] * v.y + R.m[2][1] * v.z,
          R.m[0][2] * v.x + R.m[1][2] * v.y + R.m[2][2] * v.z};
}

// After every step: no integrator keeps the length of the quaternion.
template <class Real> void normalize_attitude(Real* x) {
  const Quaternion<Real> q = normalized(Quaternion<Real>{x[6], x[7], x[8], x[9]});
  x[6] = q.w;
  x[7] = q.x;
  x[8] = q.y;
  x[9] = q.z;
}

// The rates of a rigid body. `q_dot` is that of the components.
template <class Real> struct RigidBodyRates {
  Vector3<Real> v_WB{};  // p_dot
  Vector3<Real> a_WB{};  // v_dot
  Quaternion<Real> q_dot{};
  Vector3<Real> alpha_WB_B{};  // derivative of the components of w_WB_B [rad/s^2]
};

// What a body feels beside its parts.
template <class Real> struct EarthMotion {
  Vector3<Real> gravity_W{};   // effective: gravitation and centrifugal term [m/s^2]
  Vector3<Real> coriolis_W{};  // -2 omega x v [m/s^2]
  Vector3<Real> omega_B{};     // rotation of W in inertial space, seen in B [rad/s]
};

// Linear: a_WB = f / m + gravity_W - 2 omega x v. Angular: Euler's equation for the inertial rate
// w_IB_B = w_WB_B + omega_B; the components of omega_B turn with the body,
// d/dt omega_B = -w_WB_B x omega_B, whence alpha_WB_B = alpha_IB_B + w_WB_B x omega_B.
template <class Real>
RigidBodyRates<Real> rigid_body_rates(const RigidBodyState<Real>& body, const Matrix3<Real>& R_WB,
                                      const Wrench<Real>& wrench, const MassProperties<Real>& mass,
                                      const EarthMotion<Real>& earth) {
  const Vector3<Real>& w_WB = body.w_WB_B;
  const Vector3<Real> w_IB = w_WB + earth.omega_B;
  const Vector3<Real> spin_torque = wrench.t_B - cross(w_IB, mass.inertia_B * w_IB);
  const Real half(0.5);
  const Quaternion<Real>& q = body.q_WB;
  const Quaternion<Real> half_rate{Real(0.0), half * w_WB.x, half * w_WB.y, half * w_WB.z};
  return {.v_WB = body.v_WB,
          .a_WB = mass.inverse_mass * (R_WB * wrench.f_B) + earth.gravity_W + earth.coriolis_W,
          .q_dot = q * half_rate,
          .alpha_WB_B = mass.inverse_inertia_B * spin_torque + cross(w_WB, earth.omega_B)};
}

template <class Real> constexpr void write_rates(const RigidBodyRates<Real>& rates, Real* dx) {
  write_body<Real>({rates.v_WB, rates.a_WB, rates.q_dot, rates.alpha_WB_B}, dx);
}

}  // namespace alula
