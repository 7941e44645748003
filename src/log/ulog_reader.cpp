#include "log/ulog_reader.h"

#include <algorithm>
#include <cstring>
#include <fstream>
#include <iterator>
#include <optional>
#include <string_view>
#include <utility>

#include "log/ulog_format.h"
#include "log/ulog_message.h"

namespace alula {

namespace {

using Bytes = std::span<const std::byte>;

template <class T> std::optional<T> take(Bytes& from) {
  if (from.size() < sizeof(T)) return std::nullopt;
  T value;
  std::memcpy(&value, from.data(), sizeof value);
  from = from.subspan(sizeof(T));
  return value;
}

std::string_view text_of(Bytes bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

// The key of an information or parameter message: "type name".
struct Key {
  std::string type, name;
};
std::optional<Key> take_key(Bytes& from) {
  const auto length = take<std::uint8_t>(from);
  if (!length || from.size() < *length) return std::nullopt;
  const std::string_view text = text_of(from.first(*length));
  from = from.subspan(*length);
  const std::size_t space = text.find(' ');
  if (space == std::string_view::npos) return std::nullopt;
  return Key{std::string(text.substr(0, space)), std::string(text.substr(space + 1))};
}

class Reader {
 public:
  explicit Reader(Bytes file) : file_(file) {}

  Result<UlogContent> read() {
    if (file_.size() < kUlogFileHeadBytes || std::memcmp(file_.data(), kUlogMagic.data(), 7) != 0)
      return Error{ErrorCode::bad_format, "",
                   "not a ULog file: its first bytes are not \"ULog\" 01 12 35"};
    std::memcpy(&content_.start_time_us, file_.data() + 8, sizeof content_.start_time_us);
    std::size_t offset = kUlogFileHeadBytes;
    while (!unreadable_ && offset < file_.size()) offset = read_message(offset);
    if (unreadable_)
      return Error{ErrorCode::bad_format, "", "this ULog uses features that are not known here"};
    return std::move(content_);
  }

 private:
  struct Subscription {
    std::string name;
    std::uint8_t multi_id = 0;
    std::vector<UlogField> fields;
    std::size_t bytes = 0;      // that a record must have
    std::size_t timestamp = 0;  // its place in the record
    std::size_t topic = 0;      // index in content_.topics
    bool prepared = false;
  };

  // Returns where the next message begins.
  std::size_t read_message(std::size_t offset) {
    const std::size_t end = next_end(offset);
    Bytes rest = file_.subspan(offset, end - offset);
    const auto size = take<std::uint16_t>(rest);
    const auto type = take<char>(rest);
    if (!size || !type || rest.size() < *size) {
      content_.faults.truncated_bytes += end - offset;
      return end;
    }
    if (!dispatch(*type, rest.first(*size))) ++content_.faults.malformed_messages;
    return offset + kUlogMessageHeadBytes + *size;
  }

  // Data that a crashed writer appended begin at a place that need not be the end of a message.
  std::size_t next_end(std::size_t offset) const {
    std::size_t end = file_.size();
    for (const std::uint64_t start : appended_)
      if (start > offset && start < end) end = static_cast<std::size_t>(start);
    return end;
  }

  // False: a message of a known type that cannot be understood.
  bool dispatch(char type, Bytes payload) {
    switch (type) {
      case 'B':
        return read_flags(payload);
      case 'F':
        return formats_.add(text_of(payload));
      case 'I':
        return read_info(payload);
      case 'P':
        return read_parameter(payload, content_.parameters);
      case 'Q':
        return !payload.empty() && read_parameter(payload.subspan(1), content_.default_parameters);
      case 'A':
        return read_subscription(payload);
      case 'D':
        return read_data(payload);
      case 'L':
        return read_text(payload);
      case 'O':
        return read_dropout(payload);
      case 'M':  // information in several parts
      case 'C':  // text with a tag
      case 'S':  // synchronisation
      case 'R':  // end of a subscription
        return true;
      default:
        ++content_.faults.unknown_messages;
        return true;
    }
  }

  bool read_flags(Bytes payload) {
    if (payload.size() < kUlogFlagBytes) return false;
    static constexpr std::size_t kIncompatible = 8, kOffsets = 16;
    const auto flag = [&](std::size_t i) {
      return std::to_integer<unsigned>(payload[kIncompatible + i]);
    };
    if ((flag(0) & ~1u) != 0) unreadable_ = true;  // bit 0: appended data
    for (std::size_t i = 1; i < 8; ++i) unreadable_ = unreadable_ || flag(i) != 0;
    if ((flag(0) & 1u) != 0)
      std::memcpy(appended_.data(), payload.data() + kOffsets, sizeof appended_);
    return true;
  }

  bool read_info(Bytes payload) {
    const auto key = take_key(payload);
    if (!key) return false;
    if (key->type.starts_with("char[")) {
      content_.info[key->name] = std::string(text_of(payload));
      return true;
    }
    const auto number = ulog_number(key->type);
    if (!number || payload.size() < size_of(*number)) return false;
    content_.info[key->name] = ulog_value(*number, payload.data());
    return true;
  }

  // After the first data a P is a change; the first value stands.
  bool read_parameter(Bytes payload, std::map<std::string, UlogScalar>& into) {
    const auto key = take_key(payload);
    if (!key) return false;
    if (key->type == "float") {
      const auto value = take<float>(payload);
      if (value) into.emplace(key->name, *value);
      return value.has_value();
    }
    const auto value = take<std::int32_t>(payload);
    if (value) into.emplace(key->name, *value);
    return key->type == "int32_t" && value.has_value();
  }

  bool read_subscription(Bytes payload) {
    const auto multi_id = take<std::uint8_t>(payload);
    const auto message_id = take<std::uint16_t>(payload);
    if (!multi_id || !message_id || payload.empty()) return false;
    const std::string name(text_of(payload));
    Subscription& subscription = subscriptions_[*message_id] = {};
    subscription.name = name;
    subscription.multi_id = *multi_id;
    return formats_.contains(name);
  }

  // The columns are made with the first record: subscriptions alone cannot fill the memory.
  bool prepare(Subscription& subscription) {
    subscription.prepared = true;
    subscription.fields = formats_.fields_of(subscription.name);
    UlogTopic topic;
    topic.name = subscription.name;
    topic.multi_id = subscription.multi_id;
    bool has_time = false;
    for (const UlogField& field : subscription.fields) {
      subscription.bytes = std::max(subscription.bytes, field.offset + size_of(field.number));
      if (field.name == "timestamp" && field.number == UlogNumber::u64) {
        subscription.timestamp = field.offset;
        has_time = true;
      }
      topic.columns.push_back({field.name, {}});
    }
    if (!has_time) {
      subscription.fields.clear();
      return false;
    }
    subscription.topic = content_.topics.size();
    content_.topics.push_back(std::move(topic));
    return true;
  }

  bool read_data(Bytes payload) {
    const auto message_id = take<std::uint16_t>(payload);
    if (!message_id) return false;
    const auto found = subscriptions_.find(*message_id);
    if (found == subscriptions_.end()) return false;
    Subscription& subscription = found->second;
    if (!subscription.prepared && payload.size() >= kTimestampBytes) prepare(subscription);
    if (subscription.fields.empty() || payload.size() < subscription.bytes) return false;
    UlogTopic& topic = content_.topics[subscription.topic];
    std::uint64_t time_us = 0;
    std::memcpy(&time_us, payload.data() + subscription.timestamp, sizeof time_us);
    topic.timestamp_us.push_back(time_us);
    for (std::size_t i = 0; i < subscription.fields.size(); ++i) {
      const UlogField& field = subscription.fields[i];
      topic.columns[i].values.push_back(ulog_value(field.number, payload.data() + field.offset));
    }
    return true;
  }

  bool read_text(Bytes payload) {
    const auto level = take<std::uint8_t>(payload);
    const auto time_us = take<std::uint64_t>(payload);
    if (!level || !time_us || *level < '0' || *level > '7') return false;
    content_.texts.push_back(
        {static_cast<std::uint8_t>(*level - '0'), *time_us, std::string(text_of(payload))});
    return true;
  }

  bool read_dropout(Bytes payload) {
    const auto duration_ms = take<std::uint16_t>(payload);
    if (!duration_ms) return false;
    ++content_.faults.dropouts;
    content_.faults.dropout_ms += *duration_ms;
    return true;
  }

  static constexpr std::size_t kTimestampBytes = sizeof(std::uint64_t);

  Bytes file_;
  UlogContent content_;
  UlogFormats formats_;
  std::map<std::uint16_t, Subscription> subscriptions_;
  std::array<std::uint64_t, 3> appended_{};
  bool unreadable_ = false;
};

}  // namespace

const UlogColumn* UlogTopic::find(const std::string& column) const {
  const auto found = std::find_if(columns.begin(), columns.end(),
                                  [&](const UlogColumn& c) { return c.name == column; });
  return found == columns.end() ? nullptr : &*found;
}

const UlogTopic* UlogContent::find(const std::string& topic, std::uint8_t multi_id) const {
  const auto found = std::find_if(topics.begin(), topics.end(), [&](const UlogTopic& t) {
    return t.name == topic && t.multi_id == multi_id;
  });
  return found == topics.end() ? nullptr : &*found;
}

Result<UlogContent> read_ulog(std::span<const std::byte> file) { return Reader(file).read(); }

Result<UlogContent> load_ulog(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  if (!stream) return Error{ErrorCode::not_found, path, "cannot open the log"};
  const std::vector<char> file{std::istreambuf_iterator<char>(stream), {}};
  Result<UlogContent> content = read_ulog(std::as_bytes(std::span(file)));
  if (!content) return Error{content.error().code, path, content.error().message};
  return content;
}

}  // namespace alula
