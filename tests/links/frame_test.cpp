#include <fstream>
#include <iterator>
#include <set>

#include <gtest/gtest.h>

#include "links/mavlink.h"
#include "links/mavlink_frame.h"

namespace alula {
namespace {

std::vector<std::byte> bytes_of(const std::string& name) {
  std::ifstream file(std::string(ALULA_SOURCE_DIR "/tests/reference/px4_links/") + name,
                     std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const auto bytes = std::as_bytes(std::span(text));
  return {bytes.begin(), bytes.end()};
}

std::vector<Frame> parse(FrameParser& parser, std::span<const std::byte> bytes) {
  std::vector<Frame> frames;
  parser.feed(bytes, frames);
  return frames;
}

std::vector<std::byte> heartbeat(std::uint8_t mode) {
  FrameWriter writer(255, 190);
  const auto bytes =
      writer.write(MAVLINK_MSG_ID_HEARTBEAT, mavlink_heartbeat_t{mode, 6, 8, 0, 4, 3});
  return {bytes.begin(), bytes.end()};
}

void append(std::vector<std::byte>& to, std::span<const std::byte> bytes) {
  to.insert(to.end(), bytes.begin(), bytes.end());
}

// 1,500 frames each, and one of each message: 31 and 35 (counted by pymavlink).
TEST(MavlinkFrames, OfARealPx4ParseToTheLastByte) {
  const std::vector<std::pair<std::string, std::uint64_t>> links{
      {"gcs_link_first.bin", 1500},
      {"onboard_link_first.bin", 1500},
      {"gcs_link_one_of_each.bin", 31},
      {"onboard_link_one_of_each.bin", 35}};
  for (const auto& [name, count] : links) {
    FrameParser parser;
    parse(parser, bytes_of(name));
    EXPECT_EQ(parser.counts().frames, count) << name;
    EXPECT_EQ(parser.counts().stray_bytes, 0U) << name;
  }
}

TEST(MavlinkFrames, MayComeInPieces) {
  const std::vector<std::byte> all = bytes_of("gcs_link_first.bin");
  FrameParser parser;
  std::vector<Frame> frames;
  for (const std::byte& byte : all) parser.feed(std::span(&byte, 1), frames);
  EXPECT_EQ(frames.size(), 1500U);
}

TEST(MavlinkFrames, WrittenAgainAreTheSameBytes) {
  const std::vector<std::byte> recorded = bytes_of("gcs_link_one_of_each.bin");
  FrameParser parser;
  for (const Frame& frame : parse(parser, recorded)) {
    if (frame.id != MAVLINK_MSG_ID_ATTITUDE) continue;
    FrameWriter writer(frame.system, frame.component);
    for (int i = 0; i < frame.sequence; ++i)
      writer.write(MAVLINK_MSG_ID_HEARTBEAT, mavlink_heartbeat_t{});
    const auto again = writer.write(frame.id, frame.as<mavlink_attitude_t>());
    EXPECT_NE(std::search(recorded.begin(), recorded.end(), again.begin(), again.end()),
              recorded.end());
    return;
  }
  FAIL() << "no ATTITUDE in the recording";
}

TEST(MavlinkFrames, ABrokenOneCostsOnlyItself) {
  std::vector<std::byte> bytes = heartbeat(1);
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    std::vector<std::byte> stream = bytes;
    stream[i] ^= std::byte{0x40};
    append(stream, heartbeat(2));
    append(stream, std::vector<std::byte>(300));  // a length that grew waits for so many
    append(stream, heartbeat(3));
    FrameParser parser;
    const std::vector<Frame> frames = parse(parser, stream);
    ASSERT_EQ(frames.size(), 2U) << "byte " << i;
    EXPECT_EQ(frames[0].as<mavlink_heartbeat_t>().custom_mode, 2U);
    EXPECT_EQ(frames[1].as<mavlink_heartbeat_t>().custom_mode, 3U);
  }
}

// Version 1: no trailing zeros are left out, the header is six bytes long. Made with pymavlink:
// MAVLink(None, 255, 190).heartbeat_encode(6, 8, 0, 7, 4).pack(force_mavlink1=True).
TEST(MavlinkFrames, OfVersionOneAreRead) {
  const std::vector<unsigned> frame{0xfe, 9, 0, 255, 190, 0, 7, 0, 0, 0, 6, 8, 0, 4, 3};
  std::vector<std::byte> bytes;
  for (const unsigned b : frame) bytes.push_back(static_cast<std::byte>(b));
  std::uint16_t crc = crc_calculate(reinterpret_cast<const std::uint8_t*>(bytes.data()) + 1,
                                    static_cast<std::uint16_t>(bytes.size() - 1));
  crc_accumulate(50, &crc);  // CRC_EXTRA of HEARTBEAT
  bytes.push_back(static_cast<std::byte>(crc & 0xffU));
  bytes.push_back(static_cast<std::byte>(crc >> 8U));
  FrameParser parser;
  const std::vector<Frame> frames = parse(parser, bytes);
  ASSERT_EQ(frames.size(), 1U);
  EXPECT_EQ(frames[0].system, 255);
  EXPECT_EQ(frames[0].as<mavlink_heartbeat_t>().custom_mode, 7U);
}

// Frames that broke other programs (spec: ids past the table, a short frame, a length that lies).
TEST(MavlinkFrames, ThatBrokeOthersAreStrayBytes) {
  const std::vector<std::vector<unsigned>> broken{{0xfd, 0, 0, 0, 0, 1, 1, 0x83, 0, 0, 0, 0},
                                                  {0xfd, 0xff, 0, 0, 0, 1, 1, 0xff, 0xff, 0xff},
                                                  {0xfe, 0xff, 0, 0, 0, 0xff},
                                                  {0xfd, 9, 0xfe, 0, 0, 1, 1, 0, 0, 0}};
  for (const auto& frame : broken) {
    std::vector<std::byte> bytes;
    for (const unsigned b : frame) bytes.push_back(static_cast<std::byte>(b));
    append(bytes, std::vector<std::byte>(300));
    append(bytes, heartbeat(9));
    FrameParser parser;
    EXPECT_EQ(parse(parser, bytes).size(), 1U);
  }
}

TEST(MavlinkFrames, TellHowManyWereLost) {
  FrameWriter writer(1, 1);
  FrameParser parser;
  std::vector<Frame> frames;
  for (int i = 0; i < 600; ++i) {
    const auto bytes = writer.write(MAVLINK_MSG_ID_HEARTBEAT, mavlink_heartbeat_t{});
    if (i < 300 || i >= 305) parser.feed(bytes, frames);
  }
  EXPECT_EQ(parser.counts().lost, 5U);
}

// What stations and PX4 rely on: these messages are among the definitions.
TEST(MavlinkDefinitions, HoldWhatPx4Speaks) {
  for (const std::uint32_t id : {8U, 290U, 291U, 300U, 380U, 410U, 411U, 435U, 436U, 437U})
    EXPECT_NE(mavlink_get_msg_entry(id), nullptr) << id;
}

}  // namespace
}  // namespace alula
