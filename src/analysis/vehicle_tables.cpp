#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "analysis/vehicle_report.h"
#include "earth/standard_gravity.h"
#include "math/frames.h"
#include "vehicle/lifter.h"

namespace alula {
namespace {

using Row = PageTable::Row;

std::string number(double value) { return fmt::format("{:.4g}", value); }
std::string triple(const Vec3& v) { return fmt::format("{:.4g}, {:.4g}, {:.4g}", v.x, v.y, v.z); }
Vec3 diagonal(const Mat3& m) { return {m.m[0][0], m.m[1][1], m.m[2][2]}; }
double rev_min(double rad_s) { return rad_s / (2.0 * std::numbers::pi) * 60.0; }

std::string minutes(double time_s) {
  return fmt::format("{:.0f}:{:02.0f}", std::floor(time_s / 60.0),
                     std::floor(std::fmod(time_s, 60.0)));
}

PageTable body_table(const VehicleConfig& config) {
  const MassElement& body = config.body;
  double reach = 0.0;
  for (const Lifter& rotor : lifters_of(config)) reach = std::max(reach, norm_xy(rotor.position_m));
  return {"Body",
          {{"mass", number(body.mass_kg), "kg"},
           {"centre of mass", triple(body.position_m), "m", "in the file's axes"},
           {"inertia", triple(diagonal(body.inertia_kg_m2)), "kg m^2", "roll, pitch, yaw"},
           {"rotors", std::to_string(lifters_of(config).size()), ""},
           {"farthest rotor", number(reach), "m", "from the centre of mass, seen from above"}}};
}

PageTable hover_table(const VehicleConfig& config, const VehicleFigures& figures) {
  const HoverFigures& hover = figures.hover;
  PageTable table{"Hover", {}};
  const bool equal = hover.command_max - hover.command_min < 5e-4;
  table.rows.push_back({"command", fmt::format("{:.3f}", hover.command), "",
                        equal ? "of 0 to 1, each rotor"
                              : fmt::format("of 0 to 1, {:.3f} to {:.3f} by rotor",
                                            hover.command_min, hover.command_max)});
  table.rows.push_back({"rotor speed", fmt::format("{:.0f}", rev_min(hover.speed_rad_s)), "rev/min",
                        fmt::format("{:.1f} rad/s", hover.speed_rad_s)});
  if (!figures.has_electrics) return table;
  const double power_w = hover.supply_v * hover.current_a;
  table.rows.push_back({"current", number(hover.current_a), "A"});
  table.rows.push_back({"voltage", number(hover.supply_v), "V"});
  table.rows.push_back({"power", number(power_w), "W",
                        fmt::format("{:.2f} g/W", 1e3 * config.body.mass_kg / power_w)});
  return table;
}

PageTable thrust_table(const VehicleFigures& figures) {
  const FullThrottleFigures& full = figures.full;
  PageTable table{"Full throttle", {}};
  table.rows.push_back({"thrust", number(full.thrust_n), "N", "all rotors"});
  table.rows.push_back({"thrust over weight", fmt::format("{:.2f}", full.thrust_to_weight), "",
                        fmt::format("{:.2f} without voltage sag", full.thrust_to_weight_unsagged)});
  if (!figures.has_electrics) return table;
  table.rows.push_back({"current", number(full.current_a), "A"});
  table.rows.push_back({"voltage", number(full.supply_v), "V"});
  return table;
}

Row limit_row(const std::string& label, const SpeedLimit& limit) {
  return {label, number(limit.speed_m_s), "m/s", "bound by " + limit.limit};
}

PageTable speed_table(const VehicleFigures& figures) {
  const LevelFigures& level = figures.level;
  return {"Speed in still air",
          {limit_row("level, possible", level.thrust),
           {"tilt there", number(degrees(level.tilt_rad)), "deg",
            fmt::format("drag {:.3g} N", level.drag_n)},
           limit_row("level, with the tilt limit", level.allowed),
           limit_row("level, as flown", level.flown),
           limit_row("climb, possible", figures.climb.thrust),
           limit_row("climb, as flown", figures.climb.flown)}};
}

PageTable endurance_table(const EnduranceFigures& e) {
  const std::string reserve = fmt::format("{:.0f} % of the charge left", 100.0 * kReserve);
  return {"Endurance in still air",
          {{"hover", minutes(e.hover_s), "min", "until " + e.limit},
           {"hover", minutes(e.hover_reserve_s), "min", reserve},
           {"longest flight", minutes(e.longest_s), "min",
            fmt::format("at {:.1f} m/s, {}", e.longest_speed_m_s, reserve)},
           {"longest way", number(1e-3 * e.farthest_m), "km",
            fmt::format("at {:.1f} m/s, {}", e.farthest_speed_m_s, reserve)}}};
}

PageTable authority_table(const VehicleFigures& figures) {
  constexpr std::array<const char*, 3> kAxes{"roll", "pitch", "yaw"};
  PageTable table{"Control authority at hover", {}};
  for (std::size_t axis = 0; axis < kAxes.size(); ++axis) {
    const AuthorityFigures& a = figures.authority[axis];
    table.rows.push_back({kAxes[axis], fmt::format("+{:.4g}, -{:.4g}", a.up, a.down), "rad/s^2"});
  }
  const AuthorityFigures& lift = figures.authority[3];
  table.rows.push_back(
      {"lift", fmt::format("+{:.4g}, -{:.4g}", lift.up, lift.down), "m/s^2", "up, down"});
  return table;
}

Row decay_row(const std::string& label, const std::optional<double>& time_s) {
  return time_s ? Row{label, number(*time_s), "s"} : Row{label, "none", "", "nothing damps it"};
}

PageTable time_table(const TimeConstants& times) {
  return {"Time constants at hover",
          {{"rotor, up and down",
            fmt::format("{:.4g}, {:.4g}", times.rotor_up_s, times.rotor_down_s), "s"},
           decay_row("forward speed", times.forward_s),
           decay_row("sideways speed", times.sideways_s),
           decay_row("vertical speed", times.vertical_s),
           decay_row("roll rate", times.roll_s),
           decay_row("pitch rate", times.pitch_s),
           decay_row("yaw rate", times.yaw_s)}};
}

// How many letters a terminal shows.
std::size_t width(const std::string& text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

}  // namespace

std::string kind_of(const VehicleConfig& config) {
  const std::size_t rotors = lifters_of(config).size();
  switch (rotors) {
    case 0:
      return "body";
    case 3:
      return "tricopter";
    case 4:
      return "quadrotor";
    case 6:
      return "hexarotor";
    case 8:
      return "octorotor";
    default:
      return "multirotor";
  }
}

std::vector<PageTable> vehicle_tables(const VehicleConfig& config, const VehicleFigures& figures) {
  std::vector<PageTable> tables{body_table(config), hover_table(config, figures),
                                thrust_table(figures), speed_table(figures)};
  if (figures.endurance) tables.push_back(endurance_table(*figures.endurance));
  tables.push_back(authority_table(figures));
  tables.push_back(time_table(figures.time_constants));
  return tables;
}

std::string text_of(const std::vector<PageTable>& tables) {
  std::size_t label = 0, value = 0;
  for (const PageTable& table : tables) {
    for (const Row& row : table.rows) {
      label = std::max(label, width(row.label));
      value = std::max(value, width(row.value + " " + row.unit));
    }
  }
  const auto padded = [](const std::string& text, std::size_t columns) {
    return text + std::string(columns - width(text), ' ');
  };
  std::string text;
  for (const PageTable& table : tables) {
    text += table.title + "\n";
    for (const Row& row : table.rows) {
      std::string line = "  " + padded(row.label, label) + "  ";
      const std::string with_unit = row.unit.empty() ? row.value : row.value + " " + row.unit;
      line += row.note.empty() ? with_unit : padded(with_unit, value) + "  " + row.note;
      text += line + "\n";
    }
  }
  return text;
}

}  // namespace alula
