// scenario/variations.h: the runs that one scenario file asks for: every seed under every
// combination of its grid; and its sabotages, changes under which expectations must break.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "document/node.h"
#include "scenario/scenario.h"

namespace alula {

// `path` gets the value. Values are nodes of the scenario's own document.
struct Override {
  std::string path;
  Node value;
};

struct Variation {
  std::string name;  // "speed_m_s=8 seed=3"
  std::vector<Override> overrides;
  std::uint64_t seed = 1;
};

// The name of an expectation, and where the file says that it must break.
struct ExpectedBreak {
  std::string name;
  Node at;
};

struct Sabotage {
  std::string name;  // "MPC_Z_P=0.2"
  std::vector<Override> overrides;
  std::vector<ExpectedBreak> breaks;
};

struct Variations {
  std::vector<Variation> runs;    // seeds within combinations of the grid
  std::vector<Variation> proofs;  // every combination of the grid with the first seed
  std::vector<Sabotage> sabotages;
};

// Errors name file, line and key. `seed` in place of the scenario's own. `root` must outlive what
// is given.
Result<Variations> read_variations(Node root, std::optional<std::uint64_t> seed = {});

// The scenario of a run; `sabotage` may be null. Errors: as of read_scenario(), and a path that
// leads nowhere.
Result<Scenario> scenario_of(const Document& document, const ScenarioPlaces& places,
                             const Variation& variation, const Sabotage* sabotage = nullptr);

// The first run of a file: its first seed, the first values of its grid.
Result<Scenario> load_first_run(const std::string& path, std::string_view models_dir);

}  // namespace alula
