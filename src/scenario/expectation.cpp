#include "scenario/expectation.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "document/number_text.h"

namespace alula {
namespace {

bool is_figure(ExpectationKind kind) { return kind >= ExpectationKind::mean; }

const char* name_of(ExpectationKind kind) {
  switch (kind) {
    case ExpectationKind::always:
      return "always";
    case ExpectationKind::never:
      return "never";
    case ExpectationKind::eventually:
      return "eventually";
    case ExpectationKind::at_end:
      return "at the end";
    case ExpectationKind::mean:
      return "mean";
    case ExpectationKind::rms:
      return "r.m.s.";
    case ExpectationKind::deviation:
      return "standard deviation";
    case ExpectationKind::highest:
      return "highest";
    case ExpectationKind::lowest:
      return "lowest";
    case ExpectationKind::count:
      return "count";
    case ExpectationKind::share:
      return "share";
  }
  return "";
}

Verdict broken_at(TimeNs time, std::string reason) {
  return {.held = false, .time = time, .reason = std::move(reason), .measure = {}};
}

std::string seconds_text(TimeNs time) { return fmt::format("{:.3f} s", seconds(time)); }

}  // namespace

std::string bounds_text(const Expectation& e) {
  std::string text;
  if (std::isfinite(e.above)) text = "above " + shortest_text(e.above);
  if (std::isfinite(e.below)) {
    text += (text.empty() ? "below " : " and below ") + shortest_text(e.below);
  }
  return text;
}

ExpectationWatch::ExpectationWatch(const Expectation& expectation, double step_s)
    : expectation_(&expectation),
      low_pass_high_({expectation.band ? expectation.band->high_hz : 0.0}, 1.0 / step_s),
      low_pass_low_({expectation.band ? expectation.band->low_hz : 0.0}, 1.0 / step_s),
      step_(nanoseconds(step_s)) {}

bool ExpectationWatch::in_window(const Observation& seen, const ExpressionFacts& facts) {
  const ExpectationWindow& window = expectation_->window;
  const TimeNs now = seen.view.time;
  if (phase_ == Phase::waiting && (!window.from || window.from->holds(seen, facts))) {
    phase_ = Phase::settling;
    since_ = now;
  }
  const bool opens = phase_ == Phase::settling && now - since_ >= window.settle;
  if (opens) {
    phase_ = Phase::open;
    opened_ = now;
  }
  if (phase_ != Phase::open) return false;
  const bool over = window.lasting && now - opened_ >= *window.lasting;
  if (over || (!opens && window.until && window.until->holds(seen, facts))) {
    phase_ = Phase::closed;
    return false;
  }
  return !window.only_while || window.only_while->holds(seen, facts);
}

void ExpectationWatch::observe(const Observation& seen, const ExpressionFacts& facts) {
  const Expectation& e = *expectation_;
  const bool settled = broken_ || satisfied_ || phase_ == Phase::closed;
  if (settled || e.kind == ExpectationKind::at_end || !in_window(seen, facts)) return;
  ++steps_;
  judge(e.what.evaluate(seen, facts), seen);
}

void ExpectationWatch::judge(double value, const Observation& seen) {
  switch (expectation_->kind) {
    case ExpectationKind::always:
      if (value != 1.0) break_now(seen, std::isnan(value) ? "is unknown" : "is false");
      break;
    case ExpectationKind::never:
      if (value != 0.0) break_now(seen, std::isnan(value) ? "is unknown" : "is true");
      break;
    case ExpectationKind::eventually:
      wait_for(value, seen);
      break;
    case ExpectationKind::count:
      if (value == 1.0 && !was_true_) ++count_;
      was_true_ = value == 1.0;
      break;
    case ExpectationKind::share:
      if (value == 1.0) ++count_;
      break;
    default:
      if (!std::isfinite(value)) {
        break_now(seen, std::isnan(value) ? "is unknown" : "is infinite");
      } else {
        measure(value);
      }
      break;
  }
}

void ExpectationWatch::wait_for(double value, const Observation& seen) {
  const TimeNs now = seen.view.time;
  if (value == 1.0 && !was_true_) true_since_ = now;
  was_true_ = value == 1.0;
  satisfied_ = was_true_ && now - true_since_ >= expectation_->hold;
  const TimeNs begun = was_true_ ? true_since_ : now;
  if (!satisfied_ && expectation_->within && begun - opened_ > *expectation_->within)
    break_now(seen, "has not come true in time");
}

void ExpectationWatch::measure(double value) {
  if (expectation_->band) {
    if (!filled_) {
      low_pass_high_.reset(state_high_, value);
      low_pass_low_.reset(state_low_, value);
      filled_ = true;
    }
    const double smooth = low_pass_high_.update(state_high_, value);
    value = smooth - low_pass_low_.update(state_low_, smooth);
  }
  sum_ += value;
  sum_of_squares_ += value * value;
  lowest_ = std::min(lowest_, value);
  highest_ = std::max(highest_, value);
}

void ExpectationWatch::break_now(const Observation& seen, std::string_view why) {
  const TimeNs now = seen.view.time;
  broken_ = broken_at(
      now, fmt::format("{} at {}: {}", why, seconds_text(now), expectation_->what.values(seen)));
}

// Why the window does not carry a verdict; empty when it does.
std::string ExpectationWatch::window_fault(TimeNs end) const {
  const ExpectationWindow& window = expectation_->window;
  if (phase_ == Phase::waiting) return "its window never opened: " + window.from->text();
  if (phase_ == Phase::settling)
    return fmt::format("the flight ended before its window opened: {} began to hold at {}",
                       window.from ? window.from->text() : "the flight", seconds_text(since_));
  if (phase_ == Phase::open && window.lasting && end + step_ - opened_ < *window.lasting)
    return fmt::format("the flight ended {} into a window of {} s", seconds_text(end - opened_),
                       shortest_text(seconds(*window.lasting)));
  if (steps_ == 0)
    return window.only_while ? "no step of its window counted: " + window.only_while->text()
                             : "its window held no step";
  return {};
}

double ExpectationWatch::figure() const {
  const auto n = static_cast<double>(steps_);
  const double mean = sum_ / n;
  switch (expectation_->kind) {
    case ExpectationKind::mean:
      return mean;
    case ExpectationKind::rms:
      return std::sqrt(sum_of_squares_ / n);
    case ExpectationKind::deviation:
      return std::sqrt(std::max(sum_of_squares_ / n - mean * mean, 0.0));
    case ExpectationKind::highest:
      return highest_;
    case ExpectationKind::lowest:
      return lowest_;
    case ExpectationKind::share:
      return static_cast<double>(count_) / n;
    default:
      return static_cast<double>(count_);
  }
}

Verdict ExpectationWatch::figure_verdict(TimeNs end) const {
  const Expectation& e = *expectation_;
  const double value = figure();
  const std::string text = fmt::format("{} {:.4g}", name_of(e.kind), value);
  Verdict verdict{
      .held = value > e.above && value < e.below, .time = end, .reason = {}, .measure = text};
  if (!verdict.held)
    verdict.reason =
        fmt::format("{}, expected {} (from {} on)", text, bounds_text(e), seconds_text(opened_));
  return verdict;
}

Verdict ExpectationWatch::end_verdict(const Observation& last, const ExpressionFacts& facts) const {
  if (expectation_->what.holds(last, facts)) return {};
  return broken_at(last.view.time,
                   fmt::format("is not true at {}: {}", seconds_text(last.view.time),
                               expectation_->what.values(last)));
}

Verdict ExpectationWatch::verdict(const Observation& last, const ExpressionFacts& facts) const {
  const Expectation& e = *expectation_;
  const TimeNs end = last.view.time;
  if (broken_) return *broken_;
  if (e.kind == ExpectationKind::at_end) return end_verdict(last, facts);
  if (satisfied_) return {};
  const std::string fault = window_fault(end);
  if (!fault.empty()) return broken_at(end, fault);
  if (is_figure(e.kind)) return figure_verdict(end);
  if (e.kind != ExpectationKind::eventually) return {};
  return broken_at(
      end, fmt::format("never came true; at {}: {}", seconds_text(end), e.what.values(last)));
}

}  // namespace alula
