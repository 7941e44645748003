// What the fuzzers start from and what they once found, read again by every build: the laws of the
// readers hold of each file.
#include <algorithm>
#include <filesystem>
#include <vector>

#include <gtest/gtest.h>

#include "document/text_file.h"
#include "tests/fuzz/targets.h"

namespace alula::fuzz {
namespace {

namespace fs = std::filesystem;
const std::string kRoot = ALULA_SOURCE_DIR "/";
constexpr std::size_t kFileBytesMax = 1'000'000;

// Every file below a folder, in the order of their names; none when there is no such folder.
std::vector<std::string> files_below(const std::string& folder) {
  std::vector<std::string> files;
  if (!fs::is_directory(kRoot + folder)) return files;
  for (const auto& entry : fs::recursive_directory_iterator(kRoot + folder))
    if (entry.is_regular_file()) files.push_back(entry.path().string());
  std::sort(files.begin(), files.end());
  return files;
}

void expect_no_breach(const Target& target, const std::string& folder) {
  for (const std::string& file : files_below(folder)) {
    const Result<std::string> bytes = read_file(file, kFileBytesMax);
    ASSERT_TRUE(bytes.ok()) << bytes.error().text();
    EXPECT_EQ(target.read(*bytes), std::nullopt) << target.name << " reads " << file;
  }
}

class Readers : public testing::TestWithParam<Target> {};

TEST_P(Readers, TakeWhatTheFuzzersFound) {
  expect_no_breach(GetParam(), "tests/fuzz/findings/" + std::string(GetParam().name));
}

// Also files that are meant for another reader.
TEST_P(Readers, TakeEveryBrokenFile) { expect_no_breach(GetParam(), "tests/bad"); }

INSTANTIATE_TEST_SUITE_P(All, Readers, testing::ValuesIn(kTargets),
                         [](const auto& target) { return std::string(target.param.name); });

}  // namespace
}  // namespace alula::fuzz
