#include "autopilot/estimator_news.h"

#include "estimator/flags.h"

namespace alula {

namespace {

constexpr std::array<const char*, kInstrumentKinds> kNames{"IMU", "GNSS receiver", "Barometer",
                                                           "Compass"};
constexpr std::uint32_t kInstancesTold = 4;

void tell_switch(std::size_t kind, std::uint32_t from, std::uint32_t to, SwitchReason reason,
                 EventLog& events) {
  const char* name = kNames[kind];
  if (reason == SwitchReason::well_again) {
    events.add(EventLevel::notice, "sensor_well_again", "{} {} is well again, takes over from {}",
               name, to + 1, from + 1);
    return;
  }
  const char* fault =
      reason == SwitchReason::outvoted ? "contradicts the others" : "is silent or stuck";
  events.add(EventLevel::critical, "sensor_switched", "{} {} {}, {} takes over", name, from + 1,
             fault, to + 1);
}

void tell_switches(EstimatorNews& told, const EstimatorStatus& filter, EventLog& events) {
  const std::array<std::uint32_t, kInstrumentKinds> in_use{
      filter.imu_instance, filter.gnss_instance, filter.baro_instance, filter.mag_instance};
  const bool switched = filter.instance_switches != told.instance_switches;
  for (std::size_t i = 0; switched && i < in_use.size(); ++i) {
    if (in_use[i] == told.instances[i]) continue;
    tell_switch(i, told.instances[i], in_use[i], filter.switch_reasons[i], events);
    // That one is left out has been said with it.
    if (filter.switch_reasons[i] == SwitchReason::outvoted)
      told.condemned[i] |= 1U << told.instances[i];
  }
  told.instances = in_use;
  told.instance_switches = filter.instance_switches;
}

void tell_condemned(EstimatorNews& told, const EstimatorStatus& filter, EventLog& events) {
  for (std::size_t kind = 0; kind < kInstrumentKinds; ++kind) {
    const std::uint32_t changed = filter.condemned[kind] ^ told.condemned[kind];
    for (std::uint32_t i = 0; changed != 0 && i < kInstancesTold; ++i) {
      if ((changed >> i & 1U) == 0) continue;
      if ((filter.condemned[kind] >> i & 1U) != 0) {
        events.add(EventLevel::warning, "sensor_left_out", "{} {} contradicts the others",
                   kNames[kind], i + 1);
      } else {
        events.add(EventLevel::notice, "sensor_agrees_again", "{} {} agrees with the others again",
                   kNames[kind], i + 1);
      }
    }
    told.condemned[kind] = filter.condemned[kind];
  }
}

void tell_contradiction(EstimatorNews& told, const EstimatorStatus& filter, EventLog& events) {
  const bool now = (filter.filter_fault_flags & bit(FilterFaultBit::gnss_contradicted)) != 0;
  const bool before = told.gnss_contradicted != 0;
  told.gnss_contradicted = now ? 1 : 0;
  if (now && !before) {
    events.add(EventLevel::critical, "gnss_contradicted",
               "GNSS position contradicts GNSS velocity and is not used");
  } else if (before && !now) {
    events.add(EventLevel::notice, "gnss_consistent", "GNSS position and velocity agree again");
  }
}

// For a second none of the velocities that a receiver sent has fitted: it or the IMU lies, and what
// position there is soon does as well.
void tell_velocity_contradiction(EstimatorNews& told, const EstimatorStatus& filter,
                                 EventLog& events) {
  const auto& velocity = filter.gnss_velocity;
  const bool before = told.velocity_contradicted != 0;
  const TimeNs refused = velocity.time_sample - velocity.time_accepted;
  const bool now = velocity.time_accepted > 0 && velocity.rejected && refused >= kNsPerSecond;
  if (now && !before) {
    told.velocity_contradicted = 1;
    events.add(EventLevel::critical, "velocity_contradicted",
               "GNSS velocity contradicts the IMU: the position may be wrong");
  } else if (before && !velocity.rejected) {
    told.velocity_contradicted = 0;
    events.add(EventLevel::notice, "velocity_consistent", "GNSS velocity and IMU agree again");
  }
}

void tell_dead_reckoning(EstimatorNews& told, const EstimatorStatus& filter, EventLog& events) {
  const bool now = (filter.control_mode_flags & bit(ControlModeBit::wind_dead_reckoning)) != 0;
  const bool before = told.wind_dead_reckoning != 0;
  told.wind_dead_reckoning = now ? 1 : 0;
  if (now && !before) {
    events.add(EventLevel::warning, "wind_dead_reckoning",
               "No position is measured: reckoned from drag and wind");
  } else if (before && !now && filter.gnss_velocity.fusing) {
    events.add(EventLevel::notice, "position_measured", "Position is measured again");
  }
}

}  // namespace

void tell_estimator_news(EstimatorNews& told, const EstimatorStatus& filter, EventLog& events) {
  tell_switches(told, filter, events);
  tell_condemned(told, filter, events);
  tell_contradiction(told, filter, events);
  tell_velocity_contradiction(told, filter, events);
  tell_dead_reckoning(told, filter, events);
  if (filter.yaw_rescues > told.yaw_rescues) {
    events.add(EventLevel::critical, "yaw_rescued",
               "Compass contradicts the motion: heading taken from GNSS");
  }
  told.yaw_rescues = filter.yaw_rescues;
}

}  // namespace alula
