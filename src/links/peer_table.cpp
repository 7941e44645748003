#include "links/peer_table.h"

#include <algorithm>

namespace alula {

PeerTable::Peer& PeerTable::peer(Address from) {
  const auto known = std::ranges::find(peers_, from, &Peer::address);
  if (known != peers_.end()) return *known;
  if (peers_.size() < kPeersMax) {
    peers_.push_back({from});
    return peers_.back();
  }
  Peer& silent = *std::ranges::min_element(peers_, {}, &Peer::heard);
  silent = {from};
  return silent;
}

void PeerTable::list_addresses() {
  addresses_.resize(1);
  for (const Peer& p : peers_) {
    if (p.address != addresses_.front() && p.parser.counts().frames > 0)
      addresses_.push_back(p.address);
  }
}

std::span<const Frame> PeerTable::receive(Address from, std::span<const std::byte> bytes) {
  frames_.clear();
  Peer& sender = peer(from);
  sender.heard = ++count_;
  const bool was_silent = sender.parser.counts().frames == 0;
  sender.parser.feed(bytes, frames_);
  if (was_silent) list_addresses();
  return frames_;
}

}  // namespace alula
