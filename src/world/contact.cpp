#include "world/contact.h"

#include <algorithm>

#include "world/contact_solver.h"

namespace alula {
namespace {

constexpr int kVelocitySweeps = 10;
constexpr int kPositionSweeps = 4;
constexpr double kPushOutShare = 0.2;      // of a penetration, per step
constexpr double kPenetrationKept = 1e-6;  // no pushing out below this [m]
constexpr double kImpactSpeed = 0.05;      // slower contacts do not bounce [m/s]
// A mean force above this times the mass was an impact, not a load: it does not start the next
// step. [m/s^2]
constexpr double kWarmStartLoad = 30.0;

// Remembers the impulses for the next step.
void keep_impulses(const ContactSolver& solver, double load_max, ContactState& state) {
  double load = 0.0;
  for (const ContactPoint& point : solver.points) load += dot(solver.normal_B, point.impulse_B);
  const double kept = load > load_max ? load_max / load : 1.0;
  for (const ContactPoint& point : solver.points)
    state.impulse_B[point.index] = kept * point.impulse_B;
}

}  // namespace

ContactModel::ContactModel(const GroundPlane& ground, const MassProperties<double>& mass,
                           std::span<const Vec3> points_B)
    : ground_(ground), mass_(mass) {
  ALULA_ASSERT(points_B.size() <= kContactPointsMax);
  for (const Vec3& point : points_B) points_B_.push_back(point);
}

double ContactModel::lowest_height(const RigidBodyState<double>& body) const {
  const double center = ground_.height(body.p_WB);
  if (points_B_.empty()) return center;
  const Vec3 normal_B = body.q_WB.conjugate() * ground_.normal_W;
  double lowest = dot(normal_B, points_B_[0]);
  for (const Vec3& point : points_B_) lowest = std::min(lowest, dot(normal_B, point));
  return center + lowest;
}

ContactResult ContactModel::resolve(ContactState& state, RigidBodyState<double>& body,
                                    double dt_s) const {
  ALULA_ASSERT(dt_s > 0.0);
  const double lowest = lowest_height(body);
  const ContactState before = state;
  state = {};
  if (points_B_.empty() || lowest >= kContactReach)
    return {.mean_force_W = {}, .lowest_height_m = lowest, .active = 0};

  const Quat q_BW = body.q_WB.conjugate();
  ContactSolver solver{.mass = mass_,
                       .normal_B = q_BW * ground_.normal_W,
                       .friction = ground_.friction,
                       .v_B = q_BW * body.v_WB,
                       .w_B = body.w_WB_B};
  const double center = ground_.height(body.p_WB);
  bool bounces = false;
  for (std::size_t i = 0; i < points_B_.size(); ++i) {
    if (center + dot(solver.normal_B, points_B_[i]) >= kContactReach) continue;
    ContactPoint point{.r_B = points_B_[i], .impulse_B = before.impulse_B[i], .index = i};
    const double approach = -dot(solver.normal_B, solver.velocity_of(point));
    if (approach > kImpactSpeed) point.speed_sp = ground_.restitution * approach;
    bounces = bounces || point.speed_sp > 0.0;
    solver.points.push_back(point);
  }
  const bool stopped = !bounces && solver.stop();
  if (!stopped) solver.sweep(kVelocitySweeps);
  keep_impulses(solver, kWarmStartLoad * mass_.mass_kg * dt_s, state);

  // The impulse as a constant force over the step.
  const Vec3 v_W = stopped ? Vec3{} : body.q_WB * solver.v_B;
  const Vec3 dv = v_W - body.v_WB;
  const Vec3 dw_B = solver.w_B - body.w_WB_B;
  body.v_WB = v_W;
  body.w_WB_B = solver.w_B;
  body.p_WB += (0.5 * dt_s) * dv;
  body.q_WB = normalized(body.q_WB * from_rotation_vector((0.5 * dt_s) * dw_B));
  push_out(body);
  if (!bounces) close_gap(body, dot(dv, ground_.normal_W));
  return {.mean_force_W = (mass_.mass_kg / dt_s) * dv,
          .lowest_height_m = lowest_height(body),
          .active = static_cast<std::uint32_t>(solver.points.size())};
}

// Half of dv dt lifts a body that hit the ground late in the step too far. Where the ground
// carries, nothing hovers.
void ContactModel::close_gap(RigidBodyState<double>& body, double impulse_speed) const {
  const double gap = lowest_height(body);
  if (gap > 0.0 && impulse_speed > 0.0) body.p_WB -= gap * ground_.normal_W;
}

// Moves, never accelerates: the solver's "velocities" are shifts of this one step.
void ContactModel::push_out(RigidBodyState<double>& body) const {
  if (lowest_height(body) > -kPenetrationKept) return;
  ContactSolver solver{.mass = mass_,
                       .normal_B = body.q_WB.conjugate() * ground_.normal_W,
                       .friction = 0.0,
                       .v_B = {},
                       .w_B = {}};
  const double center = ground_.height(body.p_WB);
  for (std::size_t i = 0; i < points_B_.size(); ++i) {
    const double height = center + dot(solver.normal_B, points_B_[i]);
    if (height >= 0.0) continue;
    solver.points.push_back({.r_B = points_B_[i], .speed_sp = -kPushOutShare * height, .index = i});
  }
  solver.sweep_normals(kPositionSweeps);
  body.p_WB += body.q_WB * solver.v_B;
  body.q_WB = normalized(body.q_WB * from_rotation_vector(solver.w_B));
}

}  // namespace alula
