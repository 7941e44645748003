#include "autopilot/failsafe_rules.h"

#include "core/config_check.h"

namespace alula {
namespace {

using enum FailsafeAction;
using Cause = FailsafeCause;

constexpr std::int64_t kTerminationKey = 121212;
constexpr std::int64_t kSticksOff = 4;

FailsafeRule lasting(FailsafeAction action) {
  return {action, Takeover::by_sticks_or_mode, FailsafeEnd::with_mode_change, 1};
}
// Nothing brings it back.
constexpr FailsafeRule kTerminate{terminate, Takeover::never, FailsafeEnd::never, 0};
constexpr FailsafeRule kDisarm{disarm, Takeover::never, FailsafeEnd::with_cause, 0};
constexpr FailsafeRule kWarn{warn};

// NAV_RCL_ACT and NAV_DLL_ACT.
FailsafeRule link_rule(std::int64_t value) {
  switch (value) {
    case 1:
      return lasting(hold);
    case 2:
      return lasting(return_home);
    case 3:
      return lasting(land);
    case 5:
      return kTerminate;
    case 6:
      return kDisarm;
    default:
      return {};
  }
}

// GF_ACTION and COM_WIND_MAX_ACT. Sticks that are held when the fence is broken must not count as
// a wish to fly on.
FailsafeRule limit_rule(std::int64_t value) {
  switch (value) {
    case 1:
      return kWarn;
    case 2:
      return {hold, Takeover::by_mode, FailsafeEnd::with_mode_change, 0};
    case 3:
      return lasting(return_home);
    case 4:
      return kTerminate;
    case 5:
      return lasting(land);
    default:
      return {};
  }
}

// Who spins comes down, and no pilot can fly it.
FailsafeRule motor_rule(std::int64_t value, bool spins) {
  if (spins && value != 4) return {land, Takeover::never, FailsafeEnd::never, 0};
  switch (value) {
    case 1:
      return {hold};
    case 2:
      return lasting(land);
    case 3:
      return lasting(return_home);
    case 4:
      return kTerminate;
    default:
      return kWarn;
  }
}

bool is_excepted(std::int64_t exceptions, FlightMode wanted) {
  constexpr std::int64_t mission = 1, automatic = 2, offboard = 4;
  switch (wanted) {
    case FlightMode::mission:
      return (exceptions & mission) != 0;
    case FlightMode::hold:
    case FlightMode::takeoff:
    case FlightMode::land:
    case FlightMode::return_home:
    case FlightMode::descend:
    case FlightMode::orbit:
    case FlightMode::follow:
      return (exceptions & automatic) != 0;
    case FlightMode::offboard:
      return (exceptions & offboard) != 0;
    default:
      return false;
  }
}

// Who armed with a low battery has been told.
void battery_rules(const FailsafeConfig& config, const FailsafeFacts& facts, FailsafeRules& rules) {
  const bool worse = facts.battery > facts.battery_at_arming;
  const std::int64_t action = worse ? config.battery_action : 0;
  switch (facts.battery) {
    case BatteryWarning::none:
      break;
    case BatteryWarning::low:
      rule_of(rules, Cause::battery_low) = kWarn;
      break;
    case BatteryWarning::critical:
      rule_of(rules, Cause::battery_critical) = {action == 2   ? land
                                                 : action == 3 ? return_home
                                                               : warn};
      break;
    case BatteryWarning::emergency:
      rule_of(rules, Cause::battery_emergency) = {action >= 2 ? land : warn};
      break;
  }
  if (!facts.flight_time_short) return;
  FailsafeRule& flight_time = rule_of(rules, Cause::flight_time_short);
  if (config.flight_time_action == 1) flight_time = kWarn;
  if (config.flight_time_action == 3) flight_time = lasting(return_home);
}

void wind_rule(const FailsafeConfig& config, double wind_m_s, FailsafeRules& rules) {
  FailsafeRule& wind = rule_of(rules, Cause::wind);
  if (config.wind_warn_m_s > 0.0 && wind_m_s > config.wind_warn_m_s) wind = kWarn;
  if (config.wind_max_m_s > 0.0 && wind_m_s > config.wind_max_m_s) {
    const FailsafeRule limit = limit_rule(config.wind_action);
    if (limit.action > wind.action) wind = limit;
  }
}

// Just after take-off nobody is hurt by motors that stop, and a vehicle that lies on its back must
// not go on turning them.
FailsafeRule attitude_rule(const FailsafeConfig& config, double armed_s) {
  if (armed_s < config.spool_up_s + config.lockdown_s)
    return {disarm, Takeover::never, FailsafeEnd::with_cause, 0};
  if (config.termination_lock == kTerminationKey) return kWarn;
  return kTerminate;
}

FailsafeAction offboard_loss(const FailsafeConfig& config, const ModeFacts& facts) {
  FailsafeAction action = none;
  switch (config.offboard_action) {
    case 1:
      action = fall_back_altitude;
      break;
    case 2:
      action = fall_back_stabilized;
      break;
    case 3:
      return return_home;
    case 4:
      return land;
    case 5:
      return hold;
    case 6:
      return terminate;
    case 7:
      return disarm;
    default:
      action = fall_back_position;
      break;
  }
  if (facts.sticks_live) return action;
  // Nobody flies by stick: as if sticks were lost.
  const FailsafeAction instead = link_rule(config.sticks_action).action;
  return instead == none ? hold : instead;
}

FailsafeAction loss_before_fallback(const FailsafeConfig& config, FlightMode wanted,
                                    const ModeFacts& facts, ModeNeeds missing) {
  switch (wanted) {
    case FlightMode::offboard:
      return has(missing, ModeNeed::offboard) ? offboard_loss(config, facts) : fall_back_position;
    case FlightMode::position:
    case FlightMode::position_slow:
      return config.position_action == 1 ? land : fall_back_altitude;
    case FlightMode::altitude:
      return fall_back_stabilized;
    case FlightMode::manual:
    case FlightMode::stabilized:
    case FlightMode::acro:
      return descend;
    case FlightMode::land:
      return land;
    default:
      return return_home;
  }
}

}  // namespace

MaybeError validate(const FailsafeConfig& config) {
  return ConfigCheck()
      .zero_or_more("action_delay_s", config.action_delay_s)
      .above_zero("ground_station_timeout_s", config.ground_station_timeout_s)
      .finite("wind_warn_m_s", config.wind_warn_m_s)
      .finite("wind_max_m_s", config.wind_max_m_s)
      .finite("lockdown_s", config.lockdown_s)
      .zero_or_more("spool_up_s", config.spool_up_s)
      .result();
}

FailsafeAction mode_loss_action(const FailsafeConfig& config, FlightMode wanted,
                                const ModeFacts& facts) {
  const auto sticks = static_cast<ModeNeeds>(ModeNeed::sticks);
  const ModeNeeds missing = missing_for(wanted, facts) & ~sticks;
  if (missing == 0) return none;
  return runnable(loss_before_fallback(config, wanted, facts, missing), facts);
}

FailsafeRules failsafe_rules(const FailsafeConfig& config, const FailsafeFacts& facts) {
  FailsafeRules rules{};
  const bool sticks_wanted = config.sticks_source != kSticksOff && !facts.sticks_were_lost &&
                             !is_excepted(config.sticks_exceptions, facts.wanted);
  if (sticks_wanted && !facts.mode.sticks_live)
    rule_of(rules, Cause::sticks_lost) = link_rule(config.sticks_action);
  if (!facts.ground_station_live && facts.wanted != FlightMode::land)
    rule_of(rules, Cause::ground_station_lost) = link_rule(config.ground_station_action);
  battery_rules(config, facts, rules);
  wind_rule(config, facts.wind_m_s, rules);
  if (facts.fence_broken) rule_of(rules, Cause::geofence) = limit_rule(config.fence_action);
  if (facts.attitude_failed) rule_of(rules, Cause::attitude) = attitude_rule(config, facts.armed_s);
  if (facts.motor_failed)
    rule_of(rules, Cause::motor) = motor_rule(config.motor_action, facts.spins);
  rule_of(rules, Cause::mode_lost) = {mode_loss_action(config, facts.wanted, facts.mode),
                                      Takeover::by_sticks_or_mode, FailsafeEnd::with_cause, 0};
  return rules;
}

}  // namespace alula
