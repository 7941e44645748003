// core/config_check.h: the rules of a validate() function, one line each, in the same words in
// every folder:
//
//   return ConfigCheck()
//       .above_zero("mass_kg", config.mass_kg)
//       .from_to("friction", config.friction, 0.0, 10.0)
//       .result();
//
// NaN breaks every rule, infinity all but an open from_to(). The first rule that is broken counts.
#pragma once

#include <cmath>
#include <string>
#include <string_view>

#include "core/error.h"

namespace alula {

// A vector, whichever: each component must obey.
template <class V>
concept ThreeNumbers = requires(const V& v) {
  v.x;
  v.y;
  v.z;
};

class ConfigCheck {
 public:
  // `rule` ends a sentence that begins with the field: "must be below speed_max_rad_s".
  ConfigCheck& require(std::string_view field, bool holds, std::string_view rule);

  ConfigCheck& finite(std::string_view field, double x);
  ConfigCheck& above_zero(std::string_view field, double x);
  ConfigCheck& zero_or_more(std::string_view field, double x);
  ConfigCheck& from_to(std::string_view field, double x, double low, double high);

  template <ThreeNumbers V> ConfigCheck& finite(std::string_view field, const V& v) {
    return finite(field, v.x).finite(field, v.y).finite(field, v.z);
  }
  template <ThreeNumbers V> ConfigCheck& above_zero(std::string_view field, const V& v) {
    return above_zero(field, v.x).above_zero(field, v.y).above_zero(field, v.z);
  }
  template <ThreeNumbers V> ConfigCheck& zero_or_more(std::string_view field, const V& v) {
    return zero_or_more(field, v.x).zero_or_more(field, v.y).zero_or_more(field, v.z);
  }

  // Another config's verdict, when nothing was wrong before.
  ConfigCheck& keep(MaybeError error);

  [[nodiscard]] MaybeError result() const { return first_; }

 private:
  MaybeError first_;
};

}  // namespace alula
