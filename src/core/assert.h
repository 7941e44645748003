// core/assert.h: we were wrong. Always on, in every build; one condition each.
#pragma once

namespace alula {

[[noreturn]] void assertion_failed(const char* condition, const char* file, int line);

}  // namespace alula

#define ALULA_ASSERT(condition)                                  \
  do {                                                           \
    if (!(condition)) [[unlikely]]                               \
      ::alula::assertion_failed(#condition, __FILE__, __LINE__); \
  } while (false)
