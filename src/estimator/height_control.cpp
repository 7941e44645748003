#include "earth/atmosphere.h"
#include "estimator/aids.h"
#include "estimator/control.h"
#include "estimator/resets.h"

namespace alula::ekf {

namespace {

constexpr double kBaroGapMax = 0.4;            // [s] twice EKF2's longest interval
constexpr double kUnknownSpeedVariance = 9.0;  // [m^2/s^2]

void reset_to_baro(EstimatorState& state, const BaroAid& sample, const EstimatorConfig& config) {
  reset_height(state, -sample.altitude_m + state.baro_bias.bias_m, square(config.baro_noise_m));
  reset_vertical_velocity(state, state.filter.x.v_W.z, kUnknownSpeedVariance);
  state.timers.height = state.timers.horizon;
  state.status.baro_height.time_accepted = sample.time;
}

// Another instrument stands at another level: the height goes on where it is.
void take_over_baro(EstimatorState& state, const BaroAid& sample) {
  state.baro_bias.bias_m = state.filter.x.p_W.z + sample.altitude_m;
  state.modes.baro_changed = 0;
}

void judge_ground_effect(EstimatorState& state, const EstimatorConfig& config) {
  Modes& modes = state.modes;
  const bool low = state.ground_z_W - state.filter.x.p_W.z < config.ground_effect_height_m;
  const bool on = modes.in_air != 0 && (low || modes.ground_effect_input != 0);
  modes.ground_effect = on ? 1 : 0;
}

ActiveHeight wanted_height(HeightReference reference) {
  switch (reference) {
    case HeightReference::barometer:
      return ActiveHeight::barometer;
    case HeightReference::gnss:
      return ActiveHeight::gnss;
    case HeightReference::range:
      return ActiveHeight::range;
    case HeightReference::vision:
      return ActiveHeight::vision;
  }
  return ActiveHeight::barometer;
}

bool height_in_use(const EstimatorState& state, ActiveHeight height) {
  switch (height) {
    case ActiveHeight::none:
      return false;
    case ActiveHeight::barometer:
      return state.modes.baro_height != 0;
    case ActiveHeight::gnss:
      return state.modes.gnss_height != 0;
    case ActiveHeight::range:
      return state.aiding.range_height != 0;
    case ActiveHeight::vision:
      return state.aiding.vision_height != 0;
  }
  return false;
}

}  // namespace

// The bias of one that takes over stays as it was learned. The one that is wanted, then the others.
void choose_height_reference(EstimatorState& state, const EstimatorConfig& config) {
  for (const ActiveHeight height :
       {wanted_height(config.height_reference), ActiveHeight::barometer, ActiveHeight::gnss,
        ActiveHeight::vision, ActiveHeight::range}) {
    if (!height_in_use(state, height)) continue;
    state.modes.height_source = height;
    return;
  }
}

void start_height(EstimatorState& state, const EstimatorConfig& config) {
  if (state.baro_average_count < 1.0) return;
  state.baro_bias.bias_m = state.baro_average_m + state.filter.x.p_W.z;
  state.baro_bias.variance = square(config.gnss_position_noise_m);
  state.modes.height_source = ActiveHeight::barometer;
}

void control_height(EstimatorState& state, const EstimatorConfig& config) {
  Modes& modes = state.modes;
  Timers& timers = state.timers;
  BaroAid sample{};
  const bool wanted = config.baro_control != 0;
  const bool arrived = take_baro(state, sample);
  judge_ground_effect(state, config);
  if (wanted && arrived) {
    if (modes.baro_height == 0 && state.baro_average_count < 1.0) {
      state.baro_average_m = sample.altitude_m;
      state.baro_average_count = 1.0;
      start_height(state, config);
    }
    if (modes.baro_changed != 0) take_over_baro(state, sample);
    state.air_density_kg_m3 = standard_atmosphere(sample.altitude_m).density_kg_m3;
    modes.baro_height = 1;
    choose_height_reference(state, config);
    const bool fused = fuse_baro_height(state, sample, config);
    const bool reference = modes.height_source == ActiveHeight::barometer;
    const TimeNs accepted = state.status.baro_height.time_accepted;
    const bool timed_out = !fused && older(timers.horizon, accepted, config.height_timeout_s);
    if (reference && (timed_out || accelerometer_misleads(state))) {
      reset_to_baro(state, sample, config);
    }
  } else if (!wanted || older(timers.horizon, timers.baro_arrival, kBaroGapMax)) {
    modes.baro_height = 0;
    choose_height_reference(state, config);
  }
  state.status.baro_height.fusing = modes.baro_height != 0;
}

}  // namespace alula::ekf
