#include <algorithm>
#include <array>
#include <cmath>

#include "estimator/imu_sampler.h"
#include "estimator/instances.h"
#include "estimator/vote.h"

namespace alula::ekf {

namespace {

constexpr double kPartTau = kImuPartTau;
constexpr double kLearnTau = 10.0;      // [s] of the usual ones
constexpr double kAlive = 0.05;         // [s]
constexpr double kRougher = 5.0;        // so many times as rough is garbage
constexpr std::uint64_t kRepeats = 25;  // 0.1 s at 250 Hz: stuck
constexpr std::uint64_t kRepeatsInDispute = 5;

// How far a difference reaches towards what is tolerated: above 1 it is too much.
double excess(const Vec3& w, const Vec3& force, const EstimatorConfig& c) {
  return std::max(norm(w) / c.imu_rate_apart_rad_s, norm(force) / c.imu_force_apart_m_s2);
}

void note_reading(ImuWitness& w, const ImuSample& s) {
  const double dt = w.time > 0 ? seconds(s.time - w.time) : 0.0;
  const double share = std::clamp(dt / kPartTau, 0.0, 1.0);
  w.rough_w += share * (norm(s.w_B - w.w_B) - w.rough_w);
  w.rough_force += share * (norm(s.specific_force_B - w.specific_force_B) - w.rough_force);
  const bool repeats = s.w_B == w.w_B || s.specific_force_B == w.specific_force_B;
  w.repeats = repeats && w.time > 0 ? w.repeats + 1 : 0;
  w.w_B = s.w_B;
  w.specific_force_B = s.specific_force_B;
  w.time = s.time;
}

// What the difference to the one in use says, `dt` after it was last looked at.
void note_difference(ImuWitness& w, const ImuWitness& used, double dt, const EstimatorConfig& c) {
  const Vec3 rate = w.w_B - used.w_B, force = w.specific_force_B - used.specific_force_B;
  if (w.learned_s == 0.0) {
    w.usual_w = rate;
    w.usual_force = force;
  }
  const double share = std::min(dt / kPartTau, 1.0);
  w.parted_w += share * (rate - w.usual_w - w.parted_w);
  w.parted_force += share * (force - w.usual_force - w.parted_force);
  if (excess(w.parted_w, w.parted_force, c) > 0.5) return;
  w.learned_s += dt;
  const double learn = dt / std::clamp(w.learned_s, dt, kLearnTau);
  w.usual_w += learn * (rate - w.usual_w);
  w.usual_force += learn * (force - w.usual_force);
}

// Those that have a vote: the one in use first.
struct Voters {
  std::array<std::uint32_t, kInstancesMax> who{};
  std::size_t count = 0;
};
Voters voters(const ImuPanel& panel, const InstanceChoice& choice) {
  Voters v{};
  const ImuWitness& used = panel.witnesses[choice.in_use];
  for (std::uint32_t k = 0; k < kInstancesMax; ++k) {
    const auto i = static_cast<std::uint32_t>((choice.in_use + k) % kInstancesMax);
    const ImuWitness& w = panel.witnesses[i];
    const bool alive = w.time > 0 && std::fabs(seconds(used.time - w.time)) <= kAlive;
    if (alive && !condemned(choice, i)) v.who[v.count++] = i;
  }
  return v;
}

double median(const ImuPanel& panel, const Voters& v, double Vec3::* axis, bool rate) {
  std::array<double, kInstancesMax> values{};
  for (std::size_t k = 0; k < v.count; ++k) {
    const ImuWitness& w = panel.witnesses[v.who[k]];
    values[k] = (rate ? w.parted_w : w.parted_force).*axis;
  }
  std::sort(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(v.count));
  return 0.5 * (values[(v.count - 1) / 2] + values[v.count / 2]);
}
Vec3 median(const ImuPanel& panel, const Voters& v, bool rate) {
  return {median(panel, v, &Vec3::x, rate), median(panel, v, &Vec3::y, rate),
          median(panel, v, &Vec3::z, rate)};
}

// The one that is farthest from the median, if that is too far.
void judge_by_majority(const ImuPanel& panel, InstanceChoice& choice, const Voters& v,
                       const EstimatorConfig& c) {
  const Vec3 rate = median(panel, v, true), force = median(panel, v, false);
  double worst = 1.0;
  std::uint32_t culprit = kInstancesMax;
  for (std::size_t k = 0; k < v.count; ++k) {
    const ImuWitness& w = panel.witnesses[v.who[k]];
    const double far = excess(w.parted_w - rate, w.parted_force - force, c);
    if (far <= worst) continue;
    worst = far;
    culprit = v.who[k];
  }
  if (culprit < kInstancesMax) condemn(choice, culprit);
}

// Of two: noise without motion, or standing still in spite of it, convicts at once. Returns the
// culprit, or kInstancesMax.
std::uint32_t plainly_wrong(const ImuPanel& panel, std::uint32_t a, std::uint32_t b) {
  const ImuWitness& u = panel.witnesses[a];
  const ImuWitness& w = panel.witnesses[b];
  if (u.repeats >= kRepeatsInDispute && w.repeats == 0) return a;
  if (w.repeats >= kRepeatsInDispute && u.repeats == 0) return b;
  const auto rougher = [](const ImuWitness& x, const ImuWitness& y) {
    return x.rough_w > kRougher * y.rough_w || x.rough_force > kRougher * y.rough_force;
  };
  if (u.repeats == 0 && w.repeats == 0 && rougher(u, w) != rougher(w, u))
    return rougher(u, w) ? a : b;
  return kInstancesMax;
}

void judge_two(EstimatorState& state, std::uint32_t other, double dt, const EstimatorConfig& c) {
  ImuPanel& panel = state.imu_panel;
  const ImuWitness& w = panel.witnesses[other];
  const bool open = panel.dispute.since > 0 && panel.dispute.other == other;
  if (excess(w.parted_w, w.parted_force, c) <= (open ? 0.5 : 1.0)) {
    panel.dispute = ImuDispute{};
    return;
  }
  const std::uint32_t culprit = plainly_wrong(panel, state.imu_choice.in_use, other);
  if (culprit < kInstancesMax) {
    panel.dispute = ImuDispute{};
    condemn(state.imu_choice, culprit);
    return;
  }
  follow_imu_dispute(state, other, dt);
}

}  // namespace

void hear_imus(EstimatorState& state, const Samples& samples, const EstimatorConfig& config) {
  InstanceChoice& choice = state.imu_choice;
  ImuPanel& panel = state.imu_panel;
  bool several = false;
  for (const ImuSample& s : samples.imu) several = hear_instance(choice, s.instance);
  if (!several || state.modes.filter_running == 0) return;
  std::array<double, kInstancesMax> dt{};
  for (const ImuSample& s : samples.imu) {
    if (s.instance >= kInstancesMax || !plausible_imu(s)) continue;
    ImuWitness& w = panel.witnesses[s.instance];
    if (s.time <= w.time) continue;
    dt[s.instance] += w.time > 0 ? std::min(seconds(s.time - w.time), kAlive) : 0.0;
    note_reading(w, s);
  }
  const Voters vote = voters(panel, choice);
  const ImuWitness& used = panel.witnesses[choice.in_use];
  for (std::uint32_t i = 0; i < kInstancesMax; ++i) {
    ImuWitness& w = panel.witnesses[i];
    if (i == choice.in_use || dt[i] == 0.0) continue;
    if (std::fabs(seconds(used.time - w.time)) > kAlive) continue;
    note_difference(w, used, dt[i], config);
    note_well(choice, i, w.time,
              excess(w.parted_w, w.parted_force, config) < 0.5 && w.repeats < kRepeats);
  }
  if (vote.count < 2 || vote.who[0] != choice.in_use) return;
  if (vote.count > 2) {
    panel.dispute = ImuDispute{};
    judge_by_majority(panel, choice, vote, config);
  } else {
    judge_two(state, vote.who[1], dt[vote.who[1]], config);
  }
}

}  // namespace alula::ekf
