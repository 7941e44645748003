// control/config_check.h: one line per rule in the validate() functions of this folder.
#pragma once

#include <cmath>
#include <string>
#include <string_view>

#include "core/error.h"
#include "math/vector.h"

namespace alula::config_check {

inline Error wrong(std::string_view field, std::string_view rule) {
  return {ErrorCode::invalid_config, std::string(field), std::string(rule)};
}
inline bool positive(double x) { return x > 0.0 && std::isfinite(x); }
inline bool not_negative(double x) { return x >= 0.0 && std::isfinite(x); }
inline bool between(double x, double low, double high) { return x >= low && x <= high; }
inline bool positive(const Vec3& a) { return positive(a.x) && positive(a.y) && positive(a.z); }
inline bool not_negative(const Vec3& a) {
  return not_negative(a.x) && not_negative(a.y) && not_negative(a.z);
}

// Keeps the first complaint: `Checks().positive(...).between(...).result()`.
class Checks {
 public:
  Checks& require(bool holds, std::string_view field, std::string_view rule) {
    if (!holds && !first_) first_ = wrong(field, rule);
    return *this;
  }
  template <class T> Checks& above_zero(const T& x, std::string_view field) {
    return require(positive(x), field, "must be above zero");
  }
  template <class T> Checks& zero_or_more(const T& x, std::string_view field) {
    return require(not_negative(x), field, "must be zero or more");
  }
  Checks& share(double x, std::string_view field) {
    return require(between(x, 0.0, 1.0), field, "must lie between 0 and 1");
  }
  [[nodiscard]] MaybeError result() const { return first_; }

 private:
  MaybeError first_;
};

}  // namespace alula::config_check
