#include "sim/snapshot.h"

#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <span>
#include <string_view>

#include "core/arena.h"

namespace alula {
namespace {

constexpr std::string_view kMagic = "ALULASNP";
constexpr std::uint64_t kVersion = 1;

class Writer {
 public:
  void number(std::uint64_t value) {
    for (int shift = 0; shift < 64; shift += 8) bytes_.push_back(static_cast<char>((value >> shift) & 0xff));
  }
  void text(std::string_view value) {
    number(value.size());
    bytes_.append(value);
  }
  void raw(std::string_view value) { bytes_.append(value); }
  [[nodiscard]] const std::string& bytes() const { return bytes_; }

 private:
  std::string bytes_;
};

// Every read is checked against what is left; after the first that fails all give nothing.
class Reader {
 public:
  explicit Reader(std::string_view bytes) : left_(bytes) {}

  std::string_view raw(std::uint64_t size) {
    if (size > left_.size()) {
      failed_ = true;
      left_ = {};
      return {};
    }
    const std::string_view taken = left_.substr(0, size);
    left_.remove_prefix(size);
    return taken;
  }
  std::uint64_t number() {
    std::uint64_t value = 0;
    int shift = 0;
    for (const char c : raw(8)) {
      value |= static_cast<std::uint64_t>(static_cast<unsigned char>(c)) << shift;
      shift += 8;
    }
    return value;
  }
  std::string_view text() { return raw(number()); }
  [[nodiscard]] bool good() const { return !failed_; }
  [[nodiscard]] bool at_end() const { return !failed_ && left_.empty(); }

 private:
  std::string_view left_;
  bool failed_ = false;
};

std::uint64_t hash_of(std::string_view text) { return hash_bytes(std::as_bytes(std::span(text.data(), text.size()))); }

Error bad(const std::string& path, std::string what) { return {ErrorCode::bad_format, path, std::move(what)}; }

}  // namespace

MaybeError save_snapshot(const Snapshot& snapshot, const std::string& path) {
  Writer writer;
  writer.raw(kMagic);
  writer.number(kVersion);
  writer.number(snapshot.inputs.size());
  for (const auto& [name, text] : snapshot.inputs) {
    writer.text(name);
    writer.text(text);
  }
  writer.number(snapshot.layout_hash);
  writer.text({reinterpret_cast<const char*>(snapshot.state.data()), snapshot.state.size()});
  const std::uint64_t hash = hash_of(writer.bytes());
  writer.number(hash);

  const std::string partial = path + ".partial";
  {
    std::ofstream file(partial, std::ios::binary | std::ios::trunc);
    file.write(writer.bytes().data(), static_cast<std::streamsize>(writer.bytes().size()));
    file.close();
    if (!file) {
      std::error_code ignored;
      std::filesystem::remove(partial, ignored);
      return Error{ErrorCode::io, path, "cannot be written: is the folder there, writable, and the disk not full?"};
    }
  }
  std::error_code fault;
  std::filesystem::rename(partial, path, fault);
  if (fault) return Error{ErrorCode::io, path, "cannot be written: " + fault.message()};
  return std::nullopt;
}

Result<Snapshot> load_snapshot(const std::string& path) {
  std::error_code fault;
  if (!std::filesystem::is_regular_file(path, fault)) return Error{ErrorCode::not_found, path, "no such file"};
  std::ifstream file(path, std::ios::binary);
  const std::string bytes((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  if (!file && !file.eof()) return Error{ErrorCode::io, path, "cannot be read"};

  if (bytes.size() < kMagic.size() + 16 || std::string_view(bytes).substr(0, kMagic.size()) != kMagic) {
    return bad(path, "is no snapshot of Alula, expected a file that --save-at wrote");
  }
  const std::string_view content = std::string_view(bytes).substr(0, bytes.size() - 8);
  Reader tail(std::string_view(bytes).substr(content.size()));
  if (tail.number() != hash_of(content)) return bad(path, "is damaged or cut short: its check sum does not fit");

  Reader reader(content);
  reader.raw(kMagic.size());
  if (reader.number() != kVersion) return bad(path, "is a snapshot of another version, expected version 1");
  Snapshot snapshot;
  const std::uint64_t count = reader.number();
  for (std::uint64_t i = 0; i < count && reader.good(); ++i) {
    const std::string name(reader.text());
    snapshot.inputs[name] = std::string(reader.text());
  }
  snapshot.layout_hash = reader.number();
  const std::string_view state = reader.text();
  if (!reader.at_end()) return bad(path, "is damaged: its parts do not fit together");
  const auto raw = std::as_bytes(std::span(state.data(), state.size()));
  snapshot.state.assign(raw.begin(), raw.end());
  return snapshot;
}

}  // namespace alula
