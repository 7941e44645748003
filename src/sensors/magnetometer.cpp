#include "sensors/magnetometer.h"

#include "math/frames.h"
#include "math/quaternion.h"
#include "sensors/gauss_markov.h"

namespace alula {

namespace {

constexpr double kErrorMax_tesla = 1.0;  // beyond any magnet near a compass

}  // namespace

MaybeError validate(const MagnetometerConfig& config) {
  return ConfigCheck()
      .keep(validate(config.common, kMagnetometerQueue))
      .from_to("white_tesla", config.white_tesla, 0.0, kErrorMax_tesla)
      .from_to("offset_tesla", config.offset_tesla, 0.0, kErrorMax_tesla)
      .from_to("field_yaw_deg", config.field_yaw_deg, -180.0, 180.0)
      .result();
}

Magnetometer::Magnetometer(const MagnetometerConfig& config, const LocalFrame& frame,
                           const SensorIdentity& identity)
    : config_(config),
      frame_(frame),
      instance_(identity.instance),
      ideal_(config.common.ideal || identity.ideal),
      timing_(config.common, identity.clock),
      white_(identity.stream("mag", "white")) {
  const double sigma = config.offset_tesla;
  if (!ideal_) offset_ = white_noise(identity.stream("mag", "offset"), 0, {sigma, sigma, sigma});
}

Vec3 Magnetometer::turned_about_plumb(const Vec3& p_WS, const Vec3& field_W) const {
  const Mat3 R_WN = frame_.R_WN(p_WS);
  return R_WN * (from_yaw(radians(config_.field_yaw_deg)) * (R_WN.transposed() * field_W));
}

void Magnetometer::sense(MagnetometerState& state, const TruthState& truth,
                         const MagneticModel& model, SensorErrors& errors) const {
  if (!timing_.due(truth.time)) return;
  const Vec3 p_WS = truth.p_WB + truth.q_WB * config_.common.position_m;
  const Vec3 field_W = frame_.R_EW().transposed() * model.field_E(frame_.ecef_from_local(p_WS));
  const Vec3 true_B = truth.q_WB.conjugate() * field_W;

  Vec3 field_B = config_.field_yaw_deg == 0.0
                     ? true_B
                     : truth.q_WB.conjugate() * turned_about_plumb(p_WS, field_W);
  if (!ideal_) {
    const double sigma = config_.white_tesla;
    field_B +=
        offset_ + white_noise(white_, timing_.sample_index(truth.time), {sigma, sigma, sigma});
  }
  send(state.under_way, {.time = truth.time, .field_B = field_B, .instance = instance_});
  errors.push_back({truth.time, SensorKind::magnetometer, instance_, true_B, field_B - true_B});
}

}  // namespace alula
