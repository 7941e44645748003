// links/parameter_service.h: MAVLink's parameter protocol on one link: the whole list, one by name
// or index, set, and PX4's hash. Integers travel as their bytes, as PX4 sends them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "autopilot/parameters.h"
#include "links/message_sink.h"

namespace alula {

// A change that a station wants.
struct ParameterChange {
  Param parameter = Param::count;
  double value = 0.0;
};

// PX4's checksum over all names and values, in the order of the alphabet.
std::uint32_t parameter_hash(const ParameterValues& values);

class ParameterService {
 public:
  explicit ParameterService(std::uint8_t system) : system_(system) {}

  // Answers a request. A PARAM_SET that can be read comes back as the change to make.
  std::optional<ParameterChange> handle(const Frame& frame, const ParameterValues& values,
                                        MessageSink& out);
  // Goes on with the list, a few a step.
  void go_on(const ParameterValues& values, MessageSink& out);
  static void send_value(Param parameter, const ParameterValues& values, MessageSink& out);

 private:
  [[nodiscard]] bool is_mine(std::uint8_t system, std::uint8_t component) const;
  std::optional<ParameterChange> set(const Frame& frame);
  void read(const Frame& frame, const ParameterValues& values, MessageSink& out) const;

  std::uint8_t system_;
  std::size_t next_ = kParameterCount;  // of the list under way
};

}  // namespace alula
