// document/key_unit.h: the unit that a key's name ends in.
#pragma once

#include <string_view>

namespace alula {

// "m/s^2" of "accel_range_m_s2"; empty where the name ends in no unit.
std::string_view unit_of_key(std::string_view key);

}  // namespace alula
