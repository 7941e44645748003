// Every type of failure of every unit that sends samples, by its definition. A body without a brain
// moves the same whatever its sensors say, so a healthy twin tells what each sample should be.
#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "failures/support.h"
#include "tests/sim/flights.h"

namespace alula {
namespace {

constexpr StepIndex kStartStep = 500, kSteps = 3500;
constexpr TimeNs kStart = 500'000'000, kEnd = 2'500'000'000;
constexpr TimeNs kPeriod = 20'000'000;  // of sticks and set-points

struct Reading {
  TimeNs arrived = 0, time = 0;
  std::uint32_t instance = 0;
  std::vector<double> numbers;  // of the unit
  std::vector<double> others;   // that travel in the same sample
  bool operator==(const Reading&) const = default;
};
using Readings = std::vector<Reading>;

std::vector<double> list(const Vec3& v) { return {v.x, v.y, v.z}; }

Readings readings_of(const Samples& samples, FailureUnit unit, TimeNs now) {
  Readings found;
  const auto add = [&](const auto& sample, std::uint32_t instance, std::vector<double> numbers,
                       std::vector<double> others = {}) {
    found.push_back({now, sample.time, instance, std::move(numbers), std::move(others)});
  };
  if (unit == FailureUnit::gyro)
    for (const auto& s : samples.imu) add(s, s.instance, list(s.w_B), list(s.specific_force_B));
  if (unit == FailureUnit::accel)
    for (const auto& s : samples.imu) add(s, s.instance, list(s.specific_force_B), list(s.w_B));
  if (unit == FailureUnit::mag)
    for (const auto& s : samples.mag) add(s, s.instance, list(s.field_B));
  if (unit == FailureUnit::baro)
    for (const auto& s : samples.baro) add(s, s.instance, {s.pressure_pa});
  if (unit == FailureUnit::gps)
    for (const auto& s : samples.gnss)
      add(s, s.instance, list(s.v_ned), {s.latitude_rad, s.longitude_rad, s.altitude_msl_m});
  if (unit == FailureUnit::battery)
    for (const auto& s : samples.battery)
      add(s, s.instance, {s.voltage_v, s.current_a, s.remaining});
  if (unit == FailureUnit::rc_signal)
    for (const auto& s : samples.manual) add(s, 0, {s.roll, s.pitch, s.yaw}, {s.throttle});
  if (unit == FailureUnit::mavlink_signal)
    for (const auto& s : samples.offboard) add(s, 0, list(s.v_sp));
  return found;
}

// An x500 with two of every sensor and of every battery.
Participant doubled() {
  Participant body = body_without_brain("x500", "a");
  SensorSuiteConfig& sensors = body.vehicle.sensors;
  sensors.imu.push_back(sensors.imu.front());
  sensors.gnss.push_back(sensors.gnss.front());
  sensors.barometer.push_back(sensors.barometer.front());
  sensors.magnetometer.push_back(sensors.magnetometer.front());
  add_second_battery(body.vehicle);
  return body;
}

void send_messages(Simulation& world, StepIndex step) {
  if (world.config().clock.time_at(step) % kPeriod != 0) return;
  const double x = std::sin(0.01 * static_cast<double>(step));
  const TimeNs time = world.time();
  ASSERT_TRUE(world.queue(0, ManualControl{time, 0.4 * x, 0.3 * x + 0.1, -0.2 * x, 0.5 * x}));
  ASSERT_TRUE(world.queue(0, OffboardSetpoint{.time = time, .v_sp = {x, 2.0 * x, -x}}));
  ASSERT_TRUE(world.queue(0, GroundHeartbeat{time}));
  ASSERT_TRUE(world.queue(0, FollowTarget{.time = time}));
}

struct Flown {
  Readings readings;
  std::uint64_t hash = 0;
};

Flown fly(FailureUnit unit, const std::optional<Failure>& failure) {
  const auto world = build_world({}, doubled());
  Flown result;
  for (StepIndex step = 0; step < kSteps; ++step) {
    send_messages(*world, step);
    if (failure && step == kStartStep) {
      EXPECT_TRUE(world->queue(0, *failure));
    }
    world->step();
    const StepView view = world->view(0);
    for (Reading& reading : readings_of(view.samples, unit, view.time))
      result.readings.push_back(std::move(reading));
  }
  result.hash = world->state_hash();
  return result;
}

bool is_single(FailureUnit unit) {
  return unit == FailureUnit::rc_signal || unit == FailureUnit::mavlink_signal;
}

constexpr double kSlow_hz = 4.0, kDelay_s = 0.25, kAway_s = 0.3, kThere_s = 0.2, kShare = 0.5;
constexpr double kFactor = 0.75;

Vec3 offset_of(FailureUnit unit) {
  if (unit == FailureUnit::gps) return {};  // a place: its own test
  if (unit == FailureUnit::mag) return {1e-5, -2e-5, 3e-5};
  if (unit == FailureUnit::baro) return {250.0, 0.0, 0.0};
  return {0.1, 0.2, 0.05};
}

Failure failure_of(FailureUnit unit, FailureType type) {
  Failure failure{.duration = kEnd - kStart, .unit = unit, .type = type};
  failure.instances = is_single(unit) ? kEveryInstance : 0b10U;
  const Vec3 offset = offset_of(unit);
  switch (type) {
    case FailureType::garbage:
      failure.value = {kShare};
      break;
    case FailureType::wrong:
      failure.value = {offset.x, offset.y, offset.z, kFactor};
      break;
    case FailureType::slow:
      failure.value = {kSlow_hz};
      break;
    case FailureType::delayed:
      failure.value = {kDelay_s};
      break;
    case FailureType::intermittent:
      failure.value = {kAway_s, kThere_s};
      break;
    default:
      break;
  }
  return failure;
}

// Where the numbers of a unit may lie: middle and reach of the whole range.
struct Range {
  double middle, reach;
};
Range range_of(FailureUnit unit, std::size_t number) {
  if (unit == FailureUnit::gyro) return {0.0, 34.906585039886591};  // of the vehicle's file
  if (unit == FailureUnit::accel) return {0.0, 156.9064};
  if (unit == FailureUnit::mag) return {0.0, 8.0e-4};
  if (unit == FailureUnit::baro) return {77.5e3, 47.5e3};
  if (unit == FailureUnit::gps) return {0.0, 500.0};
  if (unit == FailureUnit::battery) {
    const std::array<Range, 3> ranges{Range{30.0, 30.0}, {100.0, 100.0}, {0.5, 0.5}};
    return ranges.at(number);
  }
  return {0.0, 1.0};
}

// The readings of the window, and what they should be.
struct Window {
  Readings right, got;
};

void expect_garbage(FailureUnit unit, const Window& window) {
  if (unit == FailureUnit::mavlink_signal) {  // lost by its checksum, or right
    EXPECT_NEAR(static_cast<double>(window.got.size()), 50.0, 15.0) << "of 100 messages";
    for (const Reading& reading : window.got)
      EXPECT_NE(std::ranges::find(window.right, reading), window.right.end());
    return;
  }
  ASSERT_EQ(window.got.size(), window.right.size());
  double squares = 0.0;
  std::size_t count = 0;
  for (const Reading& reading : window.got) {
    for (std::size_t i = 0; i < reading.numbers.size(); ++i) {
      const Range range = range_of(unit, i);
      const double place = (reading.numbers[i] - range.middle) / (kShare * range.reach);
      EXPECT_LE(std::fabs(place), 1.0);
      squares += place * place;
      ++count;
    }
  }
  // Evenly spread from -1 to 1: 1/sqrt(3). 40 numbers or more.
  const double expected = 1.0 / std::sqrt(3.0);
  EXPECT_NEAR(std::sqrt(squares / static_cast<double>(count)), expected, 0.25 * expected);
}

void expect_wrong(FailureUnit unit, const Window& window) {
  ASSERT_EQ(window.got.size(), window.right.size());
  const std::vector<double> offset = list(offset_of(unit));
  for (std::size_t i = 0; i < window.got.size(); ++i) {
    for (std::size_t j = 0; j < window.got[i].numbers.size(); ++j) {
      const double expected = kFactor * window.right[i].numbers[j] + offset[j];
      EXPECT_NEAR(window.got[i].numbers[j], expected, 1e-12 * std::fabs(expected));
    }
  }
}

Readings expected_in_time(FailureType type, const Readings& right) {
  Readings expected;
  std::int64_t last_period = -1;
  for (Reading reading : right) {
    const double since_s = seconds(reading.arrived - kStart);
    if (type == FailureType::slow) {
      const auto period = static_cast<std::int64_t>(since_s * kSlow_hz);
      if (period == last_period) continue;
      last_period = period;
    }
    if (type == FailureType::delayed) reading.arrived += nanoseconds(kDelay_s);
    if (type == FailureType::intermittent &&
        std::fmod(since_s + 1e-9, kAway_s + kThere_s) < kAway_s)
      continue;
    if (type != FailureType::off && reading.arrived < kEnd) expected.push_back(reading);
  }
  return expected;
}

void expect_definition(FailureUnit unit, FailureType type, const Window& window) {
  ASSERT_GT(window.right.size(), 15U);
  if (type == FailureType::garbage) return expect_garbage(unit, window);
  if (type == FailureType::wrong) return expect_wrong(unit, window);
  if (type == FailureType::stuck) {
    ASSERT_EQ(window.got.size(), window.right.size());
    for (std::size_t i = 0; i < window.got.size(); ++i) {
      EXPECT_EQ(window.got[i].time, window.right[i].time) << "new time stamps";
      EXPECT_EQ(window.got[i].numbers, window.right.front().numbers);
    }
    return;
  }
  EXPECT_EQ(window.got, expected_in_time(type, window.right));
  if (type == FailureType::slow) {
    EXPECT_EQ(window.got.size(), 8U) << "4 a second for 2 s";
  }
}

using UnitAndType = std::tuple<FailureUnit, FailureType>;
class FailingSamples : public testing::TestWithParam<UnitAndType> {};

TEST_P(FailingSamples, ChangeAsDefinedAndOnlyThese) {
  const auto [unit, type] = GetParam();
  const Failure failure = failure_of(unit, type);
  ASSERT_FALSE(refusal(failure, breakable(doubled().vehicle)));
  const Flown healthy = fly(unit, std::nullopt), failing = fly(unit, failure);

  const std::uint32_t instance = is_single(unit) ? 0 : 1;
  Window window;
  Readings before_and_after_right, before_and_after_got;
  const auto sort = [&](const Readings& all, Readings& inside, Readings& outside) {
    for (const Reading& reading : all) {
      const bool now = reading.arrived >= kStart && reading.arrived < kEnd;
      const bool meant = reading.instance == instance;
      (now && meant ? inside : outside).push_back(reading);
      for (const double number : reading.numbers) EXPECT_TRUE(std::isfinite(number));
    }
  };
  sort(healthy.readings, window.right, before_and_after_right);
  sort(failing.readings, window.got, before_and_after_got);
  expect_definition(unit, type, window);
  EXPECT_EQ(before_and_after_right, before_and_after_got) << "others, before, and after";

  const bool content = type == FailureType::stuck || type == FailureType::wrong;
  if (content && (unit == FailureUnit::gyro || unit == FailureUnit::accel)) {
    for (std::size_t i = 0; i < window.got.size(); ++i)
      EXPECT_EQ(window.got[i].others, window.right[i].others) << "the other half of the sample";
  }
  EXPECT_EQ(fly(unit, failure).hash, failing.hash) << "the same bytes again";
}

constexpr std::array kUnits{
    FailureUnit::gyro, FailureUnit::accel,   FailureUnit::mag,       FailureUnit::baro,
    FailureUnit::gps,  FailureUnit::battery, FailureUnit::rc_signal, FailureUnit::mavlink_signal};
constexpr std::array kTypes{FailureType::off,         FailureType::stuck, FailureType::garbage,
                            FailureType::wrong,       FailureType::slow,  FailureType::delayed,
                            FailureType::intermittent};

std::vector<UnitAndType> samples_that_fail() {
  std::vector<UnitAndType> all;
  for (const FailureUnit unit : kUnits) {
    for (const FailureType type : kTypes) {
      // A battery that is off takes the voltage away: failing_parts_test.cpp.
      if (unit == FailureUnit::battery && type == FailureType::off) continue;
      if (is_supported(unit, type)) all.emplace_back(unit, type);
    }
  }
  return all;
}

INSTANTIATE_TEST_SUITE_P(Units, FailingSamples, testing::ValuesIn(samples_that_fail()),
                         [](const auto& test) {
                           return std::string(to_string(std::get<0>(test.param))) + "_" +
                                  to_string(std::get<1>(test.param));
                         });

}  // namespace
}  // namespace alula
