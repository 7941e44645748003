#include "sensors/airspeed_sensor.h"

#include <algorithm>

namespace alula {
namespace {

constexpr double kFromBehind = 0.1;  // share of the pressure that a tube feels from behind

}  // namespace

MaybeError validate(const AirspeedSensorConfig& config) {
  return ConfigCheck()
      .keep(validate(config.common, kAirspeedQueue))
      .zero_or_more("white_pa", config.white_pa)
      .zero_or_more("offset_pa", config.offset_pa)
      .above_zero("range_pa", config.range_pa)
      .result();
}

double pitot_pressure_pa(double speed_m_s, const Air<double>& air) {
  constexpr double kRatioOfHeats = 1.4;
  const double mach = speed_m_s / air.speed_of_sound_m_s;
  const double exponent = kRatioOfHeats / (kRatioOfHeats - 1.0);
  const double total = std::pow(1.0 + 0.5 * (kRatioOfHeats - 1.0) * mach * mach, exponent);
  return air.pressure_pa * (total - 1.0);
}

AirspeedSensor::AirspeedSensor(const AirspeedSensorConfig& config, const LocalFrame& frame,
                               const Atmosphere<double>& atmosphere, const WindField<double>& wind,
                               const SensorIdentity& identity)
    : config_(config),
      frame_(frame),
      atmosphere_(atmosphere),
      wind_(wind),
      instance_(identity.instance),
      ideal_(config.common.ideal || identity.ideal),
      timing_(config.common, identity.clock),
      white_(identity.stream("airspeed", "white")) {
  if (!ideal_) offset_pa_ = config.offset_pa * identity.stream("airspeed", "offset").normal(0);
}

void AirspeedSensor::sense(AirspeedSensorState& state, const TruthState& truth,
                           SensorErrors& errors) const {
  if (!timing_.due(truth.time)) return;
  const Vec3& arm = config_.common.position_m;
  const Vec3 p_WS = truth.p_WB + truth.q_WB * arm;
  const Geodetic place = frame_.to_geodetic(p_WS);
  const Air<double> air = atmosphere_.air(place.height_m - frame_.sea_level_m(place));
  const Vec3 v_AB_W = truth.v_WB - wind_.velocity_W(p_WS, seconds(truth.time));
  const double ahead = (truth.q_WB.conjugate() * v_AB_W + cross(truth.w_WB_B, arm)).x;
  const double felt = pitot_pressure_pa(std::fabs(ahead), air);
  const double right = ahead >= 0.0 ? felt : -kFromBehind * felt;
  double read = config_.blocked ? 0.0 : right;
  if (!ideal_) {
    const std::int64_t index = timing_.sample_index(truth.time);
    read += offset_pa_ + config_.white_pa * white_.normal(index);
    read = std::clamp(read, -config_.range_pa, config_.range_pa);
  }
  send(state.under_way, {.time = truth.time,
                         .pressure_difference_pa = read,
                         .static_pressure_pa = air.pressure_pa,
                         .temperature_k = air.temperature_k,
                         .instance = instance_});
  errors.push_back(
      {truth.time, SensorKind::airspeed, instance_, {right, 0.0, 0.0}, {read - right, 0.0, 0.0}});
}

}  // namespace alula
