#include "scenario/timeline.h"

#include <cmath>

#include <fmt/format.h>

#include "document/number_text.h"

namespace alula {
namespace {

constexpr double kSticksRate_hz = 50.0;
constexpr double kHeartbeatRate_hz = 1.0;

template <class... Handlers> struct Overloaded : Handlers... {
  using Handlers::operator()...;
};

// From home, up, to the estimator's frame.
Vec3 local_of(const HomePosition& home, const Vec3& place) {
  return {home.p_W.x + place.x, home.p_W.y + place.y, home.p_W.z - place.z};
}

AutopilotCommand command_of(const GoToAction& action, const HomePosition& home) {
  const Vec3 p = local_of(home, action.place);
  return {.value = {p.x, p.y, p.z, action.yaw_rad}, .kind = CommandKind::go_to_local};
}
AutopilotCommand command_of(const OrbitAction& action, const HomePosition& home) {
  const Vec3 centre = local_of(home, action.centre);
  return {.value = {action.radius_m, action.speed_m_s, action.yaw, centre.x, centre.y, centre.z},
          .kind = CommandKind::orbit};
}

// Begins north of the centre.
OffboardSetpoint on_circle(const OffboardCircle& circle, double t_s) {
  const double radius = std::fabs(circle.radius_m);
  const double turn = circle.radius_m < 0.0 ? -1.0 : 1.0;
  const double rate = turn * circle.speed_m_s / radius;
  const double c = std::cos(rate * t_s), s = std::sin(rate * t_s);
  const Vec3& centre = circle.centre;
  OffboardSetpoint setpoint;
  if (circle.sends_position)
    setpoint.p_sp = {centre.x + radius * c, centre.y + radius * s, -centre.z};
  if (circle.sends_velocity) setpoint.v_sp = radius * rate * Vec3{-s, c, 0.0};
  if (circle.sends_acceleration) setpoint.a_sp = -radius * rate * rate * Vec3{c, s, 0.0};
  return setpoint;
}

// The queue holds far more inputs than a step can bring.
template <class Signal>
void put(Simulation& simulation, std::size_t vehicle, const Signal& signal) {
  const bool queued = simulation.queue(vehicle, signal);
  ALULA_ASSERT(queued);
}

}  // namespace

void Operator::Stream::start(TimeNs now, double rate_hz) {
  on = true;
  since = now;
  interval = nanoseconds(1.0 / rate_hz);
  sent = 0;
}

void Operator::Stream::turn(bool on_now, TimeNs now, double rate_hz) {
  if (on_now && !on) start(now, rate_hz);
  on = on_now;
}

bool Operator::Stream::due(TimeNs now) {
  if (!on || now - since < sent * interval) return false;
  ++sent;
  return true;
}

void Operator::hold(const SticksAction& action, TimeNs now) {
  sticks_ = action.sticks;
  transmitter_.turn(true, now, kSticksRate_hz);
}

void Operator::hold(const TransmitterAction& action, TimeNs now) {
  transmitter_.turn(action.on, now, kSticksRate_hz);
}

void Operator::hold(const GroundStationAction& action, TimeNs now) {
  ground_.turn(action.on, now, kHeartbeatRate_hz);
}

void Operator::hold(const OffboardAction& action, TimeNs now) {
  offboard_ = action;
  offboard_stream_.start(now, action.rate_hz);
}

void Operator::send(Simulation& simulation, std::size_t vehicle, const HomePosition& home,
                    TimeNs now) {
  if (transmitter_.due(now)) {
    sticks_.time = now;
    put(simulation, vehicle, sticks_);
  }
  if (ground_.due(now)) put(simulation, vehicle, GroundHeartbeat{now});
  if (home.set_count == 0 || !offboard_stream_.due(now)) return;
  OffboardSetpoint setpoint =
      offboard_.circle ? on_circle(*offboard_.circle, seconds(now - offboard_stream_.since))
                       : offboard_.setpoint;
  if (offboard_.circle) {
    setpoint.yaw_sp = offboard_.setpoint.yaw_sp;
    setpoint.yaw_rate_sp = offboard_.setpoint.yaw_rate_sp;
  }
  setpoint.time = now;
  setpoint.p_sp += home.p_W;
  put(simulation, vehicle, setpoint);
}

TimelineRunner::TimelineRunner(const Timeline& timeline, std::size_t vehicles)
    : timeline_(&timeline), operators_(vehicles), meanwhile_(timeline.meanwhile.size()) {}

bool TimelineRunner::is_due(const TimelineEntry& entry, Progress& progress,
                            std::span<const Observation> seen, const ExpressionFacts& facts) const {
  const Observation& own = seen[entry.vehicle];
  const TimeNs now = own.view.time;
  if (!progress.ready) {
    const bool come = now >= entry.at && (!entry.when || entry.when->holds(own, facts));
    if (!come) return false;
    progress.ready = now;
  }
  return now - *progress.ready >= entry.after;
}

void TimelineRunner::act(const TimelineEntry& entry, Simulation& simulation,
                         const Observation& seen, ExpressionFacts& facts) {
  Operator& people = operators_[entry.vehicle];
  const HomePosition& home = seen.view.commander.home;
  const TimeNs now = seen.view.time;
  std::visit(
      Overloaded{[&](const GoToAction& a) { put(simulation, entry.vehicle, command_of(a, home)); },
                 [&](const OrbitAction& a) { put(simulation, entry.vehicle, command_of(a, home)); },
                 [&](const SticksAction& a) { people.hold(a, now); },
                 [&](const TransmitterAction& a) { people.hold(a, now); },
                 [&](const GroundStationAction& a) { people.hold(a, now); },
                 [&](const OffboardAction& a) { people.hold(a, now); },
                 [&](const OffboardStopAction& a) { people.hold(a); },
                 [&](const MarkAction& a) { facts.marks[a.mark] = 1; },
                 [&](const auto& signal) { put(simulation, entry.vehicle, signal); }},
      entry.action);
}

void TimelineRunner::advance(Simulation& simulation, std::span<const Observation> seen,
                             ExpressionFacts& facts) {
  const std::vector<TimelineEntry>& in_order = timeline_->in_order;
  while (next_ < in_order.size() && is_due(in_order[next_], next_progress_, seen, facts)) {
    act(in_order[next_], simulation, seen[in_order[next_].vehicle], facts);
    ++next_;
    next_progress_ = {};
  }
  for (std::size_t i = 0; i < meanwhile_.size(); ++i) {
    const TimelineEntry& entry = timeline_->meanwhile[i];
    if (meanwhile_[i].done || !is_due(entry, meanwhile_[i], seen, facts)) continue;
    act(entry, simulation, seen[entry.vehicle], facts);
    meanwhile_[i].done = true;
  }
  for (std::size_t i = 0; i < operators_.size(); ++i)
    operators_[i].send(simulation, i, seen[i].view.commander.home, seen[i].view.time);
}

std::string TimelineRunner::unreached() const {
  const auto told = [](const TimelineEntry& entry, const Progress& progress) {
    std::string why = "its time";
    if (entry.when && !progress.ready) why = entry.when->text();
    return fmt::format("{} was not reached: it waited for {}", entry.what, why);
  };
  if (next_ < timeline_->in_order.size()) return told(timeline_->in_order[next_], next_progress_);
  for (std::size_t i = 0; i < meanwhile_.size(); ++i) {
    if (!meanwhile_[i].done) return told(timeline_->meanwhile[i], meanwhile_[i]);
  }
  return {};
}

}  // namespace alula
