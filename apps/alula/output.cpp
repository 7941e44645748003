#include "output.h"

#include <cerrno>
#include <cstdlib>
#include <system_error>
#include <vector>

#include <fcntl.h>
#include <unistd.h>

#include "document/json_writer.h"
#include "document/number_text.h"
#include "document/spelling.h"

namespace alula {
namespace {

constexpr std::size_t kWhereLengthMax = 300;
constexpr std::size_t kMessageLengthMax = 1000;

struct Fault {
  const char* kind;
  Error error;
};

struct Output {
  bool json = false;
  std::string command;
  std::vector<Fault> faults;
  std::vector<std::string> warnings;
  std::string result;
  int stdout_fault = 0;  // errno of the first write that failed
};
Output output;

// A long path tells most at its ends.
std::string cut_middle(const std::string& text) {
  const std::string line = one_line(text, std::string::npos);
  if (line.size() <= kWhereLengthMax) return line;
  std::size_t tail = line.size() - kWhereLengthMax / 2;
  while (tail < line.size() && (static_cast<unsigned char>(line[tail]) & 0xc0u) == 0x80u) ++tail;
  return one_line(line, kWhereLengthMax / 2) + line.substr(tail);
}

void note(const char* kind, const Error& error) {
  const Error cut{error.code, cut_middle(error.where), one_line(error.message, kMessageLengthMax)};
  if (output.json) {
    output.faults.push_back({kind, cut});
  } else {
    tell_error("{} {}\n", painted(stderr, Paint::red, "alula:"), cut.text());
  }
}

bool has_prefix_number(std::string_view text, std::size_t colon, std::size_t& end) {
  end = text.find_first_not_of("0123456789", colon + 1);
  if (end == std::string_view::npos) end = text.size();
  return end > colon + 1 && (end == text.size() || text.substr(end, 2) == ": ");
}

// "file:12: key" in its parts.
void write_place(JsonWriter& json, const std::string& where) {
  json.field("where", where);
  for (std::size_t colon = where.find(':'); colon != where.npos;
       colon = where.find(':', colon + 1)) {
    std::size_t end = 0;
    if (!has_prefix_number(where, colon, end)) continue;
    const auto line = integer_from_text(where.substr(colon + 1, end - colon - 1));
    json.field("file", where.substr(0, colon));
    if (line) json.field("line", *line);
    if (end < where.size()) json.field("key", where.substr(end + 2));
    return;
  }
}

std::string json_text(int exit_code) {
  JsonWriter json;
  json.open_map();
  json.field("command", output.command);
  json.field("exit_code", exit_code);
  json.open_list("errors");
  for (const Fault& fault : output.faults) {
    json.open_map();
    json.field("kind", fault.kind);
    write_place(json, fault.error.where);
    json.field("message", fault.error.message);
    json.close();
  }
  json.close();
  json.open_list("warnings");
  for (const std::string& warning : output.warnings) json.value(std::string_view(warning));
  json.close();
  if (output.result.empty()) {
    json.null_field("result");
  } else {
    json.json_field("result", output.result);
  }
  json.close();
  return json.text();
}

}  // namespace

void choose_json() { output.json = true; }
bool json_chosen() { return output.json; }
void name_command(std::string name) { output.command = std::move(name); }

void say(std::FILE* stream, std::string_view text) {
  errno = 0;
  const bool written = std::fwrite(text.data(), 1, text.size(), stream) == text.size();
  if (std::fflush(stream) == 0 && written) return;
  if (stream == stdout && output.stdout_fault == 0) output.stdout_fault = errno;
}

void say_result(std::string_view text) {
  if (!output.json) say(stdout, text);
}

void give_result(std::string json) { output.result = std::move(json); }

int report(const Error& error) {
  const bool machine = error.code == ErrorCode::io;
  note(machine ? "machine" : "bad_input", error);
  return machine ? kExitMachine : kExitBadInput;
}

int flight_failed(const std::string& reason) {
  note("flight_failed", {ErrorCode::invalid_config, {}, reason});
  return kExitFlightFailed;
}

void warn(const std::string& message) {
  const std::string cut = one_line(message, kMessageLengthMax);
  if (output.json) {
    output.warnings.push_back(cut);
  } else {
    tell_error("{} {}\n", painted(stderr, Paint::yellow, "alula: warning:"), cut);
  }
}

int finish_output(int exit_code) {
  if (output.json) say(stdout, json_text(exit_code));
  // A reader that has seen enough (EPIPE) is no fault.
  if (output.stdout_fault == 0 || output.stdout_fault == EPIPE) return exit_code;
  tell_error("alula: standard output: cannot be written: {}\n",
             std::generic_category().message(output.stdout_fault));
  return exit_code == kExitBadInput ? exit_code : kExitMachine;
}

std::string painted(std::FILE* stream, Paint paint, std::string_view text) {
  const char* no_color = std::getenv("NO_COLOR");
  const char* terminal = std::getenv("TERM");
  const bool plain = (no_color != nullptr && *no_color != '\0') || terminal == nullptr ||
                     std::string_view(terminal) == "dumb" || isatty(fileno(stream)) == 0;
  if (plain) return std::string(text);
  constexpr int kCodes[] = {1, 31, 32, 33};
  return fmt::format("\x1b[{}m{}\x1b[0m", kCodes[static_cast<int>(paint)], text);
}

void fill_closed_streams() {
  int descriptor = open("/dev/null", O_RDWR | O_CLOEXEC);
  while (descriptor >= 0 && descriptor <= STDERR_FILENO) descriptor = open("/dev/null", O_RDWR);
  if (descriptor >= 0) close(descriptor);
}

}  // namespace alula
