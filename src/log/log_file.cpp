#include "log/log_file.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

namespace alula {

namespace {

constexpr std::size_t kBufferBytes = std::size_t{1} << 18;
constexpr mode_t kReadableByAll = 0644;

Error io_error(const std::string& path, const std::string& what, int error_number) {
  return {ErrorCode::io, path, what + ": " + std::strerror(error_number)};
}

}  // namespace

Result<LogFile> LogFile::open(const std::string& path) {
  const int descriptor =
      ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, kReadableByAll);
  if (descriptor < 0) return io_error(path, "cannot create the log", errno);
  return LogFile(path, descriptor);
}

LogFile::LogFile(std::string path, int descriptor)
    : path_(std::move(path)), descriptor_(descriptor), buffer_(kBufferBytes) {}

LogFile::LogFile(LogFile&& other) noexcept
    : path_(std::move(other.path_)),
      descriptor_(std::exchange(other.descriptor_, -1)),
      buffer_(std::move(other.buffer_)),
      used_(std::exchange(other.used_, 0)),
      bytes_written_(other.bytes_written_) {}

LogFile& LogFile::operator=(LogFile&& other) noexcept {
  std::swap(path_, other.path_);
  std::swap(descriptor_, other.descriptor_);
  std::swap(buffer_, other.buffer_);
  std::swap(used_, other.used_);
  std::swap(bytes_written_, other.bytes_written_);
  return *this;
}

// Whoever wants to know whether the last bytes arrived calls close().
LogFile::~LogFile() { static_cast<void>(close()); }

MaybeError LogFile::write(std::span<const std::byte> bytes) {
  while (is_open() && !bytes.empty()) {
    const std::size_t taken = std::min(bytes.size(), buffer_.size() - used_);
    std::copy_n(bytes.begin(), taken, buffer_.begin() + static_cast<std::ptrdiff_t>(used_));
    used_ += taken;
    bytes = bytes.subspan(taken);
    if (used_ < buffer_.size()) break;
    if (MaybeError error = flush()) return error;
  }
  return std::nullopt;
}

MaybeError LogFile::drain(LogRing& ring) {
  MaybeError first_error;
  for (const std::span<const std::byte> piece : ring.readable()) {
    if (MaybeError error = write(piece)) first_error = error;
  }
  ring.consume(ring.size());
  return first_error;
}

MaybeError LogFile::flush() {
  std::size_t done = 0;
  while (is_open() && done < used_) {
    const ssize_t count = ::write(descriptor_, buffer_.data() + done, used_ - done);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return fail(count < 0 ? errno : ENOSPC);
    done += static_cast<std::size_t>(count);
    bytes_written_ += static_cast<std::uint64_t>(count);
  }
  used_ = 0;
  return std::nullopt;
}

MaybeError LogFile::close() {
  if (!is_open()) return std::nullopt;
  if (MaybeError error = flush()) return error;
  const int result = ::close(std::exchange(descriptor_, -1));
  if (result != 0) return io_error(path_, "cannot close the log", errno);
  return std::nullopt;
}

MaybeError LogFile::fail(int error_number) {
  ::close(std::exchange(descriptor_, -1));
  used_ = 0;
  return io_error(path_,
                  "the log ends here, " + std::to_string(bytes_written_) + " bytes were written",
                  error_number);
}

}  // namespace alula
