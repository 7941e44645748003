// document/text_file.h: whole files in and out. Other folders touch the disk only through here.
#pragma once

#include <cstddef>
#include <cstdio>
#include <memory>
#include <string>
#include <string_view>

#include "core/error.h"

namespace alula {

// The file that a user means by `name`: "x500" is "<folder>/x500.yaml"; what holds a slash or ends
// in .yaml or .yml is a path already.
std::string file_of_name(std::string_view name, const std::string& folder);

// The bytes of a file. Errors: not_found; io for a folder, and for a file that cannot be read or is
// longer than the limit.
Result<std::string> read_file(const std::string& path, std::size_t bytes_max);

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using OpenFile = std::unique_ptr<std::FILE, CloseFile>;

// A file that grows beside the one that it will replace: "<path>.partial", or another such name
// where two programs write the same file. Errors: io, not_found.
struct GrowingFile {
  std::string path;
  OpenFile file;
};
Result<GrowingFile> open_growing(const std::string& path);

// Writes a whole file by way of a growing one, renamed when it is whole: after an error (a full
// disk) what was there is still there, and nothing half-written.
MaybeError replace_file(const std::string& path, std::string_view bytes);

}  // namespace alula
