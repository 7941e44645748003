#include "file_kind.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <set>

#include <fmt/format.h>

#include "document/spelling.h"

namespace alula {
namespace {

constexpr std::size_t kHeadBytes = 65536;

struct Kind {
  FileKind kind;
  const char* name;
  const char* readers;
};
constexpr std::array kKinds{
    Kind{FileKind::plan, "a mission", "`alula fly` and `alula plan check` read it"},
    Kind{FileKind::vehicle, "a vehicle", "--vehicle and `alula vehicle check` read it"},
    Kind{FileKind::world, "a world", "--world reads it"},
    Kind{FileKind::scenario, "a scenario", "`alula test` and `alula run` read it"},
    Kind{FileKind::parameters, "a list of parameters", "--params and `alula params` read it"},
    Kind{FileKind::log, "a flight log (ULog)", "`alula report` reads it"},
    Kind{FileKind::snapshot, "a snapshot", "`alula resume` reads it"},
};

const Kind& about(FileKind kind) { return *std::ranges::find(kKinds, kind, &Kind::kind); }

using Keys = std::set<std::string_view>;

// Words before a colon at the left edge of YAML.
Keys yaml_keys(std::string_view text) {
  Keys keys;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    const std::size_t end = line.find_first_not_of("abcdefghijklmnopqrstuvwxyz_");
    if (end != line.npos && end > 0 && line[end] == ':') keys.insert(line.substr(0, end));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
  }
  return keys;
}

// Words in quotes, followed by a colon, in the outermost braces of JSON.
Keys json_keys(std::string_view text) {
  Keys keys;
  int depth = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    depth += (c == '{' || c == '[') - (c == '}' || c == ']');
    if (c != '"') continue;
    std::size_t end = at + 1;
    while (end < text.size() && text[end] != '"') end += text[end] == '\\' ? 2 : 1;
    if (end >= text.size()) break;
    const std::size_t next = text.find_first_not_of(" \t\r\n", end + 1);
    if (depth == 1 && next != text.npos && text[next] == ':')
      keys.insert(text.substr(at + 1, end - at - 1));
    at = end;
  }
  return keys;
}

bool has_any(const Keys& keys, std::initializer_list<std::string_view> wanted) {
  return std::ranges::any_of(wanted, [&](std::string_view key) { return keys.contains(key); });
}

// "1<tab>1<tab>MPC_XY_P<tab>0.95<tab>9", remarks before it.
bool begins_with_parameter(std::string_view text) {
  while (text.starts_with('#')) text.remove_prefix(std::min(text.find('\n'), text.size() - 1) + 1);
  const std::string_view line = text.substr(0, text.find('\n'));
  return std::ranges::count(line, '\t') == 4 && line.starts_with('1');
}

}  // namespace

FileKind kind_of_file(std::string_view head) {
  if (head.starts_with("ULog")) return FileKind::log;
  if (head.starts_with("ALULASNP")) return FileKind::snapshot;
  if (head.starts_with("QGC WPL")) return FileKind::plan;
  if (begins_with_parameter(head)) return FileKind::parameters;
  const std::size_t first = head.find_first_not_of(" \t\r\n");
  const bool is_json = first != head.npos && head[first] == '{';
  const Keys keys = is_json ? json_keys(head) : yaml_keys(head);
  if (has_any(keys, {"fileType", "groundStation"})) return FileKind::plan;
  if (has_any(keys, {"vehicles", "timeline", "expect", "duration_s"})) return FileKind::scenario;
  if (has_any(keys, {"body", "parts", "contact_points_m"})) return FileKind::vehicle;
  if (has_any(keys, {"origin", "atmosphere", "wind", "ground", "gravity", "earth"}))
    return FileKind::world;
  return FileKind::unknown;
}

MaybeError refuse_other_kind(const std::string& path, FileKind expected) {
  std::error_code fault;
  // What is read from a pipe is gone.
  if (!std::filesystem::is_regular_file(path, fault)) return std::nullopt;
  std::string head(kHeadBytes, '\0');
  std::ifstream file(path, std::ios::binary);
  file.read(head.data(), static_cast<std::streamsize>(head.size()));
  head.resize(static_cast<std::size_t>(std::max<std::streamsize>(file.gcount(), 0)));
  const FileKind found = kind_of_file(head);
  if (found == FileKind::unknown || found == expected) return std::nullopt;
  return Error{ErrorCode::bad_format, one_line(path),
               fmt::format("is {}; expected {}; {}", about(found).name, about(expected).name,
                           about(found).readers)};
}

}  // namespace alula
