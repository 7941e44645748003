#include "document/text_file.h"

#include <array>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <system_error>
#include <utility>

#include "document/spelling.h"

namespace alula {

namespace {

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

Error io_error(const std::string& path, std::string message) {
  return {ErrorCode::io, name_in_message(path), std::move(message)};
}

Error system_error(const std::string& path, const std::string& what, int number) {
  Error error = io_error(path, what + ": " + std::generic_category().message(number));
  if (number == ENOENT) error.code = ErrorCode::not_found;
  return error;
}

}  // namespace

std::string file_of_name(std::string_view name, const std::string& folder) {
  const bool is_path =
      name.find('/') != name.npos || name.ends_with(".yaml") || name.ends_with(".yml");
  return is_path ? std::string(name) : folder + "/" + std::string(name) + ".yaml";
}

Result<std::string> read_file(const std::string& path, std::size_t bytes_max) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) {
    return io_error(path, "is a folder; expected a file");
  }
  errno = 0;
  const File file(std::fopen(path.c_str(), "rb"));
  if (!file) return system_error(path, "cannot be read", errno);

  std::string bytes;
  std::array<char, 65536> chunk;
  while (const std::size_t count = std::fread(chunk.data(), 1, chunk.size(), file.get())) {
    bytes.append(chunk.data(), count);
    if (bytes.size() > bytes_max) {
      return io_error(path, "is longer than " + std::to_string(bytes_max) + " bytes");
    }
  }
  if (std::ferror(file.get()) != 0) return system_error(path, "cannot be read", errno);
  return bytes;
}

MaybeError write_file(const std::string& path, std::string_view bytes) {
  errno = 0;
  File file(std::fopen(path.c_str(), "wb"));
  if (!file) return system_error(path, "cannot be written", errno);
  const bool written = std::fwrite(bytes.data(), 1, bytes.size(), file.get()) == bytes.size();
  const int write_errno = errno;
  // A full disk may show only when the buffer leaves the process.
  const bool closed = std::fclose(file.release()) == 0;
  if (!written) return system_error(path, "cannot be written", write_errno);
  if (!closed) return system_error(path, "cannot be written", errno);
  return std::nullopt;
}

MaybeError replace_file(const std::string& path, std::string_view bytes) {
  std::error_code fault;
  const std::filesystem::file_status status = std::filesystem::status(path, fault);
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)) {
    // A rename over a device or a pipe would destroy it.
    return io_error(path, "is no ordinary file; expected one, or none");
  }
  const std::string partial = path + ".partial";
  MaybeError error = write_file(partial, bytes);
  if (!error) {
    std::filesystem::rename(partial, path, fault);
    if (!fault) return std::nullopt;
    error = system_error(path, "cannot be written", fault.value());
  }
  std::filesystem::remove(partial, fault);
  return Error{error->code, name_in_message(path), error->message};
}

}  // namespace alula
