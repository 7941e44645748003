#include "document/text_file.h"

#include <array>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <system_error>
#include <utility>

#include "document/spelling.h"

namespace alula {

namespace {

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
  const OpenFile file(std::fopen(path.c_str(), "rb"));
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

Result<GrowingFile> open_growing(const std::string& path) {
  constexpr int kWritersMax = 100;  // and leftovers of programs that were killed
  for (int i = 0; i < kWritersMax; ++i) {
    std::string name = path + ".partial" + (i == 0 ? "" : std::to_string(i));
    errno = 0;
    OpenFile file(std::fopen(name.c_str(), "wbx"));
    if (file) return GrowingFile{std::move(name), std::move(file)};
    if (errno != EEXIST) break;
  }
  return system_error(path, "cannot be written", errno);
}

MaybeError replace_file(const std::string& path, std::string_view bytes) {
  std::error_code fault;
  const std::filesystem::file_status status = std::filesystem::status(path, fault);
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)) {
    // A rename over a device or a pipe would destroy it.
    return io_error(path, "is no ordinary file; expected one, or none");
  }
  Result<GrowingFile> growing = open_growing(path);
  if (!growing.ok()) return growing.error();
  errno = 0;
  std::FILE* const file = growing->file.release();
  int reason = std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size() ? 0 : errno;
  // A full disk may show only when the buffer leaves the process.
  if (std::fclose(file) != 0 && reason == 0) reason = errno;
  if (reason == 0) {
    std::filesystem::rename(growing->path, path, fault);
    reason = fault.value();
  }
  if (reason == 0) return std::nullopt;
  std::filesystem::remove(growing->path, fault);
  return system_error(path, "cannot be written", reason);
}

}  // namespace alula
