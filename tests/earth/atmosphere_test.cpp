#include "earth/atmosphere.h"

#include <cmath>

#include <gtest/gtest.h>

#include "tests/support/csv.h"

namespace alula {
namespace {

enum Column : std::size_t {
  geometric,
  geopotential,
  temperature,
  pressure,
  density,
  weight,
  sound,
  viscosity
};

// Each row was made for one round height; the other of the two is rounded to a metre, which alone
// would be 7e-5 of the pressure.
double height_of(const std::vector<double>& row) {
  const bool round_geometric = std::fmod(row[geometric], 500.0) == 0.0;
  return round_geometric ? row[geometric] : geometric_height(row[geopotential]);
}

TEST(Atmosphere, MeetsTheStandardFromFiveKilometresBelowTheSeaToEighty) {
  const Rows rows = read_rows("atmosphere/isa_us76_table.csv");
  ASSERT_EQ(rows.size(), 21U);
  for (const auto& row : rows) {
    const Air<double> air = standard_atmosphere(height_of(row));
    EXPECT_NEAR(air.temperature_k, row[temperature], 0.01) << row[geometric];
    EXPECT_NEAR(air.pressure_pa, row[pressure], 2e-5 * row[pressure]) << row[geometric];
    EXPECT_NEAR(air.density_kg_m3, row[density], 2e-5 * row[density]) << row[geometric];
    EXPECT_NEAR(air.speed_of_sound_m_s, row[sound], 0.002) << row[geometric];
    EXPECT_NEAR(dynamic_viscosity(air.temperature_k), row[viscosity], 1e-4 * row[viscosity])
        << row[geometric];
  }
}

// U.S. Standard Atmosphere 1976, table I: at 86 km 186.946 K (molecular scale) and 0.37338 Pa.
TEST(Atmosphere, EndsAtEightySixKilometresAsTabulated) {
  const Air<double> air = standard_atmosphere(86000.0);
  EXPECT_NEAR(air.temperature_k, 186.946, 1e-3);
  EXPECT_NEAR(air.pressure_pa, 0.37338, 2e-5 * 0.37338);
  EXPECT_NEAR(standard_atmosphere(120000.0).temperature_k, air.temperature_k, 1e-9);
  EXPECT_GT(standard_atmosphere(120000.0).pressure_pa, 0.0);
}

// The law of each layer, followed to its top, gives the pressure and temperature the next one
// starts with.
TEST(Atmosphere, LayersJoin) {
  for (std::size_t i = 1; i < us76::layers.size(); ++i) {
    const double border = geometric_height(us76::layers[i].base_m);
    const Air<double> below = standard_atmosphere(border - 1e-6);
    EXPECT_NEAR(below.pressure_pa, us76::layers[i].base_pa, 1e-9 * below.pressure_pa) << border;
    EXPECT_NEAR(below.temperature_k, us76::layers[i].base_k, 1e-7) << border;
  }
}

// Hydrostatic balance dp/dh = -rho g, with g0 (r/(r + h))^2, by central differences.
TEST(Atmosphere, CarriesItsOwnWeight) {
  for (double h = -4900.0; h < 86000.0; h += 777.0) {
    const double slope =
        (standard_atmosphere(h + 1.0).pressure_pa - standard_atmosphere(h - 1.0).pressure_pa) / 2.0;
    const double ratio = us76::earth_radius_m / (us76::earth_radius_m + h);
    const double weight = standard_atmosphere(h).density_kg_m3 * 9.80665 * ratio * ratio;
    EXPECT_NEAR(slope, -weight, 1e-5 * weight) << h;
  }
}

TEST(Day, WithoutOffsetsIsTheStandardToTheBit) {
  for (double h = -4900.0; h < 86000.0; h += 777.0) {
    const Air<double> air = Atmosphere<double>(AtmosphereConfig{}).air(h);
    EXPECT_EQ(air.pressure_pa, standard_atmosphere(h).pressure_pa);
    EXPECT_EQ(air.density_kg_m3, standard_atmosphere(h).density_kg_m3);
  }
}

TEST(Day, IsWarmerByTheSameEverywhereAndHasItsPressureAtTheSea) {
  const Atmosphere<double> day({.temperature_offset_k = 20.0, .pressure_offset_pa = -1500.0});
  EXPECT_NEAR(day.air(0.0).pressure_pa, 101325.0 - 1500.0, 1e-9);
  for (double h = -4900.0; h < 86000.0; h += 777.0) {
    EXPECT_NEAR(day.air(h).temperature_k, standard_atmosphere(h).temperature_k + 20.0, 1e-10);
  }
}

// Hydrostatic balance on that day too, over all layers and their borders.
TEST(Day, CarriesItsOwnWeight) {
  for (const double warmer_k : {-30.0, 30.0}) {
    const Atmosphere<double> day({.temperature_offset_k = warmer_k, .pressure_offset_pa = 2000.0});
    for (double h = -4900.0; h < 86000.0; h += 777.0) {
      const double slope = (day.air(h + 1.0).pressure_pa - day.air(h - 1.0).pressure_pa) / 2.0;
      const double ratio = us76::earth_radius_m / (us76::earth_radius_m + h);
      const double weight = day.air(h).density_kg_m3 * 9.80665 * ratio * ratio;
      EXPECT_NEAR(slope, -weight, 1e-5 * weight) << h;
    }
    for (std::size_t i = 1; i < us76::layers.size(); ++i) {
      const double border = geometric_height(us76::layers[i].base_m);
      const double below = day.air(border - 1e-6).pressure_pa;
      EXPECT_NEAR(below, day.air(border + 1e-6).pressure_pa, 1e-8 * below) << border;
    }
  }
}

// At the same pressure offset alone every pressure is scaled: p0'/p0.
TEST(Day, APressureOffsetScalesThePressureAtEveryHeight) {
  const Atmosphere<double> day({.pressure_offset_pa = 1013.25});
  for (double h = 0.0; h < 86000.0; h += 7000.0) {
    const double standard = standard_atmosphere(h).pressure_pa;
    EXPECT_NEAR(day.air(h).pressure_pa, 1.01 * standard, 1e-12 * standard);
  }
}

TEST(Day, RefusesWeatherThatNoDayHas) {
  EXPECT_EQ(validate(AtmosphereConfig{.temperature_offset_k = 90.0})->where,
            "temperature_offset_k");
  EXPECT_EQ(validate(AtmosphereConfig{.pressure_offset_pa = -50000.0})->where,
            "pressure_offset_pa");
  EXPECT_FALSE(validate(AtmosphereConfig{}).has_value());
}

// The figure that everybody gets wrong: 11 km geometric are 10981 m geopotential.
TEST(Atmosphere, GeopotentialHeightLagsByNineteenMetresAtElevenKilometres) {
  EXPECT_NEAR(11000.0 - geopotential_height(11000.0), 19.0, 0.05);
  EXPECT_NEAR(geometric_height(geopotential_height(54321.0)), 54321.0, 1e-9);
}

TEST(Atmosphere, PressureAltitudeIsTheInverseInEveryLayer) {
  for (double h = -5000.0; h < 90000.0; h += 317.0) {
    EXPECT_NEAR(altitude_from_pressure(standard_atmosphere(h).pressure_pa), h, 1e-7) << h;
  }
  EXPECT_EQ(geopotential_from_pressure(101325.0), 0.0);
  // 1 hPa is 8.3 m at sea level.
  EXPECT_NEAR(geopotential_from_pressure(101225.0), 8.33, 0.01);
}

}  // namespace
}  // namespace alula
