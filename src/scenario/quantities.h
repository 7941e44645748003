// scenario/quantities.h: what conditions and expectations of a scenario may speak of: numbers of
// one vehicle at one step, in the units of files. NaN: unknown now.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "sim/flight_statistics.h"
#include "sim/step_view.h"

namespace alula {

// One vehicle at t_k, as an onlooker sees it.
struct Observation {
  StepView view;
  const FlightStatistics& flown;
  const BatterySample& battery;  // the last that was delivered; time 0: none yet
  Vec3 start_W{};                // where its centre of mass was at the first step
};

enum class QuantityKind : std::uint8_t { number, flag, mode };

struct Quantity {
  std::string_view name;  // with the unit at its end
  QuantityKind kind = QuantityKind::number;
  std::string_view meaning;
  double (*read)(const Observation&) = nullptr;
};

// Sorted as the documentation lists them.
std::span<const Quantity> quantity_table();
std::optional<std::size_t> find_quantity(std::string_view name);

// A place of the vehicle, north, east, up [m]: the truth from where it started, the estimate from
// home as the vehicle knows it.
Vec3 true_place(const Observation& o);
Vec3 estimated_place(const Observation& o);

// "return", "position_slow": the words of scenario files for flight modes.
struct ModeWord {
  std::string_view word;
  FlightMode mode;
};
std::span<const ModeWord> mode_words();
std::optional<FlightMode> find_mode(std::string_view word);

}  // namespace alula
