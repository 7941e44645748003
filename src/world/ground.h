// world/ground.h: the ground, a plane through the origin of W. Its height does not follow the
// Earth's curvature.
#pragma once

#include <cstdint>

#include "core/error.h"
#include "math/vector.h"

namespace alula {

// Who answers when a vehicle touches the ground.
enum class ContactLaw : std::uint8_t {
  coulomb,  // ours: contact.h
  airsim,   // AirSim's: airsim_contact.h
};

inline constexpr double kAirsimFriction = 0.5;
inline constexpr double kAirsimRestitution = 0.55;

struct GroundConfig {
  double slope_deg = 0.0;           // angle to the horizontal plane of W, 0 to 60
  double uphill_azimuth_deg = 0.0;  // where the ground rises, clockwise from north
  double friction = 0.6;            // Coulomb's coefficient, static and kinetic
  double restitution = 0.0;         // normal speed after an impact over the speed before, 0 to 1
  ContactLaw contact = ContactLaw::coulomb;
  bool airsim_lock = true;  // of ContactLaw::airsim: a landed body is fixed to the ground
};
MaybeError validate(const GroundConfig& config);

struct GroundPlane {
  Vec3 normal_W{0.0, 0.0, -1.0};  // away from the ground, unit length
  double friction = 0.6;
  double restitution = 0.0;
  ContactLaw contact = ContactLaw::coulomb;
  bool airsim_lock = true;

  // Distance from the plane, along its normal; below zero underground [m].
  [[nodiscard]] double height(const Vec3& p_W) const { return dot(normal_W, p_W); }
};

// `config` has passed validate().
GroundPlane make_ground(const GroundConfig& config);

}  // namespace alula
