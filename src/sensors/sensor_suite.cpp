#include "sensors/sensor_suite.h"

namespace alula {
namespace {

// The error of one sensor, with the place of that sensor before its key.
MaybeError at(const std::string& place, MaybeError error) {
  if (error) error->where = place + "." + error->where;
  return error;
}

template <class Config>
MaybeError validate_all(const std::vector<Config>& configs, const std::string& name) {
  if (configs.size() > kSensorsOfAKindMax)
    return invalid_config(name, "at most " + std::to_string(kSensorsOfAKindMax) + " of a kind");
  ConfigCheck check;
  for (std::size_t i = 0; i < configs.size(); ++i)
    check.keep(at(name + "[" + std::to_string(i) + "]", validate(configs[i])));
  return check.result();
}

template <class Config>
MaybeError validate_one(const std::optional<Config>& config, const std::string& name) {
  return config ? at(name, validate(*config)) : std::nullopt;
}

}  // namespace

MaybeError validate(const SensorSuiteConfig& config) {
  const std::size_t errors_a_step = 2 * config.imu.size() + 2 * config.gnss.size() +
                                    config.barometer.size() + config.magnetometer.size() +
                                    config.range_finder.size() + config.optical_flow.size() +
                                    2 * config.external_vision.size() + config.airspeed.size();
  return ConfigCheck()
      .keep(validate_all(config.imu, "imu"))
      .keep(validate_all(config.gnss, "gnss"))
      .keep(validate_all(config.barometer, "barometer"))
      .keep(validate_all(config.magnetometer, "magnetometer"))
      .keep(validate_all(config.range_finder, "range_finder"))
      .keep(validate_all(config.optical_flow, "optical_flow"))
      .keep(validate_all(config.external_vision, "external_vision"))
      .keep(validate_all(config.airspeed, "airspeed"))
      .keep(validate_one(config.battery_monitor, "battery_monitor"))
      .keep(validate_one(config.esc_monitor, "esc_monitor"))
      .require("sensors", errors_a_step <= kSensorErrorsPerStep,
               "too many for the log of sensor errors")
      .result();
}

SensorSuite::SensorSuite(const SensorSuiteConfig& config, const SensorSuiteSite& site)
    : magnetic_(site.decimal_year) {
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
    barometers_.emplace_back(barometer, site.frame, site.atmosphere, identity(barometers_.size()));
  for (const MagnetometerConfig& magnetometer : config.magnetometer)
    magnetometers_.emplace_back(magnetometer, site.frame, identity(magnetometers_.size()));
  const GroundPlane* const ground = site.ground ? &*site.ground : nullptr;
  for (const RangeFinderConfig& range : config.range_finder)
    range_finders_.emplace_back(range, ground, identity(range_finders_.size()));
  for (const OpticalFlowConfig& flow : config.optical_flow)
    flows_.emplace_back(flow, ground, identity(flows_.size()));
  for (const ExternalVisionConfig& vision : config.external_vision)
    visions_.emplace_back(vision, identity(visions_.size()));
  for (const AirspeedSensorConfig& airspeed : config.airspeed)
    airspeeds_.emplace_back(airspeed, site.frame, site.atmosphere, site.wind,
                            identity(airspeeds_.size()));
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
  range_states_ = layout.add<RangeFinderState>(name("range_finder"), range_finders_.size());
  flow_states_ = layout.add<OpticalFlowState>(name("optical_flow"), flows_.size());
  vision_states_ = layout.add<ExternalVisionState>(name("external_vision"), visions_.size());
  airspeed_states_ = layout.add<AirspeedSensorState>(name("airspeed"), airspeeds_.size());
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
  for (std::size_t i = 0; i < range_finders_.size(); ++i)
    range_finders_[i].sense(arena.get(range_states_)[i], truth, errors);
  for (std::size_t i = 0; i < flows_.size(); ++i)
    flows_[i].sense(arena.get(flow_states_)[i], truth, errors);
  for (std::size_t i = 0; i < visions_.size(); ++i)
    visions_[i].sense(arena.get(vision_states_)[i], truth, errors);
  for (std::size_t i = 0; i < airspeeds_.size(); ++i)
    airspeeds_[i].sense(arena.get(airspeed_states_)[i], truth, errors);
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
  for (std::size_t i = 0; i < range_finders_.size(); ++i)
    range_finders_[i].deliver(arena.get(range_states_)[i], now, samples);
  for (std::size_t i = 0; i < flows_.size(); ++i)
    flows_[i].deliver(arena.get(flow_states_)[i], now, samples);
  for (std::size_t i = 0; i < visions_.size(); ++i)
    visions_[i].deliver(arena.get(vision_states_)[i], now, samples);
  for (std::size_t i = 0; i < airspeeds_.size(); ++i)
    airspeeds_[i].deliver(arena.get(airspeed_states_)[i], now, samples);
  for (std::size_t i = 0; i < battery_monitors_.size(); ++i)
    battery_monitors_[i].deliver(arena.get(battery_states_)[i], now, samples);
  if (esc_monitor_)
    esc_monitor_->deliver(now, {power.rotors.begin(), power.rotors.size()}, samples);
}

void SensorSuite::accumulate(Arena& arena, const StepMotion& motion) const {
  for (std::size_t i = 0; i < imus_.size(); ++i)
    imus_[i].accumulate(arena.get(imu_states_)[i], motion);
  for (std::size_t i = 0; i < flows_.size(); ++i)
    flows_[i].accumulate(arena.get(flow_states_)[i], motion);
}

}  // namespace alula
