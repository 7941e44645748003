#include "command.h"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

#include <fmt/format.h>

namespace alula {
namespace {

namespace fs = std::filesystem;

volatile std::sig_atomic_t interrupt_count = 0;
void on_interrupt(int) { interrupt_count = interrupt_count + 1; }

}  // namespace

int report(const Error& error) {
  fmt::print(stderr, "alula: {}\n", error.text());
  return error.code == ErrorCode::io ? kExitMachine : kExitBadInput;
}

void warn(const std::string& message) { fmt::print(stderr, "alula: warning: {}\n", message); }

Result<std::string> read_text_file(const std::string& path) {
  std::error_code fault;
  const fs::file_status status = fs::status(path, fault);
  if (!fs::exists(status)) return Error{ErrorCode::not_found, path, "no such file"};
  if (fs::is_directory(status)) return Error{ErrorCode::not_found, path, "is a folder, expected a file"};
  std::ifstream file(path, std::ios::binary);
  std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  if (!file.is_open() || file.bad()) return Error{ErrorCode::not_found, path, "cannot be read"};
  return text;
}

MaybeError write_text_file(const std::string& path, const std::string& text) {
  const std::string partial = path + ".partial";
  std::ofstream file(partial, std::ios::binary | std::ios::trunc);
  file << text;
  file.close();
  std::error_code fault;
  if (file) fs::rename(partial, path, fault);
  if (file && !fault) return std::nullopt;
  const std::string why = fault ? fault.message() : std::strerror(errno);
  fs::remove(partial, fault);
  return Error{ErrorCode::io, path, "cannot be written: " + why};
}

std::string models_dir() {
  std::error_code fault;
  const fs::path program = fs::read_symlink("/proc/self/exe", fault);
  if (fault) return {};
  // build/release/alula lies two folders below the checkout; an installed program in bin/ beside share/.
  for (const fs::path& candidate : {program.parent_path() / "../../models", program.parent_path() / "../share/alula/models"}) {
    if (fs::is_directory(candidate, fault)) return fs::weakly_canonical(candidate, fault).string();
  }
  return {};
}

bool interrupted() { return interrupt_count > 0; }

void catch_interrupts() {
  std::signal(SIGINT, on_interrupt);
  std::signal(SIGTERM, on_interrupt);
}

}  // namespace alula
