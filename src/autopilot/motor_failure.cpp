#include "autopilot/motor_failure.h"

#include <algorithm>
#include <cmath>

#include "core/config_check.h"

namespace alula {
namespace {

constexpr TimeNs kSilence = nanoseconds(0.3);
// A low battery takes a quarter of the speed; half a propeller's thrust less is no failed motor.
constexpr double kSpeedShare = 0.4;

constexpr double kSlowTimeShare = 0.1;
constexpr double kShareTime_s = 0.05;
constexpr double kCurrentShare = 0.2;  // of what the others draw for the same share of thrust

constexpr std::uint32_t bit(std::size_t motor) { return std::uint32_t{1} << motor; }

// Whether it has held for `duration`; `since` is 0 while it does not hold.
bool lasts(TimeNs& since, bool holds, TimeNs duration, TimeNs now) {
  if (!holds) {
    since = 0;
    return false;
  }
  if (since == 0) since = now;
  return now - since >= duration;
}

}  // namespace

MaybeError validate(const MotorFailureConfig& config) {
  return ConfigCheck()
      .from_to("thrust_min", config.thrust_min, 0.0, 1.0)
      .zero_or_more("current_per_thrust_a", config.current_per_thrust_a)
      .above_zero("duration_s", config.duration_s)
      .require("mode", config.mode == 0 || config.mode == 1, "must be 0 or 1")
      .result();
}

void MotorFailureDetector::note(MotorFailureState& state, std::size_t motor) {
  state.failed |= bit(motor);
  if (state.lost < 0) state.lost = static_cast<std::int64_t>(motor);
}

// Less than the limit, and much less than the others for what they shall give: at little thrust a
// sound motor draws less than the limit too, since the current goes with the cube of the speed.
bool MotorFailureDetector::draws_little(const MotorFailureState& state, std::size_t motor,
                                        const AllocationStatus& asked) const {
  const double share = asked.motor[motor], current_a = state.current_a[motor];
  if (!(share > config_.thrust_min)) return false;
  const bool measures = (state.measures_current & bit(motor)) != 0;
  if (!measures || !(current_a < config_.current_per_thrust_a * share)) return false;
  double others_a = 0.0, others_share = 0.0;
  for (std::size_t i = 0; i < asked.motor_count; ++i) {
    if (i == motor) continue;
    others_a += state.current_a[i];
    others_share += asked.motor[i];
  }
  return current_a * others_share < kCurrentShare * share * others_a;
}

bool MotorFailureDetector::turns_slowly(const MotorFailureState& state, const EscSample& report,
                                        const AllocationStatus& asked) const {
  const double share = std::min(asked.motor[report.motor], state.share[report.motor]);
  const double full = config_.speed_max_rad_s[report.motor];
  return full > 0.0 && share > config_.thrust_min &&
         report.speed_rad_s < kSpeedShare * full * std::sqrt(share);
}

void MotorFailureDetector::hear(MotorFailureState& state, std::span<const EscSample> reports,
                                const AllocationStatus& asked, TimeNs now) {
  for (const EscSample& report : reports) {
    const std::size_t motor = report.motor;
    if (motor >= asked.motor_count) continue;
    const double dt_s = seconds(now - state.report_time[motor]);
    state.share[motor] += dt_s / (kShareTime_s + dt_s) * (asked.motor[motor] - state.share[motor]);
    state.report_time[motor] = now;
    state.current_a[motor] = report.current_a;
    if (report.current_a > 0.0) state.measures_current |= bit(motor);
  }
}

void MotorFailureDetector::update(MotorFailureState& state, std::span<const EscSample> reports,
                                  const AllocationStatus& asked, TimeNs now) const {
  if (config_.detects == 0 || reports.empty()) return;
  hear(state, reports, asked, now);
  const TimeNs weak_time = nanoseconds(config_.duration_s);
  const TimeNs slow_time = nanoseconds(kSlowTimeShare * config_.duration_s);
  for (const EscSample& report : reports) {
    const std::size_t motor = report.motor;
    if (motor >= asked.motor_count) continue;
    const bool weak =
        lasts(state.weak_since[motor], draws_little(state, motor, asked), weak_time, now);
    const bool slow =
        lasts(state.slow_since[motor], turns_slowly(state, report, asked), slow_time, now);
    if (weak || slow) note(state, motor);
  }
  // One that falls silent while others speak. All together are a broken wire, not broken motors.
  for (std::size_t i = 0; i < asked.motor_count; ++i) {
    if (state.report_time[i] > 0 && now - state.report_time[i] > kSilence) note(state, i);
  }
}

}  // namespace alula
