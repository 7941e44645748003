#include "links/streams.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace alula {
namespace {

constexpr double kIntervalMax_us = 3600e6;

std::size_t row_of(std::uint32_t id) {
  const auto rows = message_table();
  return static_cast<std::size_t>(std::ranges::find(rows, id, &MessageRow::id) - rows.begin());
}

}  // namespace

Streams::Streams(LinkKind kind) : kind_(kind), streams_(message_table().size()) {
  for (std::size_t i = 0; i < streams_.size(); ++i) streams_[i].interval = default_interval(i);
}

TimeNs Streams::default_interval(std::size_t row) const {
  const MessageRow& r = message_table()[row];
  const double rate_hz = kind_ == LinkKind::ground ? r.ground_hz : r.onboard_hz;
  return rate_hz > 0.0 ? nanoseconds(1.0 / rate_hz) : 0;
}

void Streams::send_due(const Telemetry& telemetry, MessageSink& out) {
  const TimeNs now = telemetry.now();
  if (now < next_) return;
  next_ = std::numeric_limits<TimeNs>::max();
  for (std::size_t i = 0; i < streams_.size(); ++i) {
    Stream& s = streams_[i];
    if (s.interval == 0) continue;
    if (now >= s.next) {
      message_table()[i].send(telemetry, out);
      s.next += s.interval;
      if (s.next <= now) s.next = now + s.interval;
    }
    next_ = std::min(next_, s.next);
  }
}

bool Streams::knows(std::uint32_t id) { return row_of(id) < message_table().size(); }

bool Streams::send_now(std::uint32_t id, const Telemetry& telemetry, MessageSink& out) {
  return knows(id) && message_table()[row_of(id)].send(telemetry, out);
}

bool Streams::set_interval(std::uint32_t id, double interval_us, TimeNs now) {
  const bool sane = interval_us >= -1.0 && interval_us <= kIntervalMax_us;
  if (!knows(id) || !sane) return false;
  Stream& s = streams_[row_of(id)];
  if (interval_us < 0.0) {
    s.interval = 0;
  } else if (interval_us == 0.0) {
    s.interval = default_interval(row_of(id));
  } else {
    s.interval = std::max<TimeNs>(1, nanoseconds(interval_us * 1e-6));
  }
  s.next = now;
  next_ = now;
  return true;
}

std::int32_t Streams::interval_us(std::uint32_t id) const {
  if (!knows(id)) return 0;
  const TimeNs interval = streams_[row_of(id)].interval;
  return interval == 0 ? -1 : static_cast<std::int32_t>(interval / 1000);
}

}  // namespace alula
