// document/text_file.h: whole files in and out. Other folders touch the disk only through here.
#pragma once

#include <cstddef>
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

// Writes a whole file, replacing what was there. Error: io, with the system's reason.
MaybeError write_file(const std::string& path, std::string_view bytes);

// The same by way of "<path>.partial", renamed when it is whole: after an error (a full disk) what
// was there is still there, and nothing half-written.
MaybeError replace_file(const std::string& path, std::string_view bytes);

}  // namespace alula
