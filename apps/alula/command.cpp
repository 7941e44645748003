#include "command.h"

#include <charconv>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <limits>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

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

void say(std::FILE* stream, const std::string& text) {
  std::fwrite(text.data(), 1, text.size(), stream);
  std::fflush(stream);
}

void fill_closed_streams() {
  int descriptor = open("/dev/null", O_RDWR | O_CLOEXEC);
  while (descriptor >= 0 && descriptor <= STDERR_FILENO) descriptor = open("/dev/null", O_RDWR);
  if (descriptor >= 0) close(descriptor);
}

int report(const Error& error) {
  tell_error("alula: {}\n", error.text());
  return error.code == ErrorCode::io ? kExitMachine : kExitBadInput;
}

void warn(const std::string& message) { tell_error("alula: warning: {}\n", message); }

Result<std::uint64_t> seed_from(const std::string& text) {
  if (const auto seed = whole_text<std::uint64_t>(text)) return *seed;
  return Error{ErrorCode::bad_format, "--seed " + text,
               fmt::format("expected a whole number from 0 to {}",
                           std::numeric_limits<std::uint64_t>::max())};
}

Result<double> seconds_from(const std::string& option, const std::string& text, double min) {
  const auto value = whole_text<double>(text);
  if (value && *value >= min && *value <= kSecondsMax) return *value;
  return Error{ErrorCode::bad_format, option + " " + text,
               fmt::format("expected simulated seconds, {} to {}", min, kSecondsMax)};
}

Result<std::string> read_input(const std::string& path) {
  Result<std::string> text = read_file(path, kInputBytesMax);
  if (text.ok()) return text;
  return Error{ErrorCode::not_found, text.error().where, text.error().message};
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

void catch_interrupts() {
  std::signal(SIGINT, on_interrupt);
  std::signal(SIGTERM, on_interrupt);
  std::signal(SIGXFSZ, SIG_IGN);
  std::signal(SIGPIPE, SIG_IGN);
}

bool interrupted() { return interrupt_count > 0; }

}  // namespace alula
