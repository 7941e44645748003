// core/version.h: which Alula this is. CMakeLists.txt says the same; a test compares the two.
#pragma once

#include <cstdint>

namespace alula {

inline constexpr const char* kVersion = "0.1.0";
inline constexpr std::uint32_t kVersionRelease =
    0x00010000;  // ULog's 0xAABBCCTT; T = 0: in development

}  // namespace alula
