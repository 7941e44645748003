#include "sensors/sensor_suite.h"

namespace alula {
namespace {

template <class Config>
std::optional<Error> validate_all(const std::vector<Config>& configs, const char* name) {
  if (configs.size() > kSensorsOfAKindMax)
    return sensor_error(name, "at most " + std::to_string(kSensorsOfAKindMax) + " of a kind");
  for (std::size_t i = 0; i < configs.size(); ++i) {
    if (auto error = validate(configs[i])) {
      error->where = std::string(name) + "[" + std::to_string(i) + "]." + error->where;
      return error;
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<Error> validate(const SensorSuiteConfig& config) {
  if (auto error = validate_all(config.imu, "imu")) return error;
  if (auto error = validate_all(config.gnss, "gnss")) return error;
  if (auto error = validate_all(config.barometer, "barometer")) return error;
  if (auto error = validate_all(config.magnetometer, "magnetometer")) return error;
  if (config.battery_monitor) {
    if (auto error = validate(*config.battery_monitor)) return error;
  }
  if (config.esc_monitor) {
    if (auto error = validate(*config.esc_monitor)) return error;
  }
  const std::size_t errors_a_step = 2 * config.imu.size() + 2 * config.gnss.size() +
                                    config.barometer.size() + config.magnetometer.size();
  if (errors_a_step > kSensorErrorsPerStep)
    return sensor_error("sensors", "too many for the log of sensor errors");
  return std::nullopt;
}

SensorSuite::SensorSuite(const SensorSuiteConfig& config, const SensorSuiteSite& site) {
  const auto identity = [&site](std::size_t instance) {
    return SensorIdentity{.vehicle = site.vehicle,
                          .seed = site.seed,
                          .instance = static_cast<std::uint32_t>(instance),
                          .clock = site.clock,
                          .ideal = site.ideal};
  };
  for (const ImuConfig& imu : config.imu) imus_.emplace_back(imu, identity(imus_.size()));
  for (const GnssConfig& gnss : config.gnss)
    gnss_.emplace_back(gnss, site.frame, identity(gnss_.size()));
  for (const BarometerConfig& barometer : config.barometer)
    barometers_.emplace_back(barometer, site.frame, identity(barometers_.size()));
  for (const MagnetometerConfig& magnetometer : config.magnetometer)
    magnetometers_.emplace_back(magnetometer, site.frame, site.decimal_year,
                                identity(magnetometers_.size()));
  if (config.battery_monitor) {
    for (std::size_t i = 0; i < site.battery_count; ++i)
      battery_monitors_.emplace_back(*config.battery_monitor, identity(i));
  }
  if (config.esc_monitor) esc_monitor_.emplace(*config.esc_monitor, identity(0));
}

void SensorSuite::place(ArenaLayout& layout, std::string_view prefix) {
  const auto name = [prefix](const char* sensor) { return std::string(prefix) + "/" + sensor; };
  imu_states_ = layout.add<ImuState>(name("imu"), imus_.size());
  gnss_states_ = layout.add<GnssState>(name("gnss"), gnss_.size());
  barometer_states_ = layout.add<BarometerState>(name("barometer"), barometers_.size());
  magnetometer_states_ = layout.add<MagnetometerState>(name("magnetometer"), magnetometers_.size());
  battery_states_ =
      layout.add<BatteryMonitorState>(name("battery_monitor"), battery_monitors_.size());
}

void SensorSuite::sense(Arena& arena, const TruthState& truth, const PowerTruth& power,
                        SensorErrors& errors) const {
  for (std::size_t i = 0; i < imus_.size(); ++i)
    imus_[i].sense(arena.get(imu_states_)[i], truth.time, errors);
  for (std::size_t i = 0; i < gnss_.size(); ++i)
    gnss_[i].sense(arena.get(gnss_states_)[i], truth, errors);
  for (std::size_t i = 0; i < barometers_.size(); ++i)
    barometers_[i].sense(arena.get(barometer_states_)[i], truth, errors);
  for (std::size_t i = 0; i < magnetometers_.size(); ++i)
    magnetometers_[i].sense(arena.get(magnetometer_states_)[i], truth, magnetic_, errors);
  for (std::size_t i = 0; i < battery_monitors_.size(); ++i)
    battery_monitors_[i].sense(arena.get(battery_states_)[i], truth.time, power.batteries[i]);
}

void SensorSuite::deliver(Arena& arena, TimeNs now, const PowerTruth& power,
                          Samples& samples) const {
  for (std::size_t i = 0; i < imus_.size(); ++i)
    imus_[i].deliver(arena.get(imu_states_)[i], now, samples);
  for (std::size_t i = 0; i < gnss_.size(); ++i)
    gnss_[i].deliver(arena.get(gnss_states_)[i], now, samples);
  for (std::size_t i = 0; i < barometers_.size(); ++i)
    barometers_[i].deliver(arena.get(barometer_states_)[i], now, samples);
  for (std::size_t i = 0; i < magnetometers_.size(); ++i)
    magnetometers_[i].deliver(arena.get(magnetometer_states_)[i], now, samples);
  for (std::size_t i = 0; i < battery_monitors_.size(); ++i)
    battery_monitors_[i].deliver(arena.get(battery_states_)[i], now, samples);
  if (esc_monitor_)
    esc_monitor_->deliver(now, {power.rotors.begin(), power.rotors.size()}, samples);
}

void SensorSuite::accumulate(Arena& arena, const StepMotion& motion) const {
  for (std::size_t i = 0; i < imus_.size(); ++i)
    imus_[i].accumulate(arena.get(imu_states_)[i], motion);
}

}  // namespace alula
