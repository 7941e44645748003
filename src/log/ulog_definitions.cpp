#include "log/ulog_definitions.h"

#include <cstring>
#include <span>
#include <string_view>

#include "core/assert.h"
#include "log/ulog_message.h"

namespace alula {

namespace {

// Grows a message's payload, then the file.
class Payload {
 public:
  template <class T> Payload& number(const T& value) {
    return append(std::as_bytes(std::span(&value, 1)));
  }
  Payload& text(std::string_view value) { return append(std::as_bytes(std::span(value))); }
  // ULog's key: length, then "type name".
  Payload& key(const std::string& type_and_name) {
    ALULA_ASSERT(type_and_name.size() <= 0xff);
    return number(static_cast<std::uint8_t>(type_and_name.size())).text(type_and_name);
  }
  void message(char type, std::vector<std::byte>& file) const {
    ALULA_ASSERT(bytes_.size() <= 0xffff);
    const auto head = ulog_message_head(bytes_.size(), type);
    file.insert(file.end(), head.begin(), head.end());
    file.insert(file.end(), bytes_.begin(), bytes_.end());
  }

 private:
  Payload& append(std::span<const std::byte> bytes) {
    bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
    return *this;
  }
  std::vector<std::byte> bytes_;
};

constexpr std::uint32_t kDataFormat = 2;  // GNSS fields in degrees and metres, as PX4 numbers it
constexpr std::uint8_t kSystemDefault = 1;

void put_head(const UlogDefinitions& definitions, std::vector<std::byte>& file) {
  file.resize(kUlogFileHeadBytes);
  std::memcpy(file.data(), kUlogMagic.data(), kUlogMagic.size());
  std::memcpy(file.data() + kUlogMagic.size(), &definitions.start_time_us,
              sizeof definitions.start_time_us);
}

void put_flags(std::vector<std::byte>& file) {
  std::array<std::uint8_t, kUlogFlagBytes> flags{};
  flags[0] = 1;  // default parameters are in this file
  Payload().number(flags).message('B', file);
}

void put_info(const char* name, const std::string& value, std::vector<std::byte>& file) {
  if (value.empty()) return;
  Payload()
      .key("char[" + std::to_string(value.size()) + "] " + name)
      .text(value)
      .message('I', file);
}

void put_info(const char* name, std::uint32_t value, std::vector<std::byte>& file) {
  Payload().key(std::string("uint32_t ") + name).number(value).message('I', file);
}

std::string parameter_key(const LogParameter& parameter) {
  return (std::holds_alternative<float>(parameter.value) ? "float " : "int32_t ") + parameter.name;
}

void put_parameter(const LogParameter& parameter, std::vector<std::byte>& file) {
  ALULA_ASSERT(parameter.value.index() == parameter.default_value.index());
  const std::string key = parameter_key(parameter);
  std::visit(
      [&](const auto& value) {
        Payload().number(kSystemDefault).key(key).number(value).message('Q', file);
      },
      parameter.default_value);
  std::visit([&](const auto& value) { Payload().key(key).number(value).message('P', file); },
             parameter.value);
}

}  // namespace

std::vector<std::byte> encode(const UlogDefinitions& definitions) {
  std::vector<std::byte> file;
  put_head(definitions, file);
  put_flags(file);
  put_info("sys_name", definitions.system, file);
  put_info("ver_hw", definitions.hardware, file);
  put_info("ver_sw", definitions.software, file);
  put_info("ver_sw_release", definitions.software_release, file);
  put_info("ver_data_format", kDataFormat, file);
  for (const std::string& format : definitions.formats) Payload().text(format).message('F', file);
  for (const LogParameter& parameter : definitions.parameters) put_parameter(parameter, file);
  for (const LogSubscription& subscription : definitions.subscriptions) {
    Payload()
        .number(subscription.multi_id)
        .number(subscription.message_id)
        .text(subscription.name)
        .message('A', file);
  }
  return file;
}

}  // namespace alula
