#include "log/ulog_reader.h"

#include <cstring>

#include <gtest/gtest.h>

#include "core/random.h"
#include "log/ulog_definitions.h"
#include "log/ulog_message.h"
#include "tests/log/sample_step.h"

namespace alula {
namespace {

// A log written by hand, message by message.
class HandWritten {
 public:
  HandWritten() {
    const std::array<std::uint8_t, 16> head{0x55, 0x4c, 0x6f, 0x67, 0x01, 0x12, 0x35, 0x01, 7};
    append(head);
  }
  HandWritten& message(char type, const std::string& payload) {
    append(ulog_message_head(payload.size(), type));
    append(payload);
    return *this;
  }
  template <class T> void append(const T& bytes) {
    for (const auto b : bytes) bytes_.push_back(static_cast<std::byte>(b));
  }
  const std::vector<std::byte>& bytes() const { return bytes_; }
  std::vector<std::byte>& bytes() { return bytes_; }

 private:
  std::vector<std::byte> bytes_;
};

template <class T> std::string raw(T value) {
  std::string text(sizeof value, '\0');
  std::memcpy(text.data(), &value, sizeof value);
  return text;
}

std::string subscription(std::uint16_t id, const std::string& name) {
  return raw<std::uint8_t>(0) + raw(id) + name;
}
std::string data(std::uint16_t id, const std::string& record) { return raw(id) + record; }

TEST(UlogReader, UnrollsNestedFormatsAndArrays) {
  HandWritten log;
  log.message('F', "point:float x;uint8_t[4] _padding0;")
      .message('F', "path:uint64_t timestamp;point first;point[2] more;int16_t[2] n;")
      .message('A', subscription(3, "path"))
      .message('D', data(3, raw<std::uint64_t>(99) + raw(1.5f) + "____" + raw(2.5f) + "____" +
                                raw(3.5f) + "____" + raw<std::int16_t>(-4) + raw<std::int16_t>(5)));
  const Result<UlogContent> content = read_ulog(log.bytes());
  ASSERT_TRUE(content.ok());
  EXPECT_TRUE(content->faults.none());
  EXPECT_EQ(content->start_time_us, 7u);
  const UlogTopic* path = content->find("path");
  ASSERT_NE(path, nullptr);
  EXPECT_EQ(path->timestamp_us, std::vector<std::uint64_t>{99});
  EXPECT_EQ(path->find("first.x")->values, std::vector<double>{1.5});
  EXPECT_EQ(path->find("more[1].x")->values, std::vector<double>{3.5});
  EXPECT_EQ(path->find("n[0]")->values, std::vector<double>{-4.0});
  EXPECT_EQ(path->find("first._padding0[0]"), nullptr);
}

TEST(UlogReader, TakesRecordsWithoutPaddingAtTheEnd) {
  HandWritten log;
  log.message('F', "t:uint64_t timestamp;uint8_t a;uint8_t[7] _padding0;")
      .message('A', subscription(0, "t"));
  log.message('D', data(0, raw<std::uint64_t>(1) + "\x05"));
  const Result<UlogContent> content = read_ulog(log.bytes());
  EXPECT_TRUE(content->faults.none());
  EXPECT_EQ(content->find("t")->find("a")->values, std::vector<double>{5.0});
}

TEST(UlogReader, CountsDropoutsAndTheCutTail) {
  HandWritten log;
  log.message('O', raw<std::uint16_t>(120))
      .message('O', raw<std::uint16_t>(30))
      .message('L', "4" + raw<std::uint64_t>(5) + "warned");
  log.append(std::string("\x40\x00L4", 4));
  const Result<UlogContent> content = read_ulog(log.bytes());
  EXPECT_EQ(content->faults.dropouts, 2u);
  EXPECT_EQ(content->faults.dropout_ms, 150u);
  EXPECT_EQ(content->faults.truncated_bytes, 4u);
  ASSERT_EQ(content->texts.size(), 1u);
  EXPECT_EQ(content->texts[0].level, 4);
  EXPECT_EQ(content->texts[0].text, "warned");
}

TEST(UlogReader, JumpsToDataThatACrashedWriterAppended) {
  HandWritten log;
  std::string flags(40, '\0');
  flags[8] = 1;                               // incompatible bit 0: appended data
  const std::uint64_t cut = 16 + 3 + 40 + 5;  // five bytes into the second message
  std::memcpy(flags.data() + 16, &cut, sizeof cut);
  log.message('B', flags);
  log.append(std::string("\x40\x00L6x", 5));  // claims 64 bytes that never came
  log.message('L', "6" + raw<std::uint64_t>(5) + "after the crash");
  const Result<UlogContent> content = read_ulog(log.bytes());
  ASSERT_EQ(content->texts.size(), 1u);
  EXPECT_EQ(content->texts[0].text, "after the crash");
}

TEST(UlogReader, RefusesWhatIsNoUlogAndWhatItMustNotRead) {
  EXPECT_FALSE(read_ulog({}).ok());
  EXPECT_FALSE(read_ulog(std::vector<std::byte>(100)).ok());
  HandWritten log;
  std::string flags(40, '\0');
  flags[9] = 1;
  EXPECT_EQ(read_ulog(log.message('B', flags).bytes()).error().code, ErrorCode::bad_format);
  EXPECT_EQ(load_ulog("/no/such/log.ulg").error().code, ErrorCode::not_found);
}

TEST(UlogReader, IsNotFooledByHostileFormats) {
  const std::string record = data(0, raw<std::uint64_t>(1) + std::string(100, 'x'));
  for (const std::string format :
       {"t:uint64_t timestamp;t self;",                         // a circle
        "t:uint64_t timestamp;u other;",                        // unknown
        "t:uint64_t timestamp;float[99999999999999999999] a;",  // more than a number holds
        "t:uint64_t timestamp;float[0] a;", "t:uint64_t timestamp;float[-1] a;",
        "t:uint64_t timestamp;float[ a;",
        "t:uint64_t timestamp;float[65535] a;",  // longer than a message
        "t:", "t", ":uint64_t timestamp;", "t:uint64_t;", "t:float timestamp;", "t:float x;"}) {
    HandWritten log;
    log.message('F', format).message('A', subscription(0, "t")).message('D', record);
    const Result<UlogContent> content = read_ulog(log.bytes());
    ASSERT_TRUE(content.ok()) << format;
    EXPECT_TRUE(content->topics.empty()) << format;
    EXPECT_GE(content->faults.malformed_messages, 1u) << format;
  }
}

// Sixteen formats, each an array of the one before: 2^16 and more numbers if it were unrolled
// without a bound.
TEST(UlogReader, BoundsTheDepthOfNesting) {
  HandWritten log;
  log.message('F', "n0:uint64_t timestamp;");
  for (int i = 1; i < 16; ++i) {
    const std::string inner = "n" + std::to_string(i - 1);
    log.message('F', "n" + std::to_string(i) + ":uint64_t timestamp;" + inner + "[9] a;");
  }
  log.message('A', subscription(0, "n15")).message('D', data(0, std::string(1000, 'x')));
  EXPECT_EQ(read_ulog(log.bytes())->faults.malformed_messages, 1u);
}

// Each format is worked out by its own subscription, one level above the one before.
TEST(UlogReader, BoundsTheDepthOfNestingThatGrowsStepByStep) {
  HandWritten log;
  log.message('F', "n0:uint64_t timestamp;").message('A', subscription(0, "n0"));
  constexpr int kFormats = 20'000;
  for (int i = 1; i <= kFormats; ++i) {
    const std::string name = "n" + std::to_string(i);
    log.message('F', name + ":n" + std::to_string(i - 1) + " a;")
        .message('A', subscription(1, name));
  }
  log.message('D', data(1, std::string(8, 'x')));
  EXPECT_GE(read_ulog(log.bytes())->faults.malformed_messages, 1u);
}

// A subscription is 20 bytes; 30,000 times 65,535 columns would be 100 GB.
TEST(UlogReader, MakesNoColumnsForRecordsThatAreTooShort) {
  HandWritten log;
  log.message('F', "t:uint64_t timestamp;uint8_t[65000] a;");
  for (std::uint16_t id = 0; id < 30'000; ++id)
    log.message('A', subscription(id, "t")).message('D', data(id, std::string(8, 'x')));
  const Result<UlogContent> content = read_ulog(log.bytes());
  EXPECT_TRUE(content->topics.empty());
  EXPECT_EQ(content->faults.malformed_messages, 30'000u);
}

// Records of ten bytes, numbered; text of other messages between them.
HandWritten numbered_log(int records) {
  HandWritten log;
  log.message('F', "t:uint64_t timestamp;uint16_t n;").message('A', subscription(0, "t"));
  for (int i = 0; i < records; ++i) {
    log.message('D', data(0, raw<std::uint64_t>(static_cast<std::uint64_t>(i)) +
                                 raw(static_cast<std::uint16_t>(i))));
    if (i % 10 == 0) log.message('L', "6" + raw<std::uint64_t>(5) + "a line of text");
  }
  return log;
}

TEST(UlogReader, GoesOnBehindDamage) {
  const std::vector<std::byte> whole = numbered_log(1000).bytes();
  struct Damage {
    std::size_t at, bytes;
    std::byte value;
  };
  // A length that claims 64 KiB; a type that does not exist; a disk sector of zeros; of ones.
  for (const Damage& damage :
       {Damage{5001, 1, std::byte{0xff}}, Damage{5000, 40, std::byte{'~'}},
        Damage{4096, 512, std::byte{0}}, Damage{4096, 512, std::byte{0xff}}}) {
    std::vector<std::byte> damaged = whole;
    std::fill_n(damaged.begin() + static_cast<long>(damage.at), damage.bytes, damage.value);
    const Result<UlogContent> content = read_ulog(damaged);
    ASSERT_TRUE(content.ok());
    const UlogTopic* topic = content->find("t");
    ASSERT_NE(topic, nullptr);
    EXPECT_GE(topic->timestamp_us.size(), 1000 - damage.bytes / 15 - 3);
    EXPECT_EQ(topic->find("n")->values.back(), 999.0);
    EXPECT_GT(content->faults.skipped_bytes + content->faults.malformed_messages, 0u);
    EXPECT_LT(content->faults.skipped_bytes, damage.bytes + 100);
  }
}

// As PX4 writes its metadata: an array of bytes, in several parts, behind the definitions.
TEST(UlogReader, PassesOverInformationInParts) {
  HandWritten log = numbered_log(10);
  const std::string key = "uint8_t[6] metadata";
  for (const char part : {'\0', '\1'}) {
    log.message('M', part + std::string(1, static_cast<char>(key.size())) + key +
                         std::string("\xfd\0\0\x37zX", 6));
  }
  log.message('D', data(0, raw<std::uint64_t>(1) + raw<std::uint16_t>(77)));
  const Result<UlogContent> content = read_ulog(log.bytes());
  EXPECT_TRUE(content->faults.none());
  EXPECT_EQ(content->find("t")->find("n")->values.back(), 77.0);
}

TEST(UlogReader, GoesOnWithATopicThatIsSubscribedToAgain) {
  HandWritten log = numbered_log(10);
  log.message('A', subscription(7, "t"));
  log.message('D', data(7, raw<std::uint64_t>(11) + raw<std::uint16_t>(77)));
  const Result<UlogContent> content = read_ulog(log.bytes());
  ASSERT_EQ(content->topics.size(), 1u);
  EXPECT_EQ(content->topics[0].timestamp_us.size(), 11u);
  EXPECT_EQ(content->find("t")->find("n")->values.back(), 77.0);
}

// A damaged byte can turn any message into flags that forbid to read on.
TEST(UlogReader, BelievesFlagsAtTheBeginningOnly) {
  HandWritten log = numbered_log(10);
  log.message('B', std::string(40, '\xff'));
  log.message('D', data(0, raw<std::uint64_t>(1) + raw<std::uint16_t>(77)));
  const Result<UlogContent> content = read_ulog(log.bytes());
  ASSERT_TRUE(content.ok());
  EXPECT_EQ(content->faults.malformed_messages, 1u);
  EXPECT_EQ(content->find("t")->find("n")->values.back(), 77.0);
}

// A later version of the format may have messages that nobody knows here.
TEST(UlogReader, PassesOverMessagesOfUnknownTypes) {
  HandWritten log = numbered_log(10);
  log.message('Z', std::string(100, '\0'));
  log.message('D', data(0, raw<std::uint64_t>(1) + raw<std::uint16_t>(77)));
  const Result<UlogContent> content = read_ulog(log.bytes());
  EXPECT_EQ(content->faults.unknown_messages, 1u);
  EXPECT_EQ(content->faults.skipped_bytes, 0u);
  EXPECT_EQ(content->find("t")->find("n")->values.back(), 77.0);
}

TEST(UlogReader, ReadsTheSameInPiecesOfAnySize) {
  const std::vector<std::byte> whole = sample_log(100);
  const Result<UlogContent> at_once = read_ulog(whole);
  for (const std::size_t size : {std::size_t{1}, std::size_t{7}, std::size_t{1000}}) {
    UlogReader reader;
    for (std::size_t at = 0; at < whole.size(); at += size)
      reader.feed(std::span(whole).subspan(at, std::min(size, whole.size() - at)));
    const Result<UlogContent> content = reader.finish();
    ASSERT_TRUE(content.ok());
    EXPECT_TRUE(content->faults.none());
    EXPECT_EQ(content->records, at_once->records);
    ASSERT_EQ(content->topics.size(), at_once->topics.size());
    for (std::size_t i = 0; i < content->topics.size(); ++i)
      EXPECT_EQ(content->topics[i].timestamp_us, at_once->topics[i].timestamp_us);
  }
}

TEST(UlogReader, KeepsTheColumnsThatAreWanted) {
  const std::vector<std::byte> whole = sample_log(100);
  const Result<UlogContent> all = read_ulog(whole);
  const Result<UlogContent> some =
      read_ulog(whole, [](std::string_view topic, std::string_view column) {
        return topic == "vehicle_attitude" && column == "q[2]";
      });
  ASSERT_EQ(some->topics.size(), 1u);
  ASSERT_EQ(some->topics[0].columns.size(), 1u);
  EXPECT_EQ(some->topics[0].columns[0].values, all->find("vehicle_attitude")->find("q[2]")->values);
  EXPECT_EQ(some->records, all->records);
}

TEST(UlogReader, ReadsBackWhatTheRecorderWrote) {
  const Result<UlogContent> content = read_ulog(sample_log(3000));
  ASSERT_TRUE(content.ok());
  EXPECT_TRUE(content->faults.none());
  EXPECT_EQ(std::get<std::string>(content->info.at("sys_name")), "Alula");
  EXPECT_EQ(std::get<std::string>(content->info.at("ver_hw")), "sample");
  EXPECT_EQ(std::get<double>(content->info.at("ver_data_format")), 2.0);
  EXPECT_EQ(std::get<float>(content->parameters.at("MC_ROLL_P")), 6.0f);
  EXPECT_EQ(std::get<float>(content->default_parameters.at("MC_ROLL_P")), 6.5f);
  EXPECT_EQ(std::get<std::int32_t>(content->parameters.at("SYS_AUTOSTART")), 4001);
  const UlogTopic* truth = content->find("vehicle_local_position_groundtruth");
  ASSERT_NE(truth, nullptr);
  for (std::size_t i = 0; i < truth->timestamp_us.size(); ++i) {
    const double t_s = static_cast<double>(truth->timestamp_us[i]) * 1e-6 - 1.0;
    EXPECT_NEAR(truth->find("z")->values[i], -t_s, 1e-6);
  }
}

// Bit flips and cuts anywhere in a whole log: whatever comes out, nothing breaks.
TEST(UlogReader, SurvivesDamageAnywhere) {
  const std::vector<std::byte> whole = sample_log(60);
  const RandomStream random(1, "ulog damage");
  const auto draw = [&](std::int64_t i, std::uint32_t sub, std::size_t range) {
    return static_cast<std::size_t>(random.uniform(i, sub) * static_cast<double>(range));
  };
  std::size_t readable = 0;
  for (std::int64_t i = 0; i < 4000; ++i) {
    std::vector<std::byte> damaged = whole;
    const std::size_t flips = 1 + draw(i, 0, 8);
    for (std::uint32_t flip = 1; flip <= flips; ++flip) {
      // half of the damage in the definitions, where it hurts most
      const std::size_t range = flip % 2 == 0 ? damaged.size() : damaged.size() / 4;
      damaged[draw(i, flip, range)] ^= static_cast<std::byte>(1u << draw(i, 100 + flip, 8));
    }
    if (i % 4 == 0) damaged.resize(draw(i, 200, damaged.size()));
    if (read_ulog(damaged).ok()) ++readable;
  }
  EXPECT_GT(readable, 3500u);  // only damage to the first bytes and flags makes a file unreadable
}

TEST(UlogReader, ReadsEveryPrefixOfALog) {
  const std::vector<std::byte> whole = sample_log(100);
  for (std::size_t size = 16; size < whole.size(); size += 41) {
    const Result<UlogContent> content = read_ulog(std::span(whole).first(size));
    ASSERT_TRUE(content.ok());
    EXPECT_EQ(content->faults.malformed_messages, 0u);
    EXPECT_LT(content->faults.truncated_bytes, 4000u);
  }
}

}  // namespace
}  // namespace alula
