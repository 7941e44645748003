#include "autopilot/motor_failure.h"

#include <cmath>

#include "core/config_check.h"

namespace alula {
namespace {

constexpr TimeNs kSilence = nanoseconds(0.3);
// A low battery takes a quarter of the speed; half a propeller's thrust less is no failed motor.
constexpr double kSpeedShare = 0.4;

constexpr double kCurrentShare = 0.2;  // of what the others draw for the same share of thrust

constexpr std::uint32_t bit(std::size_t motor) { return std::uint32_t{1} << motor; }

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

bool MotorFailureDetector::is_weak(const MotorFailureState& state, const EscSample& report,
                                   const AllocationStatus& asked) const {
  const double share = asked.motor[report.motor];
  if (!(share > config_.thrust_min)) return false;
  if (draws_little(state, report.motor, asked)) return true;
  const double full = config_.speed_max_rad_s[report.motor];
  return full > 0.0 && report.speed_rad_s < kSpeedShare * full * std::sqrt(share);
}

void MotorFailureDetector::update(MotorFailureState& state, std::span<const EscSample> reports,
                                  const AllocationStatus& asked, TimeNs now) const {
  if (config_.detects == 0 || reports.empty()) return;
  for (const EscSample& report : reports) {
    if (report.motor >= asked.motor_count) continue;
    state.report_time[report.motor] = now;
    state.current_a[report.motor] = report.current_a;
    if (report.current_a > 0.0) state.measures_current |= bit(report.motor);
  }
  const TimeNs duration = nanoseconds(config_.duration_s);
  for (const EscSample& report : reports) {
    const std::size_t motor = report.motor;
    if (motor >= asked.motor_count) continue;
    TimeNs& weak_since = state.weak_since[motor];
    if (!is_weak(state, report, asked)) {
      weak_since = 0;
    } else if (weak_since == 0) {
      weak_since = now;
    } else if (now - weak_since >= duration) {
      note(state, motor);
    }
  }
  // One that falls silent while others speak. All together are a broken wire, not broken motors.
  for (std::size_t i = 0; i < asked.motor_count; ++i) {
    if (state.report_time[i] > 0 && now - state.report_time[i] > kSilence) note(state, i);
  }
}

}  // namespace alula
