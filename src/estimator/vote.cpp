#include "estimator/vote.h"

#include <algorithm>
#include <cmath>

#include "earth/atmosphere.h"
#include "estimator/control.h"
#include "estimator/instances.h"

namespace alula::ekf {

namespace {

constexpr double kForgetTau = 20.0;  // [s] of unexplained changes
constexpr double kLearnTau = 10.0;   // [s] of the usual difference
constexpr double kPersist = 0.3;     // [s] of difference before a dispute: a glitch is none
constexpr double kGapMax = 1.0;      // [s] longer ones break the thread of changes
constexpr double kClear = 2.0;       // one must have changed by so many times as much
constexpr std::uint64_t kRepeats = 10;

// Another instrument than these two, believed and live.
bool is_third(const Panel& panel, const InstanceChoice& choice, std::uint32_t i,
              std::uint32_t accuser) {
  const TimeNs now = panel[accuser].time;
  return i != accuser && i != choice.in_use && !condemned(choice, i) && panel[i].time > 0 &&
         seconds(now - panel[i].time) < kPersist;
}
Vec3 parted(const Panel& panel, const InstanceChoice& choice, std::uint32_t i) {
  return panel[i].value - panel[choice.in_use].value - panel[i].usual;
}

void judge(const Panel& panel, InstanceChoice& choice, std::uint32_t accuser, double gate) {
  const Vec3 difference = parted(panel, choice, accuser);
  for (std::uint32_t i = 0; i < kInstancesMax; ++i) {
    if (!is_third(panel, choice, i, accuser)) continue;
    const Vec3 third = parted(panel, choice, i);
    if (norm(third) <= gate) return condemn(choice, accuser);
    if (norm(third - difference) <= gate) return condemn(choice, choice.in_use);
  }
  const double used = norm(panel[choice.in_use].apart), other = norm(panel[accuser].apart);
  if (other > 0.5 * gate && other > kClear * used) return condemn(choice, accuser);
  if (used > 0.5 * gate && used > kClear * other) condemn(choice, choice.in_use);
}

void compare(Panel& panel, InstanceChoice& choice, std::uint32_t i, double dt, double gate) {
  Witness& w = panel[i];
  const Witness& used = panel[choice.in_use];
  if (used.time == 0 || seconds(w.time - used.time) > kPersist) return;
  if (w.learned_s == 0.0) w.usual = w.value - used.value;
  const double difference = norm(parted(panel, choice, i));
  if (difference <= gate) {
    w.learned_s += dt;
    const double share = dt / std::clamp(w.learned_s, dt, kLearnTau);
    if (dt > 0.0) w.usual += share * parted(panel, choice, i);
  }
  w.dispute_s = std::clamp(w.dispute_s + (difference > gate ? dt : -dt), 0.0, kPersist);
  note_well(choice, i, w.time, difference <= gate && w.dispute_s == 0.0 && w.repeats < kRepeats);
  if (w.dispute_s >= kPersist && !condemned(choice, i)) judge(panel, choice, i, gate);
}

}  // namespace

void hear_reading(Panel& panel, InstanceChoice& choice, const Reading& r, double gate) {
  Witness& w = panel[r.instance];
  const double dt = w.time > 0 ? seconds(r.time - w.time) : 0.0;
  if (dt < 0.0) return;
  const Vec3 unexplained = r.value_W - w.value_W - dt * r.rate_W;
  const bool thread = w.time > 0 && dt <= kGapMax;
  w.apart = thread ? w.apart + unexplained - (dt / kForgetTau) * w.apart : Vec3{};
  w.repeats = r.value == w.value ? w.repeats + 1 : 0;
  w.value = r.value;
  w.value_W = r.value_W;
  w.time = r.time;
  if (r.instance != choice.in_use) compare(panel, choice, r.instance, std::min(dt, kGapMax), gate);
}

bool in_dispute(const Panel& panel, const InstanceChoice& choice) {
  for (std::uint32_t i = 0; i < kInstancesMax; ++i) {
    const double lasted = panel[i].dispute_s;
    if (lasted > 0.0 && lasted < kPersist && !condemned(choice, i)) return true;
  }
  return false;
}

void rebase(Panel& panel, std::uint32_t from, std::uint32_t to) {
  const Vec3 step = panel[to].usual;
  for (Witness& w : panel) {
    w.usual -= step;
    w.dispute_s = 0.0;
  }
  panel[from].learned_s = panel[to].learned_s;
}

// A height may part by what the barometer is said to err by.
void hear_baro(EstimatorState& state, const BaroSample& baro, const EstimatorConfig& config) {
  if (!hear_instance(state.baro_choice, baro.instance) || baro.instance >= kInstancesMax) return;
  if (state.modes.filter_running == 0) return;
  const Vec3 place{0.0, 0.0, -altitude_from_pressure(baro.pressure_pa)};
  const Vec3 rate{0.0, 0.0, state.output.now.v_W.z};
  hear_reading(state.baro_panel, state.baro_choice, {baro.instance, baro.time, place, place, rate},
               config.baro_noise_m);
}

// Fields likewise.
void hear_mag(EstimatorState& state, const MagSample& mag, const EstimatorConfig& config) {
  if (!hear_instance(state.mag_choice, mag.instance) || mag.instance >= kInstancesMax) return;
  if (state.modes.filter_running == 0) return;
  const Vec3 field_B = kGaussPerTesla * mag.field_B;
  const Vec3 field_W = state.output.now.q_WB * field_B;
  hear_reading(state.mag_panel, state.mag_choice, {mag.instance, mag.time, field_B, field_W, {}},
               config.mag_noise_gauss);
}

}  // namespace alula::ekf
