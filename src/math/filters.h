// math/filters.h: the filters of signals. Behaviour is const and set up once for a fixed sample
// interval; the memory is a plain struct that lives in the arena. Value is double or Vec3.
#pragma once

#include <cmath>
#include <numbers>

#include "core/arena.h"
#include "core/assert.h"
#include "core/config_check.h"
#include "math/vector.h"

namespace alula {

struct LowPassConfig {
  double cutoff_hz = 30.0;  // where the gain has fallen to 1/sqrt(2); 0 lets everything pass
};
inline MaybeError validate(const LowPassConfig& config) {
  return ConfigCheck().zero_or_more("cutoff_hz", config.cutoff_hz).result();
}

template <class Value> struct LowPassState {
  Value output{};
};
static_assert(ArenaState<LowPassState<double>> && ArenaState<LowPassState<Vec3>>);

// First order: the exact solution of tau dy/dt = x - y for an input held over the sample interval.
// After n samples of a unit step y = 1 - exp(-n dt/tau), at any rate.
template <class Value> class LowPass {
 public:
  LowPass(const LowPassConfig& config, double dt_s)
      : LowPass(time_constant(config.cutoff_hz), dt_s) {}
  // `tau_s` 0 lets everything pass.
  LowPass(double tau_s, double dt_s) : gain_(tau_s > 0.0 ? -std::expm1(-dt_s / tau_s) : 1.0) {
    ALULA_ASSERT(dt_s > 0.0);
  }

  Value update(LowPassState<Value>& state, const Value& input) const {
    state.output = state.output + gain_ * (input - state.output);
    return state.output;
  }
  void reset(LowPassState<Value>& state, const Value& value) const { state.output = value; }
  [[nodiscard]] double gain() const { return gain_; }

  static double time_constant(double cutoff_hz) {
    return cutoff_hz > 0.0 ? 1.0 / (2.0 * std::numbers::pi * cutoff_hz) : 0.0;
  }

 private:
  double gain_;  // share of a new input in the output
};

template <class Value> struct ButterworthState {
  Value delayed_1{}, delayed_2{};  // the two sums of the transposed form
};
static_assert(ArenaState<ButterworthState<double>> && ArenaState<ButterworthState<Vec3>>);

// Second order, Butterworth (no peak, 12 dB an octave), by the bilinear transform prewarped at the
// cutoff: the gain is 1 at rest, 1/sqrt(2) at the cutoff itself, 0 at half the sample rate:
//   |H(f)|^2 = 1/(1 + (tan(pi f/f_s)/tan(pi f_c/f_s))^4).
// A cutoff of 0, or at or above 0.45 of the sample rate, lets everything pass.
template <class Value> class Butterworth {
 public:
  Butterworth(const LowPassConfig& config, double sample_rate_hz) {
    ALULA_ASSERT(sample_rate_hz > 0.0);
    const bool passes = config.cutoff_hz <= 0.0 || config.cutoff_hz >= 0.45 * sample_rate_hz;
    if (passes) return;
    const double w = std::tan(std::numbers::pi * config.cutoff_hz / sample_rate_hz);
    const double scale = 1.0 / (1.0 + std::numbers::sqrt2 * w + w * w);
    b0_ = w * w * scale;
    b1_ = 2.0 * b0_;
    b2_ = b0_;
    a1_ = 2.0 * (w * w - 1.0) * scale;
    a2_ = (1.0 - std::numbers::sqrt2 * w + w * w) * scale;
  }

  Value update(ButterworthState<Value>& state, const Value& input) const {
    const Value output = b0_ * input + state.delayed_1;
    state.delayed_1 = b1_ * input - a1_ * output + state.delayed_2;
    state.delayed_2 = b2_ * input - a2_ * output;
    return output;
  }
  // As if the input had been `value` for ever.
  void reset(ButterworthState<Value>& state, const Value& value) const {
    state.delayed_2 = (b2_ - a2_) * value;
    state.delayed_1 = (b1_ - a1_) * value + state.delayed_2;
  }

 private:
  double b0_ = 1.0, b1_ = 0.0, b2_ = 0.0;  // of the inputs, newest first
  double a1_ = 0.0, a2_ = 0.0;             // of the outputs
};

// Moves `from` towards `to` by at most `rate` times dt [unit of the value per second].
inline double slew_limit(double from, double to, double rate, double dt_s) {
  const double step = rate * dt_s;
  return from + clamp_to(to - from, -step, step);
}
// The same for a vector, along the straight line.
inline Vec3 slew_limit(const Vec3& from, const Vec3& to, double rate, double dt_s) {
  const Vec3 difference = to - from;
  const double distance = norm(difference);
  const double step = rate * dt_s;
  return distance <= step ? to : from + (step / distance) * difference;
}

}  // namespace alula
