#include "failures/sample_numbers.h"

#include <cmath>
#include <numbers>

#include "math/filters.h"

namespace alula {
namespace {

// Ranges of what has none in the vehicle's file.
constexpr double kFieldMax_t = 8.0e-4;  // 8 gauss, of common three-axis chips
constexpr double kPressureMin_pa = 30.0e3, kPressureMax_pa = 125.0e3;
constexpr double kTemperatureMin_k = 233.15, kTemperatureMax_k = 358.15;
constexpr double kAltitudeMin_m = -500.0, kAltitudeMax_m = 50.0e3;
constexpr double kSpeedMax_m_s = 500.0;  // receivers for civil use give no more
constexpr double kVisionRoom_m = 100.0, kVisionSpeed_m_s = 20.0;
constexpr double kPitotMax_pa = 6900.0;  // 1 psi
constexpr double kVoltageMax_v = 60.0, kCurrentMax_a = 200.0;

void add(SampleNumbers& numbers, Vec3& v, double range, bool offsets) {
  int offset = offsets ? 0 : -1;
  for (double* const value : {&v.x, &v.y, &v.z}) {
    numbers.push_back({value, -range, range, offset});
    if (offsets) ++offset;
  }
}

Vec3& half_of(const GateIdentity& gate, ImuSample& sample) {
  return gate.unit == FailureUnit::gyro ? sample.w_B : sample.specific_force_B;
}

// Bit i: axis i lies at the end of the range.
std::uint32_t clipped(const Vec3& v, double range) {
  const auto bit = [range](double x, std::uint32_t b) { return std::fabs(x) >= range ? b : 0U; };
  return bit(v.x, 1U) | bit(v.y, 2U) | bit(v.z, 4U);
}

bool survives(const GateIdentity& gate, double share, TimeNs now) {
  return gate.noise.uniform(now) >= share;
}

}  // namespace

SampleNumbers numbers_of(const GateIdentity& gate, ImuSample& sample) {
  SampleNumbers numbers;
  add(numbers, half_of(gate, sample), gate.range, true);
  return numbers;
}

SampleNumbers numbers_of(const GateIdentity&, MagSample& sample) {
  SampleNumbers numbers;
  add(numbers, sample.field_B, kFieldMax_t, true);
  return numbers;
}

SampleNumbers numbers_of(const GateIdentity&, BaroSample& sample) {
  SampleNumbers numbers;
  numbers.push_back({&sample.pressure_pa, kPressureMin_pa, kPressureMax_pa, 0});
  numbers.push_back({&sample.temperature_k, kTemperatureMin_k, kTemperatureMax_k, -1});
  return numbers;
}

SampleNumbers numbers_of(const GateIdentity&, GnssFix& fix) {
  SampleNumbers numbers;
  numbers.push_back({&fix.latitude_rad, -0.5 * std::numbers::pi, 0.5 * std::numbers::pi, -1});
  numbers.push_back({&fix.longitude_rad, -std::numbers::pi, std::numbers::pi, -1});
  numbers.push_back({&fix.altitude_msl_m, kAltitudeMin_m, kAltitudeMax_m, -1});
  numbers.push_back({&fix.altitude_ellipsoid_m, kAltitudeMin_m, kAltitudeMax_m, -1});
  add(numbers, fix.v_ned, kSpeedMax_m_s, false);
  return numbers;
}

SampleNumbers numbers_of(const GateIdentity&, RangeSample& range) {
  SampleNumbers numbers;
  numbers.push_back({&range.distance_m, range.min_m, range.max_m, 0});
  return numbers;
}

SampleNumbers numbers_of(const GateIdentity&, FlowSample& flow) {
  SampleNumbers numbers;
  const double most = flow.rate_max_rad_s * seconds(flow.interval);
  numbers.push_back({&flow.turn_x_rad, -most, most, 0});
  numbers.push_back({&flow.turn_y_rad, -most, most, 1});
  return numbers;
}

SampleNumbers numbers_of(const GateIdentity&, VisionSample& vision) {
  SampleNumbers numbers;
  add(numbers, vision.p_VB, kVisionRoom_m, true);
  for (double* const value : {&vision.v_VB.x, &vision.v_VB.y, &vision.v_VB.z})
    numbers.push_back({value, -kVisionSpeed_m_s, kVisionSpeed_m_s, kFactorOnly});
  return numbers;
}

SampleNumbers numbers_of(const GateIdentity&, AirspeedSample& sample) {
  SampleNumbers numbers;
  numbers.push_back({&sample.pressure_difference_pa, -kPitotMax_pa, kPitotMax_pa, 0});
  return numbers;
}

SampleNumbers numbers_of(const GateIdentity&, BatterySample& sample) {
  SampleNumbers numbers;
  numbers.push_back({&sample.voltage_v, 0.0, kVoltageMax_v, 0});
  numbers.push_back({&sample.current_a, 0.0, kCurrentMax_a, 1});
  numbers.push_back({&sample.remaining, 0.0, 1.0, 2});
  return numbers;
}

SampleNumbers numbers_of(const GateIdentity&, ManualControl& sticks) {
  SampleNumbers numbers;
  numbers.push_back({&sticks.roll, -1.0, 1.0, 0});
  numbers.push_back({&sticks.pitch, -1.0, 1.0, 1});
  numbers.push_back({&sticks.yaw, -1.0, 1.0, 2});
  numbers.push_back({&sticks.throttle, -1.0, 1.0, kFactorOnly});
  return numbers;
}

void garble(const RandomStream& noise, double share, TimeNs now, const SampleNumbers& numbers) {
  std::uint32_t draw = 0;
  for (const SampleNumber& number : numbers) {
    const double middle = 0.5 * (number.low + number.high);
    const double reach = 0.5 * share * (number.high - number.low);
    *number.value = middle + reach * (2.0 * noise.uniform(now, draw) - 1.0);
    ++draw;
  }
}

void distort(const Failure& failure, const SampleNumbers& numbers) {
  const double factor = failure.value[3];
  for (const SampleNumber& number : numbers) {
    if (number.offset < 0) continue;
    const auto place = static_cast<std::size_t>(number.offset);
    const double offset = number.offset == kFactorOnly ? 0.0 : failure.value[place];
    *number.value = clamp_to(factor * *number.value + offset, number.low, number.high);
  }
}

void repeat(const GateIdentity& gate, const ImuSample& held, ImuSample& sample) {
  ImuSample old = held;
  half_of(gate, sample) = half_of(gate, old);
}

void distort(const GateIdentity& gate, const Failure& failure, ImuSample& sample) {
  distort(failure, numbers_of(gate, sample));
  const std::uint32_t shift = gate.unit == FailureUnit::gyro ? 0U : 3U;
  sample.clipped &= ~(7U << shift);
  sample.clipped |= clipped(half_of(gate, sample), gate.range) << shift;
}

bool garble(const GateIdentity& gate, double share, TimeNs now, OffboardSetpoint&) {
  return survives(gate, share, now);
}
bool garble(const GateIdentity& gate, double share, TimeNs now, GroundHeartbeat&) {
  return survives(gate, share, now);
}
bool garble(const GateIdentity& gate, double share, TimeNs now, FollowTarget&) {
  return survives(gate, share, now);
}

}  // namespace alula
