// Why the vehicle may not be armed.
#include <cmath>

#include "autopilot/commander.h"

namespace alula {
namespace {

constexpr TimeNs kSampleAgeMax = nanoseconds(0.5);  // PX4's voter time-out of the IMU; ours for all
constexpr double kSpeedAtRest = 1.0;                // horizontal, vertical [m/s], by the estimate
constexpr double kTiltCosine = 0.5;                 // 60 deg, PX4's FD_FAIL_R and FD_FAIL_P

bool fresh(TimeNs sample, TimeNs now) { return sample >= 0 && now - sample < kSampleAgeMax; }

}  // namespace

bool position_known(const VehicleEstimate& estimate) {
  return estimate.global_valid && estimate.v_xy_valid && estimate.v_z_valid;
}

void Commander::observe(CommanderState& state, const Samples& samples) const {
  for (const ImuSample& s : samples.imu) state.imu_time = s.time;
  for (const BaroSample& s : samples.baro) state.baro_time = s.time;
  for (const MagSample& s : samples.mag) state.mag_time = s.time;
  for (const BatterySample& s : samples.battery)
    watch(config_.battery, s, state.flown && !state.was_landed, state.battery);
}

std::uint32_t Commander::failing_checks(const CommanderState& state, const CommanderInputs& in,
                                        bool for_mission) const {
  std::uint32_t failing = 0;
  const auto check = [&failing](ArmingCheck which, bool good) {
    if (!good) failing |= 1U << static_cast<std::uint32_t>(which);
  };
  const VehicleEstimate& e = in.estimate;
  check(ArmingCheck::imu, fresh(state.imu_time, in.now));
  check(ArmingCheck::barometer, fresh(state.baro_time, in.now));
  check(ArmingCheck::magnetometer, fresh(state.mag_time, in.now));
  // Only what the mode needs of the place must be known.
  const ModeNeeds needs = needs_of(state.status.mode) |
                          (state.status.mode == FlightMode::offboard ? in.offboard_needs : 0U);
  const bool place = has(needs, ModeNeed::local_position);
  const bool globe = has(needs, ModeNeed::global_position);
  const bool local = e.xy_valid && e.z_valid && e.v_xy_valid && e.v_z_valid;
  // Flow or vision may know the local position without any receiver.
  check(ArmingCheck::gnss, !place || in.filter.gnss_checks_passed || (local && !globe));
  check(ArmingCheck::attitude, e.attitude_valid);
  check(ArmingCheck::heading, e.heading_valid);
  check(ArmingCheck::local_position, !place || local);
  check(ArmingCheck::global_position, !globe || e.global_valid);
  check(ArmingCheck::home, !globe || state.home.set_count > 0);
  check(ArmingCheck::mission, !for_mission || in.mission_valid);
  check(ArmingCheck::sticks, !has(needs, ModeNeed::sticks) || in.sticks_live);
  check(ArmingCheck::offboard, !has(needs, ModeNeed::offboard) || in.offboard_live);
  check(ArmingCheck::battery, state.battery.remaining > config_.battery.low);
  check(ArmingCheck::ground_station,
        config_.failsafe.ground_station_action == 0 || ground_station_live(in));
  check(ArmingCheck::geofence,
        in.breach == FenceBreach::none || config_.failsafe.fence_action == 0);
  // In flight moving and leaning are no faults.
  const bool armed = state.status.arming == ArmingState::armed;
  const bool still = norm_xy(e.v_WB) < kSpeedAtRest && std::fabs(e.v_WB.z) < kSpeedAtRest;
  check(ArmingCheck::motionless, armed || still);
  const Vec3 down_B = e.q_WB.conjugate() * Vec3{0.0, 0.0, 1.0};
  check(ArmingCheck::upright, armed || down_B.z >= kTiltCosine);
  return failing;
}

std::string_view first_reason(std::uint32_t failing) {
  for (std::uint32_t i = 0; i < static_cast<std::uint32_t>(ArmingCheck::count); ++i) {
    if (failing & (1U << i)) return to_string(static_cast<ArmingCheck>(i));
  }
  return {};
}

}  // namespace alula
