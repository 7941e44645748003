#include "links/parameter_service.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include "links/mavlink.h"

namespace alula {
namespace {

constexpr std::string_view kHashName = "_HASH_CHECK";
constexpr std::size_t kNameBytes = 16;
constexpr std::size_t kValuesAStep = 5;
constexpr std::uint16_t kNoIndex = UINT16_MAX;

std::uint8_t type_of(const ParameterInfo& info) {
  return info.type == ParameterType::integer ? MAV_PARAM_TYPE_INT32 : MAV_PARAM_TYPE_REAL32;
}

// The four bytes that stand for a value.
float wire_value(const ParameterInfo& info, double value) {
  if (info.type == ParameterType::integer)
    return std::bit_cast<float>(static_cast<std::int32_t>(value));
  return static_cast<float>(value);
}

// What a user means by a float: 0.7, not the float's 0.699999988, which would lie below a limit of
// 0.7.
double shortest(float value) {
  const std::string text = fmt::format("{}", value);
  double result = value;
  std::from_chars(text.data(), text.data() + text.size(), result);
  return result;
}

void send(std::string_view name, float value, std::uint8_t type, std::uint16_t index,
          MessageSink& out) {
  mavlink_param_value_t m{};
  std::memcpy(m.param_id, name.data(), std::min(name.size(), kNameBytes));
  m.param_value = value;
  m.param_type = type;
  m.param_count = static_cast<std::uint16_t>(kParameterCount);
  m.param_index = index;
  out.send(MAVLINK_MSG_ID_PARAM_VALUE, m);
}

void send_hash(const ParameterValues& values, MessageSink& out) {
  send(kHashName, std::bit_cast<float>(parameter_hash(values)), MAV_PARAM_TYPE_UINT32, kNoIndex,
       out);
}

// Sixteen characters that a zero ends early.
std::string name_of(const char* field) {
  std::array<char, kNameBytes> bytes{};
  std::memcpy(bytes.data(), field, bytes.size());
  return {bytes.begin(), std::find(bytes.begin(), bytes.end(), '\0')};
}

// The checksum that PX4 uses: polynomial 0xEDB88320, neither begun nor ended with ones.
std::uint32_t add_to_checksum(std::uint32_t sum, std::span<const std::byte> bytes) {
  for (const std::byte byte : bytes) {
    sum ^= std::to_integer<std::uint32_t>(byte);
    for (int bit = 0; bit < 8; ++bit) sum = (sum >> 1U) ^ ((sum & 1U) != 0 ? 0xEDB88320U : 0U);
  }
  return sum;
}

}  // namespace

std::uint32_t parameter_hash(const ParameterValues& values) {
  std::array<std::size_t, kParameterCount> order{};
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [](std::size_t i) { return parameter_table()[i].name; });
  std::uint32_t sum = 0;
  for (const std::size_t i : order) {
    const ParameterInfo& info = parameter_table()[i];
    const float value = wire_value(info, values.value.at(i));
    sum = add_to_checksum(sum, std::as_bytes(std::span(info.name)));
    sum = add_to_checksum(sum, std::as_bytes(std::span(&value, 1)));
  }
  return sum;
}

void ParameterService::send_value(Param parameter, const ParameterValues& values,
                                  MessageSink& out) {
  const ParameterInfo& info = info_of(parameter);
  send(info.name, wire_value(info, values[parameter]), type_of(info),
       static_cast<std::uint16_t>(parameter), out);
}

bool ParameterService::is_mine(std::uint8_t system, std::uint8_t component) const {
  const bool component_fits = component == 0 || component == MAV_COMP_ID_AUTOPILOT1;
  return component_fits && (system == 0 || system == system_);
}

void ParameterService::read(const Frame& frame, const ParameterValues& values,
                            MessageSink& out) const {
  const auto m = frame.as<mavlink_param_request_read_t>();
  if (!is_mine(m.target_system, m.target_component)) return;
  if (m.param_index >= 0) {
    const auto index = static_cast<std::size_t>(m.param_index);
    if (index < kParameterCount) send_value(static_cast<Param>(index), values, out);
    return;
  }
  const std::string name = name_of(m.param_id);
  if (name == kHashName) return send_hash(values, out);
  if (const std::optional<Param> found = find_parameter(name)) send_value(*found, values, out);
}

// As PX4: a name or a type that does not fit gets no answer. The hash, set to any value, ends the
// list: the station knows the rest.
std::optional<ParameterChange> ParameterService::set(const Frame& frame) {
  const auto m = frame.as<mavlink_param_set_t>();
  const bool mine = m.target_system == system_ &&
                    (m.target_component == 0 || m.target_component == MAV_COMP_ID_AUTOPILOT1);
  if (!mine) return std::nullopt;
  const std::string name = name_of(m.param_id);
  if (name == kHashName) next_ = kParameterCount;
  const std::optional<Param> found = find_parameter(name);
  if (!found || m.param_type != type_of(info_of(*found))) return std::nullopt;
  const bool whole = info_of(*found).type == ParameterType::integer;
  const float value = m.param_value;
  return ParameterChange{
      *found, whole ? static_cast<double>(std::bit_cast<std::int32_t>(value)) : shortest(value)};
}

std::optional<ParameterChange> ParameterService::handle(const Frame& frame,
                                                        const ParameterValues& values,
                                                        MessageSink& out) {
  if (frame.id == MAVLINK_MSG_ID_PARAM_SET) return set(frame);
  if (frame.id == MAVLINK_MSG_ID_PARAM_REQUEST_READ) read(frame, values, out);
  if (frame.id == MAVLINK_MSG_ID_PARAM_REQUEST_LIST) {
    const auto m = frame.as<mavlink_param_request_list_t>();
    if (!is_mine(m.target_system, m.target_component)) return std::nullopt;
    send_hash(values, out);
    next_ = 0;
  }
  return std::nullopt;
}

void ParameterService::go_on(const ParameterValues& values, MessageSink& out) {
  for (std::size_t i = 0; i < kValuesAStep && next_ < kParameterCount; ++i, ++next_)
    send_value(static_cast<Param>(next_), values, out);
}

}  // namespace alula
