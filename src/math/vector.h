// math/vector.h: three numbers, and the 3x3 matrices that act on them. Generic over the number
// type.
#pragma once

#include "math/real.h"

namespace alula {

template <class Real> struct Vector3 {
  Real x{}, y{}, z{};

  static constexpr Vector3 zero() { return {Real(0.0), Real(0.0), Real(0.0)}; }
  constexpr Vector3& operator+=(const Vector3& b) {
    x = x + b.x;
    y = y + b.y;
    z = z + b.z;
    return *this;
  }
  constexpr Vector3& operator-=(const Vector3& b) {
    x = x - b.x;
    y = y - b.y;
    z = z - b.z;
    return *this;
  }
  constexpr Vector3& operator*=(const Real& s) {
    x = x * s;
    y = y * s;
    z = z * s;
    return *this;
  }
  friend constexpr Vector3 operator+(const Vector3& a, const Vector3& b) {
    return {a.x + b.x, a.y + b.y, a.z + b.z};
  }
  friend constexpr Vector3 operator-(const Vector3& a, const Vector3& b) {
    return {a.x - b.x, a.y - b.y, a.z - b.z};
  }
  friend constexpr Vector3 operator-(const Vector3& a) { return {-a.x, -a.y, -a.z}; }
  friend constexpr Vector3 operator*(const Real& s, const Vector3& a) {
    return {s * a.x, s * a.y, s * a.z};
  }
  friend constexpr Vector3 operator*(const Vector3& a, const Real& s) { return s * a; }
  friend constexpr Vector3 operator/(const Vector3& a, const Real& s) {
    return {a.x / s, a.y / s, a.z / s};
  }
  friend constexpr bool operator==(const Vector3&, const Vector3&) = default;
};

template <class Real> constexpr Real dot(const Vector3<Real>& a, const Vector3<Real>& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
template <class Real>
constexpr Vector3<Real> cross(const Vector3<Real>& a, const Vector3<Real>& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
template <class Real>
constexpr Vector3<Real> cwise_product(const Vector3<Real>& a, const Vector3<Real>& b) {
  return {a.x * b.x, a.y * b.y, a.z * b.z};
}
template <class Real> Real norm(const Vector3<Real>& a) { return sqrt(dot(a, a)); }
template <class Real> constexpr Real norm_squared(const Vector3<Real>& a) { return dot(a, a); }
template <class Real> Real norm_xy(const Vector3<Real>& a) { return sqrt(a.x * a.x + a.y * a.y); }
// Unit vector; `fallback` where the length is not above 1e-12 of nothing.
template <class Real> Vector3<Real> unit_or(const Vector3<Real>& a, const Vector3<Real>& fallback) {
  const Real length = norm(a);
  const auto usable = length > Real(1e-12);
  const Real inverse = Real(1.0) / select(usable, length, Real(1.0));
  return {select(usable, a.x * inverse, fallback.x), select(usable, a.y * inverse, fallback.y),
          select(usable, a.z * inverse, fallback.z)};
}
template <class Real> Vector3<Real> clamp(const Vector3<Real>& a, const Vector3<Real>& limit) {
  return {clamp_to(a.x, -limit.x, limit.x), clamp_to(a.y, -limit.y, limit.y),
          clamp_to(a.z, -limit.z, limit.z)};
}
inline bool is_finite(const Vector3<double>& a) {
  return std::isfinite(a.x) && std::isfinite(a.y) && std::isfinite(a.z);
}

// Row-major: m[row][column].
template <class Real> struct Matrix3 {
  Real m[3][3]{};

  static constexpr Matrix3 identity() { return diagonal({Real(1.0), Real(1.0), Real(1.0)}); }
  static constexpr Matrix3 diagonal(const Vector3<Real>& d) {
    Matrix3 r;
    r.m[0][0] = d.x;
    r.m[1][1] = d.y;
    r.m[2][2] = d.z;
    return r;
  }
  // skew(a) * b == cross(a, b)
  static constexpr Matrix3 skew(const Vector3<Real>& a) {
    const Real o(0.0);
    return {{{o, -a.z, a.y}, {a.z, o, -a.x}, {-a.y, a.x, o}}};
  }
  [[nodiscard]] constexpr Matrix3 transposed() const {
    return {
        {{m[0][0], m[1][0], m[2][0]}, {m[0][1], m[1][1], m[2][1]}, {m[0][2], m[1][2], m[2][2]}}};
  }
  [[nodiscard]] constexpr Vector3<Real> row(int i) const { return {m[i][0], m[i][1], m[i][2]}; }
  [[nodiscard]] constexpr Vector3<Real> column(int j) const { return {m[0][j], m[1][j], m[2][j]}; }

  friend constexpr Vector3<Real> operator*(const Matrix3& a, const Vector3<Real>& v) {
    return {dot(a.row(0), v), dot(a.row(1), v), dot(a.row(2), v)};
  }
  friend constexpr Matrix3 operator*(const Matrix3& a, const Matrix3& b) {
    Matrix3 r;
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j)
        r.m[i][j] = a.m[i][0] * b.m[0][j] + a.m[i][1] * b.m[1][j] + a.m[i][2] * b.m[2][j];
    return r;
  }
  friend constexpr Matrix3 operator+(const Matrix3& a, const Matrix3& b) {
    Matrix3 r;
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) r.m[i][j] = a.m[i][j] + b.m[i][j];
    return r;
  }
  friend constexpr bool operator==(const Matrix3&, const Matrix3&) = default;
  friend constexpr Matrix3 operator*(const Real& s, const Matrix3& a) {
    Matrix3 r;
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) r.m[i][j] = s * a.m[i][j];
    return r;
  }
};

template <class Real> constexpr Real determinant(const Matrix3<Real>& a) {
  return dot(a.row(0), cross(a.row(1), a.row(2)));
}
// The caller knows that the matrix is regular.
template <class Real> constexpr Matrix3<Real> inverse(const Matrix3<Real>& a) {
  const Vector3<Real> c0 = cross(a.row(1), a.row(2)), c1 = cross(a.row(2), a.row(0)),
                      c2 = cross(a.row(0), a.row(1));
  const Real s = Real(1.0) / dot(a.row(0), c0);
  return {{{c0.x * s, c1.x * s, c2.x * s},
           {c0.y * s, c1.y * s, c2.y * s},
           {c0.z * s, c1.z * s, c2.z * s}}};
}

using Vec3 = Vector3<double>;
using Mat3 = Matrix3<double>;

// Configuration is double; formulas take it over into their own number type.
template <class Real> constexpr Vector3<Real> vector_cast(const Vec3& a) {
  return {Real(a.x), Real(a.y), Real(a.z)};
}
template <class Real> constexpr Matrix3<Real> matrix_cast(const Mat3& a) {
  Matrix3<Real> r;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) r.m[i][j] = Real(a.m[i][j]);
  return r;
}

}  // namespace alula
