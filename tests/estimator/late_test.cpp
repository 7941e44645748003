// Samples that come late or out of order: used rightly or not at all.
#include <cmath>
#include <deque>

#include <gtest/gtest.h>

#include "estimator/flags.h"
#include "tests/estimator/flight_test_bed.h"

namespace alula {
namespace {

using namespace test;

constexpr TimeNs kMs = 1'000'000;
Trajectory fast_circles() { return after_climb(15.0, 4.0, 5.0, 0.7, circles(12.0, 10.0)); }

// Keeps the samples of one list back for `hold` from `from` on.
template <class List> class Detour {
 public:
  Detour(TimeNs hold, TimeNs from) : hold_(hold), from_(from) {}
  void pass(List& list, TimeNs now) {
    if (now < from_) return;
    for (const auto& sample : list) waiting_.push_back({now + hold_, sample});
    list.clear();
    while (!waiting_.empty() && waiting_.front().due <= now) {
      list.push_back(waiting_.front().sample);
      waiting_.pop_front();
    }
  }

 private:
  using Sample = std::decay_t<decltype(*std::declval<List&>().begin())>;
  struct Waiting {
    TimeNs due;
    Sample sample;
  };
  std::deque<Waiting> waiting_;
  TimeNs hold_, from_;
};
using GnssDetour = Detour<decltype(Samples::gnss)>;

struct Outcome {
  double place = 0.0, velocity = 0.0, jump = 0.0;
  std::uint32_t faults = 0;
  bool always_valid = true;
};
Outcome fly_with_gnss_late_by(TimeNs late) {
  FlightTest test(fast_circles(), SensorErrors{}, 15.0);
  GnssDetour detour(late, 40 * kNsPerSecond);
  test.spoil = [&](Samples& s) { detour.pass(s.gnss, test.now); };
  test.run_to(40.0);
  Outcome out;
  VehicleEstimate before = test.estimate();
  test.run_to(80.0, [&] {
    const VehicleEstimate& e = test.estimate();
    out.place = std::fmax(out.place, norm_xy(test.position_error()));
    out.velocity = std::fmax(out.velocity, norm_xy(test.velocity_error()));
    const Vec3 unexplained = e.p_WB - before.p_WB - seconds(e.time - before.time) * e.v_WB;
    out.jump = std::fmax(out.jump, norm_xy(unexplained));
    out.faults |= test.status().filter_fault_flags;
    out.always_valid = out.always_valid && e.global_valid;
    before = e;
  });
  return out;
}

// The circle is flown at 7.5 m/s: a fix taken for 90 ms younger than it is errs by 0.7 m.
TEST(Late, AFixThatComesAfterTheHorizonIsFusedAtItsOwnTime) {
  const Outcome in_time = fly_with_gnss_late_by(0);
  const Outcome late = fly_with_gnss_late_by(90 * kMs);
  EXPECT_EQ(late.faults & bit(FilterFaultBit::late_aid), 0U);
  EXPECT_TRUE(late.always_valid);
  EXPECT_LT(late.place, in_time.place + 0.15);
  EXPECT_LT(late.velocity, in_time.velocity + 0.2);
  EXPECT_LT(late.jump, 0.05);
}

TEST(Late, AFixThatComesMoreThan100MsAfterTheHorizonIsLeftOutAndThePlaceGivenUpWithoutAJump) {
  const Outcome late = fly_with_gnss_late_by(160 * kMs);
  EXPECT_NE(late.faults & bit(FilterFaultBit::late_aid), 0U);
  EXPECT_FALSE(late.always_valid) << "better nothing than an old place";
  EXPECT_LT(late.jump, 0.05);
}

// An aid that its successor has overtaken is as if it had not come: to the last bit.
enum class Kind { gnss, baro, mag };
class OutOfOrder : public testing::TestWithParam<Kind> {
 protected:
  // Takes every fifth out; puts it back behind its successor when `back`.
  template <class List> void overtake(List& list, bool back) {
    using Sample = std::decay_t<decltype(list[0])>;
    static Sample held;  // of one thread and one test at a time
    for (std::size_t i = 0; i < list.size(); ++i) {
      const std::uint64_t k = count_++;
      if (k % 5 == 3) {
        held = list[i];
        list.clear();
        return;
      }
      if (k % 5 == 4 && back) {
        list.push_back(held);
        return;
      }
    }
  }
  std::uint64_t count_ = 0;
};

TEST_P(OutOfOrder, AnOvertakenSampleIsLeftOut) {
  VehicleEstimate outcomes[2];
  std::uint32_t faults[2]{};
  for (const bool back : {false, true}) {
    count_ = 0;
    FlightTest test(fast_circles(), SensorErrors{}, 15.0);
    test.run_to(30.0);
    test.spoil = [&](Samples& s) {
      if (GetParam() == Kind::gnss) overtake(s.gnss, back);
      if (GetParam() == Kind::baro) overtake(s.baro, back);
      if (GetParam() == Kind::mag) overtake(s.mag, back);
    };
    test.run_to(50.0, [&] { faults[back] |= test.status().filter_fault_flags; });
    outcomes[back] = test.estimate();
    EXPECT_TRUE(test.estimate().global_valid);
    EXPECT_LT(norm_xy(test.position_error()), 0.9);
  }
  EXPECT_EQ(outcomes[0].p_WB, outcomes[1].p_WB);
  EXPECT_EQ(outcomes[0].q_WB, outcomes[1].q_WB);
  EXPECT_EQ(outcomes[0].v_WB, outcomes[1].v_WB);
  EXPECT_EQ(faults[0] & bit(FilterFaultBit::refused_aid), 0U);
  EXPECT_NE(faults[1] & bit(FilterFaultBit::refused_aid), 0U);
}
INSTANTIATE_TEST_SUITE_P(Aids, OutOfOrder, testing::Values(Kind::gnss, Kind::baro, Kind::mag));

// 0.3 s are more than the horizon holds: an IMU that late is silent, and there is no other.
TEST(Late, AnOldImuSampleBetweenNewOnesIsRefused) {
  FlightTest clean(fast_circles(), SensorErrors{}, 15.0);
  FlightTest mixed(fast_circles(), SensorErrors{}, 15.0);
  ImuSample old{};
  mixed.spoil = [&](Samples& s) {
    if (s.imu.empty() || mixed.now < 30 * kNsPerSecond) return;
    if (old.time > 0) s.imu.push_back(old);
    old = s.imu[0];
  };
  clean.run_to(40.0);
  std::uint32_t faults = 0;
  mixed.run_to(40.0, [&] { faults |= mixed.status().filter_fault_flags; });
  EXPECT_EQ(clean.estimate().p_WB, mixed.estimate().p_WB);
  EXPECT_NE(faults & bit(FilterFaultBit::refused_imu), 0U);
}

}  // namespace
}  // namespace alula
