#include "world/contact.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "world/contact_solver.h"

namespace alula {
namespace {

constexpr int kVelocitySweeps = 10;
constexpr int kBounceSweeps = 100;  // rare, and what is left over would turn the body
constexpr int kPositionSweeps = 4;
constexpr double kPushOutShare = 0.2;      // of a penetration, per step
constexpr double kPenetrationKept = 1e-6;  // no pushing out below this [m]
constexpr double kImpactSpeed = 0.05;      // slower contacts do not bounce [m/s]
// A mean force above this times the mass [m/s^2] was an impact, not a load: it does not start the
// next step.
constexpr double kWarmStartLoad = 30.0;

// depth = approach t - acceleration t^2/2, to second order; 0 above the ground [s].
double time_since_impact(double depth, double approach, double acceleration) {
  const double first = std::max(depth, 0.0) / approach;
  return first / std::max(1.0 - 0.5 * acceleration * first / approach, 0.5);
}

// Remembers the impulses for the next step.
void keep_impulses(const ContactSolver& solver, double load_max, ContactState& state) {
  double load = 0.0;
  for (const ContactPoint& point : solver.points) load += dot(solver.normal_B, point.impulse_B);
  const double kept = load > load_max ? load_max / load : 1.0;
  for (const ContactPoint& point : solver.points)
    state.impulse_B[point.index] = kept * point.impulse_B;
}

// So far below the top of a patch a point is not on it but beside it, or flies in through its side.
constexpr double kBesidePatch = 0.1;  // [m]

// Of one point over the ground that is under it; `base` over the plane.
double over_patches(const GroundPlane& ground, const RigidBodyState<double>& body, const Vec3& r_B,
                    double base) {
  const double height = base - ground.rise(body.p_WB + body.q_WB * r_B);
  return height < -kBesidePatch ? base : height;
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
  double lowest = std::numeric_limits<double>::infinity();
  for (const Vec3& point : points_B_)
    lowest = std::min(lowest, point_height(body, center + dot(normal_B, point), point));
  return lowest;
}

double ContactModel::point_height(const RigidBodyState<double>& body, double base,
                                  const Vec3& point_B) const {
  return ground_.patches.empty() ? base : over_patches(ground_, body, point_B, base);
}

ContactResult ContactModel::resolve(ContactState& state, RigidBodyState<double>& body, double dt_s,
                                    const FreeStep& free) const {
  ALULA_ASSERT(dt_s > 0.0);
  const double lowest = lowest_height(body);
  if (points_B_.empty() || lowest >= kContactReach) {
    state = {};
    return {.mean_force_W = {}, .lowest_height_m = lowest, .active = 0};
  }
  const ContactState before = state;
  state = {};
  const Quat q_BW = body.q_WB.conjugate();
  ContactSolver solver{.mass = mass_,
                       .normal_B = q_BW * ground_.normal_W,
                       .friction = ground_.friction,
                       .v_B = q_BW * body.v_WB,
                       .w_B = body.w_WB_B};
  const double approach_acceleration = -dot(ground_.normal_W, free.acceleration_W);
  const std::optional<double> impact_s =
      add_points(solver, before, body, approach_acceleration, dt_s);
  const bool bounces = std::any_of(solver.points.begin(), solver.points.end(),
                                   [](const ContactPoint& point) { return point.speed_sp > 0.0; });
  const bool stopped = !bounces && solver.stop();
  if (!stopped) solver.sweep(bounces ? kBounceSweeps : kVelocitySweeps);
  keep_impulses(solver, kWarmStartLoad * mass_.mass_kg * dt_s, state);

  // The impulse as a force that was constant over the step, or that acted once within it.
  const double moved_s = impact_s ? std::min(*impact_s, dt_s) : free.moved_share * dt_s;
  const Vec3 v_W = stopped ? Vec3{} : body.q_WB * solver.v_B;
  const Vec3 dv = v_W - body.v_WB;
  const Vec3 dw_B = solver.w_B - body.w_WB_B;
  body.v_WB = v_W;
  body.w_WB_B = solver.w_B;
  body.p_WB += moved_s * dv;
  body.q_WB = normalized(body.q_WB * from_rotation_vector(moved_s * dw_B));
  double lowest_after = push_out(body, free.acceleration_W);
  if (!bounces) lowest_after = close_gap(body, lowest_after, dot(dv, ground_.normal_W));
  return {.mean_force_W = (mass_.mass_kg / dt_s) * dv,
          .lowest_height_m = lowest_after,
          .active = static_cast<std::uint32_t>(solver.points.size())};
}

// The points near or below the ground, each with the speed that it shall have along the normal.
// Returns how long before the end of the step the deepest of those that hit the ground met it [s];
// nothing when none did. `approach_acceleration`: towards the ground [m/s^2].
std::optional<double> ContactModel::add_points(ContactSolver& solver, const ContactState& before,
                                               const RigidBodyState<double>& body,
                                               double approach_acceleration, double dt_s) const {
  const double center = ground_.height(body.p_WB);
  double deepest = -kContactReach;
  std::optional<double> impact_s;
  for (std::size_t i = 0; i < points_B_.size(); ++i) {
    const double depth =
        -point_height(body, center + dot(solver.normal_B, points_B_[i]), points_B_[i]);
    if (depth <= -kContactReach) continue;
    const Vec3& r_B = points_B_[i];
    ContactPoint point{.r_B = r_B, .arm_B = r_B, .impulse_B = before.impulse_B[i], .index = i};
    const double approach = -dot(solver.normal_B, solver.velocity_of(point));
    if (approach > kImpactSpeed) {
      const double since_s = time_since_impact(depth, approach, approach_acceleration);
      const double gained = approach_acceleration * since_s;
      point.speed_sp = std::max(ground_.restitution * (approach - gained) - gained, 0.0);
      if (depth > deepest) {
        deepest = depth;
        impact_s = since_s;
      }
    } else {
      // A load acts through the whole step, on the mean at the arm that was there half a step ago.
      // With the arm at the end a body that rolls on a point would gain up to m (g dt)^2/8 a step.
      point.arm_B -= 0.5 * dt_s * cross(solver.w_B, r_B);
    }
    solver.points.push_back(point);
  }
  return impact_s;
}

// Half of dv dt lifts a body that hit the ground late in the step too far. Where the ground
// carries, nothing hovers.
double ContactModel::close_gap(RigidBodyState<double>& body, double lowest,
                               double impulse_speed) const {
  if (lowest <= 0.0 || impulse_speed <= 0.0) return lowest;
  body.p_WB -= lowest * ground_.normal_W;
  return lowest_height(body);
}

// Moves, never accelerates: the solver's "velocities" are shifts of this one step. What lifts the
// body is taken from its motion, if it has any, so that nothing is gained.
double ContactModel::push_out(RigidBodyState<double>& body, const Vec3& acceleration_W) const {
  const double lowest = lowest_height(body);
  if (lowest > -kPenetrationKept) return lowest;
  ContactSolver solver{.mass = mass_,
                       .normal_B = body.q_WB.conjugate() * ground_.normal_W,
                       .friction = 0.0,
                       .v_B = {},
                       .w_B = {}};
  const double center = ground_.height(body.p_WB);
  for (std::size_t i = 0; i < points_B_.size(); ++i) {
    const double height =
        point_height(body, center + dot(solver.normal_B, points_B_[i]), points_B_[i]);
    if (height >= 0.0) continue;
    solver.points.push_back({.r_B = points_B_[i],
                             .arm_B = points_B_[i],
                             .speed_sp = -kPushOutShare * height,
                             .index = i});
  }
  solver.sweep_normals(kPositionSweeps);
  const Vec3 shift_W = body.q_WB * solver.v_B;
  body.p_WB += shift_W;
  body.q_WB = normalized(body.q_WB * from_rotation_vector(solver.w_B));
  const double lift = -mass_.mass_kg * dot(acceleration_W, shift_W);
  const double motion = 0.5 * mass_.mass_kg * norm_squared(body.v_WB) +
                        0.5 * dot(body.w_WB_B, mass_.inertia_B * body.w_WB_B);
  if (lift > 0.0) {
    const double left = motion > lift ? std::sqrt(1.0 - lift / motion) : 0.0;
    body.v_WB *= left;
    body.w_WB_B *= left;
  }
  return lowest_height(body);
}

}  // namespace alula
