// scenario/expression.h: the short texts of scenario files, "abs(truth.height_m - 5) < 0.2 and not
// landed": parsed once, then evaluated at every step without allocation. A condition is 1, 0 or NaN
// (unknown), a number is NaN where it is unknown.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.h"
#include "scenario/quantities.h"

namespace alula {

// Points, north, east, up from the start [m]. One without up is a vertical line.
struct Polyline {
  std::vector<Vec3> points;
  bool flat = false;  // heights do not count
};
// Nearest distance of a place from it [m].
double distance_from(const Polyline& line, const Vec3& place);

// The words that a scenario has given names to. Texts of `said()` are collected while parsing.
struct ExpressionNames {
  std::map<std::string, Polyline, std::less<>> places;
  std::map<std::string, Polyline, std::less<>> paths;
  std::vector<std::string> marks;  // names of `mark` entries
  std::vector<std::string> said;   // filled by the parser
};

// What changes from step to step besides the vehicle's own numbers.
struct ExpressionFacts {
  std::vector<std::uint8_t> said;   // one for each text: 1 once an event has held it
  std::vector<std::uint8_t> marks;  // 1 once passed
};

enum class ExpressionType : std::uint8_t { number, condition };

class Expression {
 public:
  // Errors: bad_format without a place, the message quoting where it goes wrong.
  static Result<Expression> parse(std::string_view text, ExpressionType wanted,
                                  ExpressionNames& names);

  [[nodiscard]] double evaluate(const Observation& seen, const ExpressionFacts& facts) const;
  [[nodiscard]] bool holds(const Observation& seen, const ExpressionFacts& facts) const {
    return evaluate(seen, facts) == 1.0;
  }
  // "truth.height_m 5.31, mode hold": what it was made from, for a person.
  [[nodiscard]] std::string values(const Observation& seen) const;
  [[nodiscard]] const std::string& text() const { return text_; }

  enum class Op : std::uint8_t {
    // Push one.
    constant,
    quantity,
    said,
    done,
    truth_from_line,
    estimate_from_line,
    // Change one.
    negate,
    invert,
    absolute,
    square_root,
    known,
    wrap_deg,
    // Two become one.
    add,
    subtract,
    multiply,
    divide,
    smaller,
    larger,
    hypotenuse,
    less,
    less_or_equal,
    greater,
    greater_or_equal,
    equal,
    different,
    both,
    either
  };
  struct Instruction {
    Op op = Op::constant;
    std::uint32_t index = 0;  // of quantity, text, mark, line
    double value = 0.0;       // of a constant
  };
  static constexpr std::size_t kDepthMax = 32;

 private:
  friend class ExpressionParser;
  std::string text_;
  std::vector<Instruction> program_;  // postfix
  std::vector<Polyline> lines_;
};

}  // namespace alula
