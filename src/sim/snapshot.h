// sim/snapshot.h: a run frozen in one file: the inputs it was built from and every byte of its state. Nothing else is
// needed to go on. The file names its version and guards its content with a hash.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "core/error.h"

namespace alula {

struct Snapshot {
  std::map<std::string, std::string> inputs;  // named texts, for instance "plan"
  std::uint64_t layout_hash = 0;              // of the arena's blocks: names, places and sizes
  std::vector<std::byte> state;
};

// Writes beside the file first and renames, so that a full disk leaves nothing half-written.
MaybeError save_snapshot(const Snapshot& snapshot, const std::string& path);
// Errors: not_found, io, bad_format (no snapshot, another version, truncated, a changed byte).
Result<Snapshot> load_snapshot(const std::string& path);

}  // namespace alula
