#include "command.h"

#include <algorithm>
#include <charconv>
#include <csignal>
#include <filesystem>
#include <limits>

#include <fmt/format.h>

#include "document/spelling.h"
#include "document/text_file.h"

namespace alula {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kInputBytesMax = std::size_t{64} << 20;
constexpr double kSecondsMax = 1e6;

volatile std::sig_atomic_t interrupt_count = 0;
void on_interrupt(int) { interrupt_count = interrupt_count + 1; }

template <class Number> std::optional<Number> whole_text(const std::string& text) {
  Number value{};
  const char* end = text.data() + text.size();
  const auto [stop, fault] = std::from_chars(text.data(), end, value);
  if (fault != std::errc{} || stop != end) return std::nullopt;
  return value;
}

}  // namespace

Result<std::uint64_t> seed_from(const std::string& text) {
  if (const auto seed = whole_text<std::uint64_t>(text)) return *seed;
  return Error{ErrorCode::bad_format, "--seed " + one_line(text),
               fmt::format("expected a whole number from 0 to {}",
                           std::numeric_limits<std::uint64_t>::max())};
}

Result<double> seconds_from(const std::string& option, const std::string& text, double min) {
  const auto value = whole_text<double>(text);
  if (value && *value >= min && *value <= kSecondsMax) return *value;
  return Error{ErrorCode::bad_format, option + " " + one_line(text),
               fmt::format("expected simulated seconds, {} to {}", min, kSecondsMax)};
}

Result<InputFile> read_input(const std::string& option, const std::string& path) {
  Result<std::string> text = read_file(path, kInputBytesMax);
  if (text.ok()) return InputFile{path, std::move(text).value()};
  const std::string before = option.empty() ? option : option + ": ";
  return Error{ErrorCode::not_found, before + text.error().where, text.error().message};
}

MaybeError refuse_same_file(const std::string& option, const std::string& out,
                            const std::string& other, const std::string& what) {
  if (out.empty() || other.empty()) return std::nullopt;
  std::error_code fault;
  const bool same = fs::equivalent(out, other, fault) ||
                    fs::path(out).lexically_normal() == fs::path(other).lexically_normal();
  if (!same) return std::nullopt;
  return Error{ErrorCode::bad_format, option + " " + one_line(out, 500), what};
}

MaybeError replace_output(const std::string& path, const std::string& text) {
  MaybeError error = replace_file(path, text);
  if (error) error->code = ErrorCode::io;
  return error;
}

MaybeError check_writable(const std::string& path) {
  std::error_code fault;
  if (fs::is_directory(path, fault)) return Error{ErrorCode::io, path, "is a folder"};
  const Result<GrowingFile> trial = open_growing(path);
  if (!trial.ok()) return Error{ErrorCode::io, path, trial.error().message};
  fs::remove(trial->path, fault);
  return std::nullopt;
}

std::string models_dir() {
  std::error_code fault;
  const fs::path program = fs::read_symlink("/proc/self/exe", fault);
  if (fault) return {};
  // build/release/alula lies two folders below the checkout; an installed program in bin/ beside
  // share/.
  for (const char* place : {"../../models", "../share/alula/models"}) {
    const fs::path folder = program.parent_path() / place;
    if (fs::is_directory(folder, fault)) return fs::weakly_canonical(folder, fault).string();
  }
  return {};
}

std::vector<std::string> model_names(const std::string& folder) {
  std::vector<std::string> names;
  std::error_code fault;
  for (const auto& entry : fs::directory_iterator(models_dir() + "/" + folder, fault)) {
    if (entry.path().extension() == ".yaml") names.push_back(entry.path().stem().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

Result<InputFile> read_model(const std::string& option, const std::string& name,
                             const std::string& folder) {
  const std::string path = file_of_name(name, models_dir() + "/" + folder);
  std::error_code fault;
  if (path == name || fs::exists(path, fault)) return read_input(option, path);
  const std::vector<std::string> names = model_names(folder);
  const std::vector<std::string_view> words(names.begin(), names.end());
  const std::string_view nearest = nearest_word(name, words);
  return Error{ErrorCode::not_found, option + " " + one_line(name),
               "is no file and none of the models; expected one of " + joined(words) +
                   (nearest.empty() ? "" : "; did you mean " + quoted(nearest) + "?")};
}

void catch_interrupts() {
  std::signal(SIGINT, on_interrupt);
  std::signal(SIGTERM, on_interrupt);
  // Ignored from the start is how nohup asks that the terminal's end shall not matter.
  if (std::signal(SIGHUP, on_interrupt) == SIG_IGN) std::signal(SIGHUP, SIG_IGN);
}

void let_writes_fail() {
  std::signal(SIGXFSZ, SIG_IGN);
  std::signal(SIGPIPE, SIG_IGN);
}

bool interrupted() { return interrupt_count > 0; }

}  // namespace alula
