#include <filesystem>
#include <memory>
#include <optional>
#include <system_error>

#include "analysis/log_compare.h"
#include "command.h"
#include "document/json_writer.h"
#include "document/spelling.h"
#include "file_kind.h"
#include "log/ulog_reader.h"

namespace alula {
namespace {

namespace fs = std::filesystem;

struct CompareOptions {
  std::string first, second;
};

// flight.ulg of a folder that `fly` wrote.
std::string log_in(const std::string& path) {
  std::error_code fault;
  return fs::is_directory(path, fault) ? (fs::path(path) / "flight.ulg").string() : path;
}

std::string table_text(const LogComparison& comparison) {
  std::string text = fmt::format("{:<48} {:>8} {:>11} {:>11} {:>11}\n", "field", "differ",
                                 "first at s", "rms", "greatest");
  for (const ColumnDifference& d : comparison.columns) {
    text += fmt::format("{:<48} {:>8} {:>11.6f} {:>11.4g} {:>11.4g}\n", d.topic + "." + d.column,
                        d.samples, 1e-6 * static_cast<double>(d.first_us), d.rms, d.worst);
  }
  for (const std::string& line : comparison.one_sided) text += line + "\n";
  return text;
}

std::string first_text(const ColumnDifference& d) {
  return fmt::format("first at {:.6f} s in {}.{}: {:.9g} against {:.9g}\n",
                     1e-6 * static_cast<double>(d.first_us), d.topic, d.column, d.first_a,
                     d.first_b);
}

std::string json_of(const LogComparison& comparison) {
  JsonWriter json;
  json.open_map();
  json.field("same", comparison.same());
  json.field("samples_compared", comparison.samples);
  json.open_list("fields");
  for (const ColumnDifference& d : comparison.columns) {
    json.open_map();
    json.field("topic", d.topic);
    json.field("field", d.column);
    json.field("samples_that_differ", d.samples);
    json.field("first_s", 1e-6 * static_cast<double>(d.first_us));
    json.field("first_values", fmt::format("{:.17g} {:.17g}", d.first_a, d.first_b));
    json.field("rms", d.rms);
    json.field("greatest", d.worst);
    json.close();
  }
  json.close();
  json.open_list("in_one_only");
  for (const std::string& line : comparison.one_sided) json.value(std::string_view(line));
  json.close();
  json.close();
  return json.text();
}

int compare(const CompareOptions& options) {
  std::optional<UlogContent> logs[2];
  const std::string paths[2] = {log_in(options.first), log_in(options.second)};
  for (std::size_t i = 0; i < 2; ++i) {
    Result<UlogContent> log = load_ulog(paths[i]);
    if (!log.ok()) {
      report(with_kind_of_file(log.error(), paths[i], FileKind::log));
      return kExitBadInput;
    }
    logs[i] = std::move(log).value();
    if (logs[i]->topics.empty()) {
      report({ErrorCode::bad_format, paths[i], "holds no samples to compare"});
      return kExitBadInput;
    }
  }
  const LogComparison comparison = compare_logs(*logs[0], *logs[1]);
  give_result(json_of(comparison));
  if (comparison.same()) {
    tell_result("the same: {}\n", counted(comparison.samples, "sample"));
    return kExitDone;
  }
  tell_result("{} against {}\n", paths[0], paths[1]);
  if (const auto first = comparison.first())
    tell_result("{}", first_text(comparison.columns[*first]));
  say_result(table_text(comparison));
  return kExitFlightFailed;
}

}  // namespace

void add_compare(CLI::App& app, Run& run) {
  CLI::App* command = app.add_subcommand(
      "compare", "In what two flights differ: where first, and how far in each field of the logs");
  command->footer("Here exit code 0 says that they are the same, and 1 that they are not.");
  const auto options = std::make_shared<CompareOptions>();
  command->add_option("first", options->first, "A ULog, or a folder that `alula fly` wrote")
      ->required()
      ->type_name("FILE");
  command->add_option("second", options->second, "The other")->required()->type_name("FILE");
  command->callback([&run, options] { run = [options] { return compare(*options); }; });
}

}  // namespace alula
