// math/tables.h: functions given by points, straight between them, held constant outside. Generic
// over the number type: a lane of a pack equals the scalar.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <span>
#include <string>

#include "core/assert.h"
#include "core/error.h"
#include "math/real.h"

namespace alula {

struct TablePoint {
  double x = 0.0;
  double y = 0.0;
};

// At least one point, every number finite, x rising. `where` names the table to the user.
inline MaybeError validate_table(std::span<const TablePoint> points, std::string where,
                                 std::size_t capacity) {
  const auto invalid = [&](const std::string& what) {
    return invalid_config(std::move(where), what);
  };
  if (points.empty()) return invalid("needs at least one point");
  if (points.size() > capacity)
    return invalid("has more than " + std::to_string(capacity) + " points");
  for (std::size_t i = 0; i < points.size(); ++i) {
    const bool finite = std::isfinite(points[i].x) && std::isfinite(points[i].y);
    if (!finite) return invalid("point " + std::to_string(i + 1) + " must be finite");
    if (i > 0 && !(points[i].x > points[i - 1].x)) {
      return invalid("x must rise from point " + std::to_string(i) + " to the next");
    }
  }
  return std::nullopt;
}

// Every segment is evaluated and clamped to its own ends; the sum of the rises is the value. No
// search, no branch, so it suits short tables (up to some tens of points).
template <class Real, std::size_t Capacity> class LinearTable {
 public:
  using Scalar = typename RealTraits<Real>::Scalar;

  LinearTable() = default;                                    // zero everywhere
  explicit LinearTable(std::span<const TablePoint> points) {  // has passed validate_table()
    ALULA_ASSERT(!validate_table(points, "", Capacity).has_value());
    segments_ = points.size() - 1;
    first_ = static_cast<Scalar>(points[0].y);
    for (std::size_t i = 0; i < segments_; ++i) {
      const double width = points[i + 1].x - points[i].x;
      start_[i] = static_cast<Scalar>(points[i].x);
      width_[i] = static_cast<Scalar>(width);
      slope_[i] = static_cast<Scalar>((points[i + 1].y - points[i].y) / width);
    }
  }

  [[nodiscard]] Real operator()(const Real& x) const {
    Real y(first_);
    for (std::size_t i = 0; i < segments_; ++i) {
      y = y + slope_[i] * clamp_to(x - start_[i], Real(Scalar(0.0)), Real(width_[i]));
    }
    return y;
  }

 private:
  std::array<Scalar, Capacity> start_{}, width_{}, slope_{};
  std::size_t segments_ = 0;
  Scalar first_{};
};

}  // namespace alula
