#include <cmath>

#include "analysis/rotor_fit.h"
#include "tests/fuzz/laws.h"

namespace alula::fuzz {

// A table of a test stand, with the data sheet of a common 13-inch propeller.
Breach read_rotor(std::string_view bytes) {
  const Result<std::vector<TestStandRow>> table = parse_test_stand_table(bytes, kFileName);
  if (!table.ok()) return check_message(table.error());
  const Result<RotorFit> fit = fit_rotor(*table, RotorFitConfig{});
  if (!fit.ok()) return check_late_message(fit.error());
  const bool good = std::isfinite(fit->thrust_coefficient_n_s2_rad2) &&
                    std::isfinite(fit->moment_coefficient_m) && std::isfinite(fit->efficiency) &&
                    std::isfinite(fit->speed_max_rad_s) && std::isfinite(fit->inertia_kg_m2) &&
                    std::isfinite(fit->resistance_ohm) && std::isfinite(fit->time_constant_s);
  return good ? Breach{} : "a rotor with a number that is none";
}

}  // namespace alula::fuzz
