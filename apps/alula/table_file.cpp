#include "table_file.h"

#include <cerrno>
#include <filesystem>
#include <system_error>
#include <utility>

#include "document/text_file.h"

namespace alula {
namespace {

namespace fs = std::filesystem;
constexpr const char* kStandardOutput = "-";

}  // namespace

void TableFile::Close::operator()(std::FILE* file) const {
  if (file != stdout) std::fclose(file);
}

TableFile::TableFile(std::string path, std::string growing_path, std::FILE* file)
    : path_(std::move(path)), growing_path_(std::move(growing_path)), file_(file) {}

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
  if (!direct) {
    Result<GrowingFile> growing = open_growing(path);
    if (!growing.ok()) return Error{ErrorCode::io, path, growing.error().message};
    return TableFile(path, growing->path, growing->file.release());
  }
  errno = 0;
  TableFile table(path, {}, path == kStandardOutput ? stdout : std::fopen(path.c_str(), "wb"));
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
  if (has_its_fill(errno)) return std::nullopt;
  return system_error(errno);
}

MaybeError TableFile::finish() {
  errno = 0;
  if (std::fflush(file_.get()) != 0 && !has_its_fill(errno)) return system_error(errno);
  if (!growing_path_.empty()) {
    std::error_code fault;
    fs::rename(growing_path_, path_, fault);
    if (fault) return system_error(fault.value());
  }
  file_.reset();
  return std::nullopt;
}

// `| head` has seen enough.
bool TableFile::has_its_fill(int number) const {
  return number == EPIPE && path_ == kStandardOutput;
}

Error TableFile::system_error(int number) const {
  const std::string name = path_ == kStandardOutput ? "standard output" : path_;
  return {ErrorCode::io, name, "cannot be written: " + std::generic_category().message(number)};
}

}  // namespace alula
