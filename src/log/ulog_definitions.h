// log/ulog_definitions.h: the opening of a ULog file, all that comes before its data
// (https://docs.px4.io/main/en/dev_log/ulog_file_format.html).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace alula {

// A parameter as the vehicle had it when the log began.
struct LogParameter {
  std::string name;
  std::variant<std::int32_t, float> value;
  std::variant<std::int32_t, float> default_value;
};

// What a subscription's records are called and made of.
struct LogSubscription {
  std::string name;  // of the topic and of its format
  std::uint16_t message_id = 0;
  std::uint8_t multi_id = 0;  // tells instances of one topic apart
};

// No field describes the host: equal runs give equal bytes.
struct UlogDefinitions {
  std::uint64_t start_time_us = 0;
  std::string system = "Alula";
  std::string hardware;  // key ver_hw: the vehicle
  std::string software;  // key ver_sw: commit, or version
  // Key ver_sw_release, 0xAABBCCTT: version A.B.C, T = 255 for a release.
  std::uint32_t software_release = 0;
  std::vector<std::string> formats;  // "name:type field;...", those that others refer to first
  std::vector<LogParameter> parameters;
  std::vector<LogSubscription> subscriptions;
};

// The bytes of header, flags, information, formats, default and present parameters, and
// subscriptions. A LogRing's messages may follow at once. Defaults come before values, because some
// readers let the later one win.
std::vector<std::byte> encode(const UlogDefinitions& definitions);

}  // namespace alula
