#include "links/peer_table.h"

#include <gtest/gtest.h>

#include "links/mavlink.h"

namespace alula {
namespace {

std::vector<std::byte> heartbeat() {
  FrameWriter writer(255, 190);
  const auto bytes = writer.write(MAVLINK_MSG_ID_HEARTBEAT, mavlink_heartbeat_t{});
  return {bytes.begin(), bytes.end()};
}

// Two senders whose halves of frames alternate: one parser for both would lose every frame.
TEST(PeerTable, SendersThatInterleaveAreToldApart) {
  PeerTable peers(1);
  const std::vector<std::byte> frame = heartbeat();
  const auto first = std::span(frame).first(5), rest = std::span(frame).subspan(5);
  std::size_t frames = 0;
  for (int i = 0; i < 10; ++i) {
    peers.receive(100, first);
    peers.receive(200, first);
    frames += peers.receive(100, rest).size();
    frames += peers.receive(200, rest).size();
  }
  EXPECT_EQ(frames, 20U);
  EXPECT_EQ(peers.addresses().size(), 3U);
}

TEST(PeerTable, AnswersNobodyWhoSendsNoFrame) {
  PeerTable peers(1);
  peers.receive(100, std::vector<std::byte>(1000));
  EXPECT_EQ(peers.addresses().size(), 1U);
}

TEST(PeerTable, AThousandSendersStayWithinItsSizeAndTheNewestIsKept) {
  PeerTable peers(1);
  const std::vector<std::byte> frame = heartbeat();
  for (Address from = 100; from < 1100; ++from) EXPECT_EQ(peers.receive(from, frame).size(), 1U);
  EXPECT_EQ(peers.addresses().size(), PeerTable::kPeersMax + 1);
  EXPECT_EQ(std::ranges::count(peers.addresses(), Address{1099}), 1);
}

}  // namespace
}  // namespace alula
