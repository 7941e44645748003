// sensors/gauss_markov.h: a slow error. First-order Gauss-Markov process, exactly discretised: its
// variance is the same at every sample, its correlation falls by e in one time constant, whatever
// the sample rate.
#pragma once

#include <cstdint>

#include "core/arena.h"
#include "core/random.h"
#include "math/vector.h"

namespace alula {

struct GaussMarkovState {
  Vec3 value{};
  std::uint64_t started = 0;  // 0: the first sample is drawn from the stationary distribution
};
static_assert(ArenaState<GaussMarkovState>);

class GaussMarkov {
 public:
  GaussMarkov() = default;
  // `deviation`: stationary standard deviation of each axis; `time_constant_s` > 0.
  GaussMarkov(const RandomStream& stream, const Vec3& deviation, double time_constant_s,
              double interval_s)
      : stream_(stream),
        deviation_(deviation),
        keep_(std::exp(-interval_s / time_constant_s)),
        renew_(std::sqrt(-std::expm1(-2.0 * interval_s / time_constant_s))) {}

  const Vec3& advance(GaussMarkovState& state, std::int64_t sample_index) const {
    const auto draw = stream_.normal3(sample_index);
    const Vec3 drive = cwise_product(deviation_, {draw[0], draw[1], draw[2]});
    state.value = state.started != 0 ? keep_ * state.value + renew_ * drive : drive;
    state.started = 1;
    return state.value;
  }

 private:
  RandomStream stream_;
  Vec3 deviation_{};
  double keep_ = 1.0, renew_ = 0.0;
};

// Independent normal numbers of one sample.
inline Vec3 white_noise(const RandomStream& stream, std::int64_t sample_index,
                        const Vec3& deviation) {
  const auto draw = stream.normal3(sample_index);
  return cwise_product(deviation, {draw[0], draw[1], draw[2]});
}

}  // namespace alula
