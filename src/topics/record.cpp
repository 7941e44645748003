#include "topics/record.h"

#include <algorithm>

#include "core/assert.h"

namespace alula {

namespace {

std::string typed(const std::string& type, std::size_t count) {
  return count == 1 ? type : type + "[" + std::to_string(count) + "]";
}

}  // namespace

void RecordFormat::add(const char* type, std::size_t bytes, const char* name, std::size_t count) {
  ALULA_ASSERT(offset_ % bytes == 0);
  format_.text += typed(type, count) + " " + name + ";";
  offset_ += bytes * count;
  format_.bytes = offset_;
}

void RecordFormat::align() {
  const std::size_t missing = (kRecordAlign - offset_ % kRecordAlign) % kRecordAlign;
  if (missing == 0) return;
  format_.text +=
      "uint8_t[" + std::to_string(missing) + "] _padding" + std::to_string(paddings_) + ";";
  offset_ += missing;
  format_.bytes = offset_;
  ++paddings_;
}

void RecordFormat::add_format(const TopicFormat& inner, const char* name, std::size_t count) {
  ALULA_ASSERT(inner.nested.empty());
  format_.text += typed(inner.name, count) + " " + name + ";";
  offset_ += inner.bytes * count;
  format_.bytes = offset_;
  const bool known =
      std::any_of(format_.nested.begin(), format_.nested.end(),
                  [&](const TopicFormat& format) { return format.name == inner.name; });
  if (!known) format_.nested.push_back(inner);
}

TopicFormat RecordFormat::finish() {
  const std::size_t written = format_.bytes;
  align();
  format_.bytes = written;
  ALULA_ASSERT(format_.bytes <= kRecordBytesMax);
  return format_;
}

}  // namespace alula
