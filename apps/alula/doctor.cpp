#include <algorithm>
#include <memory>

#include <fmt/format.h>

#include "command.h"
#include "doctor_checks.h"
#include "document/json_writer.h"
#include "document/spelling.h"

namespace alula {
namespace {

// Who wants to test must build, and who builds must be able to fly.
bool is_needed(const std::string& purpose, const std::string& wanted) {
  return purpose == "fly" || purpose == wanted || (purpose == "build" && wanted != "fly");
}

std::string findings_text(const std::vector<Finding>& findings) {
  std::string text, purpose;
  for (const Finding& finding : findings) {
    if (finding.purpose != purpose) {
      text += painted(stdout, Paint::bold, "to " + finding.purpose) + "\n";
    }
    purpose = finding.purpose;
    const std::string state = finding.there ? painted(stdout, Paint::green, "ok     ")
                                            : painted(stdout, Paint::red, "missing");
    text += fmt::format("  {}  {:<18} {}\n", state, finding.thing, finding.detail);
    if (!finding.cure.empty()) text += fmt::format("           cure: {}\n", finding.cure);
  }
  return text;
}

std::string findings_json(const std::vector<Finding>& findings) {
  JsonWriter json;
  json.open_list();
  for (const Finding& finding : findings) {
    json.open_map();
    json.field("purpose", finding.purpose);
    json.field("thing", finding.thing);
    json.field("there", finding.there);
    json.field("detail", finding.detail);
    json.field("cure", finding.cure);
    json.close();
  }
  json.close();
  return json.text();
}

int examine(const std::string& wanted) {
  if (std::ranges::find(kPurposes, wanted) == std::end(kPurposes)) {
    const std::string_view nearest = nearest_word(wanted, kPurposes);
    return report({ErrorCode::bad_format, one_line(wanted),
                   "is no purpose; expected one of " + joined(kPurposes) +
                       (nearest.empty() ? "" : "; did you mean " + quoted(nearest) + "?")});
  }
  const std::vector<Finding> findings = examine_machine();
  say_result(findings_text(findings));
  give_result(findings_json(findings));
  const bool fit = std::ranges::all_of(findings, [&wanted](const Finding& finding) {
    return finding.there || !is_needed(finding.purpose, wanted);
  });
  return fit ? kExitDone : kExitMachine;
}

}  // namespace

void add_doctor(CLI::App& app, Run& run) {
  CLI::App* command = app.add_subcommand(
      "doctor", "What is installed, what is missing, and the command that cures it");
  command->footer("Exit code 3 when something is missing that PURPOSE needs.");
  const auto purpose = std::make_shared<std::string>("fly");
  command->add_option("purpose", *purpose, "What the machine shall be fit for")
      ->type_name("fly|build|test|fuzz|lint")
      ->capture_default_str();
  command->callback([&run, purpose] { run = [purpose] { return examine(*purpose); }; });
}

}  // namespace alula
