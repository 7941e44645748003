#include "document/field_spec.h"

#include <algorithm>

namespace alula {

NumberRange number_range(const IntegerRange& range) {
  NumberRange result;
  if (range.min > IntegerRange{}.min) result.min = static_cast<double>(range.min);
  if (range.max < IntegerRange{}.max) result.max = static_cast<double>(range.max);
  return result;
}

void widen(FieldSpec& spec, const FieldSpec& other) {
  if (other.kind == FieldKind::unknown) return;
  if (spec.kind == FieldKind::unknown) {
    spec = other;
    return;
  }
  if (spec.kind != other.kind) spec.kind = FieldKind::any;
  NumberRange& range = spec.range;
  range.min = std::min(range.min, other.range.min);
  range.max = std::max(range.max, other.range.max);
  range.min_exclusive = std::min(range.min_exclusive, other.range.min_exclusive);
  range.max_exclusive = std::max(range.max_exclusive, other.range.max_exclusive);
  spec.count.min = std::min(spec.count.min, other.count.min);
  spec.count.max = std::max(spec.count.max, other.count.max);
  for (const std::string& word : other.words)
    if (std::ranges::find(spec.words, word) == spec.words.end()) spec.words.push_back(word);
}

}  // namespace alula
