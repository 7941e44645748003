#include <memory>
#include <optional>

#include <fmt/format.h>

#include "analysis/vehicle_report.h"
#include "command.h"
#include "document/json_writer.h"
#include "document/number_text.h"
#include "document/spelling.h"
#include "document/text_file.h"
#include "doubts.h"
#include "file_kind.h"
#include "vehicle/lifter.h"

namespace alula {
namespace {

constexpr double kAltitudeMin_m = -5000.0, kAltitudeMax_m = 20000.0;

struct VehicleOptions {
  std::string vehicle;
  std::string altitude_m = "0";
  std::string html;
};

// A file that has been read, what it says, and what can be said of it.
struct Examined {
  std::string path;
  VehicleConfig config;
  std::optional<VehicleFigures> figures;  // none for a body without rotors
  std::vector<VehicleWarning> warnings;   // paths as "x500.yaml:12: body.inertia_kg_m2"
};

Result<Examined> examine(const std::string& name, double altitude_m, FigureScope scope) {
  const Result<InputFile> file = read_model("vehicle", name, "vehicles");
  if (!file.ok()) return file.error();
  Result<VehicleConfig> config = parse_vehicle(file->content, file->path);
  if (!config.ok()) return with_kind(config.error(), file->path, file->content, FileKind::vehicle);
  Examined examined{file->path, std::move(config).value(), std::nullopt, {}};
  if (!lifters_of(examined.config).empty()) {
    Result<VehicleFigures> figures = vehicle_figures(examined.config, altitude_m, scope);
    if (!figures.ok()) return Error{figures.error().code, file->path, figures.error().text()};
    examined.figures = std::move(figures).value();
  }
  examined.warnings = placed_warnings(examined.config, examined.figures, file->content, file->path);
  return examined;
}

std::string headline(const VehicleConfig& config) {
  return fmt::format("{}: {} of {:.4g} kg", config.name, kind_of(config), config.body.mass_kg);
}

int check(const VehicleOptions& options) {
  const Result<Examined> examined = examine(options.vehicle, 0.0, FigureScope::check);
  if (!examined.ok()) return report(examined.error());
  for (const VehicleWarning& warning : examined->warnings) warn(warning.text());
  const std::size_t count = examined->warnings.size();
  tell_result("{}\n{}, {}\n", examined->path, headline(examined->config),
              count == 0 ? "without a warning"
                         : fmt::format("with {} warning{}", count, count == 1 ? "" : "s"));
  JsonWriter json;
  json.open_map();
  json.field("file", examined->path);
  json.field("name", examined->config.name);
  json.field("kind", kind_of(examined->config));
  json.close();
  give_result(json.text());
  return kExitDone;
}

Result<double> altitude_from(const std::string& text) {
  const std::optional<double> value = number_from_text(text);
  if (value && *value >= kAltitudeMin_m && *value <= kAltitudeMax_m) return *value;
  return Error{ErrorCode::bad_format, "--altitude " + one_line(text),
               fmt::format("expected metres over the sea, {:.0f} to {:.0f}", kAltitudeMin_m,
                           kAltitudeMax_m)};
}

int report_vehicle(const VehicleOptions& options) {
  const Result<double> altitude_m = altitude_from(options.altitude_m);
  if (!altitude_m.ok()) return report(altitude_m.error());
  const Result<Examined> examined = examine(options.vehicle, *altitude_m, FigureScope::all);
  if (!examined.ok()) return report(examined.error());
  const VehicleConfig& config = examined->config;
  if (!examined->figures)
    return report(invalid_config(examined->path, "has no rotor; a report is about what hovers"));
  const VehicleFigures& figures = *examined->figures;
  std::vector<std::string> warnings;
  for (const VehicleWarning& warning : examined->warnings) warnings.push_back(warning.text());
  if (MaybeError error =
          refuse_same_file("--html", options.html, examined->path, "is the vehicle itself"))
    return report(*error);
  if (!options.html.empty()) {
    const std::string page = render_page(vehicle_page(config, figures, examined->path, warnings));
    if (MaybeError error = replace_file(options.html, page))
      return report({ErrorCode::io, error->where, error->message});
  }
  for (const std::string& warning : warnings) warn(warning);
  tell_result("{}\n{}", headline(config), text_of(vehicle_tables(config, figures)));
  if (!options.html.empty()) tell_result("page {}\n", options.html);
  give_result(vehicle_json(config, figures));
  return kExitDone;
}

// Every model, each in one line.
int list() {
  JsonWriter json;
  json.open_list();
  for (const std::string& name : model_names("vehicles")) {
    const Result<InputFile> file = read_model("vehicle", name, "vehicles");
    if (!file.ok()) return report(file.error());
    const Result<VehicleConfig> config = parse_vehicle(file->content, file->path);
    if (!config.ok()) return report(config.error());
    const std::size_t rotors = lifters_of(*config).size();
    tell_result("{:<16} {:<12} {:>8.4g} kg  {} rotors\n", name, kind_of(*config),
                config->body.mass_kg, rotors);
    json.open_map();
    json.field("name", name);
    json.field("kind", kind_of(*config));
    json.field("mass_kg", config->body.mass_kg);
    json.field("rotors", static_cast<std::int64_t>(rotors));
    json.field("file", file->path);
    json.close();
  }
  json.close();
  give_result(json.text());
  return kExitDone;
}

CLI::App* add_about(CLI::App& vehicle, const std::string& name, const std::string& description,
                    VehicleOptions& options) {
  CLI::App* command = vehicle.add_subcommand(name, description);
  command->add_option("vehicle", options.vehicle, "A name in models/vehicles or a file")
      ->required()
      ->type_name("VEHICLE");
  return command;
}

}  // namespace

void add_vehicle(CLI::App& app, Run& run) {
  CLI::App* vehicle = app.add_subcommand("vehicle", "Look at vehicle files");
  vehicle->require_subcommand(1);
  const auto options = std::make_shared<VehicleOptions>();

  CLI::App* command =
      add_about(*vehicle, "check",
                "Read a vehicle file: errors, and warnings of what is probably a slip", *options);
  command->callback([&run, options] { run = [options] { return check(*options); }; });

  command = add_about(*vehicle, "report",
                      "What a vehicle can do: hover, speed, climb, endurance, control", *options);
  command->add_option("--altitude", options->altitude_m, "Of the standard atmosphere's air")
      ->type_name("METRES")
      ->capture_default_str();
  command->add_option("--html", options->html, "Write a page with plots to this file")
      ->type_name("FILE");
  command->callback([&run, options] { run = [options] { return report_vehicle(*options); }; });

  add_vehicle_rotor(*vehicle, run);

  command = vehicle->add_subcommand("list", "The vehicles in models/vehicles, one line each");
  command->callback([&run] { run = [] { return list(); }; });
}

}  // namespace alula
