#include "log/ulog_decoder.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <utility>

#include "log/ulog_message.h"

namespace alula {
namespace {

using Bytes = std::span<const std::byte>;

constexpr std::size_t kTimestampBytes = sizeof(std::uint64_t);
constexpr std::size_t kIdBytes = sizeof(std::uint16_t);
constexpr std::size_t kIds = 65536;
constexpr std::size_t kColumnsMax = 100'000;  // logs of PX4 have some thousands

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
  std::string_view type, name;
};
std::optional<Key> take_key(Bytes& from) {
  const auto length = take<std::uint8_t>(from);
  if (!length || from.size() < *length) return std::nullopt;
  const std::string_view text = text_of(from.first(*length));
  from = from.subspan(*length);
  const std::size_t space = text.find(' ');
  if (space == std::string_view::npos) return std::nullopt;
  return Key{text.substr(0, space), text.substr(space + 1)};
}

// A key and a value that is as long as the key says.
bool is_key_and_value(Bytes payload) {
  const auto key = take_key(payload);
  return key && ulog_value_bytes(key->type) == payload.size();
}

bool holds_zero(Bytes bytes) {
  return std::find(bytes.begin(), bytes.end(), std::byte{0}) != bytes.end();
}

// As much of a text as is looked at: a text that swallowed the messages behind it shows soon, and a
// file of nothing but long texts must not take forever.
Bytes beginning(Bytes bytes) { return bytes.first(std::min<std::size_t>(bytes.size(), 256)); }

bool is_printable(Bytes bytes) {
  return std::all_of(bytes.begin(), bytes.end(), [](std::byte b) {
    const auto letter = std::to_integer<unsigned>(b);
    return letter >= 0x20u && letter < 0x7fu;
  });
}

}  // namespace

UlogDecoder::UlogDecoder(UlogWanted wanted) : wanted_(std::move(wanted)), index_of_id_(kIds) {}

bool UlogDecoder::knows(char type) {
  return std::string_view("BFIMPQARDLCSO").find(type) != std::string_view::npos;
}

bool UlogDecoder::is_plausible(char type, Bytes payload) const {
  constexpr std::size_t kSyncBytes = 8, kTextHeadBytes = 9, kDropoutBytes = 2;
  switch (type) {
    case 'D': {
      const Subscription* subscription = subscription_of(payload);
      return subscription != nullptr && subscription->size.fits(payload.size() - kIdBytes);
    }
    case 'B':
      return is_first_ && payload.size() >= kUlogFlagBytes;
    case 'F':
      return is_printable(beginning(payload)) &&
             text_of(beginning(payload)).find(':') != std::string_view::npos;
    case 'I':
    case 'P':
      return is_key_and_value(payload);
    case 'M':
    case 'Q':
      return !payload.empty() && is_key_and_value(payload.subspan(1));
    case 'A':
      return payload.size() > 3 && is_printable(beginning(payload.subspan(3)));
    case 'R':
    case 'O':
      return payload.size() == kDropoutBytes;
    case 'L':
    case 'C':
      return payload.size() >= kTextHeadBytes && payload[0] >= std::byte{'0'} &&
             payload[0] <= std::byte{'7'} &&
             !holds_zero(beginning(payload.subspan(kTextHeadBytes)));
    case 'S':
      return payload.size() == kSyncBytes;
    default:
      return false;
  }
}

bool UlogDecoder::decode(char type, Bytes payload) {
  const bool is_first = std::exchange(is_first_, false);
  switch (type) {
    case 'D':
      return read_data(payload);
    case 'B':
      return is_first && read_flags(payload);
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
    case 'L':
      return read_text(payload);
    case 'O':
      return read_dropout(payload);
    default:  // information in several parts, tagged text, synchronisation, end of a subscription
      return true;
  }
}

bool UlogDecoder::read_flags(Bytes payload) {
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

bool UlogDecoder::read_info(Bytes payload) {
  const auto key = take_key(payload);
  if (!key) return false;
  const std::string name(key->name);
  if (key->type.starts_with("char[")) {
    content_.info[name] = std::string(text_of(payload));
    return true;
  }
  const auto number = ulog_number(key->type);
  if (!number || payload.size() < size_of(*number)) return false;
  content_.info[name] = ulog_value(*number, payload.data());
  return true;
}

// After the first data a P is a change; the first value stands.
bool UlogDecoder::read_parameter(Bytes payload, std::map<std::string, UlogScalar>& into) {
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

bool UlogDecoder::read_subscription(Bytes payload) {
  const auto multi_id = take<std::uint8_t>(payload);
  const auto message_id = take<std::uint16_t>(payload);
  if (!multi_id || !message_id || payload.empty()) return false;
  Subscription subscription;
  subscription.name = std::string(text_of(payload));
  subscription.multi_id = *multi_id;
  subscription.size = formats_.record_size(subscription.name);
  subscriptions_.push_back(std::move(subscription));
  index_of_id_[*message_id] = static_cast<std::uint32_t>(subscriptions_.size());
  return formats_.contains(subscriptions_.back().name);
}

const UlogDecoder::Subscription* UlogDecoder::subscription_of(Bytes payload) const {
  const auto message_id = take<std::uint16_t>(payload);
  if (!message_id || index_of_id_[*message_id] == 0) return nullptr;
  return &subscriptions_[index_of_id_[*message_id] - 1];
}

// With the first whole record, not before: subscriptions alone must not fill the memory.
void UlogDecoder::prepare(Subscription& subscription) {
  using State = Subscription::State;
  subscription.state = State::unusable;
  const std::vector<UlogField> fields = formats_.fields_of(subscription.name);
  UlogTopic topic;
  topic.name = subscription.name;
  topic.multi_id = subscription.multi_id;
  bool has_time = false;
  for (const UlogField& field : fields) {
    if (field.name == "timestamp" && field.number == UlogNumber::u64) {
      subscription.timestamp = field.offset;
      has_time = true;
    }
    if (wanted_ && !wanted_(topic.name, field.name)) continue;
    subscription.cells.push_back({field.number, field.offset, topic.columns.size()});
    topic.columns.push_back({field.name, Numbers(width_of(field.number))});
  }
  column_count_ += topic.columns.size();
  if (!has_time || column_count_ > kColumnsMax) return;
  subscription.state = topic.columns.empty() ? State::unwanted : State::read;
  if (subscription.state == State::unwanted) return;
  // A topic that was subscribed to before goes on: its format is the same.
  const UlogTopic* earlier = content_.find(topic.name, topic.multi_id);
  subscription.topic = earlier != nullptr
                           ? static_cast<std::size_t>(earlier - content_.topics.data())
                           : content_.topics.size();
  if (earlier == nullptr) content_.topics.push_back(std::move(topic));
}

bool UlogDecoder::read_data(Bytes payload) {
  using State = Subscription::State;
  const auto message_id = take<std::uint16_t>(payload);
  if (!message_id || index_of_id_[*message_id] == 0) return false;
  Subscription& subscription = subscriptions_[index_of_id_[*message_id] - 1];
  if (payload.size() < kTimestampBytes || !subscription.size.fits(payload.size())) return false;
  if (subscription.state == State::fresh) prepare(subscription);
  if (subscription.state == State::unusable) return false;
  ++content_.records;
  if (subscription.state == State::unwanted) return true;
  UlogTopic& topic = content_.topics[subscription.topic];
  std::uint64_t time_us = 0;
  std::memcpy(&time_us, payload.data() + subscription.timestamp, sizeof time_us);
  topic.timestamp_us.push_back(time_us);
  for (const Cell& cell : subscription.cells)
    topic.columns[cell.column].values.push_back(
        ulog_value(cell.number, payload.data() + cell.offset));
  return true;
}

bool UlogDecoder::read_text(Bytes payload) {
  const auto level = take<std::uint8_t>(payload);
  const auto time_us = take<std::uint64_t>(payload);
  if (!level || !time_us || *level < '0' || *level > '7') return false;
  content_.texts.push_back(
      {static_cast<std::uint8_t>(*level - '0'), *time_us, std::string(text_of(payload))});
  return true;
}

bool UlogDecoder::read_dropout(Bytes payload) {
  const auto duration_ms = take<std::uint16_t>(payload);
  if (!duration_ms) return false;
  ++content_.faults.dropouts;
  content_.faults.dropout_ms += *duration_ms;
  return true;
}

}  // namespace alula
