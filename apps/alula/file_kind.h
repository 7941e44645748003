// Which of Alula's files a file is, by its first bytes: so that the wrong one is answered by what
// it is and what reads it, instead of by its first unknown key.
#pragma once

#include <string>
#include <string_view>

#include "core/error.h"

namespace alula {

enum class FileKind { unknown, plan, vehicle, world, scenario, parameters, log, snapshot };

FileKind kind_of_file(std::string_view head);

// An error where the file is certainly of another kind; what cannot be read is told by its reader.
MaybeError refuse_other_kind(const std::string& path, FileKind expected);

}  // namespace alula
