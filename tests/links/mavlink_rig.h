// tests/links/mavlink_rig.h: a vehicle in a world whose links end in memory.
#pragma once

#include <memory>
#include <vector>

#include "links/mavlink.h"
#include "links/mavlink_vehicle.h"
#include "sim/simulation.h"

namespace alula {

// Keeps the frames that a link sends.
class FrameCatcher : public ByteSink {
 public:
  void take(std::span<const std::byte> frame) override { parser_.feed(frame, frames_); }
  [[nodiscard]] const std::vector<Frame>& frames() const { return frames_; }
  [[nodiscard]] std::vector<Frame> of(std::uint32_t id) const;
  void clear() { frames_.clear(); }

 private:
  FrameParser parser_;
  std::vector<Frame> frames_;
};

// An x500 in calm air at the default place, system 1, with both links.
class MavlinkRig {
 public:
  MavlinkRig();

  void step(int count);
  void run(double seconds_s) { step(static_cast<int>(seconds_s * 1e3 + 0.5)); }
  // A message of a station with system 255.
  template <class Payload>
  void send(std::uint32_t id, const Payload& payload, std::size_t link = 0) {
    FrameParser parser;
    std::vector<Frame> frames;
    parser.feed(writer_.write(id, payload), frames);
    vehicle->receive(link, frames.at(0));
  }
  void command(std::uint16_t number, const std::array<float, 7>& params = {},
               std::uint8_t confirmation = 0);
  // The results of all acknowledgements of a command so far.
  [[nodiscard]] std::vector<int> results(std::uint16_t number) const;
  // Flies with the checks passed.
  void wait_ready();

  std::unique_ptr<Simulation> simulation;
  std::unique_ptr<MavlinkVehicle> vehicle;
  FrameCatcher ground, onboard;

 private:
  FrameWriter writer_{255, 190};
};

}  // namespace alula
