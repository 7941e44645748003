// apps/alula/file_kind.h: which of the files that commands read a text is, for the answer to a
// command that was given another's.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/error.h"

namespace alula {

enum class FileKind : std::uint8_t {
  unknown,
  mission,
  vehicle,
  world,
  scenario,
  parameters,
  log,
  snapshot,
  page,
  motor_table
};

// By what it holds; unknown where that leaves a doubt.
FileKind kind_of_file(std::string_view text);

// An error of the reader of `expected`. Where the text is surely a file of another kind, the error
// says so instead, and which command reads it.
Error with_kind(Error error, const std::string& path, std::string_view text, FileKind expected);
// The same for a file that has been read by another; as it is where it cannot be read.
Error with_kind_of_file(Error error, const std::string& path, FileKind expected);

}  // namespace alula
