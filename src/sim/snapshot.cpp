#include "sim/snapshot.h"

#include <span>
#include <string_view>

#include <fmt/format.h>

#include "core/arena.h"
#include "core/version.h"
#include "document/text_file.h"

namespace alula {
namespace {

constexpr std::string_view kMagic = "ALULASNP";
constexpr std::uint64_t kFormat = 1;
constexpr std::size_t kFileBytesMax = std::size_t{1} << 30;
constexpr std::size_t kNumberBytes = 8;
constexpr std::size_t kHeadBytes = kMagic.size() + 2 * kNumberBytes;

// Numbers are 8 bytes, the lowest first; a text is its length and its bytes.
void put_number(std::string& bytes, std::uint64_t value) {
  for (int shift = 0; shift < 64; shift += 8) {
    bytes.push_back(static_cast<char>((value >> shift) & 0xff));
  }
}

void put_text(std::string& bytes, std::string_view text) {
  put_number(bytes, text.size());
  bytes.append(text);
}

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
    for (const char c : raw(kNumberBytes)) {
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

std::uint64_t hash_of(std::string_view text) {
  return hash_bytes(std::as_bytes(std::span(text.data(), text.size())));
}

Error bad(const std::string& path, std::string what) {
  return {ErrorCode::bad_format, path, std::move(what)};
}

std::string encode(const Snapshot& snapshot) {
  std::string content;
  put_text(content, kVersion);
  put_number(content, snapshot.inputs.size());
  for (const auto& [name, text] : snapshot.inputs) {
    put_text(content, name);
    put_text(content, text);
  }
  put_number(content, snapshot.layout_hash);
  put_text(content, {reinterpret_cast<const char*>(snapshot.state.data()), snapshot.state.size()});

  std::string file(kMagic);
  put_number(file, kFormat);
  put_number(file, kHeadBytes + content.size() + kNumberBytes);
  file += content;
  put_number(file, hash_of(file));
  return file;
}

// What is wrong with the file as a whole: in the order in which a reader can know it.
MaybeError check_frame(const std::string& path, std::string_view file) {
  if (file.empty()) return bad(path, "is empty, expected a snapshot");
  const std::string_view magic = file.substr(0, kMagic.size());
  if (magic != kMagic.substr(0, magic.size())) {
    return bad(path, "is no snapshot, expected a file that --save-at wrote");
  }
  Reader head(file);
  head.raw(kMagic.size());
  const std::uint64_t format = head.number();
  if (head.good() && format != kFormat) {
    return bad(path,
               fmt::format("has format {}, expected {}: another Alula wrote it", format, kFormat));
  }
  const std::uint64_t size = head.number();
  if (!head.good()) return bad(path, "is cut short within its first bytes");
  if (size < kHeadBytes + kNumberBytes) {
    return bad(path, "is damaged: its length cannot be that of a snapshot");
  }
  if (file.size() < size) {
    return bad(path, fmt::format("is cut short: {} of {} bytes are there", file.size(), size));
  }
  if (file.size() > size) {
    return bad(path, fmt::format("has {} bytes, expected {}", file.size(), size));
  }
  Reader tail(file.substr(file.size() - kNumberBytes));
  if (tail.number() != hash_of(file.substr(0, file.size() - kNumberBytes))) {
    return bad(path, "is damaged: its check sum does not fit");
  }
  return std::nullopt;
}

Result<Snapshot> decode(const std::string& path, std::string_view file) {
  if (MaybeError error = check_frame(path, file)) return *error;
  Reader reader(file.substr(kHeadBytes, file.size() - kHeadBytes - kNumberBytes));
  const std::string_view program = reader.text();
  if (reader.good() && program != kVersion) {
    return bad(path, fmt::format("was written by Alula {}, expected {}", program, kVersion));
  }
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

}  // namespace

MaybeError save_snapshot(const Snapshot& snapshot, const std::string& path) {
  MaybeError error = replace_file(path, encode(snapshot));
  if (error) error->code = ErrorCode::io;
  return error;
}

Result<Snapshot> load_snapshot(const std::string& path) {
  Result<std::string> file = read_file(path, kFileBytesMax);
  if (!file.ok()) return file.error();
  return decode(path, *file);
}

}  // namespace alula
