// apps/alula/test_files.h: the files of `alula test`: scenarios to fly, and what is kept of a run
// that failed.
#pragma once

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "scenario/test_suite.h"

namespace alula {

// A path is a scenario or a folder, which is searched for those with the key expect. In the order
// given, within a folder by name, each once. Errors: nothing there, or no scenario in a folder.
Result<std::vector<ScenarioFile>> find_scenarios(const std::vector<std::string>& paths);

// A folder of its own for each run that is kept, named after it.
class KeptFolders {
 public:
  explicit KeptFolders(std::string folder) : folder_(std::move(folder)) {}
  std::string next(const std::string& run);

 private:
  std::string folder_;
  std::set<std::string> names_;
};

// Flies a run again and keeps its log, a page of plots and, unless it is empty, the text of its
// failure in `folder`, in place of those of an earlier one. Errors: io.
MaybeError keep_run(const TestSuite& suite, const SuiteRun& run, const std::string& failure,
                    const std::string& folder);

}  // namespace alula
