#include "scenario/initial_state.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "document/number_text.h"
#include "math/frames.h"
#include "sim/read_environment.h"
#include "world/ground.h"

namespace alula {
namespace {

constexpr NumberRange kAngle{.min = -180.0, .max = 180.0};
constexpr NumberRange kHeading{.min = -360.0, .max = 360.0};

// A start this deep is put down to rounding: the contact model lifts the body out.
constexpr double kPenetrationMax = 1e-3;

void read_attitude(MapReader& initial, InitialState& state) {
  MapReader map(initial.map_or_absent(
      {"attitude", "Against the level frame; yaw, then pitch, then roll", "level, nose north"}));
  if (state.on_ground) {
    for (const char* key : {"roll_deg", "pitch_deg"}) {
      if (map.has(key)) map.reject(key, "is given by the ground; expected yaw_deg alone");
    }
  } else {
    state.attitude.roll =
        radians(map.number_or({"roll_deg", "Right side down; not on the ground"}, 0.0, kAngle));
    state.attitude.pitch = radians(map.number_or({"pitch_deg", "Nose up; not on the ground"}, 0.0,
                                                 {.min = -90.0, .max = 90.0}));
  }
  state.attitude.yaw =
      radians(map.number_or({"yaw_deg", "Heading, clockwise from north"}, 0.0, kHeading));
  initial.keep(map.finish());
}

void read_rates(MapReader& map, InitialState& state) {
  const bool inertial = map.has("rates_inertial_deg_s");
  if (inertial && map.has("rates_earth_deg_s")) {
    map.reject("rates_earth_deg_s",
               "stands beside rates_inertial_deg_s; expected one or the other");
  }
  const Key key = inertial ? Key{"rates_inertial_deg_s",
                                 "Relative to inertial space, as a gyroscope reads them; "
                                 "instead of rates_earth_deg_s",
                                 "those relative to the Earth count"}
                           : Key{"rates_earth_deg_s",
                                 "Roll, pitch, yaw rate in body axes, relative to the Earth"};
  const Vec3 rates_deg_s = map.vector3_or<Vec3>(key, Vec3{}, {.min = -36000.0, .max = 36000.0});
  state.rates_reference = inertial ? RateReference::inertial : RateReference::earth;
  state.rates_rad_s = radians(1.0) * rates_deg_s;
}

void read_motion(MapReader& map, const WorldConfig& world, InitialState& state) {
  state.place = read_geodetic_or(map, {"place", "Of the centre of mass", "the world's origin"},
                                 world.environment.origin, world.environment.geoid);
  state.velocity_ned_m_s =
      map.vector3_or<Vec3>({"velocity_ned_m_s", "North, east, down, relative to the Earth"}, Vec3{},
                           {.min = -10000.0, .max = 10000.0});
  read_rates(map, state);
}

void refuse_motion(MapReader& map) {
  constexpr std::array keys{"place", "velocity_ned_m_s", "rates_inertial_deg_s",
                            "rates_earth_deg_s"};
  for (const char* key : keys) {
    if (map.has(key)) map.reject(key, "stands beside on_ground: true; expected one or the other");
  }
}

// What the ground has against a start; empty when nothing.
std::string objection(const InitialState& state, const WorldConfig& world,
                      const VehicleConfig& config) {
  if (state.on_ground && !world.has_ground) {
    return "stands on the ground, but the world has none; expected an initial state in the air";
  }
  if (state.on_ground && config.contact_points_m.empty()) {
    return "stands on the ground, but has no contact points; expected an initial state in the air";
  }
  if (state.on_ground || !world.has_ground) return {};
  const RigidBodyState<double> body = body_of(state, local_frame(world.environment), Vec3{});
  const GroundPlane ground = make_ground(world.ground);
  double lowest_m = 0.0;
  for (const Vec3& p_B : config.contact_points_m) {
    lowest_m = std::min(lowest_m, ground.height(body.p_WB + body.q_WB * p_B));
  }
  if (lowest_m >= -kPenetrationMax) return {};
  return "starts with its lowest contact point " +
         shortest_text(std::round(-1e3 * lowest_m) / 1e3) +
         " m below the ground; expected a place above it";
}

}  // namespace

InitialState read_initial_state(MapReader& vehicle, const WorldConfig& world,
                                const VehicleConfig& config) {
  const Node node = vehicle.map_or_absent(
      {"initial", "Where and how it starts; {} is at rest at the origin, in the air",
       "on the ground, nose north"});
  MapReader map(node);
  InitialState state;
  state.on_ground = map.boolean_or(
      {"on_ground", "At rest at the origin on its lowest contact points"}, !node.present());
  read_attitude(map, state);
  if (state.on_ground) {
    refuse_motion(map);
  } else {
    read_motion(map, world, state);
  }
  vehicle.keep(map.finish());
  if (!vehicle.ok()) return state;
  const std::string fault = objection(state, world, config);
  if (!fault.empty()) vehicle.reject("initial", fault);
  return state;
}

RigidBodyState<double> body_of(const InitialState& initial, const LocalFrame& frame,
                               const Vec3& omega_W) {
  RigidBodyState<double> body;
  body.p_WB = frame.to_local(initial.place);
  const Mat3 R_WN = frame.R_WN(body.p_WB);
  body.v_WB = R_WN * initial.velocity_ned_m_s;
  body.q_WB = normalized(from_rotation_matrix(R_WN) * from_euler(initial.attitude));
  body.w_WB_B = initial.rates_rad_s;
  if (initial.rates_reference == RateReference::inertial) {
    body.w_WB_B -= body.q_WB.conjugate() * omega_W;
  }
  return body;
}

}  // namespace alula
