#include "aero/body_drag.h"
#include "aero/rate_damping.h"
#include "core/config_check.h"

namespace alula {

MaybeError validate(const BodyDragConfig& config) {
  return ConfigCheck()
      .zero_or_more("drag_area_m2", config.drag_area_m2)
      .finite("position_m", config.position_m)
      .result();
}

BodyDragConfig sphere_drag(double drag_coefficient, double area_m2) {
  const double drag_area = drag_coefficient * area_m2;
  return {.drag_area_m2 = {drag_area, drag_area, drag_area}, .position_m = {}};
}

MaybeError validate(const RateDampingConfig& config) {
  const Vec3& derivative = config.derivative;
  const bool damps = derivative.x <= 0.0 && derivative.y <= 0.0 && derivative.z <= 0.0;
  ConfigCheck check;
  check.zero_or_more("linear_n_m_s_rad", config.linear_n_m_s_rad)
      .finite("derivative", derivative)
      .require("derivative", damps, "must be zero or less");

  const bool dimensionless = norm_squared(derivative) > 0.0;
  const auto reference = [&](const char* field, double length) {
    check.zero_or_more(field, length)
        .require(field, length > 0.0 || !dimensionless,
                 "must be above zero when there is a derivative");
  };
  reference("reference_area_m2", config.reference_area_m2);
  reference("reference_span_m", config.reference_span_m);
  reference("reference_chord_m", config.reference_chord_m);
  return check.result();
}

}  // namespace alula
