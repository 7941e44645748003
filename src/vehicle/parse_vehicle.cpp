#include "document/load.h"
#include "document/text_file.h"
#include "vehicle/read_body.h"
#include "vehicle/read_parts.h"
#include "vehicle/read_sensors.h"
#include "vehicle/vehicle_config.h"

namespace alula {
namespace {

template <class Config>
Config read_part(MapReader& own, MapReader* shared, const PartContext& context) {
  PartReader reader(own, shared, context);
  Config config;
  read_keys(reader, config);
  if (reader.ok()) reader.keep(validate(config));
  return config;
}

// One map with `instances`, each of which may repeat or add keys, or one map that is the only part
// of its kind.
template <class Config>
void read_group(MapReader& group, std::string_view kind, const PartContext& context,
                PartGroupConfig& result) {
  auto& configs = std::get<std::vector<Config>>(result.configs);
  const std::vector<Node> instances = group.list_or_empty(
      {"instances", "Parts of this kind; a key may stand in each or once beside `instances`",
       "the map itself is the only one"},
      {.min = 1});
  const auto name = [](MapReader& map, const std::string& fallback) {
    return map.string_or(
        {"name", "The log calls its force and moment force_<name>; unique in the vehicle",
         "the kind; among instances with a number behind it, from 0"},
        fallback);
  };
  if (instances.empty()) {
    result.names.push_back(name(group, std::string(kind)));
    configs.push_back(read_part<Config>(group, nullptr, context));
    return;
  }
  for (const Node node : instances) {
    MapReader own(node);
    result.names.push_back(name(own, std::string(kind) + "_" + std::to_string(configs.size())));
    configs.push_back(read_part<Config>(own, &group, context));
    group.keep_shared(own);
  }
}

PartGroupConfig read_parts(MapReader& vehicle, Node node, std::size_t kind,
                           const PartContext& context) {
  MapReader group(node);
  group.take("kind");
  PartGroupConfig result{.names = {}, .configs = PartKinds::none(kind)};
  const auto read = [&]<class Config>(const std::vector<Config>&) {
    read_group<Config>(group, PartKinds::names[kind], context, result);
  };
  std::visit(read, PartKinds::none(kind));
  vehicle.keep(group.finish());
  return result;
}

// The kinds of all groups, before anything else of them is read; empty when one of them is wrong.
std::vector<std::size_t> read_kinds(MapReader& vehicle, const std::vector<Node>& groups) {
  std::vector<std::size_t> kinds;
  for (const Node node : groups) {
    MapReader group(node);
    group.allow_unknown_keys();
    kinds.push_back(group.word({"kind", "What these parts are"}, PartKinds::names));
    vehicle.keep(group.finish());
    if (!group.ok()) return {};
  }
  return kinds;
}

// Batteries first: rotors may leave their voltages to them. The order of the file stays.
std::vector<PartGroupConfig> read_all_parts(MapReader& vehicle, const Vec3& center_of_mass_m) {
  const std::vector<Node> nodes = vehicle.list_or_empty(
      {"parts",
       "What pushes, turns or stores power, each kind once; rotors in the order of the "
       "motors",
       "a body that only falls"});
  const std::vector<std::size_t> kinds = read_kinds(vehicle, nodes);
  PartContext context{.center_of_mass_m = center_of_mass_m, .battery = std::nullopt};
  std::vector<PartGroupConfig> groups(kinds.size());
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    if (PartKinds::names[kinds[i]] != "battery") continue;
    groups[i] = read_parts(vehicle, nodes[i], kinds[i], context);
    context.battery = std::get<std::vector<BatteryConfig>>(groups[i].configs).front();
  }
  for (std::size_t i = 0; i < kinds.size(); ++i)
    if (PartKinds::names[kinds[i]] != "battery")
      groups[i] = read_parts(vehicle, nodes[i], kinds[i], context);
  return groups;
}

std::vector<Vec3> read_contact_points(MapReader& vehicle, const Vec3& center_of_mass_m) {
  std::vector<Vec3> points;
  for (const auto& [x, y, z] : vehicle.vectors_or_empty(
           {"contact_points_m", "Points that touch the ground, in the axes of the file",
            "nothing touches; a vehicle with rotors needs them"}))
    points.push_back(Vec3{x, y, z} - center_of_mass_m);
  return points;
}

std::vector<AutopilotParameter> read_parameters(MapReader& vehicle) {
  std::vector<AutopilotParameter> parameters;
  for (auto& [name, value] : vehicle.named_numbers_or_empty(
           {"autopilot_parameters", "Values of the autopilot's parameters for this vehicle",
            "those that follow from the vehicle, else the defaults"}))
    parameters.push_back({name, value});
  return parameters;
}

VehicleConfig read_fields(MapReader& map) {
  VehicleConfig config;
  map.integer({"schema_version", "Of this format"}, {.min = 1, .max = 1});
  config.name = map.string({"name", "What messages, log and tables call it"});
  config.body = read_body(map);
  const Vec3& center = config.body.position_m;
  config.parts = read_all_parts(map, center);
  config.contact_points_m = read_contact_points(map, center);
  config.sensors = read_sensors(map, center);
  config.autopilot_parameters = read_parameters(map);
  return config;
}

// Of "body.mass_kg", or of "body" where it has no such key.
Error at_inner_key(Node root, const std::string& where, std::size_t dot,
                   const std::string& message) {
  const Node map = root.find(where.substr(0, dot));
  const Node inner = map.find(where.substr(dot + 1));
  return (inner.present() ? inner : map).error(message);
}

Result<VehicleConfig> read_vehicle(Node root) {
  MapReader map(root);
  VehicleConfig config = read_fields(map);
  if (MaybeError error = map.finish()) return *error;
  if (MaybeError error = validate(config)) {
    const std::size_t dot = error->where.find('.');
    if (dot != std::string::npos) return at_inner_key(root, error->where, dot, error->message);
    map.reject(error->where, error->message);
    return *map.finish();
  }
  return config;
}

// "body.mass_kg: expected ...": the line would be that of the changes, not of the vehicle's file.
std::string without_line(const Error& error, const Document& document) {
  const std::string text = error.text();
  const std::size_t colon = text.find(": ", document.name().size());
  return colon == std::string::npos ? text : text.substr(colon + 2);
}

}  // namespace

Result<VehicleConfig> parse_vehicle(std::string_view text, std::string_view name) {
  Result<Document> document = parse_document(text, name, DocumentFormat::yaml, "a vehicle");
  if (!document.ok()) return document.error();
  return read_vehicle(document->root());
}

Result<VehicleConfig> load_vehicle(const std::string& path) { return load_vehicle(path, {}); }

Result<VehicleConfig> load_vehicle(const std::string& path, Node changes) {
  Result<Document> document = load_document(path, "a vehicle");
  if (!document.ok()) return document.error();
  Result<VehicleConfig> vehicle = read_vehicle(document->root());
  if (!vehicle.ok() || !changes.present()) return vehicle;
  for (std::size_t i = 0; i < changes.size(); ++i) {
    Result<Document> next = document->with_value(changes[i].key(), changes[i]);
    if (!next.ok()) return next.error();
    document = std::move(next);
  }
  vehicle = read_vehicle(document->root());
  if (!vehicle.ok())
    return changes.error("makes a faulty vehicle: " + without_line(vehicle.error(), *document));
  return vehicle;
}

Schema vehicle_file_schema() {
  return explore([](Node root) {
    MapReader map(root);
    read_fields(map);
  });
}

std::string find_vehicle(std::string_view name, std::string_view models_dir) {
  return file_of_name(name, std::string(models_dir) + "/vehicles");
}

}  // namespace alula
