#include "aero/body_drag.h"
#include "aero/rate_damping.h"

namespace alula {
namespace {

bool all_at_least_zero(const Vec3& v) { return v.x >= 0.0 && v.y >= 0.0 && v.z >= 0.0; }

Error invalid(const char* field, const char* expected) {
  return {ErrorCode::invalid_config, field, expected};
}

}  // namespace

std::optional<Error> validate(const BodyDragConfig& config) {
  const bool finite = is_finite(config.drag_area_m2);
  if (!finite || !all_at_least_zero(config.drag_area_m2))
    return invalid("drag_area_m2", "must be zero or more");
  if (!is_finite(config.position_m)) return invalid("position_m", "must be finite");
  return std::nullopt;
}

BodyDragConfig sphere_drag(double drag_coefficient, double area_m2) {
  const double drag_area = drag_coefficient * area_m2;
  return {.drag_area_m2 = {drag_area, drag_area, drag_area}, .position_m = {}};
}

std::optional<Error> validate(const RateDampingConfig& config) {
  const bool finite = is_finite(config.linear_n_m_s_rad) && is_finite(config.derivative);
  if (!finite || !all_at_least_zero(config.linear_n_m_s_rad))
    return invalid("linear_n_m_s_rad", "must be zero or more");
  if (!all_at_least_zero(-config.derivative)) return invalid("derivative", "must be zero or less");

  const bool dimensionless = norm_squared(config.derivative) > 0.0;
  const auto usable = [&](double value) {
    return std::isfinite(value) && (dimensionless ? value > 0.0 : value >= 0.0);
  };
  const char* expected = "must be above zero when there is a derivative";
  if (!usable(config.reference_area_m2)) return invalid("reference_area_m2", expected);
  if (!usable(config.reference_span_m)) return invalid("reference_span_m", expected);
  if (!usable(config.reference_chord_m)) return invalid("reference_chord_m", expected);
  return std::nullopt;
}

}  // namespace alula
