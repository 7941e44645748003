#include "scenario/expression_text.h"

#include <array>

namespace alula {
namespace {

constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_";
constexpr std::string_view kDigits = "0123456789";

bool is_one_of(char c, std::string_view set) { return set.find(c) != std::string_view::npos; }

}  // namespace

void ExpressionText::skip_blanks() {
  while (place_ < text_.size() && is_one_of(text_[place_], " \n")) ++place_;
}

bool ExpressionText::at_end() {
  skip_blanks();
  return place_ == text_.size();
}

bool ExpressionText::at_digit() { return !at_end() && is_one_of(text_[place_], kDigits); }

std::string_view ExpressionText::rest() {
  skip_blanks();
  return text_.substr(place_);
}

char ExpressionText::take_one_of(std::string_view signs) {
  if (at_end() || !is_one_of(text_[place_], signs)) return 0;
  return text_[place_++];
}

std::string_view ExpressionText::name_here() {
  skip_blanks();
  std::size_t end = place_;
  const auto inside = [&](char c) {
    return is_one_of(c, kLetters) || (end > place_ && (is_one_of(c, kDigits) || c == '.'));
  };
  while (end < text_.size() && inside(text_[end])) ++end;
  return text_.substr(place_, end - place_);
}

std::string_view ExpressionText::take_name() {
  const std::string_view name = name_here();
  place_ += name.size();
  return name;
}

bool ExpressionText::take_word(std::string_view word) {
  if (name_here() != word) return false;
  place_ += word.size();
  return true;
}

std::string_view ExpressionText::take_number() {
  skip_blanks();
  std::size_t end = place_;
  while (end < text_.size()) {
    const bool sign_of_exponent =
        end > place_ && is_one_of(text_[end], "+-") && is_one_of(text_[end - 1], "eE");
    if (!is_one_of(text_[end], kDigits) && !is_one_of(text_[end], ".eE") && !sign_of_exponent)
      break;
    ++end;
  }
  const std::string_view word = text_.substr(place_, end - place_);
  place_ = end;
  return word;
}

std::string_view ExpressionText::take_quoted() {
  const char quote = take_one_of("\"'");
  const std::size_t end = quote != 0 ? text_.find(quote, place_) : std::string_view::npos;
  if (end == std::string_view::npos) return {};
  const std::string_view word = text_.substr(place_, end - place_);
  place_ = end + 1;
  return word;
}

const ExpressionText::Comparison* ExpressionText::comparison_here() {
  using Op = Expression::Op;
  // The longer sign first where one begins like another.
  static constexpr auto comparisons = std::to_array<Comparison>({{"<=", Op::less_or_equal},
                                                                 {">=", Op::greater_or_equal},
                                                                 {"==", Op::equal},
                                                                 {"!=", Op::different},
                                                                 {"<", Op::less},
                                                                 {">", Op::greater}});
  const std::string_view here = rest();
  for (const Comparison& c : comparisons) {
    if (here.starts_with(c.sign)) return &c;
  }
  return nullptr;
}

std::optional<Expression::Op> ExpressionText::take_comparison() {
  const Comparison* const found = comparison_here();
  if (found == nullptr) return std::nullopt;
  place_ += found->sign.size();
  return found->op;
}

}  // namespace alula
