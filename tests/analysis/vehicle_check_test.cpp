// Doubts about vehicle files: each kind is named with its figures, and the models raise none.
#include "analysis/vehicle_check.h"

#include <functional>

#include <gtest/gtest.h>

#include "document/load.h"

namespace alula {
namespace {

VehicleConfig model(const std::string& name) {
  Result<VehicleConfig> config = load_vehicle(find_vehicle(name, ALULA_SOURCE_DIR "/models"));
  EXPECT_TRUE(config.ok());
  return std::move(config).value();
}

std::vector<std::string> doubts(const VehicleConfig& config) {
  const Result<VehicleFigures> figures = vehicle_figures(config);
  EXPECT_TRUE(figures.ok()) << (figures.ok() ? "" : figures.error().text());
  std::vector<std::string> texts;
  if (!figures.ok()) return texts;
  for (const VehicleWarning& warning : vehicle_warnings(config, &*figures))
    texts.push_back(warning.text());
  return texts;
}

template <class Config>
void change_all(VehicleConfig& config, const std::function<void(Config&)>& change) {
  for (PartGroupConfig& group : config.parts)
    if (auto* configs = std::get_if<std::vector<Config>>(&group.configs))
      for (Config& each : *configs) change(each);
}

TEST(VehicleCheck, HasNoDoubtAboutTheModels) {
  for (const char* name : {"x500", "iris", "hex", "octo", "airsim_quad", "airsim_hex",
                           "airsim_octo", "flamewheel", "flamewheel_fla", "blacksheep", "solo"})
    EXPECT_EQ(doubts(model(name)), std::vector<std::string>{}) << name;
}

struct Doubt {
  const char* name;
  std::function<void(VehicleConfig&)> change;
  const char* expected;  // begins one of the warnings
};

std::function<void(VehicleConfig&)> rotors(const std::function<void(RotorConfig&)>& change) {
  return [change](VehicleConfig& config) { change_all<RotorConfig>(config, change); };
}
std::function<void(VehicleConfig&)> battery(const std::function<void(BatteryConfig&)>& change) {
  return [change](VehicleConfig& config) { change_all<BatteryConfig>(config, change); };
}
template <class Field>
std::function<void(VehicleConfig&)> without(Field SensorSuiteConfig::* field) {
  return [field](VehicleConfig& config) { config.sensors.*field = {}; };
}

std::vector<Doubt> all_doubts() {
  return {
      {"heavy", [](VehicleConfig& c) { c.body.mass_kg = 2.75; },
       "parts[0]: the rotors lift 1.15 times the weight at full throttle; below 1.2"},
      {"strong", rotors([](RotorConfig& r) { r.thrust_coefficient_n_s2_rad2 *= 12.0; }),
       "parts[0]: hovers at command 0.08; 0.2 to 0.8 is usual"},
      {"speed in rev/min", rotors([](RotorConfig& r) { r.speed_max_rad_s *= 9.549; }),
       "parts[0]: the rotors lift 154 times the weight at full throttle: is speed_max_rad_s in "
       "rev/min"},
      {"fast idle", rotors([](RotorConfig& r) { r.speed_min_rad_s = 500.0; }),
       "parts[0]: lifts 42 % of the weight at command 0"},
      {"light arms",
       [](VehicleConfig& c) { c.body.inertia_kg_m2 = Mat3::diagonal({1e-4, 1e-4, 1e-4}); },
       "body.inertia_kg_m2: about roll all mass would have to lie within 0.00696 m, in a frame of "
       "0.264 m"},
      {"wide mass",
       [](VehicleConfig& c) { c.body.inertia_kg_m2 = Mat3::diagonal({0.3, 0.3, 0.3}); },
       "body.inertia_kg_m2: about roll all mass would have to lie 0.381 m out, and nothing lies "
       "farther than 0.264 m"},
      {"nose-heavy", rotors([](RotorConfig& r) { r.position_m.x -= 0.05; }),
       "body.center_of_mass_m: rotor_"},
      {"weak yaw", rotors([](RotorConfig& r) { r.moment_coefficient_m = 1e-3; }),
       "parts[0]: can accelerate in yaw by 0.31 rad/s^2 only; below 0.5"},
      {"weak roll", rotors([](RotorConfig& r) { r.position_m.y *= 0.04; }),
       "parts[0]: can accelerate in roll by 3.5 rad/s^2 only; below 5"},
      {"drag",
       [](VehicleConfig& c) {
         change_all<BodyDragConfig>(c, [](BodyDragConfig& d) { d.drag_area_m2 = {3.0, 3.0, 3.0}; });
       },
       "parts: flies 3."},
      {"slow rotors", rotors([](RotorConfig& r) { r.time_constant_down_s = 0.4; }),
       "parts[0]: a rotor answers with 0.4 s"},
      {"quick rotors", rotors([](RotorConfig& r) { r.time_constant_up_s = 0.0015; }),
       "parts[0]: a rotor settles within two steps of 0.001 s"},
      {"small propellers", rotors([](RotorConfig& r) { r.propeller_diameter_m = 0.10; }),
       "parts[0]: rotor_0 has a figure of merit of 1.3"},
      {"overlap", rotors([](RotorConfig& r) { r.propeller_diameter_m = 0.36; }),
       "parts[0]: the propellers of rotor_0 and rotor_2 overlap: 0.348 m between the hubs, 0.36 m "
       "needed"},
      {"supersonic", rotors([](RotorConfig& r) { r.propeller_diameter_m = 0.60; }),
       "parts[0]: the tips of rotor_0 reach Mach 0.88"},
      {"cells", battery([](BatteryConfig& b) {
         for (double& v : b.open_circuit_cell_v) v *= 1.2;
       }),
       "parts[1].open_circuit_cell_v: cells of 3.92 V to 5.04 V; lithium cells have 2.5 to 4.5 V"},
      {"pack", battery([](BatteryConfig& b) { b.cells = 6; }),
       "parts[1]: the full battery has 25.2 V and the rotors count on 16.8 V"},
      {"sag", battery([](BatteryConfig& b) { b.resistance_ohm = 0.13; }),
       "parts[1]: the voltage sags by 16 % in hover, from 16.8 V to 14.1 V"},
      {"heavy pack", battery([](BatteryConfig& b) { b.capacity_ah = 40.0; }),
       "parts[1]: 614 Wh weigh 2.4 kg at least, and the vehicle weighs 2.06 kg: is capacity_ah in "
       "Ah? 1000 mAh are 1 Ah"},
      {"small pack", battery([](BatteryConfig& b) { b.capacity_ah = 0.9; }),
       "parts[1]: hovers for 152 s only, until battery voltage at"},
      {"no imu", without(&SensorSuiteConfig::imu), "sensors: has no imu"},
      {"no gnss", without(&SensorSuiteConfig::gnss), "sensors: has no gnss"},
      {"no barometer", without(&SensorSuiteConfig::barometer), "sensors: has no barometer"},
      {"no magnetometer", without(&SensorSuiteConfig::magnetometer),
       "sensors: has no magnetometer"},
      {"no battery monitor", without(&SensorSuiteConfig::battery_monitor),
       "sensors: has no battery_monitor"}};
}

TEST(VehicleCheck, NamesEachDoubtWithItsFigures) {
  for (const Doubt& doubt : all_doubts()) {
    VehicleConfig config = model("x500");
    doubt.change(config);
    const std::vector<std::string> found = doubts(config);
    const bool named = std::any_of(found.begin(), found.end(), [&](const std::string& text) {
      return text.starts_with(doubt.expected);
    });
    std::string all;
    for (const std::string& text : found) all += text + "\n";
    EXPECT_TRUE(named) << doubt.name << ":\n" << all;
  }
}

// Five rotors of one direction in six leave a torque that yaw control must hold all the time.
TEST(VehicleCheck, DoubtsRotorsThatTurnTheSameWay) {
  VehicleConfig config = model("hex");
  auto& hex = std::get<std::vector<RotorConfig>>(config.parts[0].configs);
  for (RotorConfig& rotor : hex)
    if (rotor.spin_direction == SpinDirection::cw) {
      rotor.spin_direction = SpinDirection::ccw;
      break;
    }
  const Result<VehicleFigures> figures = vehicle_figures(config);
  ASSERT_TRUE(figures.ok()) << figures.error().text();
  const std::vector<VehicleWarning> found = vehicle_warnings(config, &*figures);
  const bool named = std::any_of(found.begin(), found.end(), [](const VehicleWarning& w) {
    return w.text() ==
           "parts[0]: the reaction torques do not balance: 33 % more turns ccw at equal command";
  });
  EXPECT_TRUE(named);
}

TEST(NodeAt, FollowsAPathAsFarAsTheFileGoes) {
  const Result<Document> document = parse_document("a: {b: [1, {c: 2}]}\n", "x.yaml");
  const Node root = document->root();
  EXPECT_EQ(node_at(root, "a.b[1].c").text(), "2");
  EXPECT_EQ(node_at(root, "a.b[1].d").path(), "a.b[1]");
  EXPECT_EQ(node_at(root, "a.b[7]").path(), "a.b");
  EXPECT_EQ(node_at(root, "z").path(), "");
}

}  // namespace
}  // namespace alula
