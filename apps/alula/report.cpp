#include <filesystem>
#include <memory>
#include <system_error>

#include "analysis/flight_report.h"
#include "command.h"
#include "document/json_writer.h"
#include "document/text_file.h"
#include "file_kind.h"

namespace alula {
namespace {

namespace fs = std::filesystem;

struct ReportOptions {
  std::string log;
  std::string out;
};

// flight.html beside flight.ulg.
std::string beside(const std::string& log) { return fs::path(log).replace_extension("html"); }

int make_report(const ReportOptions& options) {
  Result<UlogContent> content = load_ulog(options.log, is_in_flight_report);
  if (!content.ok()) {
    report(with_kind_of_file(content.error(), options.log, FileKind::log));
    return kExitBadInput;
  }
  const std::string out = options.out.empty() ? beside(options.log) : options.out;
  if (MaybeError error = refuse_same_file("--out", out, options.log, "is the log itself"))
    return report(*error);
  if (MaybeError error = replace_file(out, render_page(flight_report(std::move(content).value()))))
    return report(*error);
  tell_result("report {}\n", out);
  give_result(JsonWriter().open_map().field("report", out).close().text());
  return kExitDone;
}

}  // namespace

void add_report(CLI::App& app, Run& run) {
  CLI::App* command =
      app.add_subcommand("report", "Make one HTML file of plots from a ULog, Alula's or a PX4's");
  const auto options = std::make_shared<ReportOptions>();
  command->add_option("log", options->log, "A ULog, whole or damaged")
      ->required()
      ->type_name("FILE");
  command->add_option("--out", options->out, "The report (default: the log's name with .html)")
      ->type_name("FILE");
  command->callback([&run, options] { run = [options] { return make_report(*options); }; });
}

}  // namespace alula
