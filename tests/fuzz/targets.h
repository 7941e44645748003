// One function a reader of files: reads any bytes, and where they are good builds and steps what
// they describe. What it returns is our fault, whatever the bytes were; crashes, hangs and failed
// assertions are noticed by whoever calls it.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace alula::fuzz {

// In words; nullopt: nothing is wrong.
using Breach = std::optional<std::string>;

Breach read_params(std::string_view bytes);
Breach read_plan(std::string_view bytes);  // QGroundControl's, or a plain list of waypoints
Breach read_report(std::string_view bytes);
Breach read_rotor(std::string_view bytes);
Breach read_scenario(std::string_view bytes);
Breach read_ulog(std::string_view bytes);
Breach read_vehicle(std::string_view bytes);
Breach read_world(std::string_view bytes);

struct Target {
  std::string_view name;
  Breach (*read)(std::string_view bytes);
};
inline constexpr std::array kTargets{
    Target{"params", read_params},     Target{"plan", read_plan},
    Target{"report", read_report},     Target{"rotor", read_rotor},
    Target{"scenario", read_scenario}, Target{"ulog", read_ulog},
    Target{"vehicle", read_vehicle},   Target{"waypoints", read_plan},
    Target{"world", read_world},
};

}  // namespace alula::fuzz
