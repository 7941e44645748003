#include "table_file.h"

#include <cerrno>
#include <filesystem>
#include <system_error>
#include <utility>

namespace alula {
namespace {

namespace fs = std::filesystem;
constexpr const char* kStandardOutput = "-";

}  // namespace

void TableFile::Close::operator()(std::FILE* file) const {
  if (file != stdout) std::fclose(file);
}

TableFile::TableFile(std::string path, std::string growing_path)
    : path_(std::move(path)), growing_path_(std::move(growing_path)) {
  const std::string& target = growing_path_.empty() ? path_ : growing_path_;
  file_.reset(path_ == kStandardOutput ? stdout : std::fopen(target.c_str(), "wb"));
}

Result<TableFile> TableFile::open(const std::string& path) {
  std::error_code ignored;
  const fs::file_status status = fs::status(path, ignored);
  if (path.empty()) {
    return Error{ErrorCode::invalid_config, "--csv",
                 "is empty; expected a file, or - for standard output"};
  }
  if (fs::is_directory(status)) {
    return Error{ErrorCode::io, path, "cannot be written: is a folder; expected a file"};
  }
  // Renaming over a device or a pipe would put an end to it.
  const bool direct =
      path == kStandardOutput || (fs::exists(status) && !fs::is_regular_file(status));
  errno = 0;
  TableFile table(path, direct ? std::string() : path + ".partial");
  if (!table.file_) return table.system_error(errno);
  return table;
}

TableFile::~TableFile() {
  if (!file_ || growing_path_.empty()) return;
  std::error_code ignored;
  fs::remove(growing_path_, ignored);
}

MaybeError TableFile::write(std::string_view text) {
  errno = 0;
  if (std::fwrite(text.data(), 1, text.size(), file_.get()) == text.size()) return std::nullopt;
  return system_error(errno);
}

MaybeError TableFile::finish() {
  errno = 0;
  if (std::fflush(file_.get()) != 0) return system_error(errno);
  if (!growing_path_.empty()) {
    std::error_code fault;
    fs::rename(growing_path_, path_, fault);
    if (fault) return system_error(fault.value());
  }
  file_.reset();
  return std::nullopt;
}

Error TableFile::system_error(int number) const {
  const std::string name = path_ == kStandardOutput ? "standard output" : path_;
  return {ErrorCode::io, name, "cannot be written: " + std::generic_category().message(number)};
}

}  // namespace alula
