// links/network.h: UDP sockets in the caller's thread. Nothing here blocks longer than it is told.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "core/error.h"
#include "links/message_sink.h"
#include "links/peer_table.h"

namespace alula {

// One socket with its peers. What is sent is gathered into datagrams until flush().
class UdpPort : public ByteSink {
 public:
  virtual void flush() = 0;
  [[nodiscard]] virtual const PeerTable& peers() const = 0;
};

struct UdpPortConfig {
  std::string address = "127.0.0.1";  // that the socket listens at
  std::uint16_t port = 0;
  std::uint16_t expected_port = 0;  // on this machine, of a peer that listens and says nothing
};

class Network {
 public:
  using Receive = std::function<void(const Frame&)>;

  Network();
  ~Network();
  Network(const Network&) = delete;
  Network& operator=(const Network&) = delete;

  // Errors: an address that is none, a port that is taken.
  Result<UdpPort*> open(const UdpPortConfig& config, Receive receive);
  // Waits until bytes have come, at most so long, and then hands on what has come, for two
  // milliseconds at most: a flood does not hold up the world.
  void serve(std::chrono::microseconds wait);

 private:
  struct Sockets;
  std::unique_ptr<Sockets> sockets_;
};

// "127.0.0.1:14550"
std::string to_string(Address address);

}  // namespace alula
