// estimator/vote_state.h: what is remembered of several instruments of one kind: which one is
// listened to, and how far each has parted from the others.
#pragma once

#include <array>
#include <cstdint>

#include "core/arena.h"
#include "core/step_time.h"
#include "math/vector.h"
#include "signals/estimate.h"

namespace alula::ekf {

inline constexpr std::size_t kInstancesMax = 4;

struct InstanceChoice {
  std::array<TimeNs, kInstancesMax> arrival{};  // measurement time of the newest good sample
  // Since when one that is not in use has been live and at one with the one in use; 0: it is not.
  std::array<TimeNs, kInstancesMax> well_since{};
  TimeNs first = 0;  // of the first sample of any
  std::uint32_t in_use = 0;
  std::uint32_t preferred = 0;  // as configured when it was last looked at
  std::uint32_t switches = 0;
  SwitchReason reason = SwitchReason::none;  // of the last switch
  std::uint32_t heard = 0;                   // bits of instances that have ever spoken
  std::uint32_t condemned = 0;               // ... that contradict the others
};

// One of several instruments that measure the same vector: a field, a height (along z).
struct Witness {
  Vec3 value{};    // newest, in its own axes
  Vec3 value_W{};  // ... and turned into W
  Vec3 apart{};    // change in W that the motion does not explain, slowly forgotten
  Vec3 usual{};    // by how much it usually differs from the one in use
  TimeNs time = 0;
  double learned_s = 0.0;  // of the usual difference
  double dispute_s = 0.0;  // for how long it has differed by more, less how long it has not
  std::uint64_t repeats = 0;
};
using Panel = std::array<Witness, kInstancesMax>;

// One of several IMUs.
struct ImuWitness {
  Vec3 w_B{};               // newest [rad/s]
  Vec3 specific_force_B{};  // [m/s^2]
  Vec3 usual_w{};           // by how much it usually differs from the one in use
  Vec3 usual_force{};
  Vec3 parted_w{};  // difference beyond the usual one, low-passed
  Vec3 parted_force{};
  double rough_w = 0.0;  // changes from sample to sample, low-passed
  double rough_force = 0.0;
  TimeNs time = 0;
  double learned_s = 0.0;
  std::uint64_t repeats = 0;  // of either half
};

// Two IMUs disagree, and no third one can say which of them lies. If it is the one in use, the
// filter errs by a rotation and a velocity that follow from the difference; whether its innovations
// show them decides.
struct ImuDispute {
  Vec3 rotation_W{};  // by which the filter would be wrong
  Vec3 velocity_W{};
  Vec3 rate_W{};  // at which these two grow
  Vec3 acceleration_W{};
  double evidence = 0.0;  // logarithm of the odds that the one in use lies
  TimeNs since = 0;       // 0: there is none
  TimeNs weighed = 0;     // newest innovation that counted
  std::uint64_t other = 0;
};

struct ImuPanel {
  std::array<ImuWitness, kInstancesMax> witnesses{};
  ImuDispute dispute{};
};
// How far the receiver's positions have gone from where its velocities lead.
struct GnssTrack {
  Vec3 p_W{};  // of the last fix
  Vec3 v_W{};
  Vec3 apart{};             // slowly forgotten [m]
  TimeNs time = 0;          // of the horizon at the last fix
  TimeNs contradicted = 0;  // ... when they were last too far apart; 0: never
};

// One of several receivers that is not in use.
struct ReceiverWitness {
  GnssTrack track{};
  double latitude_rad = 0.0;  // newest
  double longitude_rad = 0.0;
  TimeNs time = 0;
  double off_s = 0.0;  // for how long it has not fitted the filter, less how long it has
  std::uint64_t repeats = 0;
};
static_assert(ArenaState<InstanceChoice> && ArenaState<Panel> && ArenaState<ImuPanel> &&
              ArenaState<ReceiverWitness>);

}  // namespace alula::ekf
