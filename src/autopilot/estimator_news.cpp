#include "autopilot/estimator_news.h"

#include "estimator/flags.h"

namespace alula {

namespace {

void tell_switches(EstimatorNews& told, const EstimatorStatus& filter, EventLog& events) {
  const std::array<const char*, 4> names{"IMU", "GNSS receiver", "Barometer", "Compass"};
  const std::array<std::uint32_t, 4> in_use{filter.imu_instance, filter.gnss_instance,
                                            filter.baro_instance, filter.mag_instance};
  const bool switched = filter.instance_switches != told.instance_switches;
  for (std::size_t i = 0; switched && i < in_use.size(); ++i) {
    if (in_use[i] == told.instances[i]) continue;
    events.add(EventLevel::critical, "sensor_switched", "{} {} is silent or stuck, {} takes over",
               names[i], told.instances[i] + 1, in_use[i] + 1);
  }
  told.instances = in_use;
  told.instance_switches = filter.instance_switches;
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

}  // namespace

void tell_estimator_news(EstimatorNews& told, const EstimatorStatus& filter, EventLog& events) {
  tell_switches(told, filter, events);
  tell_contradiction(told, filter, events);
  if (filter.yaw_rescues > told.yaw_rescues) {
    events.add(EventLevel::critical, "yaw_rescued",
               "Compass contradicts the motion: heading taken from GNSS");
  }
  told.yaw_rescues = filter.yaw_rescues;
}

}  // namespace alula
