// math/linear_solve.h: small dense systems of fixed size.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <utility>

namespace alula {

template <std::size_t N> using SmallVector = std::array<double, N>;
template <std::size_t N> using SmallMatrix = std::array<SmallVector<N>, N>;  // rows

// Solves m x = d by elimination with the largest pivot; a singular m gives numbers that are not
// finite.
template <std::size_t N> SmallVector<N> solve(SmallMatrix<N> m, SmallVector<N> d) {
  for (std::size_t column = 0; column < N; ++column) {
    std::size_t pivot = column;
    for (std::size_t row = column + 1; row < N; ++row)
      if (std::fabs(m[row][column]) > std::fabs(m[pivot][column])) pivot = row;
    std::swap(m[column], m[pivot]);
    std::swap(d[column], d[pivot]);
    for (std::size_t row = column + 1; row < N; ++row) {
      const double factor = m[row][column] / m[column][column];
      for (std::size_t i = column; i < N; ++i) m[row][i] -= factor * m[column][i];
      d[row] -= factor * d[column];
    }
  }
  for (std::size_t row = N; row-- > 0;) {
    for (std::size_t i = row + 1; i < N; ++i) d[row] -= m[row][i] * d[i];
    d[row] /= m[row][row];
  }
  return d;
}

}  // namespace alula
