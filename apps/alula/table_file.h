// apps/alula/table_file.h: a text file that grows while a run goes on.
#pragma once

#include <cstdio>
#include <memory>
#include <string>
#include <string_view>

#include "core/error.h"

namespace alula {

// Grows beside its path and takes the name when it is complete, so that nothing half-written is
// ever found there. A path that is a device or a pipe is written to as such, "-" is standard
// output.
class TableFile {
 public:
  // Errors: invalid_config for an empty path; io for a folder, a place where nothing can be
  // written.
  static Result<TableFile> open(const std::string& path);
  TableFile(TableFile&&) noexcept = default;
  TableFile& operator=(TableFile&&) = delete;
  ~TableFile();  // without finish(): removes what was written

  MaybeError write(std::string_view text);
  // Nothing may be written afterwards.
  MaybeError finish();

 private:
  struct Close {
    void operator()(std::FILE* file) const;
  };
  TableFile(std::string path, std::string growing_path, std::FILE* file);
  [[nodiscard]] bool has_its_fill(int number) const;
  [[nodiscard]] Error system_error(int number) const;

  std::string path_;
  std::string growing_path_;  // empty: path_ itself is written to
  std::unique_ptr<std::FILE, Close> file_;
};

}  // namespace alula
