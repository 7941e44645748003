#include "tests/fuzz/laws.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "document/spelling.h"

namespace alula::fuzz {
namespace {

// Longer than that no message is read to its end.
constexpr std::size_t kMessageBytesMax = 2000;
constexpr std::size_t kShown = 500;  // of a message that breaks a law

bool is_readable_line(std::string_view text) {
  const bool control = std::any_of(text.begin(), text.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte < 0x20u || byte == 0x7fu;
  });
  return !control && find_invalid_utf8(text) == std::string_view::npos;
}

}  // namespace

Breach check_late_message(const Error& error) {
  const std::string text = error.text();
  if (error.message.empty()) return "an error without a message at " + error.where;
  if (text.size() > kMessageBytesMax)
    return fmt::format("a message of {} bytes: {}", text.size(), one_line(text, kShown));
  if (!is_readable_line(text))
    return "a message that is no line of text: " + one_line(text, kShown);
  return std::nullopt;
}

Breach check_message(const Error& error) {
  if (error.where.find(kFileName) == std::string::npos)
    return "a message that names no file: " + error.text();
  return check_late_message(error);
}

bool finite(std::span<const double> values) {
  return std::all_of(values.begin(), values.end(), [](double v) { return std::isfinite(v); });
}

Breach check_steps(Simulation& simulation, int steps) {
  for (int i = 0; i < steps && !simulation.fault(); ++i) simulation.step();
  if (const auto fault = simulation.fault()) {
    return is_readable_line(*fault) ? Breach{} : "a fault that is no line of text";
  }
  for (std::size_t i = 0; i < simulation.vehicle_count(); ++i) {
    if (!finite(simulation.vehicle(i).plant_state(simulation.arena())))
      return fmt::format("vehicle {} has a state that is no number, and no fault", i);
  }
  return std::nullopt;
}

}  // namespace alula::fuzz
