#include "sim/world_config.h"

#include "document/load.h"
#include "math/frames.h"
#include "sim/read_environment.h"

namespace alula {
namespace {

// With AirSim's law friction and restitution begin at AirSim's figures.
void read_contact_law(MapReader& map, GroundConfig& ground) {
  ground.contact = map.choice_or<ContactLaw>(
      {"contact", "coulomb: ours; airsim: AirSim's answer to a collision"}, ground.contact,
      {{"coulomb", ContactLaw::coulomb}, {"airsim", ContactLaw::airsim}});
  if (ground.contact == ContactLaw::airsim) {
    ground.friction = kAirsimFriction;
    ground.restitution = kAirsimRestitution;
  } else if (map.has("airsim_lock")) {
    map.reject("airsim_lock", "has no effect here; expected it beside contact: airsim only");
  }
  ground.airsim_lock = map.boolean_or({"airsim_lock",
                                       "Beside contact: airsim only: a body that lands flat is set "
                                       "level and held until its rotors push with its weight"},
                                      ground.airsim_lock);
}

void read_patches(MapReader& map, GroundConfig& ground) {
  const Key key{"patches", "Rectangles that are raised or look different; the higher one counts"};
  for (const Node node : map.list_or_empty(key, {.min = 1, .max = kGroundPatchesMax})) {
    MapReader entry(node);
    GroundPatch patch;
    patch.north_from_m = entry.number({"north_from_m", "Where it begins, in the world's frame"});
    patch.north_to_m = entry.number({"north_to_m", "Where it ends"});
    patch.east_from_m = entry.number({"east_from_m", "Where it begins"});
    patch.east_to_m = entry.number({"east_to_m", "Where it ends"});
    patch.height_m = entry.number_or({"height_m", "Of its top over the ground"}, patch.height_m,
                                     {.min = 0.0, .max = 1000.0});
    patch.texture =
        entry.number_or({"texture", "As of the ground"}, patch.texture, {.min = 0.0, .max = 1.0});
    if (const MaybeError error = validate(patch); error && entry.ok())
      entry.reject(error->where, error->message);
    if (patch.height_m > 0.0 && ground.contact == ContactLaw::airsim)
      entry.reject("height_m",
                   "has no effect on AirSim's contact; expected 0, or contact: coulomb");
    map.keep(entry.finish());
    ground.patches.push_back(patch);
  }
}

void read_ground(MapReader& world, WorldConfig& config) {
  static constexpr std::array<std::string_view, 1> none{"none"};
  const Node node =
      world.map_or_string({"ground", "A plane through the origin, or none"}, "the word none", none);
  if (!node.present()) return;
  config.has_ground = node.kind() == NodeKind::map;
  if (!config.has_ground) return;
  MapReader map(node);
  GroundConfig& ground = config.ground;
  ground.slope_deg =
      map.number_or({"slope_deg", "Steepness"}, ground.slope_deg, {.min = 0.0, .max = 60.0});
  ground.uphill_azimuth_deg =
      map.number_or({"uphill_azimuth_deg", "Where the ground rises, clockwise from north"},
                    ground.uphill_azimuth_deg, {.min = -360.0, .max = 360.0});
  read_contact_law(map, ground);
  ground.friction =
      map.number_or({"friction", "Coulomb's coefficient", "0.6; beside contact: airsim 0.5"},
                    ground.friction, {.min = 0.0, .max = 10.0});
  ground.restitution = map.number_or({"restitution", "Speed after an impact over the speed before",
                                      "0; beside contact: airsim 0.55"},
                                     ground.restitution, {.min = 0.0, .max = 1.0});
  ground.texture = map.number_or(
      {"texture", "What a camera can hold on to: 0 nothing, 1 as much as gravel or grass"},
      ground.texture, {.min = 0.0, .max = 1.0});
  ground.light_lux = map.number_or({"light_lux", "Daylight; an office has 500, a dark street 10"},
                                   ground.light_lux, {.min = 0.0, .max = 200'000.0});
  read_patches(map, ground);
  world.keep(map.finish());
}

Result<WorldConfig> read_fields(MapReader& map) {
  WorldConfig config = default_world();
  config.has_origin = map.node().find("origin").kind() == NodeKind::map;
  config.environment = read_environment(map, config.environment);
  read_ground(map, config);
  // WMM2025 holds from 2025 to 2030.
  config.decimal_year =
      map.number_or({"decimal_year", "Year of the magnetic field, with its fraction"},
                    config.decimal_year, {.min = 2025.0, .max = 2030.0});
  config.integrator = map.choice_or<Integrator>(
      {"integrator",
       "rk4: order 4; dormand_prince: adaptive inside each step, the reference; airsim_verlet: "
       "AirSim's own, order 1; semi_implicit_euler: order 1, symplectic"},
      config.integrator, kIntegratorNames);
  if (MaybeError error = map.finish()) return *error;
  return config;
}

}  // namespace

WorldConfig default_world() {
  WorldConfig config;
  EnvironmentConfig& environment = config.environment;
  environment.geoid = GeoidModel::egm96;
  environment.origin = place_at_msl(environment, radians(kDefaultLatitudeDeg),
                                    radians(kDefaultLongitudeDeg), kDefaultAltitudeMslM);
  return config;
}

Result<WorldConfig> read_world(Node node) {
  MapReader map(node);
  return read_fields(map);
}

Result<WorldConfig> read_world_file(Node root) {
  MapReader map(root);
  map.integer({"schema_version", "Of this format"}, {.min = 1, .max = 1});
  return read_fields(map);
}

Result<WorldConfig> parse_world(std::string_view text, std::string_view name) {
  const Result<Document> document =
      parse_document(text, name, DocumentFormat::by_content, "a world");
  if (!document.ok()) return document.error();
  return read_world_file(document->root());
}

Result<WorldConfig> load_world(const std::string& path) {
  const Result<Document> document = load_document(path, "a world");
  if (!document.ok()) return document.error();
  return read_world_file(document->root());
}

Schema world_file_schema() {
  return explore([](Node root) { static_cast<void>(read_world_file(root)); });
}

std::string find_world(std::string_view name, std::string_view models_dir) {
  const bool is_path =
      name.find('/') != std::string_view::npos || name.ends_with(".yaml") || name.ends_with(".yml");
  if (is_path) return std::string(name);
  return std::string(models_dir) + "/worlds/" + std::string(name) + ".yaml";
}

}  // namespace alula
