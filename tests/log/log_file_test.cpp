#include "log/log_file.h"

#include <csignal>
#include <cstdio>

#include <gtest/gtest.h>
#include <sys/resource.h>

#include "tests/support/temporary_folder.h"

namespace alula {
namespace {

class LogFileTest : public testing::Test {
 protected:
  [[nodiscard]] std::string path() const { return folder_.file("flight.ulg"); }
  [[nodiscard]] std::string content() const { return folder_.read("flight.ulg"); }

  TemporaryFolder folder_;
};

std::span<const std::byte> bytes_of(const std::string& text) {
  return std::as_bytes(std::span(text));
}

TEST_F(LogFileTest, HoldsWhatWasWritten) {
  Result<LogFile> file = LogFile::open(path());
  ASSERT_TRUE(file.ok());
  std::string expected;
  for (int i = 0; i < 3000; ++i) {  // several times the buffer
    const std::string piece(static_cast<std::size_t>(i % 997), static_cast<char>('a' + i % 26));
    ASSERT_FALSE(file->write(bytes_of(piece)));
    expected += piece;
  }
  ASSERT_FALSE(file->close());
  EXPECT_EQ(content(), expected);
}

TEST_F(LogFileTest, NeverOverwritesALog) {
  folder_.write("flight.ulg", "an older flight");
  const Result<LogFile> file = LogFile::open(path());
  ASSERT_FALSE(file.ok());
  EXPECT_NE(file.error().text().find("flight.ulg"), std::string::npos);
  EXPECT_EQ(content(), "an older flight");
}

TEST_F(LogFileTest, ShowsAfterFlushWhatWasWritten) {
  Result<LogFile> file = LogFile::open(path());
  ASSERT_FALSE(file->write(bytes_of("abc")));
  ASSERT_FALSE(file->flush());
  EXPECT_EQ(content(), "abc");
}

// The operating system refuses to let the file grow: one error, then silence, and the ring stays
// free.
TEST_F(LogFileTest, EndsAtAFullDiskWithOneError) {
  rlimit old_limit{};
  getrlimit(RLIMIT_FSIZE, &old_limit);
  std::signal(SIGXFSZ, SIG_IGN);
  rlimit limit = old_limit;
  limit.rlim_cur = 300'000;
  setrlimit(RLIMIT_FSIZE, &limit);

  Result<LogFile> file = LogFile::open(path());
  LogRing ring(200'000);
  const std::vector<std::byte> record(1000);
  int errors = 0;
  for (int i = 0; i < 1000; ++i) {
    ring.push_data(1, record, 0);
    if (file->drain(ring)) ++errors;
  }
  if (file->close()) ++errors;
  setrlimit(RLIMIT_FSIZE, &old_limit);
  EXPECT_EQ(errors, 1);
  EXPECT_FALSE(file->is_open());
  EXPECT_EQ(ring.size(), 0u);
  EXPECT_EQ(ring.dropped_messages(), 0u);
  EXPECT_EQ(file->bytes_written(), 300'000u);
}

}  // namespace
}  // namespace alula
