// scenario/initial_state.h: where a body of a scenario starts, and how it moves there.
#pragma once

#include <cstdint>
#include <string>

#include "document/map_reader.h"
#include "dynamics/rigid_body.h"
#include "earth/geodesy.h"
#include "sim/world_config.h"
#include "vehicle/vehicle_config.h"

namespace alula {

// What the rates in a file are relative to: inertial space (what a gyroscope reads) or the Earth.
enum class RateReference : std::uint8_t { inertial, earth };

// In the level frame N (north, east, down) below the place.
struct InitialState {
  Geodetic place{};
  Vec3 velocity_ned_m_s{};  // relative to the Earth
  Euler attitude{};
  Vec3 rates_rad_s{};  // in body axes
  RateReference rates_reference = RateReference::earth;
  bool on_ground = false;  // at rest at the origin, nose to attitude.yaw; the rest does not count
};

// The keys of `initial`. Without that map the body stands on the ground. Refused: a start below the
// ground of `world`, one on the ground where there is none, or without a contact point.
InitialState read_initial_state(MapReader& vehicle, const WorldConfig& world,
                                const VehicleConfig& config);

// The body that an initial state in the air means in a world. `omega_W`: rotation of the Earth.
RigidBodyState<double> body_of(const InitialState& initial, const LocalFrame& frame,
                               const Vec3& omega_W);

}  // namespace alula
