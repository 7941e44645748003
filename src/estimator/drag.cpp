#include <cmath>

#include "estimator/aids.h"
#include "estimator/control.h"
#include "estimator/flags.h"
#include "estimator/fusion.h"

namespace alula::ekf {

namespace {

constexpr std::uint64_t kStepsPerMeasurement = 5;  // 50 ms: rotor vibration averages out
constexpr double kGate = 5.0;
constexpr double kSeaLevelDensity = 1.225;  // [kg/m^3]
constexpr double kBallisticLeast = 1.0, kMomentumLeast = 0.001;

// Specific force along body x or y as a function of the air speed in body axes:
//   f_i = -(bluff_i |v| + momentum) v_i.
struct DragModel {
  double bluff[2]{};  // density over twice the ballistic coefficient [1/m]
  double momentum = 0.0;
  bool known[2]{};
};

// The momentum drag grows with the mass flow through the rotors, which goes with the root of the
// density when the thrust stays the same (momentum theory of the disc). Where both axes have a
// ballistic coefficient, the one of the direction of flight lies on the ellipse between them.
DragModel drag_model(const EstimatorConfig& config, double density, const Vec3& v_B) {
  DragModel model{};
  const double ballistic[] = {config.drag_ballistic_x_kg_m2, config.drag_ballistic_y_kg_m2};
  const bool momentum = config.drag_momentum_1_s > kMomentumLeast;
  if (momentum) model.momentum = config.drag_momentum_1_s * std::sqrt(density / kSeaLevelDensity);
  for (int i = 0; i < 2; ++i) {
    const bool bluff = ballistic[i] > kBallisticLeast;
    model.bluff[i] = bluff ? 0.5 * density / ballistic[i] : 0.0;
    model.known[i] = bluff || momentum;
  }
  const double speed = norm_xy(v_B);
  if (model.bluff[0] > 0.0 && model.bluff[1] > 0.0 && speed > 0.0) {
    const double blend = std::hypot(model.bluff[0] * v_B.x, model.bluff[1] * v_B.y) / speed;
    model.bluff[0] = model.bluff[1] = blend;
  }
  return model;
}

Vec3 air_velocity_W(const Nominal& x) { return x.v_W - Vec3{x.wind_north, x.wind_east, 0.0}; }

// One axis: prediction and derivative. The attitude enters as in the field's model: a vector u of W
// seen in the body changes along body axis c by (c x u) theta.
struct AxisModel {
  double predicted = 0.0;
  Jacobian h{};
};
AxisModel model_axis(const Nominal& x, const DragModel& drag, int axis) {
  const Mat3 R = rotation_matrix(x.q_WB);
  const Vec3 u_W = air_velocity_W(x);
  const Vec3 v_B = x.q_WB.conjugate() * u_W;
  const double speed = norm(v_B), along = axis == 0 ? v_B.x : v_B.y;
  const double bluff = drag.bluff[axis];

  AxisModel model{};
  model.predicted = -(bluff * speed + drag.momentum) * along;
  const Vec3 via_speed = speed > 0.0 ? (-bluff * along / speed) * v_B : Vec3{};
  const Vec3 gradient_W = R * via_speed - (bluff * speed + drag.momentum) * R.column(axis);
  model.h.add(kTheta, cross(gradient_W, u_W));
  model.h.add(kVelocity, gradient_W);
  model.h.add(kWind, -gradient_W.x);
  model.h.add(kWind + 1, -gradient_W.y);
  return model;
}

void start_wind(EstimatorState& state, const EstimatorConfig& config) {
  state.filter.x.wind_north = state.filter.x.wind_east = 0.0;
  const double variance = square(config.wind_error_init_m_s);
  const double variances[] = {variance, variance};
  reset_variance(state.filter.P, kWind, 2, variances);
  state.modes.wind = 1;
}

void stop_wind(EstimatorState& state) {
  const double none[2]{};
  reset_variance(state.filter.P, kWind, 2, none);
  state.filter.x.wind_north = state.filter.x.wind_east = 0.0;
  state.modes.wind = 0;
  state.drag = DragGather{};
}

// Clipped steps spoil a mean, and so do bridged ones.
bool gather(DragGather& mean, const ImuStep& step) {
  if (step.clipped >> 3 != 0 || step.bridged != 0) {
    mean = DragGather{};
    return false;
  }
  mean.velocity_gain_B += step.velocity_gain_B;
  mean.time_s += step.dt_s();
  ++mean.steps;
  return mean.steps >= kStepsPerMeasurement;
}

}  // namespace

void fuse_drag(EstimatorState& state, const Vec3& specific_force_B, const EstimatorConfig& config) {
  AidStatus<2>& aid = state.status.drag;
  Filter& f = state.filter;
  const Vec3 v_B = f.x.q_WB.conjugate() * air_velocity_W(f.x);
  const DragModel drag = drag_model(config, state.air_density_kg_m3, v_B);
  const Vec3 unbiased = specific_force_B - f.x.accel_bias_B;
  const double measured[] = {unbiased.x, unbiased.y};

  // The accelerometer's bias is taken as known: the model of the drag is far worse.
  aid.time_sample = state.timers.horizon;
  aid.rejected = false;
  for (int i = 0; i < 2; ++i) {
    if (!drag.known[i]) continue;
    const auto at = static_cast<std::size_t>(i);
    const AxisModel model = model_axis(f.x, drag, i);
    aid.observation[at] = measured[i];
    aid.innovation[at] = model.predicted - measured[i];
    aid.innovation_variance[at] = innovation_variance(f.P, model.h, config.drag_noise_m2_s4);
    aid.test_ratio[at] = test_ratio(aid.innovation[at], aid.innovation_variance[at], kGate);
    if (!(aid.test_ratio[at] <= 1.0)) {
      aid.rejected = true;
      continue;
    }
    const bool fused =
        fuse(f, model.h, aid.innovation[at], config.drag_noise_m2_s4, state.learning.frozen);
    if (fused) aid.time_accepted = state.timers.horizon;
  }
}

void control_wind(EstimatorState& state, const EstimatorConfig& config, const ImuStep& step) {
  const Modes& modes = state.modes;
  const bool by_drag = config.drag_control != 0;
  const bool wanted =
      (by_drag || state.aiding.true_airspeed != 0) && modes.in_air != 0 && modes.fake_position == 0;
  if (!wanted) {
    if (modes.wind != 0) stop_wind(state);
    state.status.drag.fusing = false;
    return;
  }
  if (modes.wind == 0) start_wind(state, config);
  state.status.drag.fusing = by_drag;
  if (!by_drag || !gather(state.drag, step)) return;
  const Vec3 mean_B = (1.0 / state.drag.time_s) * state.drag.velocity_gain_B;
  state.drag = DragGather{};
  fuse_drag(state, mean_B, config);
}

}  // namespace alula::ekf
