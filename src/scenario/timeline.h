// scenario/timeline.h: what is done in the course of a scenario, and when: commands, sticks,
// set-points, weather, failures. All of it reaches the simulation as recorded inputs.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "scenario/expression.h"
#include "sim/simulation.h"

namespace alula {

// Places are north, east, up from home as the vehicle knows it [m]; NaN: kept.
struct GoToAction {
  Vec3 place = kVectorNotCommanded;
  double yaw_rad = kNotCommanded;
};
struct OrbitAction {
  double radius_m = kNotCommanded;  // negative: counter-clockwise
  double speed_m_s = kNotCommanded;
  double yaw = kNotCommanded;  // an OrbitYaw
  Vec3 centre = kVectorNotCommanded;
};
// A transmitter sends its sticks 50 times a second, a ground station heartbeats once a second.
struct SticksAction {
  ManualControl sticks{};
};
struct TransmitterAction {
  bool on = true;
};
struct GroundStationAction {
  bool on = true;
};
// A set-point that goes around a place.
struct OffboardCircle {
  Vec3 centre{};
  double radius_m = 0.0;  // negative: counter-clockwise
  double speed_m_s = 0.0;
  bool sends_position = true, sends_velocity = true, sends_acceleration = true;
};
struct OffboardAction {
  OffboardSetpoint setpoint{};  // p_sp from home, down
  std::optional<OffboardCircle> circle{};
  double rate_hz = 20.0;
};
struct OffboardStopAction {};
struct MarkAction {
  std::size_t mark = 0;  // index in ExpressionNames::marks
};

using TimelineAction = std::variant<AutopilotCommand, GoToAction, OrbitAction, SticksAction,
                                    TransmitterAction, GroundStationAction, OffboardAction,
                                    OffboardStopAction, WeatherChange, Failure, MarkAction>;

struct TimelineEntry {
  std::string what;  // "timeline[2] (goto)", for messages
  std::size_t vehicle = 0;
  TimeNs at = 0;
  std::optional<Expression> when;
  TimeNs after = 0;
  TimelineAction action;
};

struct Timeline {
  std::vector<TimelineEntry> in_order;   // each waits for the one before
  std::vector<TimelineEntry> meanwhile;  // each waits for itself alone
};

// What one vehicle's people send, from message to message.
class Operator {
 public:
  void hold(const SticksAction& action, TimeNs now);
  void hold(const TransmitterAction& action, TimeNs now);
  void hold(const GroundStationAction& action, TimeNs now);
  void hold(const OffboardAction& action, TimeNs now);
  void hold(const OffboardStopAction&) { offboard_stream_.on = false; }
  // Queues what is due at `now`. `home`: set-points begin there; none goes out before it is known.
  void send(Simulation& simulation, std::size_t vehicle, const HomePosition& home, TimeNs now);

 private:
  // Messages at a rate, the first at once.
  struct Stream {
    bool on = false;
    TimeNs since = 0;
    TimeNs interval = 0;
    std::int64_t sent = 0;

    void start(TimeNs now, double rate_hz);
    void turn(bool on_now, TimeNs now, double rate_hz);
    bool due(TimeNs now);
  };

  Stream transmitter_, ground_, offboard_stream_;
  ManualControl sticks_{};
  OffboardAction offboard_{};
};

class TimelineRunner {
 public:
  TimelineRunner(const Timeline& timeline, std::size_t vehicles);

  // Between two steps: does what has become due. `seen`: one for each vehicle.
  void advance(Simulation& simulation, std::span<const Observation> seen, ExpressionFacts& facts);
  // The first entry that was not reached, and what it waited for; empty when there is none.
  [[nodiscard]] std::string unreached() const;

 private:
  struct Progress {
    bool done = false;
    std::optional<TimeNs> ready{};  // since when its time has come and its condition held
  };
  bool is_due(const TimelineEntry& entry, Progress& progress, std::span<const Observation> seen,
              const ExpressionFacts& facts) const;
  void act(const TimelineEntry& entry, Simulation& simulation, const Observation& seen,
           ExpressionFacts& facts);

  const Timeline* timeline_;
  std::vector<Operator> operators_;
  std::size_t next_ = 0;  // in_order
  Progress next_progress_;
  std::vector<Progress> meanwhile_;
};

}  // namespace alula
