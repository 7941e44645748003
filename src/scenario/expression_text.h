// scenario/expression_text.h: the words of an expression, one after the other.
#pragma once

#include <optional>
#include <string_view>

#include "scenario/expression.h"

namespace alula {

// Every call skips blanks first. `take_...` gives what it found and moves on, or gives nothing and
// stays.
class ExpressionText {
 public:
  explicit ExpressionText(std::string_view text) : text_(text) {}

  [[nodiscard]] bool at_end();
  [[nodiscard]] bool at_digit();
  [[nodiscard]] bool at_comparison() { return comparison_here() != nullptr; }
  [[nodiscard]] std::string_view rest();

  char take_one_of(std::string_view signs);  // 0: none of them
  std::string_view take_name();              // letters, digits, underscores, dots; may be empty
  bool take_word(std::string_view word);     // this name
  std::string_view take_number();            // all that looks like one
  std::string_view take_quoted();            // what stands in quotes; empty: nothing does
  std::optional<Expression::Op> take_comparison();

 private:
  struct Comparison {
    std::string_view sign;
    Expression::Op op;
  };
  void skip_blanks();
  [[nodiscard]] std::string_view name_here();
  [[nodiscard]] const Comparison* comparison_here();

  std::string_view text_;
  std::size_t place_ = 0;
};

}  // namespace alula
