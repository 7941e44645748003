// scenario/expectation.h: one thing that must be true of a flight, judged while it is flown. Memory
// is fixed: nothing of the flight is kept but what the verdict needs.
#pragma once

#include <limits>
#include <optional>
#include <string>

#include "math/filters.h"
#include "scenario/expression.h"

namespace alula {

enum class ExpectationKind : std::uint8_t {
  always,
  never,
  eventually,
  at_end,
  mean,
  rms,
  deviation,
  highest,
  lowest,
  count,
  share
};

// Which steps count. Without anything: all.
struct ExpectationWindow {
  std::optional<Expression> from;
  std::optional<Expression> until;
  std::optional<Expression> only_while;
  TimeNs settle = 0;                // after `from`
  std::optional<TimeNs> lasting{};  // from opening to closing
};

struct FrequencyBand {
  double low_hz = 0.0;
  double high_hz = 0.0;
};

struct Expectation {
  std::string name;
  std::size_t vehicle = 0;
  ExpectationKind kind = ExpectationKind::always;
  Expression what;
  ExpectationWindow window;
  std::optional<TimeNs> within{};  // eventually
  TimeNs hold = 0;                 // eventually: stays true this long
  // Of figures and counts.
  double above = -std::numeric_limits<double>::infinity();
  double below = std::numeric_limits<double>::infinity();
  std::optional<FrequencyBand> band{};
};

// "below 0.3", "above 1 and below 2".
std::string bounds_text(const Expectation& expectation);

struct Verdict {
  bool held = true;
  TimeNs time = 0;      // when it broke; of a figure: the end
  std::string reason;   // of a broken one, one line, with the values then
  std::string measure;  // of a figure: what came out
};

// What an expectation remembers from step to step.
class ExpectationWatch {
 public:
  ExpectationWatch(const Expectation& expectation, double step_s);

  // Once a step, with what its vehicle shows.
  void observe(const Observation& seen, const ExpressionFacts& facts);
  // After the last step, with what it showed.
  [[nodiscard]] Verdict verdict(const Observation& last, const ExpressionFacts& facts) const;

 private:
  enum class Phase : std::uint8_t { waiting, settling, open, closed };

  // Whether the window holds this step.
  bool in_window(const Observation& seen, const ExpressionFacts& facts);
  void judge(double value, const Observation& seen);
  void wait_for(double value, const Observation& seen);
  void measure(double value);
  void break_now(const Observation& seen, std::string_view why);
  [[nodiscard]] std::string window_fault(TimeNs end) const;
  [[nodiscard]] Verdict end_verdict(const Observation& last, const ExpressionFacts& facts) const;
  [[nodiscard]] Verdict figure_verdict(TimeNs end) const;
  [[nodiscard]] double figure() const;

  const Expectation* expectation_;
  Butterworth<double> low_pass_high_, low_pass_low_;  // their difference is the band
  ButterworthState<double> state_high_{}, state_low_{};
  TimeNs step_ = 0;
  Phase phase_ = Phase::waiting;
  bool filled_ = false;     // the filters have had a value
  bool satisfied_ = false;  // eventually: it came true
  bool was_true_ = false;
  TimeNs since_ = 0;  // of the phase
  TimeNs opened_ = 0;
  TimeNs true_since_ = 0;
  std::optional<Verdict> broken_;
  std::uint64_t steps_ = 0;  // that counted
  std::uint64_t count_ = 0;  // times that it became true; share: steps at which it was
  double sum_ = 0.0, sum_of_squares_ = 0.0;
  double lowest_ = std::numeric_limits<double>::infinity();
  double highest_ = -std::numeric_limits<double>::infinity();
};

}  // namespace alula
