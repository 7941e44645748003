// log/ulog_decoder.h: one message of a ULog after the other, into columns. Nothing that a message
// says is trusted; memory stays in proportion to the bytes of the file.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "log/ulog_content.h"
#include "log/ulog_format.h"

namespace alula {

// Which columns are worth their memory; empty: all of them. A topic without a wanted column is
// passed over.
using UlogWanted = std::function<bool(std::string_view topic, std::string_view column)>;

class UlogDecoder {
 public:
  explicit UlogDecoder(UlogWanted wanted);

  // Types of messages that the format has.
  static bool knows(char type);
  // Whether a message could begin so: what can be told from its payload without taking it in.
  [[nodiscard]] bool is_plausible(char type, std::span<const std::byte> payload) const;
  // False: a message of a known type that cannot be understood.
  bool decode(char type, std::span<const std::byte> payload);

  [[nodiscard]] bool is_unreadable() const { return unreadable_; }
  // Where data begin that a crashed writer appended; not in order, 0 for none.
  [[nodiscard]] const std::array<std::uint64_t, 3>& appended() const { return appended_; }
  [[nodiscard]] UlogContent& content() { return content_; }

 private:
  // A number of a record, and the column that it goes to.
  struct Cell {
    UlogNumber number = UlogNumber::u8;
    std::size_t offset = 0;
    std::size_t column = 0;
  };
  struct Subscription {
    std::string name;
    std::uint8_t multi_id = 0;
    UlogRecordSize size;
    std::size_t timestamp = 0;  // its place in the record
    std::size_t topic = 0;      // index in content_.topics
    std::vector<Cell> cells;
    enum class State : std::uint8_t { fresh, read, unwanted, unusable } state = State::fresh;
  };

  bool read_flags(std::span<const std::byte> payload);
  bool read_info(std::span<const std::byte> payload);
  bool read_parameter(std::span<const std::byte> payload, std::map<std::string, UlogScalar>& into);
  bool read_subscription(std::span<const std::byte> payload);
  bool read_data(std::span<const std::byte> payload);
  bool read_text(std::span<const std::byte> payload);
  bool read_dropout(std::span<const std::byte> payload);
  void prepare(Subscription& subscription);
  [[nodiscard]] const Subscription* subscription_of(std::span<const std::byte> payload) const;

  UlogWanted wanted_;
  UlogContent content_;
  UlogFormats formats_;
  std::vector<Subscription> subscriptions_;
  std::vector<std::uint32_t> index_of_id_;  // into subscriptions_, plus 1; 0: none
  std::size_t column_count_ = 0;
  std::array<std::uint64_t, 3> appended_{};
  bool is_first_ = true;  // flags stand at the very beginning; elsewhere they are damage
  bool unreadable_ = false;
};

}  // namespace alula
