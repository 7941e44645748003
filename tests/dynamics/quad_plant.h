// The same quad from one list of configs in any number type: the x500 of PX4's Gazebo models
// (masses, places and motor constants published there), with the battery and drag that Alula gives
// it.
#pragma once

#include <string>
#include <vector>

#include "aero/body_drag.h"
#include "aero/rate_damping.h"
#include "dynamics/plant_step.h"
#include "propulsion/battery.h"
#include "propulsion/rotor.h"

namespace alula::test {

struct QuadConfig {
  MassElement body{};
  std::vector<RotorConfig> rotors;
  std::vector<BatteryConfig> batteries;
  std::vector<BodyDragConfig> drags;
  std::vector<RateDampingConfig> dampings;
  EnvironmentConfig world{};
};

inline QuadConfig x500_config() {
  QuadConfig quad;
  quad.body = {.mass_kg = 2.064,
               .position_m = {},
               .inertia_kg_m2 = Mat3::diagonal({0.0239, 0.0239, 0.0440})};
  struct Place {
    double x, y;
    SpinDirection spin;
  };
  const Place places[] = {{0.174, 0.174, SpinDirection::ccw},
                          {-0.174, -0.174, SpinDirection::ccw},
                          {0.174, -0.174, SpinDirection::cw},
                          {-0.174, 0.174, SpinDirection::cw}};
  for (const Place& place : places) {
    RotorConfig rotor;
    rotor.position_m = {place.x, place.y, -0.0581};
    rotor.spin_direction = place.spin;
    quad.rotors.push_back(rotor);
  }
  quad.batteries.push_back({});
  quad.drags.push_back({});
  quad.dampings.push_back({.linear_n_m_s_rad = {0.01, 0.01, 0.005}});
  quad.world.origin = {.latitude_rad = 0.827246, .longitude_rad = 0.149149, .height_m = 488.0};
  return quad;
}

template <template <class> class P, class Real, class Config>
std::vector<P<Real>> build_parts(const std::vector<Config>& configs) {
  std::vector<P<Real>> parts;
  for (const Config& config : configs) parts.push_back(P<Real>::build(config));
  return parts;
}

inline std::vector<std::string> numbered(const char* name, std::size_t count) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < count; ++i) names.push_back(name + std::to_string(i));
  return names;
}

template <class Real> PartList<Real> quad_parts(const QuadConfig& quad) {
  PartList<Real> list;
  list.template add<Rotor>(build_parts<Rotor, Real>(quad.rotors),
                           numbered("rotor", quad.rotors.size()));
  list.template add<Battery>(build_parts<Battery, Real>(quad.batteries),
                             numbered("battery", quad.batteries.size()));
  list.template add<BodyDrag>(build_parts<BodyDrag, Real>(quad.drags),
                              numbered("drag", quad.drags.size()));
  list.template add<RateDamping>(build_parts<RateDamping, Real>(quad.dampings),
                                 numbered("damping", quad.dampings.size()));
  return list;
}

template <class Real> PlantModel<Real> quad_plant(const QuadConfig& quad) {
  return {mass_properties<Real>(quad.body), Environment<Real>::build(quad.world),
          quad_parts<Real>(quad)};
}

template <class Real>
using FixedQuadParts = FixedParts<Real, Rotor, Battery, BodyDrag, RateDamping>;

template <class Real>
PlantModel<Real, FixedQuadParts<Real>> fixed_quad_plant(const QuadConfig& quad) {
  return {mass_properties<Real>(quad.body), Environment<Real>::build(quad.world),
          FixedQuadParts<Real>(build_parts<Rotor, Real>(quad.rotors),
                               build_parts<Battery, Real>(quad.batteries),
                               build_parts<BodyDrag, Real>(quad.drags),
                               build_parts<RateDamping, Real>(quad.dampings))};
}

// At rest at the origin, level, nose north, motors at `speed`, battery full.
template <class Real> std::vector<Real> quad_at_rest(const QuadConfig& quad, double speed_rad_s) {
  std::vector<Real> x(kBodyStates + quad.rotors.size() + quad.batteries.size(), Real(0.0));
  x[kAttitudeState] = Real(1.0);
  for (std::size_t i = 0; i < quad.rotors.size(); ++i) x[kBodyStates + i] = Real(speed_rad_s);
  return x;
}

}  // namespace alula::test
