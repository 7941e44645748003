// What stands in the fields: units, signs, and the values for things that are not known.
#include <cmath>
#include <map>
#include <string>

#include <gtest/gtest.h>

#include "topics/actuators.h"
#include "topics/estimator.h"
#include "topics/position.h"
#include "topics/sensors.h"
#include "topics/setpoints.h"
#include "topics/status.h"
#include "topics/truth.h"

namespace alula {
namespace {

// A sink that keeps what a topic writes, by name: "q[0]", "esc[2].esc_rpm".
class Values {
 public:
  void u64(const char* name, std::uint64_t v) { put(name, static_cast<double>(v)); }
  void u32(const char* name, std::uint32_t v) { put(name, v); }
  void u16(const char* name, std::uint16_t v) { put(name, v); }
  void u8(const char* name, std::uint64_t v) { put(name, static_cast<double>(v & 0xffu)); }
  void i32(const char* name, std::int32_t v) { put(name, v); }
  void i8(const char* name, std::int8_t v) { put(name, v); }
  void f64(const char* name, double v) { put(name, v); }
  void f32(const char* name, double v) { put(name, v); }
  void flag(const char* name, bool v) { put(name, v ? 1.0 : 0.0); }
  void f32(const char* name, const Vec3& v) { list(name, std::array{v.x, v.y, v.z}); }
  void f32(const char* name, const Quat& q) { list(name, std::array{q.w, q.x, q.y, q.z}); }
  template <class T, std::size_t N> void f32(const char* name, const std::array<T, N>& v) {
    list(name, v);
  }
  template <class T, std::size_t N> void u32(const char* name, const std::array<T, N>& v) {
    list(name, v);
  }
  template <class T, std::size_t N> void u8(const char* name, const std::array<T, N>& v) {
    list(name, v);
  }
  template <class Record, class Item> void nested(const char* name, const Item& item) {
    inside<Record>(std::string(name) + ".", item);
  }
  template <class Record, class Item, std::size_t N>
  void nested(const char* name, const std::array<Item, N>& items) {
    for (std::size_t i = 0; i < N; ++i)
      inside<Record>(name + ("[" + std::to_string(i)) + "].", items[i]);
  }
  double operator[](const std::string& name) const { return values_.at(name); }

 private:
  template <class Record, class Item> void inside(const std::string& prefix, const Item& item) {
    prefix_ = prefix;
    Record::fields(*this, item);
    prefix_.clear();
  }
  template <class T, std::size_t N> void list(const std::string& name, const std::array<T, N>& v) {
    for (std::size_t i = 0; i < N; ++i)
      put(name + "[" + std::to_string(i) + "]", static_cast<double>(v[i]));
  }
  void put(const std::string& name, double v) { values_[prefix_ + name] = v; }

  std::map<std::string, double> values_;
  std::string prefix_;
};

template <class Topic, class... S> Values values_of(const S&... signals) {
  Values values;
  Topic::fields(values, TimeNs{2'000'000'000}, signals...);
  return values;
}

constexpr double kDegree = 3.14159265358979323846 / 180.0;

TEST(GnssTopic, HoldsDegreesAndTheSampleTimeBesideTheArrival) {
  GnssFix fix;
  fix.time = 1'890'000'000;
  fix.latitude_rad = 47.0 * kDegree;
  fix.longitude_rad = -8.5 * kDegree;
  fix.v_ned = {3.0, 4.0, -1.0};
  fix.fix_type = 3;
  const Values v = values_of<VehicleGpsPositionTopic>(fix);
  EXPECT_NEAR(v["latitude_deg"], 47.0, 1e-13);
  EXPECT_NEAR(v["longitude_deg"], -8.5, 1e-13);
  EXPECT_EQ(v["timestamp"], 3'000'000.0);
  EXPECT_EQ(v["timestamp_sample"], 2'890'000.0);
  EXPECT_DOUBLE_EQ(v["vel_m_s"], 5.0);                   // horizontal
  EXPECT_DOUBLE_EQ(v["cog_rad"], std::atan2(4.0, 3.0));  // clockwise from north
  EXPECT_EQ(v["vel_ned_valid"], 1.0);
}

TEST(MagnetometerTopic, HoldsGauss) {
  MagSample mag;
  mag.field_B = {21.5e-6, 0.8e-6, 42.7e-6};  // T
  const Values v = values_of<VehicleMagnetometerTopic>(mag);
  EXPECT_NEAR(v["magnetometer_ga[0]"], 0.215, 1e-12);
  EXPECT_NEAR(v["magnetometer_ga[2]"], 0.427, 1e-12);
}

// U.S. Standard Atmosphere 1976: 89,874.6 Pa and 281.65 K at 1000 m geopotential height,
// density 1.11164 kg/m^3.
TEST(AirDataTopic, HoldsTheHeightInTheStandardAtmosphere) {
  BaroSample baro;
  baro.pressure_pa = 89874.6;
  baro.temperature_k = 281.65;
  const Values v = values_of<VehicleAirDataTopic>(baro);
  EXPECT_NEAR(v["baro_alt_meter"], 1000.0, 0.01);
  EXPECT_NEAR(v["rho"], 1.11164, 1e-5);
  EXPECT_NEAR(v["baro_temp_celcius"], 8.5, 1e-9);
  EXPECT_NEAR(v["eas2tas"], std::sqrt(1.225 / 1.11164), 1e-5);
}

TEST(MotorsTopic, HoldsNaNWhereThereIsNoMotorAndWhileDisarmed) {
  ActuatorCommand command;
  command.motor_count = 4;
  command.motor = {0.1, 0.2, 0.3, 0.4};
  EXPECT_TRUE(std::isnan(values_of<ActuatorMotorsTopic>(command)["control[0]"]));
  command.armed = true;
  const Values v = values_of<ActuatorMotorsTopic>(command);
  EXPECT_EQ(v["control[3]"], 0.4);
  EXPECT_TRUE(std::isnan(v["control[4]"]));
}

// 100 rad/s are 954.93 revolutions a minute.
TEST(EscTopic, HoldsRevolutionsPerMinuteAndWhoHasReported) {
  EscReports reports;
  reports.count = 4;
  reports.armed = true;
  reports.places[2] = {
      EscSample{.time = 1, .speed_rad_s = 100.0, .voltage_v = 15.2, .current_a = 4.0, .motor = 2},
      true};
  const Values v = values_of<EscStatusTopic>(reports);
  EXPECT_EQ(v["esc[2].esc_rpm"], 955.0);
  EXPECT_EQ(v["esc[2].actuator_function"], 103.0);
  EXPECT_EQ(v["esc_online_flags"], 4.0);
  EXPECT_EQ(v["esc_armed_flags"], 4.0);
  EXPECT_EQ(v["esc_count"], 4.0);
  EXPECT_EQ(v["esc[0].timestamp"], 0.0);
  EXPECT_TRUE(std::isnan(v["esc[2].esc_temperature"]));
}

TEST(BatteryTopic, HoldsMilliampereHours) {
  BatterySample battery;
  battery.discharged_c = 3600.0;  // one ampere for an hour
  EXPECT_DOUBLE_EQ(values_of<BatteryStatusTopic>(battery)["discharged_mah"], 1000.0);
}

TEST(LocalPositionTopic, KnowsNoDistanceToTheGroundAndNoLimits) {
  VehicleEstimate estimate;
  estimate.ref_latitude_rad = 47.0 * kDegree;
  estimate.heading_std_rad = 0.1;
  estimate.reset_xy.count = 258;  // PX4's counters are bytes and wrap
  const Values v = values_of<VehicleLocalPositionTopic>(estimate, EstimatorStatus{});
  EXPECT_NEAR(v["ref_lat"], 47.0, 1e-13);
  EXPECT_TRUE(std::isnan(v["dist_bottom"]));
  EXPECT_EQ(v["dist_bottom_valid"], 0.0);
  EXPECT_EQ(v["vxy_max"], std::numeric_limits<double>::infinity());
  EXPECT_NEAR(v["heading_var"], 0.01, 1e-15);
  EXPECT_EQ(v["xy_reset_counter"], 2.0);
}

TEST(LocalPositionTopic, IsDeadReckoningWhenNothingAidsThePosition) {
  VehicleEstimate estimate;
  estimate.xy_valid = true;
  EstimatorStatus filter;
  EXPECT_EQ(values_of<VehicleLocalPositionTopic>(estimate, filter)["dead_reckoning"], 1.0);
  filter.gnss_velocity.fusing = true;
  EXPECT_EQ(values_of<VehicleLocalPositionTopic>(estimate, filter)["dead_reckoning"], 0.0);
}

TEST(GlobalPositionTopic, CountsAltitudeUpWhereResetsCountDown) {
  VehicleEstimate estimate;
  estimate.reset_z.delta = 0.5;
  EXPECT_EQ(values_of<VehicleGlobalPositionTopic>(estimate, EstimatorStatus{})["delta_alt"], -0.5);
}

TEST(TripletTopic, HoldsIdleWhereThereIsNoTarget) {
  NavigationTriplet triplet;
  triplet.time = 1'000'000;
  triplet.current.valid = 1;
  triplet.current.kind = TargetKind::takeoff;
  triplet.current.altitude_m = 500.0;
  triplet.current.cruise_speed_m_s = kNotCommanded;
  const Values v = values_of<PositionSetpointTripletTopic>(triplet);
  EXPECT_EQ(v["current.type"], 3.0);
  EXPECT_EQ(v["current.alt"], 500.0);
  EXPECT_EQ(v["current.cruising_speed"], -1.0);
  EXPECT_EQ(v["previous.valid"], 0.0);
  EXPECT_EQ(v["next.type"], 5.0);
}

TEST(StatusTopic, HoldsPx4sNumbers) {
  VehicleStatus status;
  status.mode = FlightMode::return_home;
  status.arming = ArmingState::armed;
  status.disarm_reason = ArmDisarmReason::auto_disarm_land;
  const Values v = values_of<VehicleStatusTopic>(status, VehicleKind{.rotor_count = 6});
  EXPECT_EQ(v["nav_state"], 5.0);
  EXPECT_EQ(v["arming_state"], 2.0);
  EXPECT_EQ(v["latest_disarming_reason"],
            6.0);  // as in a log of PX4 v1.15 that ends with "Disarmed by landing"
  EXPECT_EQ(v["system_type"], 13.0);  // MAV_TYPE_HEXAROTOR
  EXPECT_EQ(v["vehicle_type"], 1.0);  // rotary wing
  EXPECT_EQ(v["armed_time"], 0.0);    // never
}

TEST(EventTopic, CarriesTwoFloatsAndBothLevels) {
  Event event;
  event.level = EventLevel::warning;
  event.argument = {1.0, 0.0};
  const Values v = values_of<EventTopic>(event, EventCount{70000});
  EXPECT_EQ(v["log_levels"], 0x44);
  EXPECT_EQ(v["event_sequence"], 70000 - 65536);
  EXPECT_EQ(v["arguments[3]"], 0x3f);  // the float 1 is 3f800000
  EXPECT_EQ(v["arguments[2]"], 0x80);
}

TEST(SensorErrorTopic, HoldsTheSamplesOwnUnit) {
  SensorError error;
  error.kind = SensorKind::magnetometer;
  error.truth = {20e-6, 0.0, 0.0};
  error.error = {0.5e-6, 0.0, 0.0};
  const Values v = values_of<SensorErrorTopic>(error);
  EXPECT_NEAR(v["truth[0]"], 0.2, 1e-12);  // gauss, as vehicle_magnetometer
  EXPECT_NEAR(v["error[0]"], 0.005, 1e-12);
}

TEST(EstimatorStatusTopic, HoldsTheLargestRatioOfEachAid) {
  EstimatorStatus filter;
  filter.gnss_velocity.test_ratio = {0.1, 0.7, 0.3};
  filter.heading.test_ratio = {0.2};
  filter.magnetometer.test_ratio = {0.1, 0.1, 0.4};
  filter.magnetometer.observation = {0.3, 0.0, 0.4};
  VehicleEstimate estimate;
  estimate.attitude_valid = estimate.v_z_valid = true;
  const Values v = values_of<EstimatorStatusTopic>(estimate, filter);
  EXPECT_EQ(v["vel_test_ratio"], 0.7);
  EXPECT_EQ(v["mag_test_ratio"], 0.4);
  EXPECT_NEAR(v["mag_strength_gs"], 0.5, 1e-15);
  EXPECT_EQ(v["solution_status_flags"], 5.0);  // attitude and vertical velocity
  EXPECT_TRUE(std::isnan(v["tas_test_ratio"]));
}

TEST(WindTopic, HoldsWhereTheAirMovesTo) {
  const WindEstimate wind{.time = nanoseconds(2.0),
                          .north_m_s = -3.0,
                          .east_m_s = 4.0,
                          .north_variance_m2_s2 = 0.5,
                          .east_variance_m2_s2 = 0.25,
                          .valid = true};
  const Values v = values_of<WindTopic>(wind);
  EXPECT_EQ(v["timestamp_sample"], 3e6);
  EXPECT_EQ(v["windspeed_north"], -3.0);
  EXPECT_EQ(v["windspeed_east"], 4.0);
  EXPECT_EQ(v["variance_north"], 0.5);
  EXPECT_EQ(v["variance_east"], 0.25);
  EXPECT_EQ(v["tas_innov"], 0.0);
}

TEST(YawEstimatorTopic, HoldsTheBankAndItsFiveFilters) {
  YawBankStatus bank{.time = nanoseconds(2.0), .yaw = 0.3, .yaw_variance = 0.01};
  bank.filter_yaw = {-2.0, -1.0, 0.0, 1.0, 2.0};
  bank.innovation_north[1] = 0.1;
  bank.innovation_east[2] = -0.2;
  bank.weight[3] = 0.7;
  bank.certain = true;
  const Values v = values_of<YawEstimatorStatusTopic>(bank);
  EXPECT_EQ(v["yaw_composite"], 0.3);
  EXPECT_EQ(v["yaw_variance"], 0.01);
  EXPECT_EQ(v["yaw[4]"], 2.0);
  EXPECT_EQ(v["innov_vn[1]"], 0.1);
  EXPECT_EQ(v["innov_ve[2]"], -0.2);
  EXPECT_EQ(v["weight[3]"], 0.7);
  EXPECT_EQ(v["yaw_composite_valid"], 1.0);
}

TEST(InnovationTopics, HoldTheDragOfBothAxes) {
  EstimatorStatus filter;
  filter.drag.innovation = {0.1, -0.2};
  filter.drag.innovation_variance = {0.3, 0.4};
  filter.drag.test_ratio = {0.5, 0.6};
  EXPECT_EQ(values_of<EstimatorInnovationsTopic>(filter)["drag[1]"], -0.2);
  EXPECT_EQ(values_of<EstimatorInnovationVariancesTopic>(filter)["drag[0]"], 0.3);
  EXPECT_EQ(values_of<EstimatorInnovationTestRatiosTopic>(filter)["drag[1]"], 0.6);
}

TEST(LandDetectedTopic, TellsDescentAndGroundEffect) {
  LandDetection land;
  land.in_descend = true;
  EXPECT_EQ(values_of<VehicleLandDetectedTopic>(land)["in_descend"], 1.0);
  EXPECT_EQ(values_of<VehicleLandDetectedTopic>(land)["in_ground_effect"], 0.0);
  land.in_ground_effect = true;
  EXPECT_EQ(values_of<VehicleLandDetectedTopic>(land)["in_ground_effect"], 1.0);
}

}  // namespace
}  // namespace alula
