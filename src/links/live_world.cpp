#include "links/live_world.h"

#include <chrono>
#include <limits>

namespace alula {
namespace {

using WallClock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kSlice{4};  // sockets wait no longer for the steps
constexpr double kBacklogMax_s = 0.1;  // of wall time; a machine that cannot follow gives up more

// Where the simulated time should be.
class Pace {
 public:
  Pace(double speed, TimeNs now) : speed_(speed), start_(now), wall_start_(WallClock::now()) {}

  [[nodiscard]] TimeNs goal(TimeNs now) {
    if (speed_ == 0.0) return std::numeric_limits<TimeNs>::max();
    const double wall_s = std::chrono::duration<double>(WallClock::now() - wall_start_).count();
    const TimeNs goal = start_ + nanoseconds(wall_s * speed_);
    if (seconds(goal - now) <= kBacklogMax_s * speed_) return goal;
    // Begins anew instead of hurrying after what is lost.
    start_ = now;
    wall_start_ = WallClock::now();
    return now + nanoseconds(kBacklogMax_s * speed_);
  }

 private:
  double speed_;
  TimeNs start_;
  WallClock::time_point wall_start_;
};

struct PortRow {
  const char* who;
  std::uint16_t own, expected;
};
// PX4's, in simulation. A station listens at 14550, which is never bound here; companions beyond
// the tenth vehicle share a port.
PortRow ports_of(LinkKind kind, int instance) {
  const auto n = static_cast<std::uint16_t>(instance);
  const auto shared = static_cast<std::uint16_t>(std::min(instance, 9));
  const auto plus = [](unsigned base, std::uint16_t i) {
    return static_cast<std::uint16_t>(base + i);
  };
  if (kind == LinkKind::ground) return {"ground station", plus(18570, n), 14550};
  return {"companion", plus(14580, n), plus(14540, shared)};
}

}  // namespace

MaybeError LiveWorld::open_port(std::size_t vehicle, LinkKind kind) {
  const int instance = config_.instance + static_cast<int>(vehicle);
  const PortRow row = ports_of(kind, instance);
  MavlinkVehicle* const v = vehicles_[vehicle].get();
  const std::size_t link = kind == LinkKind::ground ? 0 : 1;
  const Result<UdpPort*> socket =
      network_.open({config_.address, row.own, row.expected},
                    [v, link](const Frame& frame) { v->receive(link, frame); });
  if (!socket.ok()) return socket.error();
  const std::size_t added = v->add_link(kind, **socket);
  ALULA_ASSERT(added == link);
  ports_.push_back({{simulation_.vehicle(vehicle).vehicle().name(), row.who,
                     v->telemetry().system(), row.own, row.expected, 0},
                    *socket});
  return std::nullopt;
}

MaybeError LiveWorld::open_ports(std::size_t vehicle) {
  if (MaybeError error = open_port(vehicle, LinkKind::ground)) return error;
  return open_port(vehicle, LinkKind::onboard);
}

Result<std::unique_ptr<LiveWorld>> LiveWorld::open(Simulation& simulation,
                                                   const LiveWorldConfig& config) {
  std::unique_ptr<LiveWorld> world(new LiveWorld(simulation, config));
  simulation.step();
  for (std::size_t i = 0; i < simulation.vehicle_count(); ++i) {
    const auto system = static_cast<std::uint8_t>(config.instance + static_cast<int>(i) + 1);
    world->vehicles_.push_back(std::make_unique<MavlinkVehicle>(simulation, i, system));
    if (MaybeError error = world->open_ports(i)) return *error;
  }
  return world;
}

std::vector<Connection> LiveWorld::connections() const {
  std::vector<Connection> rows;
  for (const Port& port : ports_) rows.push_back(port.connection);
  return rows;
}

void LiveWorld::step(const Watch& watch) {
  for (const auto& vehicle : vehicles_) vehicle->queue_inputs(simulation_);
  simulation_.step();
  for (const auto& vehicle : vehicles_) vehicle->tell(simulation_);
  watch.on_step();
}

void LiveWorld::note_peers(const Watch& watch) {
  for (Port& port : ports_) {
    const std::size_t heard = port.socket->peers().heard();
    if (heard == port.connection.heard) continue;
    port.connection.heard = heard;
    watch.on_new_peer(port.connection);
  }
}

void LiveWorld::run(const Watch& watch) {
  Pace pace(config_.speed, simulation_.time());
  while (!watch.stop() && !simulation_.fault()) {
    const WallClock::time_point slice_end = WallClock::now() + kSlice;
    const TimeNs goal = pace.goal(simulation_.time());
    while (simulation_.time() < goal && WallClock::now() < slice_end && !watch.stop()) step(watch);
    for (const Port& port : ports_) port.socket->flush();
    const bool caught_up = simulation_.time() >= goal;
    network_.serve(caught_up ? kSlice : std::chrono::milliseconds{0});
    note_peers(watch);
  }
}

}  // namespace alula
