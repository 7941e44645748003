// Files: what is there, what is not, and the format that an ending names.
#include <string>

#include <gtest/gtest.h>

#include "document/load.h"
#include "document/text_file.h"
#include "tests/support/temporary_folder.h"

namespace alula {
namespace {

class Files : public testing::Test {
 protected:
  [[nodiscard]] std::string path(const std::string& name) const { return folder_.file(name); }

  TemporaryFolder folder_;
};

TEST_F(Files, WhatIsWrittenIsRead) {
  const std::string bytes("a\0b\r\n\xff", 6);
  EXPECT_FALSE(replace_file(path("bytes"), bytes));
  EXPECT_EQ(read_file(path("bytes"), 6).value(), bytes);
  EXPECT_EQ(read_file(path("bytes"), 5).error().text(), path("bytes") + ": is longer than 5 bytes");
}

TEST_F(Files, SayWhyTheyCannotBeRead) {
  const Error missing = load_document(path("missing.yaml")).error();
  EXPECT_EQ(missing.code, ErrorCode::not_found);
  EXPECT_EQ(missing.text(), path("missing.yaml") + ": cannot be read: No such file or directory");
  const Error folder = load_document(folder_.path()).error();
  EXPECT_EQ(folder.code, ErrorCode::io);
  EXPECT_EQ(folder.text(), folder_.path() + ": is a folder; expected a file");
  EXPECT_EQ(load_document("no\nsuch.yaml").error().text(),
            "no\\nsuch.yaml: cannot be read: No such file or directory");
  EXPECT_EQ(parse_document("a: [", "a\tb").error().where, "a\\tb:1");
  EXPECT_EQ(load_document("/dev/zero").error().text(), "/dev/zero: is longer than 10000000 bytes");
}

TEST_F(Files, SayWhyTheyCannotBeWritten) {
  EXPECT_EQ(replace_file(path("no/such/folder"), "x")->text(),
            path("no/such/folder") + ": cannot be written: No such file or directory");
  EXPECT_EQ(replace_file("/dev/null", "x")->text(),
            "/dev/null: is no ordinary file; expected one, or none");
}

// Two programs that write the same file at once, or one that was killed before.
TEST_F(Files, GrowBesideOthersThatGrow) {
  const Result<GrowingFile> first = open_growing(path("a"));
  const Result<GrowingFile> second = open_growing(path("a"));
  EXPECT_NE(first->path, second->path);
  EXPECT_FALSE(replace_file(path("a"), "whole"));
  EXPECT_EQ(read_file(path("a"), 100).value(), "whole");
  EXPECT_EQ(read_file(first->path, 100).value(), "");
}

TEST_F(Files, TheEndingNamesTheFormat) {
  for (const char* const name : {"a.json", "a.plan"}) {
    ASSERT_FALSE(replace_file(path(name), "a: 1\n"));
    EXPECT_NE(load_document(path(name)).error().message.find("not valid JSON"), std::string::npos);
  }
  ASSERT_FALSE(replace_file(path("a.yaml"), "{a: 1}\n"));
  EXPECT_EQ(load_document(path("a.yaml")).value().root().find("a").text(), "1");
  ASSERT_FALSE(replace_file(path("a.txt"), "{\"a\": 1}\n"));
  EXPECT_EQ(load_document(path("a.txt")).value().root().find("a").where(), path("a.txt") + ":1: a");
}

}  // namespace
}  // namespace alula
