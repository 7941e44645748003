// links/peer_table.h: who writes to one socket: a parser for each sender, and where all that the
// link sends goes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "links/mavlink_frame.h"

namespace alula {

// Where bytes come from or go to, as the transport numbers it: an IPv4 address and a port.
using Address = std::uint64_t;

class PeerTable {
 public:
  static constexpr std::size_t kPeersMax = 16;

  // `expected` is written to also before anyone has been heard.
  explicit PeerTable(Address expected) { addresses_.push_back(expected); }

  // The complete frames in `bytes` of one sender; valid until the next call. A new sender is taken
  // in when it has sent a frame; where there is no room it replaces the one silent for longest.
  std::span<const Frame> receive(Address from, std::span<const std::byte> bytes);
  // Of the one expected and of all that were heard.
  [[nodiscard]] std::span<const Address> addresses() const { return addresses_; }
  [[nodiscard]] std::size_t heard() const { return peers_.size(); }

 private:
  struct Peer {
    Address address = 0;
    std::uint64_t heard = 0;  // rises with every datagram of anyone
    FrameParser parser{};
  };
  Peer& peer(Address from);
  void list_addresses();

  std::vector<Peer> peers_;
  std::vector<Address> addresses_;
  std::vector<Frame> frames_;
  std::uint64_t count_ = 0;
};

}  // namespace alula
