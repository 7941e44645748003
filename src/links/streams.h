// links/streams.h: which message is due when on one link. Times are simulated.
#pragma once

#include <cstdint>
#include <vector>

#include "links/messages.h"

namespace alula {

class Streams {
 public:
  explicit Streams(LinkKind kind);

  // Sends what is due; call once a step.
  void send_due(const Telemetry& telemetry, MessageSink& out);
  // Sends one message now. False: no such message, or nothing to tell yet.
  static bool send_now(std::uint32_t id, const Telemetry& telemetry, MessageSink& out);
  static bool knows(std::uint32_t id);

  // As MAVLink has it: microseconds, 0: the link's own rate, -1: off. False: no such message, or no
  // such interval.
  bool set_interval(std::uint32_t id, double interval_us, TimeNs now);
  // -1: off; 0: no such message.
  [[nodiscard]] std::int32_t interval_us(std::uint32_t id) const;

 private:
  struct Stream {
    TimeNs interval = 0;  // 0: off
    TimeNs next = 0;
  };
  [[nodiscard]] TimeNs default_interval(std::size_t row) const;

  LinkKind kind_;
  std::vector<Stream> streams_;  // as many as rows
  TimeNs next_ = 0;              // the earliest of all
};

}  // namespace alula
