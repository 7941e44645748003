// log/ulog_reader.h: any ULog file (PX4's, Alula's, a damaged one) as columns of numbers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/error.h"
#include "log/ulog_content.h"
#include "log/ulog_decoder.h"
#include "log/ulog_message.h"

namespace alula {

// Reads a log as its bytes come, in pieces of any size: from a file, or from the ring of a flight
// that is still going on. Where bytes are damaged it looks for the next place at which messages
// follow each other.
class UlogReader {
 public:
  explicit UlogReader(UlogWanted wanted = {}) : decoder_(std::move(wanted)) {}

  void feed(std::span<const std::byte> bytes);
  // Fails only when the log is none: wrong first bytes, or a feature flag that says "do not read me
  // if you do not know". One that was cut off anywhere, or damaged, gives what can be understood,
  // and `faults` says what could not. Once, at the end.
  Result<UlogContent> finish();

 private:
  enum class Step : std::uint8_t { taken, more };  // more: it takes more bytes to go on

  // Takes what it can from the beginning of `bytes`, and returns how many bytes that was.
  std::size_t read(std::span<const std::byte> bytes, bool is_end);
  void advance(std::span<const std::byte>& rest, std::size_t count);
  Step take_message(std::span<const std::byte>& rest, bool is_end);
  Step take_other(std::span<const std::byte>& rest, const UlogHead& head, bool is_end);
  Step take_end(std::span<const std::byte>& rest);
  Step search(std::span<const std::byte>& rest, bool is_end);
  [[nodiscard]] std::size_t bytes_to_next_start() const;

  UlogDecoder decoder_;
  std::vector<std::byte> waiting_;  // a message that has not come whole
  std::uint64_t offset_ = 0;        // in the file, of what comes next
  bool searching_ = false;
  bool is_ulog_ = true;
};

Result<UlogContent> read_ulog(std::span<const std::byte> file, UlogWanted wanted = {});
// The error's place is the path.
Result<UlogContent> load_ulog(const std::string& path, UlogWanted wanted = {});

}  // namespace alula
