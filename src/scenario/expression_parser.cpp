#include <algorithm>
#include <array>
#include <optional>

#include <fmt/format.h>

#include "document/number_text.h"
#include "document/spelling.h"
#include "scenario/expression.h"
#include "scenario/expression_text.h"

namespace alula {
namespace {

using Op = Expression::Op;

struct Function {
  std::string_view name;
  std::size_t arguments;
  Op op;
};
constexpr auto kFunctions = std::to_array<Function>({{"abs", 1, Op::absolute},
                                                     {"sqrt", 1, Op::square_root},
                                                     {"wrap_deg", 1, Op::wrap_deg},
                                                     {"known", 1, Op::known},
                                                     {"min", 2, Op::smaller},
                                                     {"max", 2, Op::larger},
                                                     {"hypot", 2, Op::hypotenuse}});

// What an operand is. `nothing` only after an error.
enum class Kind : std::uint8_t { nothing, number, condition, mode };

std::string_view name_of(Kind kind) {
  switch (kind) {
    case Kind::condition:
      return "a condition";
    case Kind::mode:
      return "a flight mode";
    default:
      return "a number";
  }
}

}  // namespace

// Recursive descent; the first error stands, and everything after it yields nothing.
class ExpressionParser {
 public:
  ExpressionParser(std::string_view text, ExpressionNames& names) : text_(text), names_(names) {
    expression_.text_ = text;
  }

  Result<Expression> parse(ExpressionType wanted) {
    const Kind found = any();
    if (!text_.at_end()) fail(fmt::format("cannot be read from {} on", quoted(text_.rest())));
    const Kind expected = wanted == ExpressionType::number ? Kind::number : Kind::condition;
    expect(found, expected, "is");
    if (!error_ && !fits()) fail("is nested too deeply");
    if (error_) return *error_;
    return std::move(expression_);
  }

 private:
  static constexpr int kNestingMax = 24;

  Kind any() {
    if (++nesting_ > kNestingMax) return fail("is nested too deeply");
    Kind left = all();
    while (left != Kind::nothing && text_.take_word("or")) left = join(left, all(), Op::either);
    --nesting_;
    return left;
  }
  Kind all() {
    Kind left = negation();
    while (left != Kind::nothing && text_.take_word("and")) left = join(left, negation(), Op::both);
    return left;
  }
  Kind join(Kind left, Kind right, Op op) {
    if (!expect(left, Kind::condition, "joins") || !expect(right, Kind::condition, "joins"))
      return Kind::nothing;
    put(op);
    return Kind::condition;
  }
  Kind negation() {
    int times = 0;
    while (text_.take_word("not")) ++times;
    const Kind kind = comparison();
    if (times == 0) return kind;
    if (!expect(kind, Kind::condition, "negates")) return Kind::nothing;
    if (times % 2 == 1) put(Op::invert);
    return Kind::condition;
  }

  // a < b < c is a < b and b < c.
  Kind comparison() {
    Kind left = sum();
    std::optional<Op> sign = take_comparison();
    if (left == Kind::nothing || !sign) return left;
    for (bool first = true; sign; first = false, sign = take_comparison()) {
      const std::size_t begin = expression_.program_.size();
      const Kind right = left == Kind::mode ? mode_word(*sign) : sum();
      if (right == Kind::nothing) return right;
      if (left != right) {
        return fail(fmt::format("compares {} with {}", name_of(left), name_of(right)));
      }
      if (right == Kind::condition) return fail("compares conditions; expected numbers");
      const std::vector<Expression::Instruction> operand(
          expression_.program_.begin() + static_cast<std::ptrdiff_t>(begin),
          expression_.program_.end());
      put(*sign);
      if (!first) put(Op::both);
      if (text_.at_comparison()) {
        expression_.program_.insert(expression_.program_.end(), operand.begin(), operand.end());
      }
      left = right;
    }
    return Kind::condition;
  }
  Kind mode_word(Op sign) {
    if (sign != Op::equal && sign != Op::different)
      return fail("compares flight modes by size; expected == or !=");
    const std::string_view word = text_.take_name();
    const std::optional<FlightMode> mode = find_mode(word);
    if (!mode) {
      std::vector<std::string_view> words;
      for (const ModeWord& m : mode_words()) words.push_back(m.word);
      return fail(unknown("flight mode", word, words));
    }
    put(Op::constant, 0, static_cast<double>(*mode));
    return Kind::mode;
  }

  Kind sum() {
    Kind left = product();
    for (char sign = 0; left != Kind::nothing && (sign = text_.take_one_of("+-")) != 0;)
      left = compute(left, product(), sign == '+' ? Op::add : Op::subtract);
    return left;
  }
  Kind product() {
    Kind left = unary();
    for (char sign = 0; left != Kind::nothing && (sign = text_.take_one_of("*/")) != 0;)
      left = compute(left, unary(), sign == '*' ? Op::multiply : Op::divide);
    return left;
  }
  Kind compute(Kind left, Kind right, Op op) {
    if (!expect(left, Kind::number, "computes with") ||
        !expect(right, Kind::number, "computes with"))
      return Kind::nothing;
    put(op);
    return Kind::number;
  }
  Kind unary() {
    int times = 0;
    while (text_.take_one_of("-") != 0) ++times;
    const Kind kind = operand();
    if (times == 0) return kind;
    if (!expect(kind, Kind::number, "negates")) return Kind::nothing;
    if (times % 2 == 1) put(Op::negate);
    return kind;
  }

  Kind operand() {
    if (text_.take_one_of("(") != 0) {
      const Kind kind = any();
      return kind == Kind::nothing || close() ? kind : Kind::nothing;
    }
    if (text_.at_digit()) return number();
    const std::string_view name = text_.take_name();
    if (name.empty()) {
      return text_.at_end()
                 ? fail("ends too early; expected a quantity or a number")
                 : fail(fmt::format("cannot be read from {} on; expected a quantity or a number",
                                    quoted(text_.rest())));
    }
    if (text_.take_one_of("(") != 0) return call(name);
    if (name == "true" || name == "false") {
      put(Op::constant, 0, name == "true" ? 1.0 : 0.0);
      return Kind::condition;
    }
    return quantity(name);
  }
  Kind number() {
    const std::string_view word = text_.take_number();
    const std::optional<double> value =
        is_number_text(word) ? number_from_text(word) : std::nullopt;
    if (!value) return fail(fmt::format("has {} where a number was expected", quoted(word)));
    put(Op::constant, 0, *value);
    return Kind::number;
  }
  Kind quantity(std::string_view name) {
    const std::optional<std::size_t> index = find_quantity(name);
    if (!index) {
      std::vector<std::string_view> names;
      for (const Quantity& q : quantity_table()) names.push_back(q.name);
      return fail(unknown("quantity", name, names) + "; `alula test --quantities` lists all");
    }
    put(Op::quantity, *index);
    switch (quantity_table()[*index].kind) {
      case QuantityKind::number:
        return Kind::number;
      case QuantityKind::flag:
        return Kind::condition;
      case QuantityKind::mode:
        return Kind::mode;
    }
    return Kind::nothing;
  }

  Kind call(std::string_view name) {
    if (name == "said") return said();
    if (name == "done") return done();
    if (name == "from_place") return line(names_.places, "place", "places");
    if (name == "from_path") return line(names_.paths, "path", "paths");
    const auto found = std::ranges::find(kFunctions, name, &Function::name);
    if (found == kFunctions.end()) {
      std::vector<std::string_view> names{"said", "done", "from_place", "from_path"};
      for (const Function& f : kFunctions) names.push_back(f.name);
      return fail(unknown("function", name, names));
    }
    for (std::size_t i = 0; i < found->arguments; ++i) {
      if (i > 0 && !comma()) return Kind::nothing;
      if (!expect(any(), Kind::number, fmt::format("calls {} with", name))) return Kind::nothing;
    }
    put(found->op);
    if (!close()) return Kind::nothing;
    return found->op == Op::known ? Kind::condition : Kind::number;
  }
  Kind said() {
    const std::string wanted(text_.take_quoted());
    if (wanted.empty()) return fail("has said() without a text; expected one in quotes");
    auto at = std::ranges::find(names_.said, wanted);
    if (at == names_.said.end()) at = names_.said.insert(at, wanted);
    put(Op::said, static_cast<std::size_t>(at - names_.said.begin()));
    return close() ? Kind::condition : Kind::nothing;
  }
  Kind done() {
    const std::string_view name = text_.take_name();
    const auto at = std::ranges::find(names_.marks, name);
    if (at == names_.marks.end()) {
      const std::vector<std::string_view> names(names_.marks.begin(), names_.marks.end());
      return fail(unknown("mark", name, names));
    }
    put(Op::done, static_cast<std::size_t>(at - names_.marks.begin()));
    return close() ? Kind::condition : Kind::nothing;
  }
  Kind line(const std::map<std::string, Polyline, std::less<>>& lines, std::string_view what,
            std::string_view key) {
    const std::string_view who = text_.take_name();
    if (who != "truth" && who != "estimate") {
      return fail(
          fmt::format("asks for a distance of {}; expected truth or estimate", quoted(who)));
    }
    if (!comma()) return Kind::nothing;
    const std::string_view name = text_.take_name();
    const auto found = lines.find(name);
    if (found == lines.end()) {
      std::vector<std::string_view> names;
      for (const auto& [known, line] : lines) names.push_back(known);
      return fail(unknown(what, name, names) + fmt::format("; expected one of the key {}", key));
    }
    expression_.lines_.push_back(found->second);
    put(who == "truth" ? Op::truth_from_line : Op::estimate_from_line,
        expression_.lines_.size() - 1);
    return close() ? Kind::number : Kind::nothing;
  }

  void put(Op op, std::size_t index = 0, double value = 0.0) {
    expression_.program_.push_back({op, static_cast<std::uint32_t>(index), value});
  }

  std::optional<Op> take_comparison() { return error_ ? std::nullopt : text_.take_comparison(); }
  bool close() {
    if (text_.take_one_of(")") != 0) return true;
    fail("lacks a closing parenthesis");
    return false;
  }
  bool comma() {
    if (error_) return false;
    if (text_.take_one_of(",") != 0) return true;
    fail(fmt::format("cannot be read from {} on; expected a comma", quoted(text_.rest())));
    return false;
  }

  // Errors.
  Kind fail(std::string message) {
    if (!error_)
      error_ =
          Error{ErrorCode::bad_format, "", quoted(expression_.text_) + " " + std::move(message)};
    return Kind::nothing;
  }
  bool expect(Kind found, Kind wanted, std::string_view verb) {
    if (found == wanted) return true;
    if (found != Kind::nothing) {
      fail(fmt::format("{} {}; expected {}", verb, name_of(found), name_of(wanted)));
    }
    return false;
  }
  std::string unknown(std::string_view what, std::string_view word,
                      const std::vector<std::string_view>& words) const {
    const std::string_view nearest = nearest_word(word, words);
    std::string message = fmt::format("names no {}", what);
    if (word != expression_.text_) message += ": " + quoted(word);
    if (!nearest.empty()) message += fmt::format("; did you mean {}?", quoted(nearest));
    return message;
  }

  // Whether the stack of the evaluation is deep enough.
  [[nodiscard]] bool fits() const {
    std::size_t depth = 0, deepest = 0;
    for (const Expression::Instruction& i : expression_.program_) {
      if (i.op < Op::negate) ++depth;
      if (i.op >= Op::add) --depth;
      deepest = std::max(deepest, depth);
    }
    return deepest <= Expression::kDepthMax;
  }

  ExpressionText text_;
  ExpressionNames& names_;
  int nesting_ = 0;
  Expression expression_;
  std::optional<Error> error_;
};

Result<Expression> Expression::parse(std::string_view text, ExpressionType wanted,
                                     ExpressionNames& names) {
  return ExpressionParser(text, names).parse(wanted);
}

}  // namespace alula
