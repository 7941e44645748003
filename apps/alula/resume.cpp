#include <memory>

#include "command.h"
#include "file_kind.h"
#include "flight_loop.h"

namespace alula {
namespace {

struct ResumeOptions {
  std::string file;
  std::string out;
  bool no_log = false;
  bool no_report = false;
};

int resume(const ResumeOptions& options) {
  Result<Snapshot> snapshot = load_snapshot(options.file);
  if (!snapshot.ok()) {
    report(with_kind_of_file(snapshot.error(), options.file, FileKind::snapshot));
    return kExitBadInput;
  }
  Result<std::unique_ptr<MissionFlight>> flight = MissionFlight::resume(*snapshot);
  if (!flight.ok()) return report({flight.error().code, options.file, flight.error().text()});
  FlightLoopOptions loop;
  loop.out_dir = options.out.empty() ? options.file + "-resumed" : options.out;
  loop.log = !options.no_log;
  loop.report = !options.no_report;
  return run_flight(**flight, loop);
}

}  // namespace

void add_resume(CLI::App& app, Run& run) {
  CLI::App* command = app.add_subcommand(
      "resume", "Go on with a flight from a snapshot that `fly --save-at` wrote");
  const auto options = std::make_shared<ResumeOptions>();
  command->add_option("file", options->file, "Snapshot")->required()->type_name("FILE");
  command->add_option("--out", options->out, "For log and summary (default: FILE-resumed)")
      ->type_name("FOLDER");
  command->add_flag("--no-log", options->no_log, "Write no ULog, and so no report");
  command->add_flag("--no-report", options->no_report, "Write no report.html");
  command->callback([&run, options] { run = [options] { return resume(*options); }; });
}

}  // namespace alula
