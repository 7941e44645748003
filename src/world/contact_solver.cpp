#include "world/contact_solver.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace alula {
namespace {

// Two unit vectors that span the plane across n.
std::array<Vec3, 2> tangents(const Vec3& n) {
  const Vec3 across = std::fabs(n.x) < 0.7 ? Vec3{1.0, 0.0, 0.0} : Vec3{0.0, 1.0, 0.0};
  const Vec3 first = unit_or(cross(n, across), across);
  return {first, cross(n, first)};
}

// Velocity along b that a unit impulse along a gives the point.
double mobility(const MassProperties<double>& mass, const Vec3& r, const Vec3& a, const Vec3& b) {
  return mass.inverse_mass * dot(a, b) + dot(cross(r, a), mass.inverse_inertia_B * cross(r, b));
}

}  // namespace

void ContactSolver::find_masses() {
  const auto [t1, t2] = tangents(normal_B);
  for (ContactPoint& point : points) {
    const Vec3& r = point.r_B;
    const double a = mobility(mass, r, t1, t1), b = mobility(mass, r, t1, t2),
                 c = mobility(mass, r, t2, t2);
    const double most_mobile =
        0.5 * (a + c) + std::sqrt(0.25 * square(a - c) + square(b));  // larger eigenvalue
    point.mass_tangent = 1.0 / most_mobile;
    point.mass_normal = 1.0 / mobility(mass, r, normal_B, normal_B);
  }
}

// Of all impulses that stop the body the smallest: with c the centroid of the points, rho = r - c,
// J the impulse and L the angular impulse about c, it is f = J/n + lambda x rho, where
// sum(rho x (lambda x rho)) = L.
bool ContactSolver::stop() {
  if (points.size() < 3) return false;
  const double share = 1.0 / static_cast<double>(points.size());
  Vec3 centroid{};
  for (const ContactPoint& point : points) centroid += share * point.r_B;
  Mat3 spread{};
  for (const ContactPoint& point : points) {
    const Mat3 s = Mat3::skew(point.r_B - centroid);
    spread = spread + s.transposed() * s;
  }
  const double size = spread.m[0][0] + spread.m[1][1] + spread.m[2][2];
  if (!(determinant(spread) > 1e-9 * size * size * size)) return false;  // the points lie on a line

  const Vec3 total = -(mass.mass_kg * v_B);
  const Vec3 angular = -(mass.inertia_B * w_B) - cross(centroid, total);
  const Vec3 lambda = inverse(spread) * angular;
  std::array<Vec3, kContactPointsMax> impulses;
  for (std::size_t i = 0; i < points.size(); ++i) {
    impulses[i] = share * total + cross(lambda, points[i].r_B - centroid);
    const double normal = dot(normal_B, impulses[i]);
    const Vec3 tangential = impulses[i] - normal * normal_B;
    if (!(normal >= 0.0 && norm(tangential) <= friction * normal)) return false;
  }
  for (std::size_t i = 0; i < points.size(); ++i) points[i].impulse_B = impulses[i];
  v_B = {};
  w_B = {};
  return true;
}

// Never pulling.
void ContactSolver::push_normal(ContactPoint& point) {
  const double before = dot(normal_B, point.impulse_B);
  const double excess = dot(normal_B, velocity_of(point)) - point.speed_sp;
  const double change = std::max(before - point.mass_normal * excess, 0.0) - before;
  push(point, change * normal_B);
  point.impulse_B += change * normal_B;
}

// Within friction times the normal impulse. One scalar mass for both directions along the ground
// keeps the friction of a sliding point exactly against its velocity.
void ContactSolver::push_tangent(ContactPoint& point) {
  const double normal = dot(normal_B, point.impulse_B);
  const Vec3 before = point.impulse_B - normal * normal_B;
  const Vec3 v = velocity_of(point);
  const Vec3 slip = v - dot(normal_B, v) * normal_B;
  Vec3 after = before - point.mass_tangent * slip;
  const double length = norm(after);
  const double limit = friction * normal;
  if (length > limit) after *= limit / length;
  push(point, after - before);
  point.impulse_B = normal * normal_B + after;
}

// To and fro, so that none of two points alike is favoured.
void ContactSolver::sweep(int count) {
  find_masses();
  for (const ContactPoint& point : points) push(point, point.impulse_B);
  const std::size_t last = points.size() - 1;
  for (int i = 0; i < count; ++i) {
    for (std::size_t j = 0; j <= last; ++j) {
      ContactPoint& point = points[i % 2 == 0 ? j : last - j];
      push_normal(point);
      push_tangent(point);
    }
  }
}

void ContactSolver::sweep_normals(int count) {
  find_masses();
  for (int i = 0; i < count; ++i)
    for (ContactPoint& point : points) push_normal(point);
}

}  // namespace alula
