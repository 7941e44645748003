#include "earth/magnetic.h"

#include <array>
#include <cmath>
#include <vector>

#include <GeographicLib/SphericalHarmonic1.hpp>
#include <magnetic_table.h>  // made by the build

namespace alula {
namespace {

constexpr double kReferenceRadius_m = 6371200.0;
constexpr double kTeslaPerNanotesla = 1e-9;
constexpr std::size_t kDegree = magnetic_table::degree;

// GeographicLib stores coefficients by columns of equal m. Those of the sine leave out the first.
constexpr std::size_t index_of(std::size_t n, std::size_t m) {
  return m * (2 * kDegree + 1 - m) / 2 + n;
}
constexpr std::size_t kCosines = index_of(kDegree, kDegree) + 1;
constexpr std::size_t kColumnZero = kDegree + 1;

}  // namespace

MagneticElements magnetic_elements(const Vec3& field_N) {
  return {.declination_rad = std::atan2(field_N.y, field_N.x),
          .inclination_rad = std::atan2(field_N.z, norm_xy(field_N)),
          .strength_t = norm(field_N)};
}

// The harmonic sum keeps pointers into the vectors, so both live and move together.
struct MagneticModel::Coefficients {
  std::vector<double> g, h, g_rate, h_rate;
  GeographicLib::SphericalHarmonic1 sum;

  Coefficients()
      : g(kCosines),
        h(kCosines - kColumnZero),
        g_rate(kCosines),
        h_rate(kCosines - kColumnZero),
        sum(filled()) {}

 private:
  GeographicLib::SphericalHarmonic1 filled() {
    for (const magnetic_table::Row& row : magnetic_table::rows) {
      const std::size_t i =
          index_of(static_cast<std::size_t>(row.n), static_cast<std::size_t>(row.m));
      g[i] = row.g_nt;
      g_rate[i] = row.g_rate_nt_y;
      if (row.m == 0) continue;
      h[i - kColumnZero] = row.h_nt;
      h_rate[i - kColumnZero] = row.h_rate_nt_y;
    }
    constexpr int degree = magnetic_table::degree;
    return {g,
            h,
            degree,
            g_rate,
            h_rate,
            degree,
            kReferenceRadius_m,
            GeographicLib::SphericalHarmonic1::SCHMIDT};
  }
};

MagneticModel::MagneticModel() : coefficients_(std::make_unique<const Coefficients>()) {}
MagneticModel::~MagneticModel() = default;
MagneticModel::MagneticModel(MagneticModel&&) noexcept = default;
MagneticModel& MagneticModel::operator=(MagneticModel&&) noexcept = default;

Vec3 MagneticModel::field_E(const Vec3& p_EP, double decimal_year) const {
  Vec3 gradient;
  coefficients_->sum(decimal_year - magnetic_table::epoch_y, p_EP.x, p_EP.y, p_EP.z, gradient.x,
                     gradient.y, gradient.z);
  return (-kReferenceRadius_m * kTeslaPerNanotesla) * gradient;
}

Vec3 MagneticModel::field_N(const Geodetic& place, double decimal_year) const {
  const Mat3 R_NE = rotation_EN(place.latitude_rad, place.longitude_rad).transposed();
  return R_NE * field_E(ecef_from_geodetic(place), decimal_year);
}

}  // namespace alula
