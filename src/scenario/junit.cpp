#include "scenario/junit.h"

#include <fmt/format.h>

#include "document/spelling.h"

namespace alula {
namespace {

std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    switch (c) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '"':
        result += "&quot;";
        break;
      default:
        result += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
        break;
    }
  }
  return result;
}

std::string test_case(const SuiteScenario& scenario, const SuiteRun& run, const RunResult& result) {
  std::string text =
      fmt::format(R"(    <testcase classname="{}" name="{}" time="{:.3f}")",
                  escaped(scenario.file.id), escaped(run.name), result.outcome.time_s);
  if (result.passed) return text + "/>\n";
  return text + fmt::format(">\n      <failure message=\"{}\"/>\n    </testcase>\n",
                            escaped(failure_text(result)));
}

}  // namespace

std::string failure_text(const RunResult& result) {
  if (result.error) return result.error->text();
  std::string text;
  const auto add = [&text](const std::string& part) { text += (text.empty() ? "" : "; ") + part; };
  if (result.passed) return text;
  for (const std::string& name : result.missed) add(quoted(name) + " held under the sabotage");
  if (!result.missed.empty()) return text;
  for (const NamedVerdict& v : result.outcome.verdicts) {
    if (!v.verdict.held) add(quoted(v.name) + " " + v.verdict.reason);
  }
  return text;
}

std::string junit_xml(const TestSuite& suite, std::span<const RunResult> results) {
  std::string text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"alula\">\n";
  for (std::size_t s = 0, i = 0; s < suite.scenarios.size(); ++s) {
    const SuiteScenario& scenario = *suite.scenarios[s];
    std::string cases;
    std::size_t count = 0, failures = 0;
    for (; i < suite.runs.size() && suite.runs[i].scenario == s; ++i, ++count) {
      cases += test_case(scenario, suite.runs[i], results[i]);
      if (!results[i].passed) ++failures;
    }
    if (count == 0) continue;
    text +=
        fmt::format("  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\">\n{}  </testsuite>\n",
                    escaped(scenario.file.id), count, failures, cases);
  }
  return text + "</testsuites>\n";
}

}  // namespace alula
