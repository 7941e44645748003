// apps/alula/test_page.h: the outcome of `alula test` as a page.
#pragma once

#include <span>
#include <string>

#include "scenario/test_suite.h"

namespace alula {

// One self-contained HTML file: what failed, then every scenario with its expectations.
std::string test_page(const TestSuite& suite, std::span<const RunResult> results);

}  // namespace alula
