// control/rate_control.h: body rates to normalised torque.
// Source: PX4 v1.15, RateControl and mc_rate_control (gains K scale P, I and D, not the
// feed-forward).
#pragma once

#include "core/arena.h"
#include "core/error.h"
#include "math/frames.h"
#include "math/vector.h"

namespace alula {

// Axes in the order roll, pitch, yaw. Torque is normalised: 1 is what the airframe's scale makes of
// it.
struct RateControlConfig {
  Vec3 gain_k{1.0, 1.0, 1.0};      // MC_ROLLRATE_K, MC_PITCHRATE_K, MC_YAWRATE_K [-]
  Vec3 gain_p{0.15, 0.15, 0.2};    // MC_ROLLRATE_P, MC_PITCHRATE_P, MC_YAWRATE_P [1/(rad/s)]
  Vec3 gain_i{0.2, 0.2, 0.1};      // MC_ROLLRATE_I, MC_PITCHRATE_I, MC_YAWRATE_I [1/rad]
  Vec3 gain_d{0.003, 0.003, 0.0};  // MC_ROLLRATE_D, MC_PITCHRATE_D, MC_YAWRATE_D [1/(rad/s^2)]
  Vec3 gain_ff{0.0, 0.0, 0.0};     // MC_ROLLRATE_FF, MC_PITCHRATE_FF, MC_YAWRATE_FF [1/(rad/s)]
  Vec3 integral_limit{0.30, 0.30, 0.30};  // MC_RR_INT_LIM, MC_PR_INT_LIM, MC_YR_INT_LIM [-]
};
static_assert(ArenaState<RateControlConfig>);
MaybeError validate(const RateControlConfig& config);

template <class Real> struct RateControlStateOf {
  Vector3<Real> integral{};  // normalised torque
};
using RateControlState = RateControlStateOf<double>;
static_assert(ArenaState<RateControlState>);

// All finite. The head-rooms are 1, or 0 on an axis where the allocator cannot give more torque of
// that sign.
template <class Real> struct RateControlInputOf {
  Vector3<Real> w_WB_B_sp{};   // [rad/s]
  Vector3<Real> w_WB_B{};      // filtered [rad/s]
  Vector3<Real> alpha_WB_B{};  // filtered derivative of w_WB_B [rad/s^2]
  Vector3<Real> headroom_positive{Real(1.0), Real(1.0), Real(1.0)};
  Vector3<Real> headroom_negative{Real(1.0), Real(1.0), Real(1.0)};
  Real integrate{1.0};  // 0: landed or maybe landed, the integral keeps still
};
using RateControlInput = RateControlInputOf<double>;

// Three independent PID loops with rate feed-forward. The integral learns slowly while the error is
// large (factor 1 - (e / 400 deg/s)^2), so that flips do not wind it up.
template <class Real> class RateControlOf {
 public:
  explicit RateControlOf(const RateControlConfig& config) : config_(config) {}

  // Normalised torque, FRD; not limited: the allocator does that.
  Vector3<Real> torque(RateControlStateOf<Real>& state, const RateControlInputOf<Real>& in,
                       const Real& dt_s) const {
    const Vector3<Real> error = in.w_WB_B_sp - in.w_WB_B;
    const Vector3<Real> k = vector_cast<Real>(config_.gain_k);
    const Vector3<Real> p = cwise_product(k, vector_cast<Real>(config_.gain_p));
    const Vector3<Real> d = cwise_product(k, vector_cast<Real>(config_.gain_d));
    const Vector3<Real> ff = vector_cast<Real>(config_.gain_ff);
    const Vector3<Real> result = cwise_product(p, error) + state.integral -
                                 cwise_product(d, in.alpha_WB_B) + cwise_product(ff, in.w_WB_B_sp);
    integrate(state, error, in, dt_s);
    return result;
  }
  // While disarmed.
  void reset(RateControlStateOf<Real>& state) const { state = {}; }

 private:
  void integrate(RateControlStateOf<Real>& state, const Vector3<Real>& error,
                 const RateControlInputOf<Real>& in, const Real& dt_s) const {
    const Vector3<Real> usable{learned(error.x, in.headroom_positive.x, in.headroom_negative.x),
                               learned(error.y, in.headroom_positive.y, in.headroom_negative.y),
                               learned(error.z, in.headroom_positive.z, in.headroom_negative.z)};
    const Vector3<Real> gain =
        cwise_product(vector_cast<Real>(config_.gain_k), vector_cast<Real>(config_.gain_i));
    const Vector3<Real> step = (dt_s * in.integrate) * cwise_product(gain, usable);
    state.integral = clamp(state.integral + step, vector_cast<Real>(config_.integral_limit));
  }
  static Real learned(const Real& error, const Real& positive, const Real& negative) {
    constexpr double error_no_learning = radians(400.0);
    const Real ratio = error * Real(1.0 / error_no_learning);
    const Real factor = max_of(Real(0.0), Real(1.0) - ratio * ratio);
    return factor * error * select(error > Real(0.0), positive, negative);
  }

  const RateControlConfig& config_;
};
using RateControl = RateControlOf<double>;

}  // namespace alula
