// apps/alula/test_files.h: the files of `alula test`: scenarios to fly, and what is kept of a run
// that failed.
#pragma once

#include <string>
#include <vector>

#include "scenario/test_suite.h"

namespace alula {

// A path is a scenario or a folder, which is searched for those with the key expect. In the order
// given, within a folder by name, each once. Errors: nothing there, or no scenario in a folder.
Result<std::vector<ScenarioFile>> find_scenarios(const std::vector<std::string>& paths);

// Flies a run again and keeps its log, a page of plots and `text` in a folder of its own below
// `folder`. Errors: io.
MaybeError keep_failed(const TestSuite& suite, const SuiteRun& run, const std::string& text,
                       const std::string& folder);

}  // namespace alula
