#include "sim/inputs.h"

#include <cmath>

namespace alula {
namespace {

void take(double& value, double change) {
  if (!std::isnan(change)) value = change;
}

}  // namespace

void apply(const WeatherChange& change, Weather& weather) {
  take(weather.wind_W.x, change.wind_W.x);
  take(weather.wind_W.y, change.wind_W.y);
  take(weather.wind_W.z, change.wind_W.z);
  take(weather.temperature_offset_k, change.temperature_offset_k);
  take(weather.pressure_offset_pa, change.pressure_offset_pa);
}

}  // namespace alula
