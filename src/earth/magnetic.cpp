#include "earth/magnetic.h"

#include <array>
#include <cmath>
#include <vector>

#include <GeographicLib/SphericalHarmonic.hpp>
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
  std::vector<double> g, h;
  GeographicLib::SphericalHarmonic sum;

  explicit Coefficients(double decimal_year)
      : g(kCosines), h(kCosines - kColumnZero), sum(filled(decimal_year)) {}

 private:
  GeographicLib::SphericalHarmonic filled(double decimal_year) {
    const double years = decimal_year - magnetic_table::epoch_y;
    for (const magnetic_table::Row& row : magnetic_table::rows) {
      const std::size_t i =
          index_of(static_cast<std::size_t>(row.n), static_cast<std::size_t>(row.m));
      g[i] = row.g_nt + years * row.g_rate_nt_y;
      if (row.m > 0) h[i - kColumnZero] = row.h_nt + years * row.h_rate_nt_y;
    }
    return {g, h, magnetic_table::degree, kReferenceRadius_m,
            GeographicLib::SphericalHarmonic::SCHMIDT};
  }
};

MagneticModel::MagneticModel(double decimal_year)
    : coefficients_(std::make_unique<const Coefficients>(decimal_year)) {}
MagneticModel::~MagneticModel() = default;
MagneticModel::MagneticModel(MagneticModel&&) noexcept = default;
MagneticModel& MagneticModel::operator=(MagneticModel&&) noexcept = default;

Vec3 MagneticModel::field_E(const Vec3& p_EP) const {
  Vec3 gradient;
  coefficients_->sum(p_EP.x, p_EP.y, p_EP.z, gradient.x, gradient.y, gradient.z);
  return (-kReferenceRadius_m * kTeslaPerNanotesla) * gradient;
}

Vec3 MagneticModel::field_N(const Geodetic& place) const {
  const Mat3 R_NE = rotation_EN(place.latitude_rad, place.longitude_rad).transposed();
  return R_NE * field_E(ecef_from_geodetic(place));
}

}  // namespace alula
