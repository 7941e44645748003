#include "world/ground.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/config_check.h"
#include "math/frames.h"

namespace alula {

MaybeError validate(const GroundConfig& config) {
  return ConfigCheck()
      .from_to("slope_deg", config.slope_deg, 0.0, 60.0)
      .from_to("uphill_azimuth_deg", config.uphill_azimuth_deg, -360.0, 360.0)
      .from_to("friction", config.friction, 0.0, 10.0)
      .from_to("restitution", config.restitution, 0.0, 1.0)
      .from_to("texture", config.texture, 0.0, 1.0)
      .from_to("light_lux", config.light_lux, 0.0, 200'000.0)
      .result();
}

MaybeError validate(const GroundPatch& patch) {
  return ConfigCheck()
      .finite("north_from_m", patch.north_from_m)
      .finite("east_from_m", patch.east_from_m)
      .require("north_to_m", patch.north_to_m > patch.north_from_m, "must be above north_from_m")
      .require("east_to_m", patch.east_to_m > patch.east_from_m, "must be above east_from_m")
      .from_to("height_m", patch.height_m, 0.0, 1000.0)
      .from_to("texture", patch.texture, 0.0, 1.0)
      .result();
}

namespace {

bool covers(const GroundPatch& patch, const Vec3& p_W) {
  return p_W.x >= patch.north_from_m && p_W.x <= patch.north_to_m && p_W.y >= patch.east_from_m &&
         p_W.y <= patch.east_to_m;
}

// One pair of parallel sides, or a top without a bottom: between which lengths the ray is inside.
struct Span {
  double enter = -std::numeric_limits<double>::infinity();
  double leave = std::numeric_limits<double>::infinity();
  double cosine = 0.0;  // of the side through which it enters
};
Span between(double from, double to, double place, double rate) {
  if (rate == 0.0) {
    const bool inside = place >= from && place <= to;
    return inside ? Span{} : Span{.enter = 1.0, .leave = 0.0};
  }
  const double a = (from - place) / rate, b = (to - place) / rate;
  return {.enter = std::min(a, b), .leave = std::max(a, b), .cosine = std::fabs(rate)};
}

}  // namespace

double GroundPlane::rise(const Vec3& p_W) const {
  double highest = 0.0;
  for (const GroundPatch& patch : patches) {
    if (patch.height_m > highest && covers(patch, p_W)) highest = patch.height_m;
  }
  return highest;
}

GroundHit GroundPlane::hit(const Vec3& p_W, const Vec3& direction_W) const {
  const double fall = -dot(normal_W, direction_W);
  const double over = height(p_W);
  GroundHit nearest{};
  if (fall > 0.0 && over >= 0.0) {
    nearest = {.distance_m = over / fall, .incidence_cosine = fall, .texture = texture};
    const Vec3 place = p_W + nearest.distance_m * direction_W;
    for (const GroundPatch& patch : patches) {
      if (patch.height_m == 0.0 && covers(patch, place)) nearest.texture = patch.texture;
    }
  }
  for (const GroundPatch& patch : patches) {
    if (patch.height_m <= 0.0) continue;
    constexpr double deep = -1e9;
    const std::array<Span, 3> spans{
        between(patch.north_from_m, patch.north_to_m, p_W.x, direction_W.x),
        between(patch.east_from_m, patch.east_to_m, p_W.y, direction_W.y),
        between(deep, patch.height_m, over, -fall)};
    Span all = spans[0];
    for (const Span& span : spans) {
      if (span.enter > all.enter) {
        all.enter = span.enter;
        all.cosine = span.cosine;
      }
      all.leave = std::min(all.leave, span.leave);
    }
    const bool met = all.enter <= all.leave && all.enter >= 0.0;
    if (met && all.enter < nearest.distance_m) nearest = {all.enter, all.cosine, patch.texture};
  }
  return nearest;
}

GroundPlane make_ground(const GroundConfig& config) {
  const double slope = radians(config.slope_deg);
  const double azimuth = radians(config.uphill_azimuth_deg);
  const double lean = std::sin(slope);
  return {.normal_W = {-lean * std::cos(azimuth), -lean * std::sin(azimuth), -std::cos(slope)},
          .friction = config.friction,
          .restitution = config.restitution,
          .contact = config.contact,
          .airsim_lock = config.airsim_lock,
          .texture = config.texture,
          .light_lux = config.light_lux,
          .patches = config.patches};
}

}  // namespace alula
