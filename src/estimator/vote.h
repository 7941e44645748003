// estimator/vote.h: several instruments of one kind hold each other to account. One of them is
// condemned when it contradicts the others, and believed again when it has been at one with them
// for kProbation.
#pragma once

#include "estimator/config.h"
#include "estimator/state.h"

namespace alula::ekf {

// One reading of a vector that several instruments measure.
struct Reading {
  std::uint32_t instance = 0;
  TimeNs time = 0;
  Vec3 value{};    // in the instrument's axes
  Vec3 value_W{};  // in W
  Vec3 rate_W{};   // at which value_W should change, as the filter moves
};

// vote.cpp: one reading more. An instrument that has left its usual difference to the one in use by
// more than `gate` for 0.3 s is in dispute with it. Where there is a third one, two that agree are
// right; where there is not, that one is wrong whose reading has changed as the motion of the
// filter does not explain. While neither can be told, the one in use is kept.
void hear_reading(Panel& panel, InstanceChoice& choice, const Reading& reading, double gate);
// A dispute has begun and is not yet judged: the one in use is not to be trusted meanwhile.
bool in_dispute(const Panel& panel, const InstanceChoice& choice);
// `to` has taken over from `from`: differences count from it.
void rebase(Panel& panel, std::uint32_t from, std::uint32_t to);

void hear_baro(EstimatorState& state, const BaroSample& baro, const EstimatorConfig& config);
void hear_mag(EstimatorState& state, const MagSample& mag, const EstimatorConfig& config);

// imu_vote.cpp: the IMU samples of one call. Of three or more the median is right. Of two, noise
// without motion or a standstill in spite of it convicts; what remains is a dispute.
void hear_imus(EstimatorState& state, const Samples& samples, const EstimatorConfig& config);
inline constexpr double kImuPartTau = 0.2;  // [s] low-pass of the differences that are judged

// imu_dispute.cpp: by what the filter would be wrong if the one in use lies, `dt_s` more of it.
void follow_imu_dispute(EstimatorState& state, std::uint32_t other, double dt_s);
// At the delayed horizon: what the newest innovations say about that. They decide.
void weigh_imu_dispute(EstimatorState& state, const EstimatorConfig& config);
// `to` has taken over: its biases are those of `from` and the usual difference, and what a dispute
// has shown to be wrong is put right. False: they do not know each other, all is to be learned
// anew.
bool take_over_imu(EstimatorState& state, std::uint32_t from, std::uint32_t to,
                   const EstimatorConfig& config);

// receiver_vote.cpp: fixes of any receiver, of which the one in use has its track at the horizon.
void hear_fix(EstimatorState& state, const GnssFix& fix, const EstimatorConfig& config);

}  // namespace alula::ekf
