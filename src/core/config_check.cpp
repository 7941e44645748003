#include "core/config_check.h"

#include <utility>

#include <fmt/format.h>

namespace alula {

ConfigCheck& ConfigCheck::require(std::string_view field, bool holds, std::string_view rule) {
  if (!holds && !first_) first_ = invalid_config(std::string(field), std::string(rule));
  return *this;
}

ConfigCheck& ConfigCheck::finite(std::string_view field, double x) {
  return require(field, std::isfinite(x), "must be finite");
}

ConfigCheck& ConfigCheck::above_zero(std::string_view field, double x) {
  return require(field, x > 0.0 && std::isfinite(x), "must be above zero");
}

ConfigCheck& ConfigCheck::zero_or_more(std::string_view field, double x) {
  return require(field, x >= 0.0 && std::isfinite(x), "must be zero or more");
}

ConfigCheck& ConfigCheck::from_to(std::string_view field, double x, double low, double high) {
  if (x >= low && x <= high) return *this;
  return require(field, false, fmt::format("must be from {} to {}", low, high));
}

ConfigCheck& ConfigCheck::keep(MaybeError error) {
  if (error && !first_) first_ = std::move(error);
  return *this;
}

}  // namespace alula
