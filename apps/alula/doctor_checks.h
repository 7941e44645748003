// apps/alula/doctor_checks.h: what Alula needs of a machine, and whether it is there.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace alula {

struct Finding {
  std::string purpose;  // "fly", "build", "test", "fuzz", "lint"
  std::string thing;    // "packages"
  bool there = false;
  std::string detail;  // a version, a number; or what is missing
  std::string cure;    // the command that cures it, or what to do; empty when all is there
};

inline constexpr std::string_view kPurposes[] = {"fly", "build", "test", "fuzz", "lint"};

// In the order of kPurposes. What is built from lies in a checkout: elsewhere only what flying
// needs is looked at.
std::vector<Finding> examine_machine();

}  // namespace alula
