// topics/record.h: how a list of fields becomes a format string and a record of bytes. A topic is a
// struct with a name, the signals that it is made from, and one function that lists its fields with
// their values:
//
//   struct TakeoffStatusTopic {
//     static constexpr const char* name = "takeoff_status";
//     using From = Signals<TakeoffStatus>;
//     template <class Sink>
//     static void fields(Sink& out, TimeNs now, const TakeoffStatus& takeoff) {
//       out.u64("timestamp", log_time_us(now));
//       ...
//
// Two sinks read that one list: RecordBytes takes the values, RecordFormat the names and types. The
// layout is ULog's (https://docs.px4.io/main/en/dev_log/ulog_file_format.html: packed,
// little-endian) with PX4's order: wide fields first, so that every field lies on a multiple of its
// size, and zero bytes named _paddingN where that needs them. Padding at the end stands in the
// format and is not written.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "core/step_time.h"
#include "math/frames.h"
#include "math/quaternion.h"

namespace alula {

static_assert(std::endian::native == std::endian::little,
              "ULog is little-endian; records are copied as they are");

// PX4's fields for things that Alula does not have or does not know.
inline constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

template <class... S> using Signals = std::tuple<S...>;

// No record is longer; the recorder packs into a buffer of this size.
inline constexpr std::size_t kRecordBytesMax = 512;
inline constexpr std::size_t kRecordAlign = 8;

// Takes the values. The place must hold kRecordBytesMax bytes.
class RecordBytes {
 public:
  explicit RecordBytes(std::span<std::byte, kRecordBytesMax> place)
      : first_(place.data()), next_(place.data()) {}
  [[nodiscard]] std::size_t size() const { return static_cast<std::size_t>(next_ - first_); }

  void u64(const char*, std::uint64_t value) { put(value); }
  void u32(const char*, std::uint32_t value) { put(value); }
  void u16(const char*, std::uint16_t value) { put(value); }
  void i32(const char*, std::int32_t value) { put(value); }
  void i8(const char*, std::int8_t value) { put(value); }
  void f64(const char*, double value) { put(value); }
  void flag(const char*, bool value) { put(static_cast<std::uint8_t>(value)); }
  // Counters and enumerations of wider types are cut to their last eight bits, as PX4's counters
  // wrap.
  void u8(const char*, std::uint64_t value) { put(static_cast<std::uint8_t>(value)); }
  void f32(const char*, double value) { put(static_cast<float>(value)); }
  void f32(const char*, const Vec3& v) { floats(std::array{v.x, v.y, v.z}); }
  void f32(const char*, const Quat& q) { floats(std::array{q.w, q.x, q.y, q.z}); }
  template <std::size_t N> void f32(const char*, const std::array<double, N>& values) {
    floats(values);
  }
  template <std::size_t N> void u32(const char*, const std::array<std::uint32_t, N>& values) {
    put(values);
  }
  template <std::size_t N> void u8(const char*, const std::array<std::uint8_t, N>& values) {
    put(values);
  }

  template <class Record, class Item> void nested(const char*, const Item& item) {
    align();
    Record::fields(*this, item);
    align();
  }
  template <class Record, class Item, std::size_t N>
  void nested(const char*, const std::array<Item, N>& items) {
    for (const Item& item : items) nested<Record>("", item);
  }

 private:
  template <class T> void put(const T& value) {
    std::memcpy(next_, &value, sizeof value);
    next_ += sizeof value;
  }
  template <std::size_t N> void floats(const std::array<double, N>& values) {
    for (const double value : values) put(static_cast<float>(value));
  }
  void align() {
    while (size() % kRecordAlign != 0) put(std::uint8_t{0});
  }

  std::byte* first_;
  std::byte* next_;
};

// A format as ULog's F message holds it, "name:type field;type field;", with those that it refers
// to.
struct TopicFormat {
  std::string name;
  std::string text;
  std::size_t bytes = 0;  // of a record as it is written: padding at the end left out
  std::vector<TopicFormat> nested;
};

// Takes names and types. A field that does not lie on a multiple of its size is our fault.
class RecordFormat {
 public:
  explicit RecordFormat(const std::string& name) : format_{name, name + ":", 0, {}} {}
  [[nodiscard]] TopicFormat finish();

  void u64(const char* name, std::uint64_t) { add("uint64_t", 8, name); }
  void u32(const char* name, std::uint32_t) { add("uint32_t", 4, name); }
  void u16(const char* name, std::uint16_t) { add("uint16_t", 2, name); }
  void i32(const char* name, std::int32_t) { add("int32_t", 4, name); }
  void i8(const char* name, std::int8_t) { add("int8_t", 1, name); }
  void f64(const char* name, double) { add("double", 8, name); }
  void flag(const char* name, bool) { add("bool", 1, name); }
  void u8(const char* name, std::uint64_t) { add("uint8_t", 1, name); }
  void f32(const char* name, double) { add("float", 4, name); }
  void f32(const char* name, const Vec3&) { add("float", 4, name, 3); }
  void f32(const char* name, const Quat&) { add("float", 4, name, 4); }
  template <std::size_t N> void f32(const char* name, const std::array<double, N>&) {
    add("float", 4, name, N);
  }
  template <std::size_t N> void u32(const char* name, const std::array<std::uint32_t, N>&) {
    add("uint32_t", 4, name, N);
  }
  template <std::size_t N> void u8(const char* name, const std::array<std::uint8_t, N>&) {
    add("uint8_t", 1, name, N);
  }

  template <class Record, class Item> void nested(const char* name, const Item& item) {
    add_nested<Record>(name, item, 1);
  }
  template <class Record, class Item, std::size_t N>
  void nested(const char* name, const std::array<Item, N>& items) {
    add_nested<Record>(name, items[0], N);
  }

 private:
  template <class Record, class Item>
  void add_nested(const char* name, const Item& item, std::size_t count) {
    align();
    RecordFormat inner(Record::name);
    Record::fields(inner, item);
    inner.align();
    add_format(inner.finish(), name, count);
  }
  void add(const char* type, std::size_t bytes, const char* name, std::size_t count = 1);
  void add_format(const TopicFormat& inner, const char* name, std::size_t count);
  void align();

  TopicFormat format_;
  std::size_t offset_ = 0;
  int paddings_ = 0;
};

// The format of a topic; `name` differs from Topic::name only for families such as force_<part>.
template <class Topic> TopicFormat topic_format(const std::string& name = Topic::name) {
  RecordFormat format(name);
  const typename Topic::From signals{};
  std::apply([&](const auto&... signal) { Topic::fields(format, TimeNs{0}, signal...); }, signals);
  return format.finish();
}

}  // namespace alula
