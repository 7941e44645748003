#include "control/allocation_inverse.h"

#include <algorithm>
#include <cmath>

namespace alula::allocation {
namespace {

using Square = std::array<std::array<double, kControlAxes>, kControlAxes>;

// Gauss-Jordan with pivoting; the matrix is regular, as uncontrolled_axis() has found nothing.
Square inverse_of(Square a) {
  Square b{};
  for (std::size_t i = 0; i < kControlAxes; ++i) b[i][i] = 1.0;
  for (std::size_t c = 0; c < kControlAxes; ++c) {
    std::size_t pivot = c;
    for (std::size_t r = c + 1; r < kControlAxes; ++r) {
      if (std::fabs(a[r][c]) > std::fabs(a[pivot][c])) pivot = r;
    }
    std::swap(a[c], a[pivot]);
    std::swap(b[c], b[pivot]);
    const double scale = 1.0 / a[c][c];
    for (std::size_t k = 0; k < kControlAxes; ++k) a[c][k] *= scale, b[c][k] *= scale;
    for (std::size_t r = 0; r < kControlAxes; ++r) {
      if (r == c) continue;
      const double factor = a[r][c];
      for (std::size_t k = 0; k < kControlAxes; ++k)
        a[r][k] -= factor * a[c][k], b[r][k] -= factor * b[c][k];
    }
  }
  return b;
}

std::array<double, kMotorsMax> normalised(const std::array<double, kMotorsMax>& row, double scale) {
  std::array<double, kMotorsMax> result{};
  for (std::size_t i = 0; i < kMotorsMax; ++i) {
    const double entry = row[i] / scale;
    result[i] = std::fabs(entry) < 1e-3 ? 0.0 : entry;
  }
  return result;
}

}  // namespace

double inner(const std::array<double, kMotorsMax>& a, const std::array<double, kMotorsMax>& b) {
  double sum = 0.0;
  for (std::size_t i = 0; i < kMotorsMax; ++i) sum += a[i] * b[i];
  return sum;
}

Rows unit_rows(const Rows& rows) {
  Rows result = rows;
  for (auto& row : result) {
    const double length = std::sqrt(inner(row, row));
    if (length > 1e-9) std::for_each(row.begin(), row.end(), [&](double& x) { x /= length; });
  }
  return result;
}

std::optional<ControlAxis> uncontrolled_axis(const Rows& unit,
                                             std::optional<ControlAxis> left_out) {
  for (std::size_t axis = 0; axis < kControlAxes; ++axis) {
    if (left_out == static_cast<ControlAxis>(axis)) continue;
    // Gram-Schmidt over the other rows, then over this one.
    Rows basis{};
    std::size_t size = 0;
    const auto residual = [&](std::array<double, kMotorsMax> row) {
      for (std::size_t k = 0; k < size; ++k) {
        const double share = inner(basis[k], row);
        for (std::size_t i = 0; i < kMotorsMax; ++i) row[i] -= share * basis[k][i];
      }
      return row;
    };
    for (std::size_t other = 0; other < kControlAxes; ++other) {
      if (other == axis) continue;
      auto row = residual(unit[other]);
      const double length = std::sqrt(inner(row, row));
      if (length < 1e-6) continue;
      std::for_each(row.begin(), row.end(), [&](double& x) { x /= length; });
      basis[size++] = row;
    }
    const auto rest = residual(unit[axis]);
    if (inner(rest, rest) < 1e-6) return static_cast<ControlAxis>(axis);
  }
  return std::nullopt;
}

Rows pseudo_inverse(const Rows& rows, const Rows& unit) {
  Square gram{};
  for (std::size_t i = 0; i < kControlAxes; ++i) {
    for (std::size_t j = 0; j < kControlAxes; ++j) gram[i][j] = inner(unit[i], unit[j]);
    if (gram[i][i] == 0.0) gram[i][i] = 1.0;
  }
  const Square regular = inverse_of(gram);
  Rows result{};
  for (std::size_t axis = 0; axis < kControlAxes; ++axis) {
    const double length = std::sqrt(inner(rows[axis], rows[axis]));
    if (length == 0.0) continue;
    for (std::size_t i = 0; i < kMotorsMax; ++i) {
      for (std::size_t k = 0; k < kControlAxes; ++k)
        result[axis][i] += regular[k][axis] * unit[k][i] / length;
    }
  }
  return result;
}

MixTable mix_of(const Rows& inverse, const std::array<double, kControlAxes>& scale,
                std::size_t motors) {
  return {normalised(inverse[0], scale[0]), normalised(inverse[1], scale[1]),
          normalised(inverse[2], scale[2]), normalised(inverse[3], scale[3]), motors};
}

}  // namespace alula::allocation
