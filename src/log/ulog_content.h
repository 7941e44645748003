// log/ulog_content.h: what a ULog file holds, as columns of numbers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <variant>
#include <vector>

#include "log/numbers.h"

namespace alula {

struct UlogColumn {
  std::string name;  // "x", "q[0]", "current.lat", "esc[0].esc_rpm"
  Numbers values;    // one per record
};

// One instance of a topic that has at least one record.
struct UlogTopic {
  std::string name;
  std::uint8_t multi_id = 0;
  std::vector<std::uint64_t> timestamp_us;
  // In the order of the record, `timestamp` among them, padding left out.
  std::vector<UlogColumn> columns;

  [[nodiscard]] const UlogColumn* find(const std::string& column) const;  // nullptr: there is none
};

struct UlogText {
  std::uint8_t level = 6;  // 0 (emergency) to 7 (debug)
  std::uint64_t time_us = 0;
  std::string text;
};

using UlogScalar = std::variant<std::int32_t, float>;

// What was wrong with the file. All zero: nothing.
struct UlogFaults {
  std::uint64_t truncated_bytes = 0;   // at the end, of a message that is not whole
  std::uint64_t skipped_bytes = 0;     // between messages: no message could be made of them
  std::uint64_t unknown_messages = 0;  // of types that the format does not have
  // Of known types, not understood, or data without a usable subscription.
  std::uint64_t malformed_messages = 0;
  std::uint64_t dropouts = 0;  // marks of the writer that data were lost
  std::uint64_t dropout_ms = 0;

  [[nodiscard]] bool none() const {
    return (truncated_bytes | skipped_bytes | unknown_messages | malformed_messages | dropouts) ==
           0;
  }
};

struct UlogContent {
  std::uint64_t start_time_us = 0;
  std::map<std::string, std::variant<std::string, double>> info;
  std::map<std::string, UlogScalar> parameters;  // as the log began
  std::map<std::string, UlogScalar> default_parameters;
  std::vector<UlogTopic> topics;  // in the order of their first records
  std::vector<UlogText> texts;
  std::uint64_t records = 0;  // of all topics, those that were not wanted included
  UlogFaults faults;

  [[nodiscard]] const UlogTopic* find(const std::string& topic, std::uint8_t multi_id = 0) const;
};

}  // namespace alula
