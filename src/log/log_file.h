// log/log_file.h: the file of a log. Opened exclusively: an older log is never overwritten.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/error.h"
#include "log/log_ring.h"

namespace alula {

// Collects bytes and hands them to the operating system in large pieces; allocates only when
// opened. After the first failed write (a full disk) the file is closed, that one error is
// returned, and all later calls do nothing: the end of the log is never the end of the flight.
class LogFile {
 public:
  static Result<LogFile> open(const std::string& path);
  LogFile(LogFile&& other) noexcept;
  LogFile& operator=(LogFile&& other) noexcept;
  LogFile(const LogFile&) = delete;
  LogFile& operator=(const LogFile&) = delete;
  ~LogFile();

  MaybeError write(std::span<const std::byte> bytes);
  // Takes all that waits in the ring, also when the file has failed: the ring stays free.
  MaybeError drain(LogRing& ring);
  // Hands on what has been collected, so that a reader sees it.
  MaybeError flush();
  MaybeError close();

  [[nodiscard]] bool is_open() const { return descriptor_ >= 0; }
  [[nodiscard]] std::uint64_t bytes_written() const { return bytes_written_; }
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  LogFile(std::string path, int descriptor);
  MaybeError fail(int error_number);

  std::string path_;
  int descriptor_ = -1;
  std::vector<std::byte> buffer_;
  std::size_t used_ = 0;
  std::uint64_t bytes_written_ = 0;
};

}  // namespace alula
