// autopilot/parameters.h: the parameter table, and the values of one autopilot. A value is part of
// the autopilot's state; it changes only at step borders by recorded inputs.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/arena.h"
#include "core/error.h"

namespace alula {

enum class ParameterType : std::uint8_t { real, integer };

struct ParameterInfo {
  std::string_view name;
  ParameterType type = ParameterType::real;
  double default_value = 0.0;
  double min = 0.0;
  double max = 0.0;
  std::string_view unit;
  std::string_view description;
};

// One enumerator a parameter: Param::MPC_XY_P.
enum class Param : std::uint32_t {
#define ALULA_PARAMETER(name, type, default_value, min, max, unit, description) name,
#include "autopilot/parameter_list.inc"
#undef ALULA_PARAMETER
  count
};
inline constexpr std::size_t kParameterCount = static_cast<std::size_t>(Param::count);

std::span<const ParameterInfo, kParameterCount> parameter_table();
const ParameterInfo& info_of(Param p);
// Range and type.
bool allows(const ParameterInfo& info, double value);
std::optional<Param> find_parameter(std::string_view name);

struct ParameterValues {
  std::array<double, kParameterCount> value{};

  [[nodiscard]] double operator[](Param p) const { return value[static_cast<std::size_t>(p)]; }
  // Degrees in, radians out.
  [[nodiscard]] double radians(Param p) const;
  [[nodiscard]] int integer(Param p) const { return static_cast<int>((*this)[p]); }
  [[nodiscard]] bool flag(Param p) const { return integer(p) != 0; }
};
static_assert(ArenaState<ParameterValues>);

ParameterValues default_parameters();
// Checks range and type; the message names the parameter, the value and what was expected.
MaybeError set_parameter(ParameterValues& values, std::string_view name, double value);
// What no single range can say: parameters that do not go together. Error::where names one of them.
MaybeError check_together(const ParameterValues& values);
// "NAME=VALUE" as on the command line.
MaybeError set_parameter_text(ParameterValues& values, std::string_view assignment);

}  // namespace alula
