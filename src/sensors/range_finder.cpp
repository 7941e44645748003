#include "sensors/range_finder.h"

#include <algorithm>

#include "math/frames.h"

namespace alula {

MaybeError validate(const RangeFinderConfig& config) {
  return ConfigCheck()
      .keep(validate(config.common, kRangeQueue))
      .from_to("pitch_deg", config.pitch_deg, 0.0, 180.0)
      .from_to("min_m", config.min_m, 0.0, 100.0)
      .from_to("max_m", config.max_m, 0.1, 1000.0)
      .require("max_m", config.max_m > config.min_m, "must be more than min_m")
      .from_to("field_of_view_deg", config.field_of_view_deg, 0.0, 90.0)
      .from_to("incidence_max_deg", config.incidence_max_deg, 1.0, 90.0)
      .zero_or_more("white_m", config.white_m)
      .from_to("scale", config.scale, 0.0, 0.5)
      .zero_or_more("claimed_std_m", config.claimed_std_m)
      .finite("offset_m", config.offset_m)
      .result();
}

RangeFinder::RangeFinder(const RangeFinderConfig& config, const GroundPlane* ground,
                         const SensorIdentity& identity)
    : config_(config),
      instance_(identity.instance),
      ideal_(config.common.ideal || identity.ideal),
      timing_(config.common, identity.clock),
      white_(identity.stream("range", "white")) {
  if (ground != nullptr) ground_ = *ground;
  if (!ideal_) scale_ += config.scale * identity.stream("range", "scale").normal(0);
  const double pitch = radians(config.pitch_deg);
  const Vec3 axis{std::cos(pitch), 0.0, std::sin(pitch)};
  rays_B_.push_back(axis);
  const double half = radians(0.5 * config.field_of_view_deg);
  if (half <= 0.0) return;
  const Vec3 aside{0.0, 1.0, 0.0};
  const Vec3 across = cross(axis, aside);
  for (const Vec3& lean : {aside, -aside, across, -across})
    rays_B_.push_back(std::cos(half) * axis + std::sin(half) * lean);
}

double RangeFinder::true_distance(const TruthState& truth) const {
  double nearest = std::numeric_limits<double>::infinity();
  if (!ground_) return nearest;
  const Vec3 p_WS = truth.p_WB + truth.q_WB * config_.common.position_m;
  const double least_cosine = std::cos(radians(config_.incidence_max_deg));
  for (const Vec3& ray_B : rays_B_) {
    const GroundHit hit = ground_->hit(p_WS, truth.q_WB * ray_B);
    if (hit.incidence_cosine >= least_cosine) nearest = std::min(nearest, hit.distance_m);
  }
  return nearest;
}

void RangeFinder::sense(RangeFinderState& state, const TruthState& truth,
                        SensorErrors& errors) const {
  if (!timing_.due(truth.time)) return;
  const double right = true_distance(truth);
  double read = scale_ * right + config_.offset_m;
  if (!ideal_) read += config_.white_m * white_.normal(timing_.sample_index(truth.time));
  const bool seen = read >= config_.min_m && read <= config_.max_m;
  send(state.under_way, {.time = truth.time,
                         .distance_m = std::clamp(read, config_.min_m, config_.max_m),
                         .min_m = config_.min_m,
                         .max_m = config_.max_m,
                         .variance_m2 = config_.claimed_std_m * config_.claimed_std_m,
                         .quality = seen ? 1.0 : 0.0,
                         .instance = instance_});
  if (!seen) return;
  errors.push_back(
      {truth.time, SensorKind::range, instance_, {right, 0.0, 0.0}, {read - right, 0.0, 0.0}});
}

}  // namespace alula
