#include "math/quaternion.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace alula {
namespace {

// Where the series below leaves out less than 2e-17 of the angle.
bool is_small(double squared_sine, double cosine) {
  return squared_sine < 1e-4 * cosine * cosine && cosine > 0.0;
}
// The arc tangent over its sine.
double series_of_angle(double squared_sine, double cosine) {
  const double inverse = 1.0 / cosine;
  const double t2 = squared_sine * (inverse * inverse);
  return inverse *
         (1.0 - t2 * (1.0 / 3.0 - t2 * (1.0 / 5.0 - t2 * (1.0 / 7.0 - t2 * (1.0 / 9.0)))));
}

}  // namespace

double angle_of(double sine, double cosine) {
  if (is_small(sine * sine, cosine)) return series_of_angle(sine * sine, cosine) * sine;
  return std::atan2(sine, cosine);
}

double angle_between(const Vec3& a, const Vec3& b) {
  return angle_of(norm(cross(a, b)), dot(a, b));
}

Quat from_rotation_vector(const Vec3& phi) {
  const double h2 = 0.25 * norm_squared(phi);  // half the angle, squared
  if (h2 < 1e-3) {                             // series: the next terms are below 3e-17
    const double cosine = 1.0 - h2 * (1.0 / 2.0 - h2 * (1.0 / 24.0 - h2 / 720.0));
    const double scale = 0.5 - h2 * (1.0 / 12.0 - h2 * (1.0 / 240.0 - h2 / 10080.0));
    return {cosine, scale * phi.x, scale * phi.y, scale * phi.z};
  }
  const double half = std::sqrt(h2);
  const double scale = 0.5 * std::sin(half) / half;
  return {std::cos(half), scale * phi.x, scale * phi.y, scale * phi.z};
}

Vec3 to_rotation_vector(const Quat& q) {
  const Vec3 u = q.w < 0.0 ? -q.imag() : q.imag();
  const double cosine = std::fabs(q.w);
  const double s2 = norm_squared(u);
  if (is_small(s2, cosine)) return (2.0 * series_of_angle(s2, cosine)) * u;
  const double sine = std::sqrt(s2);
  return (2.0 * std::atan2(sine, cosine) / sine) * u;
}

Quat from_rotation_matrix(const Mat3& R) {
  const auto& m = R.m;
  const double trace = m[0][0] + m[1][1] + m[2][2];
  // Shepperd's method: divide by the largest of the four, so nothing is ill-conditioned.
  if (trace > std::max({m[0][0], m[1][1], m[2][2]})) {
    const double s = 2.0 * std::sqrt(1.0 + trace);
    return normalized(
        Quat{0.25 * s, (m[2][1] - m[1][2]) / s, (m[0][2] - m[2][0]) / s, (m[1][0] - m[0][1]) / s});
  }
  const int i = m[0][0] > m[1][1] ? (m[0][0] > m[2][2] ? 0 : 2) : (m[1][1] > m[2][2] ? 1 : 2);
  const int j = (i + 1) % 3;
  const int k = (i + 2) % 3;
  const double s = 2.0 * std::sqrt(1.0 + m[i][i] - m[j][j] - m[k][k]);
  double v[3]{};
  v[i] = 0.25 * s;
  v[j] = (m[j][i] + m[i][j]) / s;
  v[k] = (m[k][i] + m[i][k]) / s;
  return normalized(Quat{(m[k][j] - m[j][k]) / s, v[0], v[1], v[2]});
}

Quat from_euler(const Euler& e) {
  const double cr = std::cos(0.5 * e.roll), sr = std::sin(0.5 * e.roll);
  const double cp = std::cos(0.5 * e.pitch), sp = std::sin(0.5 * e.pitch);
  const double cy = std::cos(0.5 * e.yaw), sy = std::sin(0.5 * e.yaw);
  return {cr * cp * cy + sr * sp * sy, sr * cp * cy - cr * sp * sy, cr * sp * cy + sr * cp * sy,
          cr * cp * sy - sr * sp * cy};
}

Euler to_euler(const Quat& q) {
  const Mat3 R = rotation_matrix(q);
  const double cos_pitch = std::hypot(R.m[2][1], R.m[2][2]);
  const double pitch = std::atan2(-R.m[2][0], cos_pitch);
  // Nose straight up or down: only yaw and roll together are defined, so yaw gets all of it.
  if (cos_pitch < 1e-12) return {0.0, pitch, std::atan2(-R.m[0][1], R.m[1][1])};
  return {std::atan2(R.m[2][1], R.m[2][2]), pitch, std::atan2(R.m[1][0], R.m[0][0])};
}

double yaw_of(const Quat& q) {
  return std::atan2(2.0 * (q.x * q.y + q.w * q.z), 1.0 - 2.0 * (q.y * q.y + q.z * q.z));
}

double yaw_between(const Quat& from, const Quat& to) {
  // The noses seen from above, as (cos, sin) times the cosine of pitch.
  const auto ahead = [](const Quat& q) { return 1.0 - 2.0 * (q.y * q.y + q.z * q.z); };
  const auto right = [](const Quat& q) { return 2.0 * (q.x * q.y + q.w * q.z); };
  return angle_of(ahead(from) * right(to) - right(from) * ahead(to),
                  ahead(from) * ahead(to) + right(from) * right(to));
}

Quat from_yaw(double yaw) { return {std::cos(0.5 * yaw), 0.0, 0.0, std::sin(0.5 * yaw)}; }

double wrap_pi(double angle) {
  const double turn = 2.0 * std::numbers::pi;
  const double wrapped = angle - turn * std::ceil((angle - std::numbers::pi) / turn);
  return wrapped;
}

}  // namespace alula
