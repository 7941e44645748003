#include "sensors/barometer.h"

#include <algorithm>

namespace alula {
namespace {

constexpr double kErrorMax_pa = 1e6;  // beyond any transducer
constexpr double kReadingMin_pa =
    1.0;  // no transducer shows less than a vacuum, whatever its error

}  // namespace

MaybeError validate(const BarometerConfig& config) {
  return ConfigCheck()
      .keep(validate(config.common, kBarometerQueue))
      .from_to("white_pa", config.white_pa, 0.0, kErrorMax_pa)
      .from_to("walk_pa", config.walk_pa, 0.0, kErrorMax_pa)
      .above_zero("walk_time_constant_s", config.walk_time_constant_s)
      .from_to("offset_pa", config.offset_pa, -kErrorMax_pa, kErrorMax_pa)
      .result();
}

Barometer::Barometer(const BarometerConfig& config, const LocalFrame& frame,
                     const Atmosphere<double>& atmosphere, const SensorIdentity& identity)
    : config_(config),
      frame_(frame),
      atmosphere_(atmosphere),
      instance_(identity.instance),
      ideal_(config.common.ideal || identity.ideal),
      timing_(config.common, identity.clock),
      white_(identity.stream("baro", "white")),
      walk_(identity.stream("baro", "walk"), {config.walk_pa, 0.0, 0.0},
            config.walk_time_constant_s, timing_.interval_s()) {}

void Barometer::sense(BarometerState& state, const TruthState& truth, SensorErrors& errors) const {
  if (!timing_.due(truth.time)) return;
  const Vec3 p_WS = truth.p_WB + truth.q_WB * config_.common.position_m;
  const Geodetic place = frame_.to_geodetic(p_WS);
  const Air<double> air = atmosphere_.air(place.height_m - frame_.sea_level_m(place));

  double error = config_.offset_pa;
  if (!ideal_) {
    const std::int64_t index = timing_.sample_index(truth.time);
    error += walk_.advance(state.walk, index).x + config_.white_pa * white_.normal(index);
  }
  error = std::max(error, kReadingMin_pa - air.pressure_pa);
  send(state.under_way, {.time = truth.time,
                         .pressure_pa = air.pressure_pa + error,
                         .temperature_k = air.temperature_k,
                         .instance = instance_});
  errors.push_back({truth.time,
                    SensorKind::barometer,
                    instance_,
                    {air.pressure_pa, 0.0, 0.0},
                    {error, 0.0, 0.0}});
}

}  // namespace alula
