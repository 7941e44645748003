// One vehicle with Alula's autopilot, flown by commands: what a test does with a simulation.
#pragma once

#include <cmath>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "sim/autopilot_firmware.h"
#include "sim/simulation.h"

namespace alula {

struct RigOptions {
  std::string vehicle = "x500";
  std::uint64_t seed = 1;
  bool ideal_sensors = false;
  std::vector<std::string> parameters = {};                 // NAME=VALUE
  std::function<void(VehicleConfig&)> change_vehicle = {};  // before it is built
  WorldConfig world = default_world();
  Mission mission = {};  // no items: none
};

// What a test looks at, 50 times a second and at every change of landed or armed.
struct Sight {
  double time_s = 0.0;
  TruthState truth{};
  VehicleEstimate estimate{};
  Vec3 p_sp{};  // NaN where there is none
  double yaw_sp = 0.0;
  Vec3 estimate_in_W{};  // the estimated position carried into W
  LandDetection land{};
  ArmingState arming = ArmingState::disarmed;
  FlightMode mode = FlightMode::hold;
};

class FlightRig {
 public:
  explicit FlightRig(const RigOptions& options);

  void step();
  // Steps for a time.
  void run(double duration_s);
  // Steps until the condition holds; false when it does not within the time.
  bool run_until(const std::function<bool(const Sight&)>& condition, double time_max_s);
  void command(CommandKind kind, std::array<double, kCommandValues> value = {});
  // Waits until every check passes, then arms. False after 60 s.
  bool arm();
  bool land_and_disarm(double time_max_s = 60.0);

  [[nodiscard]] Simulation& simulation() { return *simulation_; }
  [[nodiscard]] const Sight& now() const { return now_; }
  // Everything seen since the last clear().
  [[nodiscard]] const std::vector<Sight>& seen() const { return seen_; }
  void clear() {
    seen_.clear();
    gnss_errors_.clear();
  }
  // Mean realised error of the GNSS positions since the last clear(), W [m].
  [[nodiscard]] Vec3 gnss_error_mean() const;
  [[nodiscard]] const std::vector<std::string>& events() const { return events_; }

 private:
  void look();

  std::unique_ptr<Simulation> simulation_;
  Sight now_;
  std::vector<Sight> seen_;
  std::vector<Vec3> gnss_errors_;
  std::vector<std::string> events_;
  Vec3 reference_W_{};
};

}  // namespace alula
