// links/live_world.h: a world that runs against the wall clock while its vehicles speak MAVLink.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "links/mavlink_vehicle.h"
#include "links/network.h"
#include "sim/simulation.h"

namespace alula {

struct LiveWorldConfig {
  double speed = 1.0;  // simulated over wall time; 0: as fast as the machine can
  int instance = 0;    // of the first vehicle: its ports and its system id count from there
  std::string address = "127.0.0.1";
};
inline constexpr int kInstanceMax = 199;
inline constexpr std::size_t kLiveVehiclesMax = 32;

// One line of the table of connections.
struct Connection {
  std::string vehicle;
  std::string who;  // "ground station"
  std::uint8_t system = 0;
  std::uint16_t port = 0;           // that is listened at
  std::uint16_t expected_port = 0;  // that is written to
  std::size_t heard = 0;            // peers
};

class LiveWorld {
 public:
  // `simulation` must outlive it; every vehicle flown by Alula's autopilot. Takes the first step.
  // Errors: a port that is taken.
  static Result<std::unique_ptr<LiveWorld>> open(Simulation& simulation,
                                                 const LiveWorldConfig& config);

  [[nodiscard]] std::vector<Connection> connections() const;

  struct Watch {
    std::function<bool()> stop;                          // asked every few milliseconds
    std::function<void()> on_step;                       // after each step
    std::function<void(const Connection&)> on_new_peer;  // somebody writes for the first time
  };
  // Until `stop`, or until a vehicle's state broke.
  void run(const Watch& watch);

 private:
  LiveWorld(Simulation& simulation, const LiveWorldConfig& config)
      : simulation_(simulation), config_(config) {}
  struct Port {
    Connection connection;
    UdpPort* socket = nullptr;
  };
  MaybeError open_ports(std::size_t vehicle);
  MaybeError open_port(std::size_t vehicle, LinkKind kind);
  void step(const Watch& watch);
  void note_peers(const Watch& watch);

  Simulation& simulation_;
  LiveWorldConfig config_;
  Network network_;
  std::vector<std::unique_ptr<MavlinkVehicle>> vehicles_;
  std::vector<Port> ports_;
};

}  // namespace alula
