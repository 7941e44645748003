#include "document/field_spec.h"

namespace alula {

NumberRange number_range(const IntegerRange& range) {
  NumberRange result;
  if (range.min > IntegerRange{}.min) result.min = static_cast<double>(range.min);
  if (range.max < IntegerRange{}.max) result.max = static_cast<double>(range.max);
  return result;
}

}  // namespace alula
