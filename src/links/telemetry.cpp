#include "links/telemetry.h"

namespace alula {
namespace {

template <class List, class Sample> void keep_first_sensor(const List& list, Sample& newest) {
  for (const Sample& sample : list) {
    if (sample.instance == 0) newest = sample;
  }
}

}  // namespace

void Telemetry::observe(const StepView& view) {
  now_ = view.time;
  estimate_ = &view.estimate;
  filter_ = &view.estimator;
  control_ = &view.control;
  commander_ = &view.commander;
  command_ = view.command;
  keep_first_sensor(view.samples.imu, imu_);
  keep_first_sensor(view.samples.gnss, gnss_);
  keep_first_sensor(view.samples.baro, baro_);
  keep_first_sensor(view.samples.mag, mag_);
  keep_first_sensor(view.samples.battery, battery_);
  for (const EscSample& sample : view.samples.esc) esc_.at(sample.motor) = sample;
}

}  // namespace alula
