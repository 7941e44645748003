#include "sim/flight_setup.h"

#include <charconv>

#include "document/json_writer.h"

namespace alula {
namespace {

template <class Number> bool read_number_text(const std::string& text, Number& value) {
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
  return fault == std::errc{} && end == text.data() + text.size();
}

}  // namespace

std::map<std::string, std::string> to_inputs(const FlightSetup& setup) {
  std::map<std::string, std::string> inputs{
      {"plan", setup.plan.content},
      {"plan name", setup.plan.name},
      {"vehicle", setup.vehicle.content},
      {"vehicle name", setup.vehicle.name},
      {"world", setup.world.content},
      {"world name", setup.world.name},
      {"parameter file", setup.parameter_file.content},
      {"parameter file name", setup.parameter_file.name},
      {"seed", std::to_string(setup.seed)},
      {"time max s", shortest_text(setup.time_max_s)},
      {"ideal sensors", setup.ideal_sensors ? "1" : "0"},
  };
  std::string parameters;
  for (const std::string& parameter : setup.parameters) parameters += parameter + "\n";
  inputs["parameters"] = parameters;
  return inputs;
}

Result<FlightSetup> from_inputs(const std::map<std::string, std::string>& inputs) {
  const char* missing = nullptr;
  const auto get = [&](const char* name) -> std::string {
    const auto found = inputs.find(name);
    if (found == inputs.end()) missing = name;
    return found == inputs.end() ? std::string() : found->second;
  };
  FlightSetup setup;
  setup.plan = {get("plan name"), get("plan")};
  setup.vehicle = {get("vehicle name"), get("vehicle")};
  setup.world = {get("world name"), get("world")};
  setup.parameter_file = {get("parameter file name"), get("parameter file")};
  setup.ideal_sensors = get("ideal sensors") == "1";
  const bool numbers = read_number_text(get("seed"), setup.seed) &&
                       read_number_text(get("time max s"), setup.time_max_s);
  const std::string parameters = get("parameters");
  for (std::size_t start = 0, end = 0; (end = parameters.find('\n', start)) != std::string::npos;
       start = end + 1) {
    setup.parameters.push_back(parameters.substr(start, end - start));
  }
  if (missing != nullptr)
    return Error{ErrorCode::bad_format, "snapshot",
                 std::string("has no input \"") + missing + "\""};
  if (!numbers)
    return Error{ErrorCode::bad_format, "snapshot", "its seed or time limit is no number"};
  return setup;
}

}  // namespace alula
