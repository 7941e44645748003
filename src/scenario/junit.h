// scenario/junit.h: the outcome of a suite as JUnit XML, which CI servers read. Times are simulated
// seconds, so that equal outcomes give equal bytes.
#pragma once

#include <span>
#include <string>

#include "scenario/test_suite.h"

namespace alula {

// One line for a person: what broke in a run, or what a sabotage failed to break; empty when the
// run passed.
std::string failure_text(const RunResult& result);

// `results`: one a run of the suite.
std::string junit_xml(const TestSuite& suite, std::span<const RunResult> results);

}  // namespace alula
