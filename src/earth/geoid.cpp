#include "earth/geoid.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include <geoid_table.h>

namespace alula {
namespace {

using geoid_table::columns;
using geoid_table::rows;

constexpr double kPerRadian = (rows - 1) / std::numbers::pi;  // cells
constexpr double kMetresPerUnit = 0.01;

// Cubic convolution: Keys, "Cubic Convolution Interpolation for Digital Image Processing", IEEE
// Trans. ASSP 29 (1981), a = -1/2: exact for quadratics, its slope continuous.
using Weights = std::array<double, 4>;
Weights weights_at(double t) {
  const double u = 1.0 - t;
  return {-0.5 * t * u * u, 1.0 + t * t * (1.5 * t - 2.5), 1.0 + u * u * (1.5 * u - 2.5),
          -0.5 * u * t * t};
}

// For columns less than once round too far; a division would cost more than all else here.
int wrapped(int column) { return column >= columns ? column - columns : column; }

// Four heights of a row from a column on, with the weights. One row past a pole the grid goes on
// along the opposite meridian.
double line_at(int row, int first, const Weights& across) {
  if (row < 0 || row >= rows) {
    row = row < 0 ? -row : 2 * (rows - 1) - row;
    first = wrapped(first + columns / 2);
  }
  const std::int16_t* heights = geoid_table::heights_cm + row * columns;
  double sum = 0.0;
  for (int j = 0; j < 4; ++j) {
    sum += across[static_cast<std::size_t>(j)] * heights[wrapped(first + j)];
  }
  return sum;
}

double egm96_height_m(double latitude_rad, double longitude_rad) {
  if (!std::isfinite(latitude_rad + longitude_rad)) return std::nan("");
  const double south = std::clamp((0.5 * std::numbers::pi - latitude_rad) * kPerRadian, 0.0,
                                  static_cast<double>(rows - 1));
  const double turns = longitude_rad / (2.0 * std::numbers::pi);
  const double east = (turns - std::floor(turns)) * columns;
  const int row = std::min(static_cast<int>(south), rows - 2);
  const int column = static_cast<int>(east);
  const Weights down = weights_at(south - row);
  const Weights across = weights_at(east - column);
  const int first = wrapped(column + columns - 1);

  double sum = 0.0;
  for (int i = 0; i < 4; ++i) {
    sum += down[static_cast<std::size_t>(i)] * line_at(row - 1 + i, first, across);
  }
  return kMetresPerUnit * sum;
}

}  // namespace

double geoid_height_m(GeoidModel model, double latitude_rad, double longitude_rad) {
  return model == GeoidModel::egm96 ? egm96_height_m(latitude_rad, longitude_rad) : 0.0;
}

}  // namespace alula
