// sim/snapshot.h: a run frozen in one file: the inputs it was built from and every byte of its
// state. Nothing else is needed to go on.
#pragma once

#include <cstddef>
#include <cstdint>
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

// The file: 8 bytes of magic, the version of the format, the length of the whole file, the content,
// and a hash of all that. Written beside its place first and then renamed: a full disk leaves
// nothing half-written and an older snapshot as it was. Errors: io.
MaybeError save_snapshot(const Snapshot& snapshot, const std::string& path);
// Errors: not_found, io, bad_format (no snapshot, another version, cut short, a changed byte).
Result<Snapshot> load_snapshot(const std::string& path);

}  // namespace alula
