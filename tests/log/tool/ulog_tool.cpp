// ulog_tool write FILE    a made-up flight of ten seconds with every topic
// ulog_tool list FILE     what our reader finds: a line of JSON for each topic, then one about the
// file
#include <cmath>
#include <cstdio>
#include <string>

#include "log/log_file.h"
#include "log/ulog_reader.h"
#include "tests/log/sample_step.h"

namespace alula {
namespace {

int write_sample(const std::string& path) {
  Result<LogFile> file = LogFile::open(path);
  if (!file) {
    std::fprintf(stderr, "%s\n", file.error().text().c_str());
    return 1;
  }
  const std::vector<std::byte> bytes = sample_log(10'000);
  if (file->write(bytes) || file->close()) return 1;
  return 0;
}

double finite_sum(const NumberSpan& values) {
  double sum = 0.0;
  for (const double value : values)
    if (std::isfinite(value)) sum += value;
  return sum;
}

int list(const std::string& path) {
  const Result<UlogContent> log = load_ulog(path);
  if (!log) {
    std::fprintf(stderr, "%s\n", log.error().text().c_str());
    return 1;
  }
  for (const UlogTopic& topic : log->topics) {
    std::printf("{\"name\": \"%s\", \"multi_id\": %d, \"count\": %zu, \"sums\": {",
                topic.name.c_str(), topic.multi_id, topic.timestamp_us.size());
    const char* comma = "";
    for (const UlogColumn& column : topic.columns) {
      std::printf("%s\"%s\": %.17g", comma, column.name.c_str(), finite_sum(column.values));
      comma = ", ";
    }
    std::printf("}}\n");
  }
  const UlogFaults& faults = log->faults;
  std::printf(
      "{\"texts\": %zu, \"parameters\": %zu, \"truncated\": %llu, \"malformed\": %llu, "
      "\"unknown\": %llu}\n",
      log->texts.size(), log->parameters.size(),
      static_cast<unsigned long long>(faults.truncated_bytes),
      static_cast<unsigned long long>(faults.malformed_messages),
      static_cast<unsigned long long>(faults.unknown_messages));
  return 0;
}

}  // namespace
}  // namespace alula

int main(int count, char** arguments) {
  const std::string verb = count == 3 ? arguments[1] : "";
  if (verb == "write") return alula::write_sample(arguments[2]);
  if (verb == "list") return alula::list(arguments[2]);
  std::fprintf(stderr, "usage: ulog_tool write|list FILE\n");
  return 2;
}
