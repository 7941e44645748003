#include "propulsion/battery.h"

#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "math/integrators.h"
#include "propulsion/rotor.h"

namespace alula {
namespace {

constexpr double kCapacity = 5.2 * 3600.0;  // [C]

double open_circuit_at(const Battery<double>& battery, double state_of_charge) {
  return battery.open_circuit((1.0 - state_of_charge) * kCapacity);
}

double supply_of(const Bus<double>& bus) { return bus.source / bus.conductance; }

TEST(Battery, PassesThroughItsTable) {
  const BatteryConfig config;
  const Battery<double> battery = Battery<double>::build(config);
  for (std::size_t i = 0; i < kOpenCircuitPoints; ++i)
    EXPECT_NEAR(open_circuit_at(battery, config.state_of_charge[i]),
                4.0 * config.open_circuit_cell_v[i], 1e-12);
}

TEST(Battery, LosesVoltageWithEveryCoulomb) {
  const Battery<double> battery = Battery<double>::build({});
  for (int i = 0; i < 1000; ++i)
    EXPECT_GT(open_circuit_at(battery, 0.001 * (i + 1)), open_circuit_at(battery, 0.001 * i));
}

// The second derivative of the curve runs through its table points without a step; beyond the ends
// it is zero.
TEST(Battery, HasACurveOfContinuousCurvature) {
  const BatteryConfig config;
  const Battery<double> battery = Battery<double>::build(config);
  const auto curvature = [&](double s) {
    const double h = 1e-4;
    return (open_circuit_at(battery, s + h) - 2.0 * open_circuit_at(battery, s) +
            open_circuit_at(battery, s - h)) /
           (h * h);
  };
  double largest = 0.0;
  for (int i = 0; i <= 100; ++i) largest = std::fmax(largest, std::fabs(curvature(0.01 * i)));
  for (const double knot : config.state_of_charge)
    EXPECT_NEAR(curvature(knot - 5e-4), curvature(knot + 5e-4), 0.03 * largest);
  EXPECT_NEAR(curvature(-0.1), 0.0, 1e-5 * largest);
  EXPECT_NEAR(curvature(1.1), 0.0, 1e-5 * largest);
}

TEST(Battery, SagsByResistanceTimesCurrent) {
  const Battery<double> battery = Battery<double>::build({});
  const double taken = 2000.0;
  Bus<double> bus;
  battery.publish({}, &taken, nullptr, bus);
  EXPECT_NEAR(supply_of(bus), battery.open_circuit(taken), 1e-12);
  bus.source -= 21.0;  // a load
  EXPECT_NEAR(supply_of(bus), battery.open_circuit(taken) - 0.020 * 21.0, 1e-12);
  EXPECT_NEAR(battery.current(taken, supply_of(bus)), 21.0, 1e-10);
}

// A load of constant current for ten minutes takes current times time, and the chemical energy that
// it takes is what arrives plus what the resistance burns.
TEST(Battery, KeepsItsEnergyBalance) {
  const Battery<double> battery = Battery<double>::build({});
  const double load_a = 20.0;
  // States: charge taken, chemical energy, energy delivered, energy burnt.
  std::vector<double> x(4, 0.0), scratch(rk4_scratch_size(4));
  const auto rate = [&](double, std::span<const double> y, std::span<double> dy) {
    Flight<double> flight;
    Bus<double> bus;
    battery.publish(flight, y.data(), nullptr, bus);
    bus.source -= load_a;
    flight.supply_v = supply_of(bus);
    battery.effect(flight, y.data(), nullptr, dy.data());
    dy[1] = battery.open_circuit(y[0]) * dy[0];
    dy[2] = flight.supply_v * load_a;
    dy[3] = 0.020 * load_a * load_a;
  };
  for (int i = 0; i < 600; ++i) rk4_step<double>(rate, i, 1.0, x, scratch);
  EXPECT_NEAR(x[0], load_a * 600.0, 1e-6);
  EXPECT_NEAR(x[1], x[2] + x[3], 1e-9 * x[1]);
  EXPECT_NEAR(battery.state_of_charge(x[0]), 1.0 - load_a * 600.0 / kCapacity, 1e-9);

  // The chemical energy is the area under the curve.
  double area = 0.0;
  const int strips = 10000;
  for (int i = 0; i < strips; ++i)
    area += battery.open_circuit(x[0] * (i + 0.5) / strips) * x[0] / strips;
  EXPECT_NEAR(x[1], area, 1e-7 * area);
}

TEST(Battery, LowersTheAttainableSpeedAsItEmptiesAndUnderLoad) {
  const Battery<double> battery = Battery<double>::build({});
  const Rotor<double> rotor = Rotor<double>::build({});
  const auto top_speed = [&](double taken, double load_a) {
    Bus<double> bus;
    battery.publish({}, &taken, nullptr, bus);
    bus.source -= load_a;
    return rotor.speed_setpoint(1.0, supply_of(bus));
  };
  EXPECT_NEAR(top_speed(0.0, 0.0), 1000.0, 1e-9);
  EXPECT_NEAR(top_speed(0.0, 42.0), 1000.0 * (16.8 - 0.84) / 16.8, 1e-9);
  EXPECT_NEAR(top_speed(0.7 * kCapacity, 0.0), 1000.0 * (4.0 * 3.77) / 16.8, 1e-9);
}

TEST(Battery, StartsAtItsInitialCharge) {
  BatteryConfig config;
  config.charge_initial = 0.75;
  const Battery<double> battery = Battery<double>::build(config);
  EXPECT_DOUBLE_EQ(battery.charge_taken_initial, 0.25 * kCapacity);
  EXPECT_DOUBLE_EQ(battery.state_of_charge(battery.charge_taken_initial), 0.75);
}

TEST(BatteryConfig, NamesTheFieldThatIsWrong) {
  EXPECT_FALSE(validate(BatteryConfig{}));
  EXPECT_EQ(validate(BatteryConfig{.cells = 0})->where, "cells");
  EXPECT_EQ(validate(BatteryConfig{.capacity_ah = 0.0})->where, "capacity_ah");
  EXPECT_EQ(validate(BatteryConfig{.resistance_ohm = 0.0})->where, "resistance_ohm");
  EXPECT_EQ(validate(BatteryConfig{.charge_initial = 1.5})->where, "charge_initial");
  EXPECT_EQ(validate(BatteryConfig{.state_of_charge = {0.0, 0.2, 0.1, 0.5, 0.75, 0.9, 1.0}})->where,
            "state_of_charge");
  BatteryConfig falling;
  falling.open_circuit_cell_v[3] = 3.6;
  EXPECT_EQ(validate(falling)->where, "open_circuit_cell_v");
  BatteryConfig
      kinked;  // rises from entry to entry, but the smooth curve through it would fall in between
  kinked.open_circuit_cell_v = {2.0, 3.68, 3.681, 3.682, 3.683, 4.19, 4.20};
  EXPECT_EQ(validate(kinked)->where, "open_circuit_cell_v");
  BatteryConfig no_number;
  no_number.open_circuit_cell_v[6] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(validate(no_number)->where, "open_circuit_cell_v");
}

}  // namespace
}  // namespace alula
