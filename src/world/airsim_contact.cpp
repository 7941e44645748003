#include "world/airsim_contact.h"

#include <algorithm>
#include <cmath>

namespace alula {
namespace {

constexpr double kFlatTolerance = 0.25;  // of the normal's component along Bz, from 1
constexpr double kSpinKept = 0.9;        // of the rate, at every impact

// As an impulse of one newton second along `direction_B` at `r_B` moves that point along it [1/kg].
double mobility(const MassProperties<double>& mass, const Vec3& r_B, const Vec3& direction_B) {
  const Vec3 turn = mass.inverse_inertia_B * cross(r_B, direction_B);
  return mass.inverse_mass + dot(cross(turn, r_B), direction_B);
}

}  // namespace

// What a body that meets the ground brings along, in its own axes.
struct AirsimContactModel::Impact {
  Vec3 normal_B{};
  Vec3 r_B{};  // where, from the centre of mass
  double depth_m = 0.0;
  double restitution = 0.0;
  double friction = 0.0;
  bool lands = false;
};

AirsimContactModel::AirsimContactModel(const GroundPlane& ground,
                                       const MassProperties<double>& mass,
                                       std::span<const Vec3> points_B)
    : ground_(ground), mass_(mass) {
  ALULA_ASSERT(points_B.size() <= kContactPointsMax);
  for (const Vec3& point : points_B) points_B_.push_back(point);
}

double AirsimContactModel::lowest_height(const RigidBodyState<double>& body) const {
  const double center = ground_.height(body.p_WB);
  if (points_B_.empty()) return center;
  const Vec3 normal_B = body.q_WB.conjugate() * ground_.normal_W;
  double lowest = dot(normal_B, points_B_[0]);
  for (const Vec3& point : points_B_) lowest = std::min(lowest, dot(normal_B, point));
  return center + lowest;
}

bool AirsimContactModel::holds(AirsimContactState& state, const Vec3& rotor_force_B,
                               const Vec3& gravity_W) const {
  if (state.grounded == 0) return false;
  const double weight_n = mass_.mass_kg * norm(gravity_W);
  if (norm_squared(rotor_force_B) >= square(weight_n)) state.grounded = 0;
  return true;
}

AirsimContactModel::Impact AirsimContactModel::impact_of(const RigidBodyState<double>& before,
                                                         const RigidBodyState<double>& body) const {
  Impact impact{.normal_B = before.q_WB.conjugate() * ground_.normal_W,
                .depth_m = -lowest_height(body),
                .restitution = ground_.restitution,
                .friction = ground_.friction};
  const double center = ground_.height(body.p_WB);
  const Vec3 normal_now_B = body.q_WB.conjugate() * ground_.normal_W;
  double count = 0.0;
  for (const Vec3& point : points_B_) {
    if (center + dot(normal_now_B, point) > 0.0) continue;
    impact.r_B += point;
    count += 1.0;
  }
  impact.r_B = impact.r_B / count;
  const Vec3& v = body.v_WB;
  const bool flat = std::fabs(std::fabs(impact.normal_B.z) - 1.0) <= kFlatTolerance;
  const bool descends = v.z > std::fabs(v.x) && v.z > std::fabs(v.y);
  if (flat && descends) {
    impact.lands = true;
    impact.r_B = {};
    impact.restitution = 0.0;
    impact.friction = 1.0;
  }
  return impact;
}

ContactResult AirsimContactModel::resolve(AirsimContactState& state,
                                          AirsimVerletState& accelerations,
                                          const RigidBodyState<double>& before,
                                          RigidBodyState<double>& body, double dt_s) const {
  ALULA_ASSERT(dt_s > 0.0);
  const double lowest = lowest_height(body);
  const bool approaches = dot(ground_.normal_W, body.v_WB) < 0.0;
  if (points_B_.empty() || lowest >= 0.0 || !approaches)
    return {.mean_force_W = {}, .lowest_height_m = lowest, .active = 0};

  const Impact impact = impact_of(before, body);
  const Vec3 v_W = body.v_WB;
  accelerations = {};
  if (impact.lands && ground_.airsim_lock) {
    lock(state, body);
    accelerations.a_WB = (-0.5 * mass_.mass_kg) * v_W;  // the bump that AirSim's sensors feel
  } else {
    bounce(impact, before, body, dt_s);
  }
  return {.mean_force_W = (mass_.mass_kg / dt_s) * (body.v_WB - v_W),
          .lowest_height_m = lowest_height(body),
          .active = 1};
}

void AirsimContactModel::lock(AirsimContactState& state, RigidBodyState<double>& body) const {
  state.grounded = 1;
  body.v_WB = {};
  body.w_WB_B = {};
  body.q_WB = from_yaw(yaw_of(body.q_WB));
  body.p_WB -= lowest_height(body) * ground_.normal_W;
}

// The attitude stays that of before.
void AirsimContactModel::bounce(const Impact& impact, const RigidBodyState<double>& before,
                                RigidBodyState<double>& body, double dt_s) const {
  const Vec3& n = impact.normal_B;
  const Vec3& r = impact.r_B;
  const Vec3 v_B = before.q_WB.conjugate() * body.v_WB + cross(body.w_WB_B, r);
  const double impulse = -(1.0 + impact.restitution) * dot(v_B, n) / mobility(mass_, r, n);
  body.v_WB += (impulse * mass_.inverse_mass) * ground_.normal_W;
  body.w_WB_B += impulse * cross(r, n);

  const Vec3 slip_B = v_B - dot(v_B, n) * n;
  const Vec3 along_B = unit_or(slip_B, Vec3{});
  const double brake = -impact.friction * norm(slip_B) / mobility(mass_, r, along_B);
  body.v_WB += brake * (before.q_WB * along_B);
  body.w_WB_B += (brake * mass_.inverse_mass) * cross(r, along_B);

  body.w_WB_B *= kSpinKept;
  body.q_WB = before.q_WB;
  body.p_WB += impact.depth_m * ground_.normal_W + dt_s * body.v_WB;
}

}  // namespace alula
