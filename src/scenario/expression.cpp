#include "scenario/expression.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "math/frames.h"

namespace alula {
namespace {

using Op = Expression::Op;

double distance_from_leg(const Vec3& place, const Vec3& a, const Vec3& b) {
  const Vec3 leg = b - a;
  const double length = norm_squared(leg);
  const double share = length > 0.0 ? std::clamp(dot(place - a, leg) / length, 0.0, 1.0) : 0.0;
  return norm(place - a - share * leg);
}

bool known(double x) { return !std::isnan(x); }

// With the unknown between: what one side settles is settled.
double both(double a, double b) {
  if (a == 0.0 || b == 0.0) return 0.0;
  return known(a) && known(b) ? 1.0 : kNotCommanded;
}
double either(double a, double b) {
  if (a == 1.0 || b == 1.0) return 1.0;
  return known(a) && known(b) ? 0.0 : kNotCommanded;
}

double of_one(Op op, double a) {
  switch (op) {
    case Op::negate:
      return -a;
    case Op::invert:
      return 1.0 - a;
    case Op::absolute:
      return std::fabs(a);
    case Op::square_root:
      return std::sqrt(a);
    case Op::known:
      return known(a) ? 1.0 : 0.0;
    default:  // wrap_deg
      return degrees(wrap_pi(radians(a)));
  }
}

double of_two(Op op, double a, double b) {
  const auto compared = [&](bool result) {
    if (!known(a) || !known(b)) return kNotCommanded;
    return result ? 1.0 : 0.0;
  };
  switch (op) {
    case Op::add:
      return a + b;
    case Op::subtract:
      return a - b;
    case Op::multiply:
      return a * b;
    case Op::divide:
      return a / b;
    case Op::smaller:
      return known(a) && known(b) ? std::fmin(a, b) : kNotCommanded;
    case Op::larger:
      return known(a) && known(b) ? std::fmax(a, b) : kNotCommanded;
    case Op::hypotenuse:
      return std::hypot(a, b);
    case Op::less:
      return compared(a < b);
    case Op::less_or_equal:
      return compared(a <= b);
    case Op::greater:
      return compared(a > b);
    case Op::greater_or_equal:
      return compared(a >= b);
    case Op::equal:
      return compared(a == b);
    case Op::different:
      return compared(a != b);
    case Op::both:
      return both(a, b);
    default:
      return either(a, b);
  }
}

std::string_view word_of(double mode) {
  for (const ModeWord& m : mode_words()) {
    if (static_cast<double>(m.mode) == mode) return m.word;
  }
  return "unknown";
}

std::string value_text(const Quantity& quantity, double value) {
  if (!known(value)) return "unknown";
  if (quantity.kind == QuantityKind::mode) return std::string(word_of(value));
  if (quantity.kind == QuantityKind::flag) return value == 1.0 ? "true" : "false";
  return fmt::format("{:.4g}", value + 0.0);  // no minus before a zero
}

}  // namespace

double distance_from(const Polyline& line, const Vec3& place) {
  if (!known(place.x + place.y) || (!line.flat && !known(place.z))) return kNotCommanded;
  const Vec3 p{place.x, place.y, line.flat ? 0.0 : place.z};
  double nearest = norm(p - line.points.front());
  for (std::size_t i = 0; i + 1 < line.points.size(); ++i)
    nearest = std::min(nearest, distance_from_leg(p, line.points[i], line.points[i + 1]));
  return nearest;
}

double Expression::evaluate(const Observation& seen, const ExpressionFacts& facts) const {
  std::array<double, kDepthMax> stack;  // NOLINT: written before it is read
  std::size_t top = 0;
  for (const Instruction& i : program_) {
    switch (i.op) {
      case Op::constant:
        stack[top++] = i.value;
        break;
      case Op::quantity:
        stack[top++] = quantity_table()[i.index].read(seen);
        break;
      case Op::said:
        stack[top++] = facts.said[i.index];
        break;
      case Op::done:
        stack[top++] = facts.marks[i.index];
        break;
      case Op::truth_from_line:
        stack[top++] = distance_from(lines_[i.index], true_place(seen));
        break;
      case Op::estimate_from_line:
        stack[top++] = distance_from(lines_[i.index], estimated_place(seen));
        break;
      default:
        if (i.op < Op::add) {
          stack[top - 1] = of_one(i.op, stack[top - 1]);
        } else {
          --top;
          stack[top - 1] = of_two(i.op, stack[top - 1], stack[top]);
        }
        break;
    }
  }
  return stack[0];
}

std::string Expression::values(const Observation& seen) const {
  std::vector<std::string> words;
  const auto add = [&words](std::string word) {
    if (std::ranges::find(words, word) == words.end()) words.push_back(std::move(word));
  };
  for (const Instruction& i : program_) {
    if (i.op == Op::quantity) {
      const Quantity& quantity = quantity_table()[i.index];
      add(fmt::format("{} {}", quantity.name, value_text(quantity, quantity.read(seen))));
    } else if (i.op == Op::truth_from_line) {
      add(fmt::format("distance {:.4g} m", distance_from(lines_[i.index], true_place(seen))));
    } else if (i.op == Op::estimate_from_line) {
      add(fmt::format("estimated distance {:.4g} m",
                      distance_from(lines_[i.index], estimated_place(seen))));
    }
  }
  return fmt::format("{}", fmt::join(words, ", "));
}

}  // namespace alula
