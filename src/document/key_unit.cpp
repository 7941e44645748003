#include "document/key_unit.h"

#include <array>
#include <utility>

namespace alula {
namespace {

using Unit = std::pair<std::string_view, std::string_view>;  // ending, unit

// Of two endings that fit, the longer one counts.
constexpr std::array kUnits{
    Unit{"_a", "A"},
    Unit{"_ah", "A h"},
    Unit{"_db", "dB"},
    Unit{"_deg", "deg"},
    Unit{"_deg_s", "deg/s"},
    Unit{"_hz", "Hz"},
    Unit{"_j", "J"},
    Unit{"_k", "K"},
    Unit{"_kg", "kg"},
    Unit{"_kg_m2", "kg m^2"},
    Unit{"_kg_m3", "kg/m^3"},
    Unit{"_kg_m_rad", "kg m/rad"},
    Unit{"_kg_rad", "kg/rad"},
    Unit{"_m", "m"},
    Unit{"_m2", "m^2"},
    Unit{"_m3", "m^3"},
    Unit{"_m3_s2", "m^3/s^2"},
    Unit{"_m_s", "m/s"},
    Unit{"_m_s2", "m/s^2"},
    Unit{"_m_s2_sqrt_hz", "m/s^2/sqrt(Hz)"},
    Unit{"_n", "N"},
    Unit{"_n_m", "N m"},
    Unit{"_n_m_s_rad", "N m s/rad"},
    Unit{"_n_s2_rad2", "N s^2/rad^2"},
    Unit{"_ohm", "ohm"},
    Unit{"_pa", "Pa"},
    Unit{"_per_s", "1/s"},
    Unit{"_rad", "rad"},
    Unit{"_rad_s", "rad/s"},
    Unit{"_rad_s_sqrt_hz", "rad/s/sqrt(Hz)"},
    Unit{"_rev_min", "1/min"},
    Unit{"_s", "s"},
    Unit{"_tesla", "T"},
    Unit{"_v", "V"},
    Unit{"_w", "W"},
    Unit{"_wh", "W h"},
};

}  // namespace

std::string_view unit_of_key(std::string_view key) {
  Unit best;
  for (const Unit& unit : kUnits) {
    const bool longer = unit.first.size() > best.first.size();
    if (longer && key.ends_with(unit.first)) best = unit;
  }
  return best.second;
}

}  // namespace alula
