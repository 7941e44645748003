#include "math/pack.h"

#include <cmath>
#include <limits>
#include <random>

#include <gtest/gtest.h>

#include "math/vector.h"

namespace alula {
namespace {

template <class P> class PackTest : public testing::Test {};
using PackTypes = testing::Types<Pack<4>, Pack<kLanes>>;
TYPED_TEST_SUITE(PackTest, PackTypes);

template <class P> P random_pack(std::mt19937& draw) {
  std::uniform_real_distribution<float> value(-100.0F, 100.0F);
  P p;
  for (int i = 0; i < P::size; ++i) p.set(i, value(draw));
  return p;
}

// With a dependent vector size GCC makes one plain float of it, silently.
TYPED_TEST(PackTest, HasAsManyLanesAsItSays) {
  EXPECT_EQ(sizeof(TypeParam), sizeof(float) * TypeParam::size);
}

TYPED_TEST(PackTest, CalculatesLaneByLane) {
  std::mt19937 draw(1);
  const TypeParam a = random_pack<TypeParam>(draw), b = random_pack<TypeParam>(draw);
  const TypeParam sum = a + b, difference = a - b, product = a * b, quotient = a / b, negative = -a;
  const TypeParam root = sqrt(abs(a)), least = min_of(a, b), most = max_of(a, b);
  for (int i = 0; i < TypeParam::size; ++i) {
    EXPECT_EQ(sum[i], a[i] + b[i]);
    EXPECT_EQ(difference[i], a[i] - b[i]);
    EXPECT_EQ(product[i], a[i] * b[i]);
    EXPECT_EQ(quotient[i], a[i] / b[i]);
    EXPECT_EQ(negative[i], -a[i]);
    EXPECT_EQ(root[i], std::sqrt(std::fabs(a[i])));
    EXPECT_EQ(least[i], std::min(a[i], b[i]));
    EXPECT_EQ(most[i], std::max(a[i], b[i]));
  }
}

TYPED_TEST(PackTest, SelectsByLane) {
  std::mt19937 draw(2);
  const TypeParam a = random_pack<TypeParam>(draw), b = random_pack<TypeParam>(draw);
  const TypeParam chosen = select(a < b, TypeParam(1.0F), TypeParam(2.0F));
  const TypeParam inverse = select(!(a < b) || a == a, TypeParam(1.0F), TypeParam(2.0F));
  const TypeParam never = select(a < b && a > b, TypeParam(1.0F), TypeParam(2.0F));
  for (int i = 0; i < TypeParam::size; ++i) {
    EXPECT_EQ(chosen[i], a[i] < b[i] ? 1.0F : 2.0F);
    EXPECT_EQ(inverse[i], 1.0F);
    EXPECT_EQ(never[i], 2.0F);
  }
  EXPECT_TRUE(all(a == a));
  EXPECT_FALSE(any(a != a));
}

TYPED_TEST(PackTest, LoadsAndStores) {
  std::array<float, TypeParam::size> in{}, out{};
  for (std::size_t i = 0; i < in.size(); ++i) in[i] = static_cast<float>(i) + 0.5F;
  TypeParam::load(in.data()).store(out.data());
  EXPECT_EQ(in, out);
}

TYPED_TEST(PackTest, KeepsTheSignOfZeroAndInfinities) {
  const TypeParam zero(-0.0F), infinite(std::numeric_limits<float>::infinity());
  EXPECT_TRUE(std::signbit(zero[0]));
  EXPECT_EQ(infinite[TypeParam::size - 1], std::numeric_limits<float>::infinity());
}

TYPED_TEST(PackTest, FormulasOfVectorsCompileForIt) {
  const Vector3<TypeParam> a{TypeParam(3.0F), TypeParam(4.0F), TypeParam(0.0)};
  EXPECT_TRUE(all(norm(a) == TypeParam(5.0F)));
  EXPECT_TRUE(all(dot(cross(a, Vector3<TypeParam>{a.y, a.z, a.x}), a) == TypeParam(0.0F)));
  EXPECT_TRUE(all(clamp_to(a.x, TypeParam(-1.0F), TypeParam(1.0F)) == TypeParam(1.0F)));
}

}  // namespace
}  // namespace alula
