// Rules of configs: the first that is broken counts, NaN breaks every one.
#include "core/config_check.h"

#include <limits>

#include <gtest/gtest.h>

#include "math/vector.h"

namespace alula {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

TEST(ConfigCheck, FindsNothingWhereEveryRuleHolds) {
  EXPECT_FALSE(ConfigCheck()
                   .finite("a", -1.0)
                   .above_zero("b", 1e-300)
                   .zero_or_more("c", 0.0)
                   .from_to("d", 2.0, 2.0, 3.0)
                   .require("e", true, "must be so")
                   .result());
}

TEST(ConfigCheck, SaysWhatWouldBeRight) {
  EXPECT_EQ(ConfigCheck().finite("a", kInfinity).result()->text(), "a: must be finite");
  EXPECT_EQ(ConfigCheck().above_zero("a", 0.0).result()->text(), "a: must be above zero");
  EXPECT_EQ(ConfigCheck().zero_or_more("a", -1.0).result()->text(), "a: must be zero or more");
  EXPECT_EQ(ConfigCheck().from_to("a", 61.0, 0.05, 60.0).result()->text(),
            "a: must be from 0.05 to 60");
  EXPECT_EQ(ConfigCheck().require("a", false, "must be below b").result()->text(),
            "a: must be below b");
}

TEST(ConfigCheck, KeepsTheFirstComplaint) {
  const MaybeError error = ConfigCheck()
                               .above_zero("first", -1.0)
                               .above_zero("second", -1.0)
                               .keep(invalid_config("third", "must not be"))
                               .result();
  EXPECT_EQ(error->where, "first");
  EXPECT_EQ(ConfigCheck().keep(std::nullopt).keep(error).result()->where, "first");
}

TEST(ConfigCheck, NotANumberBreaksEveryRule) {
  EXPECT_TRUE(ConfigCheck().finite("a", kNan).result());
  EXPECT_TRUE(ConfigCheck().above_zero("a", kNan).result());
  EXPECT_TRUE(ConfigCheck().zero_or_more("a", kNan).result());
  EXPECT_TRUE(ConfigCheck().from_to("a", kNan, -kInfinity, kInfinity).result());
}

TEST(ConfigCheck, EachComponentOfAVectorMustObey) {
  EXPECT_FALSE(ConfigCheck().zero_or_more("v", Vec3{0.0, 1.0, 2.0}).result());
  EXPECT_TRUE(ConfigCheck().above_zero("v", Vec3{1.0, 0.0, 2.0}).result());
  EXPECT_TRUE(ConfigCheck().finite("v", Vec3{1.0, 0.0, kNan}).result());
}

}  // namespace
}  // namespace alula
