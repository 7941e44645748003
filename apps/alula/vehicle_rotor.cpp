#include <memory>
#include <numbers>

#include <fmt/format.h>

#include "analysis/rotor_fit.h"
#include "command.h"
#include "document/json_writer.h"
#include "document/number_text.h"
#include "document/spelling.h"
#include "file_kind.h"

namespace alula {
namespace {

struct RotorOptions {
  std::string table;
  std::string diameter_m, propeller_mass_kg, motor_kv, density_kg_m3 = "1.225";
};

MaybeError read_option(const std::string& option, const std::string& text, double& value) {
  const std::optional<double> number = is_number_text(text) ? number_from_text(text) : std::nullopt;
  if (!number || !(*number > 0.0))
    return Error{ErrorCode::bad_format, option + " " + one_line(text), "expected a number above 0"};
  value = *number;
  return std::nullopt;
}

Result<RotorFitConfig> config_of(const RotorOptions& options) {
  RotorFitConfig config;
  MaybeError error = read_option("--diameter", options.diameter_m, config.propeller_diameter_m);
  if (!error)
    error = read_option("--propeller-mass", options.propeller_mass_kg, config.propeller_mass_kg);
  if (!error) error = read_option("--kv", options.motor_kv, config.motor_kv_rev_min_v);
  if (!error) error = read_option("--density", options.density_kg_m3, config.density_kg_m3);
  if (error) return *error;
  return config;
}

// The keys as they stand in a vehicle file.
std::string keys_of(const RotorFit& fit, const RotorFitConfig& config) {
  std::string text;
  const auto key = [&text](const char* name, double value) {
    text += fmt::format("{}: {:.4g}\n", name, value);
  };
  key("thrust_coefficient_n_s2_rad2", fit.thrust_coefficient_n_s2_rad2);
  key("moment_coefficient_m", fit.moment_coefficient_m);
  key("efficiency", fit.efficiency);
  key("speed_max_rad_s", fit.speed_max_rad_s);
  key("voltage_full_v", fit.voltage_full_v);
  key("propeller_diameter_m", config.propeller_diameter_m);
  key("inertia_kg_m2", fit.inertia_kg_m2);
  key("time_constant_up_s", fit.time_constant_s);
  key("time_constant_down_s", fit.time_constant_s);
  return text;
}

std::string comparison_of(const RotorFit& fit, const RotorFitConfig& config) {
  std::string text = "# rev/min  thrust N  of the fit  power W  of the fit\n";
  const double density_ratio = config.density_kg_m3 / 1.225;
  for (const TestStandRow& row : fit.used) {
    text += fmt::format("# {:7.0f} {:9.2f} {:11.2f} {:8.1f} {:11.1f}\n",
                        row.speed_rad_s * 60.0 / (2.0 * std::numbers::pi), row.thrust_n,
                        density_ratio * fit.thrust_n(row.speed_rad_s), row.power_w,
                        density_ratio * fit.power_w(row.speed_rad_s));
  }
  return text + fmt::format(
                    "# figure of merit {:.2f}; resistance of motor and controller "
                    "{:.2g} ohm\n",
                    fit.figure_of_merit, fit.resistance_ohm);
}

std::string json_of(const RotorFit& fit, const RotorFitConfig& config) {
  JsonWriter json;
  json.open_map();
  json.field("thrust_coefficient_n_s2_rad2", fit.thrust_coefficient_n_s2_rad2);
  json.field("moment_coefficient_m", fit.moment_coefficient_m);
  json.field("efficiency", fit.efficiency);
  json.field("speed_max_rad_s", fit.speed_max_rad_s);
  json.field("voltage_full_v", fit.voltage_full_v);
  json.field("propeller_diameter_m", config.propeller_diameter_m);
  json.field("inertia_kg_m2", fit.inertia_kg_m2);
  json.field("time_constant_up_s", fit.time_constant_s);
  json.field("time_constant_down_s", fit.time_constant_s);
  json.field("figure_of_merit", fit.figure_of_merit);
  json.field("resistance_ohm", fit.resistance_ohm);
  json.field("rows_used", static_cast<std::int64_t>(fit.used.size()));
  json.close();
  return json.text();
}

int fit_table(const RotorOptions& options) {
  const Result<RotorFitConfig> config = config_of(options);
  if (!config.ok()) return report(config.error());
  const Result<InputFile> file = read_input("", options.table);
  if (!file.ok()) return report(file.error());
  const Result<std::vector<TestStandRow>> table = parse_test_stand_table(file->content, file->path);
  if (!table.ok())
    return report(with_kind(table.error(), file->path, file->content, FileKind::motor_table));
  const Result<RotorFit> fit = fit_rotor(*table, *config);
  if (!fit.ok()) return report({fit.error().code, file->path, fit.error().text()});
  for (const TestStandRow& row : fit->left_out)
    warn(
        fmt::format("{}:{}: left out: its thrust is more than {:.0f} % off the law of the others; "
                    "a speed may be misprinted",
                    file->path, row.line, 100.0 * kRowErrorMax));
  tell_result("{}{}", keys_of(*fit, *config), comparison_of(*fit, *config));
  give_result(json_of(*fit, *config));
  return kExitDone;
}

}  // namespace

void add_vehicle_rotor(CLI::App& vehicle, Run& run) {
  CLI::App* command = vehicle.add_subcommand(
      "rotor", "The keys of a rotor from a motor's test table (docs/vehicles.md)");
  const auto options = std::make_shared<RotorOptions>();
  command
      ->add_option("table", options->table,
                   "Comma-separated: rpm, thrust_g, torque_n_m, voltage_v, power_w or current_a")
      ->required()
      ->type_name("FILE");
  command->add_option("--diameter", options->diameter_m, "Of the propeller")
      ->required()
      ->type_name("METRES");
  command->add_option("--propeller-mass", options->propeller_mass_kg, "Of one propeller")
      ->required()
      ->type_name("KILOGRAMS");
  command->add_option("--kv", options->motor_kv, "Of the motor: rev/min without load over volts")
      ->required()
      ->type_name("NUMBER");
  command->add_option("--density", options->density_kg_m3, "Of the air at the test, kg/m^3")
      ->type_name("NUMBER")
      ->capture_default_str();
  command->callback([&run, options] { run = [options] { return fit_table(*options); }; });
}

}  // namespace alula
