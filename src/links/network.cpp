#include "links/network.h"

#include <array>
#include <vector>

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/udp.hpp>
#include <fmt/format.h>

namespace alula {
namespace {

using boost::asio::ip::udp;
using boost::system::error_code;
using WallClock = std::chrono::steady_clock;

constexpr std::size_t kDatagramBytes = 1400;  // fits an Ethernet frame
constexpr std::chrono::milliseconds kServeMax{2};

Address address_of(const udp::endpoint& endpoint) {
  return static_cast<Address>(endpoint.address().to_v4().to_uint()) << 16U | endpoint.port();
}
udp::endpoint endpoint_of(Address address) {
  return {boost::asio::ip::address_v4(static_cast<std::uint32_t>(address >> 16U)),
          static_cast<std::uint16_t>(address & 0xffffU)};
}

class AsioPort final : public UdpPort {
 public:
  AsioPort(udp::socket socket, Address expected, Network::Receive receive)
      : socket_(std::move(socket)), peers_(expected), on_frame_(std::move(receive)) {
    listen();
  }

  void take(std::span<const std::byte> frame) override {
    if (gathered_.size() + frame.size() > kDatagramBytes) flush();
    gathered_.insert(gathered_.end(), frame.begin(), frame.end());
  }

  // What does not fit into the machine's buffers is lost, as on any UDP link.
  void flush() override {
    if (gathered_.empty()) return;
    for (const Address to : peers_.addresses()) {
      error_code lost;
      socket_.send_to(boost::asio::buffer(gathered_), endpoint_of(to), 0, lost);
    }
    gathered_.clear();
  }
  [[nodiscard]] const PeerTable& peers() const override { return peers_; }

 private:
  void listen() {
    socket_.async_receive_from(boost::asio::buffer(buffer_), sender_,
                               [this](const error_code& fault, std::size_t bytes) {
                                 if (fault == boost::asio::error::operation_aborted) return;
                                 if (!fault) hand_on(bytes);
                                 listen();
                               });
  }
  void hand_on(std::size_t bytes) {
    const std::span<const std::byte> datagram = std::as_bytes(std::span(buffer_)).first(bytes);
    for (const Frame& frame : peers_.receive(address_of(sender_), datagram)) on_frame_(frame);
  }

  udp::socket socket_;
  PeerTable peers_;
  Network::Receive on_frame_;
  udp::endpoint sender_;
  std::array<char, 65536> buffer_{};
  std::vector<std::byte> gathered_;
};

Result<udp::socket> bind_socket(boost::asio::io_context& context, const UdpPortConfig& config) {
  error_code fault;
  const auto address = boost::asio::ip::make_address_v4(config.address, fault);
  if (fault) {
    return Error{ErrorCode::bad_format, "--listen " + config.address,
                 "expected the IPv4 address of a network card, 0.0.0.0 for all"};
  }
  udp::socket socket(context);
  socket.open(udp::v4(), fault);
  if (!fault) socket.bind({address, config.port}, fault);
  if (fault == boost::asio::error::address_in_use) {
    return Error{ErrorCode::io, fmt::format("UDP port {}", config.port),
                 "is taken by another program; end it, or choose other ports with --instance"};
  }
  if (fault) {
    return Error{ErrorCode::io, fmt::format("UDP {}:{}", config.address, config.port),
                 fault.message()};
  }
  socket.non_blocking(true, fault);
  return socket;
}

}  // namespace

struct Network::Sockets {
  boost::asio::io_context context{1};
  std::vector<std::unique_ptr<AsioPort>> ports;
};

Network::Network() : sockets_(std::make_unique<Sockets>()) {}
Network::~Network() = default;

Result<UdpPort*> Network::open(const UdpPortConfig& config, Receive receive) {
  Result<udp::socket> socket = bind_socket(sockets_->context, config);
  if (!socket.ok()) return socket.error();
  const Address expected =
      address_of({boost::asio::ip::address_v4::loopback(), config.expected_port});
  sockets_->ports.push_back(
      std::make_unique<AsioPort>(std::move(socket).value(), expected, std::move(receive)));
  return sockets_->ports.back().get();
}

void Network::serve(std::chrono::microseconds wait) {
  boost::asio::io_context& context = sockets_->context;
  context.restart();
  if (wait.count() > 0 && context.run_one_for(wait) == 0) return;
  const WallClock::time_point end = WallClock::now() + kServeMax;
  while (context.poll_one() > 0 && WallClock::now() < end) {
  }
}

std::string to_string(Address address) {
  const udp::endpoint endpoint = endpoint_of(address);
  return fmt::format("{}:{}", endpoint.address().to_string(), endpoint.port());
}

}  // namespace alula
