// autopilot/motor_failure.h: which motors do not do what they are told, by what their speed
// controllers report. Source: PX4 v1.15, failure detector; the speed counts beside the current.
#pragma once

#include <span>

#include "core/error.h"
#include "signals/airframe.h"
#include "signals/control.h"

namespace alula {

struct MotorFailureConfig {
  std::int64_t detects = 1;  // FD_ACT_EN
  double thrust_min = 0.2;   // FD_ACT_MOT_THR: below this share of thrust nothing is judged
  double current_per_thrust_a = 2.0;  // FD_ACT_MOT_C2T: at least so much per share of thrust
  // FD_ACT_MOT_TOUT: so long too little current; of a motor that hardly turns a tenth suffices [s]
  double duration_s = 0.1;
  std::int64_t mode = 1;  // CA_FAILURE_MODE: 1 the first that fails is flown without
  // At full command; 0: not told, and then only the current is judged [rad/s].
  std::array<double, kMotorsMax> speed_max_rad_s{};
};
static_assert(ArenaState<MotorFailureConfig>);
MaybeError validate(const MotorFailureConfig& config);

struct MotorFailureState {
  std::array<TimeNs, kMotorsMax> report_time{};  // newest report; 0: none yet
  std::array<TimeNs, kMotorsMax> weak_since{};   // too little current since; 0: enough
  std::array<TimeNs, kMotorsMax> slow_since{};   // too little speed since; 0: enough
  std::array<double, kMotorsMax> share{};        // asked, smoothed: a motor needs time to speed up
  std::array<double, kMotorsMax> current_a{};    // of the newest report
  std::uint32_t failed = 0;                      // bits; once failed, failed until disarmed
  std::uint32_t measures_current = 0;            // bits: the report has shown a current
  std::int64_t lost = -1;                        // the first that failed; -1: none
};
static_assert(ArenaState<MotorFailureState>);

class MotorFailureDetector {
 public:
  explicit MotorFailureDetector(const MotorFailureConfig& config) : config_(config) {}

  // Once a step while armed; `asked` is what allocation asked for last.
  void update(MotorFailureState& state, std::span<const EscSample> reports,
              const AllocationStatus& asked, TimeNs now) const;

 private:
  [[nodiscard]] bool turns_slowly(const MotorFailureState& state, const EscSample& report,
                                  const AllocationStatus& asked) const;
  [[nodiscard]] bool draws_little(const MotorFailureState& state, std::size_t motor,
                                  const AllocationStatus& asked) const;
  static void hear(MotorFailureState& state, std::span<const EscSample> reports,
                   const AllocationStatus& asked, TimeNs now);
  static void note(MotorFailureState& state, std::size_t motor);

  const MotorFailureConfig& config_;
};

// The motor that is flown without, where there is one.
inline bool flies_without(const MotorFailureConfig& config, const MotorFailureState& state) {
  return config.mode == 1 && state.lost >= 0;
}

}  // namespace alula
