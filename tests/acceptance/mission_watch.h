// Flies a plan as `alula fly` does, or with samples withheld from the brain, and remembers what an
// onlooker sees.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "sim/mission_flight.h"

namespace alula {

// What an onlooker sees, 50 times a second. Truth, where not said otherwise; W.
struct Glimpse {
  double time_s = 0.0;
  Vec3 p{}, v{};
  double yaw = 0.0, yaw_estimate = 0.0;
  std::int32_t item = 0;  // under way, counted from 1
  FlightMode mode = FlightMode::hold;
  bool armed = false;
  bool landed = true;
};

struct WatchOptions {
  std::uint64_t seed = 1;
  std::vector<std::string> parameters = {};
  double time_max_s = 600.0;
};

class MissionWatch {
 public:
  // To the end. Throws when the plan cannot be flown.
  explicit MissionWatch(const std::string& plan, const WatchOptions& options = {});

  [[nodiscard]] const FlightEnd& end() const { return end_; }
  [[nodiscard]] const std::vector<Glimpse>& seen() const { return seen_; }
  [[nodiscard]] const std::vector<std::string>& events() const { return events_; }
  [[nodiscard]] bool said(const std::string& part) const;
  [[nodiscard]] int count(const std::string& part) const;
  // First and last moment of an item [s]; the first time that it is under way.
  [[nodiscard]] std::pair<double, double> times_of(std::int32_t item) const;
  // The same moments as an index range.
  [[nodiscard]] std::vector<Glimpse> during(std::int32_t item) const;
  // When the vehicle first was within a horizontal distance of a place, after a time; -1: never.
  [[nodiscard]] double arrival(const Vec3& place, double radius_m, double after_s) const;
  [[nodiscard]] double height_max() const;
  [[nodiscard]] Vec3 start() const { return seen_.front().p; }
  [[nodiscard]] Vec3 final_place() const { return seen_.back().p; }
  // Mean realised error of the GNSS positions over the last 20 s in the air [m].
  [[nodiscard]] Vec3 gnss_error_at_landing() const;

 private:
  void note(const StepView& view);

  FlightEnd end_;
  std::vector<Glimpse> seen_;
  std::vector<std::string> events_;
  std::vector<std::pair<double, Vec3>> gnss_errors_;
  double landed_s_ = 0.0;
};

// A mission flown by a brain that does not get every sample.
struct DeafFlight {
  bool disarmed = false;
  bool finished = false;
  bool failsafe = false;
  double height_m = 0.0;  // of the lowest leg over the ground, at the end
  double tilt_max_rad = 0.0;
  std::vector<std::string> events;
  std::vector<FlightMode> modes;  // in their order
};
DeafFlight fly_deaf(const std::string& plan, std::uint64_t seed, double time_max_s,
                    const std::function<void(TimeNs, Samples&)>& withhold);

std::string file_text(const std::string& path);  // below the source folder

}  // namespace alula
