#include "file_kind.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <utility>

#include "document/load.h"
#include "document/text_file.h"
#include "log/ulog_message.h"

namespace alula {
namespace {

constexpr std::streamsize kHeadBytes = 8;
constexpr std::size_t kFileBytesMax = std::size_t{64} << 20;

struct Words {
  FileKind kind;
  std::string_view a_file;  // "is <a_file>"
  std::string_view reader;  // what reads it
};
constexpr std::array kWords{
    Words{FileKind::mission, "a mission", "`alula plan check` and `alula fly` read it"},
    Words{FileKind::vehicle, "a vehicle", "`alula vehicle check` and --vehicle read it"},
    Words{FileKind::world, "a world", "`alula fly --world` reads it"},
    Words{FileKind::scenario, "a scenario", "`alula test` and `alula run` read it"},
    Words{FileKind::parameters, "a list of parameters",
          "`alula params import` and --params read it"},
    Words{FileKind::log, "the log of a flight (ULog)",
          "`alula report` and `alula compare` read it"},
    Words{FileKind::snapshot, "a snapshot", "`alula resume` reads it"},
    Words{FileKind::page, "a web page", "a browser shows it"},
    Words{FileKind::motor_table, "a motor's test table", "`alula vehicle rotor` reads it"},
};

const Words* words_of(FileKind kind) {
  const auto found = std::ranges::find(kWords, kind, &Words::kind);
  return found == kWords.end() ? nullptr : &*found;
}

std::string_view first_line(std::string_view text) { return text.substr(0, text.find('\n')); }

// QGroundControl's heading, or a first line of five fields of which the third is in capitals.
bool is_parameter_list(std::string_view text) {
  if (text.starts_with("# Onboard parameters")) return true;
  while (text.starts_with('#')) text.remove_prefix(std::min(text.size(), text.find('\n') + 1));
  std::string_view line = first_line(text);
  if (std::ranges::count(line, '\t') != 4) return false;
  for (int field = 0; field < 2; ++field) line.remove_prefix(line.find('\t') + 1);
  return line.front() >= 'A' && line.front() <= 'Z';
}

FileKind kind_of_document(std::string_view text) {
  const Result<Document> document = parse_document(text, {});
  if (!document.ok() || document->root().kind() != NodeKind::map) return FileKind::unknown;
  const auto holds = [&](std::initializer_list<const char*> keys) {
    return std::ranges::any_of(
        keys, [&](const char* key) { return document->root().find(key).present(); });
  };
  if (holds({"fileType"})) return FileKind::mission;
  if (holds({"vehicles", "expect", "duration_s"})) return FileKind::scenario;
  if (holds({"body", "parts", "contact_points_m"})) return FileKind::vehicle;
  if (holds({"wind", "ground", "origin", "turbulence", "decimal_year"})) return FileKind::world;
  return FileKind::unknown;
}

}  // namespace

FileKind kind_of_file(std::string_view text) {
  if (text.starts_with("ULog")) return FileKind::log;
  if (text.starts_with("ALULASNP")) return FileKind::snapshot;
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
  if (text.starts_with("QGC WPL")) return FileKind::mission;
  if (text.starts_with("<!doctype html") || text.starts_with("<!DOCTYPE html"))
    return FileKind::page;
  if (is_parameter_list(text)) return FileKind::parameters;
  const std::string_view line = first_line(text);
  if (line.find("rpm,") != line.npos && line.find("thrust_") != line.npos)
    return FileKind::motor_table;
  return kind_of_document(text);
}

Error with_kind(Error error, const std::string& path, std::string_view text, FileKind expected) {
  const FileKind kind = kind_of_file(text);
  const Words* found = words_of(kind);
  const Words* wanted = words_of(expected);
  if (kind == expected || found == nullptr || wanted == nullptr) return error;
  return {ErrorCode::bad_format, path,
          "is " + std::string(found->a_file) + ", not " + std::string(wanted->a_file) + "; " +
              std::string(found->reader)};
}

Error with_kind_of_file(Error error, const std::string& path, FileKind expected) {
  const Result<std::string> text = read_file(path, kFileBytesMax);
  if (text.ok()) return with_kind(std::move(error), path, *text, expected);
  // A log may be longer than anything else.
  std::string head(kHeadBytes, '\0');
  std::error_code fault;
  if (!std::filesystem::is_regular_file(path, fault)) return error;
  std::ifstream(path, std::ios::binary).read(head.data(), kHeadBytes);
  return with_kind(std::move(error), path, head, expected);
}

}  // namespace alula
