// links/message_sink.h: where messages of one link go.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "links/mavlink_frame.h"

namespace alula {

// Whoever gets the bytes of a link.
class ByteSink {
 public:
  virtual ~ByteSink() = default;
  virtual void take(std::span<const std::byte> frame) = 0;
};

class MessageSink {
 public:
  MessageSink(FrameWriter& writer, ByteSink& out) : writer_(writer), out_(out) {}

  // `payload` is the generated struct of message `id`.
  template <class Payload> void send(std::uint32_t id, const Payload& payload) {
    out_.take(writer_.write(id, payload));
  }

 private:
  FrameWriter& writer_;
  ByteSink& out_;
};

}  // namespace alula
