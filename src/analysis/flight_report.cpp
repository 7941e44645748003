#include "analysis/flight_report.h"

#include <utility>
#include <variant>

#include <fmt/format.h>

#include "analysis/flight_data.h"
#include "analysis/flight_events.h"

namespace alula {
namespace {

std::string info_text(const UlogContent& content, const std::string& key) {
  const auto found = content.info.find(key);
  if (found == content.info.end()) return {};
  const auto* text = std::get_if<std::string>(&found->second);
  return text == nullptr ? std::string() : *text;
}

std::string title_of(const UlogContent& content, const FlightReportContext& context) {
  std::string title = info_text(content, "ver_hw");
  if (title.empty()) title = "Flight";
  if (!context.mission.empty()) title += " · " + context.mission;
  return title;
}

std::string subtitle_of(const FlightData& data) {
  const std::string system = info_text(data.log.content(), "sys_name");
  std::string subtitle = fmt::format("{:.1f} s", data.log.end_s() - data.log.start_s());
  if (!system.empty()) subtitle = "Logged by " + system + ", " + subtitle;
  if (data.motion.truth.empty()) subtitle += ", without truth";
  return subtitle;
}

std::string plural(std::uint64_t count, const char* what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

std::vector<std::string> notices_of(const LogSamples& log) {
  std::vector<std::string> notices;
  const UlogFaults& faults = log.content().faults;
  if (faults.truncated_bytes > 0) {
    notices.push_back(
        fmt::format("The log was cut off: its last {} belong to a message that is "
                    "not whole. All before stands here.",
                    plural(faults.truncated_bytes, "byte")));
  }
  const std::uint64_t lost = faults.malformed_messages + faults.unknown_messages;
  if (lost > 0) {
    notices.push_back(fmt::format("The log is damaged: {} could not be read and {} left out.",
                                  plural(lost, "message"), lost == 1 ? "is" : "are"));
  }
  if (faults.skipped_bytes > 0) {
    notices.push_back(fmt::format("The log is damaged: {} that make no message are left out.",
                                  plural(faults.skipped_bytes, "byte")));
  }
  if (faults.dropouts > 0) {
    notices.push_back(fmt::format("The writer of the log lost data: {}, {:.1f} s in all.",
                                  plural(faults.dropouts, "drop-out"),
                                  1e-3 * static_cast<double>(faults.dropout_ms)));
  }
  if (log.records_out_of_time() > 0) {
    notices.push_back(fmt::format("{} with times that cannot be {} left out.",
                                  plural(log.records_out_of_time(), "record"),
                                  log.records_out_of_time() == 1 ? "is" : "are"));
  }
  if (log.content().topics.empty()) notices.emplace_back("The log holds no data.");
  return notices;
}

}  // namespace

Page flight_report(UlogContent content, const FlightReportContext& context) {
  const FlightData data(std::move(content));
  Page page{.title = title_of(data.log.content(), context), .subtitle = subtitle_of(data)};
  const Verdict verdict = verdict_of(data.log);
  page.verdict = context.verdict.empty() ? verdict.text : context.verdict;
  page.verdict_level = context.failed ? PageLevel::bad : verdict.level;
  page.notices = notices_of(data.log);
  if (!context.inputs.empty()) page.subtitle += " · " + context.inputs;
  for (PageSection section :
       {summary_section(data), path_section(data), motion_section(data), attitude_section(data),
        error_section(data), actuator_section(data), battery_section(data), estimator_section(data),
        force_section(data)}) {
    const bool empty = section.tables.empty() && section.paths.empty() && section.plots.empty();
    if (!empty) page.sections.push_back(std::move(section));
  }
  page.events = flight_events(data.log);
  page.bands = mode_bands(data.log);
  page.footer = fmt::format(
      "Curves of more than {} samples show the lowest and the highest of each "
      "{:.0f} ms, at their own times.",
      2 * data.grid.buckets,
      1e3 * (data.grid.to_s - data.grid.from_s) / static_cast<double>(data.grid.buckets));
  return page;
}

}  // namespace alula
