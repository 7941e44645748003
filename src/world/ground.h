// world/ground.h: the ground, a plane through the origin of W with raised or different-looking
// patches on it. Its height does not follow the Earth's curvature.
#pragma once

#include <cstdint>
#include <limits>

#include "core/error.h"
#include "core/fixed_list.h"
#include "math/vector.h"

namespace alula {

// Who answers when a vehicle touches the ground.
enum class ContactLaw : std::uint8_t {
  coulomb,  // ours: contact.h
  airsim,   // AirSim's: airsim_contact.h
};

inline constexpr double kAirsimFriction = 0.5;
inline constexpr double kAirsimRestitution = 0.55;

// A rectangle of the ground that is raised, like a table or a roof, or that looks different. Its
// sides are upright; sensors see them, but they stop nobody: contact is with the top alone.
struct GroundPatch {
  double north_from_m = 0.0, north_to_m = 0.0;
  double east_from_m = 0.0, east_to_m = 0.0;
  double height_m = 0.0;  // of its top over the plane, 0 or more
  double texture = 1.0;   // as of the plane
};
inline constexpr std::size_t kGroundPatchesMax = 8;
MaybeError validate(const GroundPatch& patch);

struct GroundConfig {
  double slope_deg = 0.0;           // angle to the horizontal plane of W, 0 to 60
  double uphill_azimuth_deg = 0.0;  // where the ground rises, clockwise from north
  double friction = 0.6;            // Coulomb's coefficient, static and kinetic
  double restitution = 0.0;         // normal speed after an impact over the speed before, 0 to 1
  ContactLaw contact = ContactLaw::coulomb;
  bool airsim_lock = true;  // of ContactLaw::airsim: a landed body is fixed to the ground
  // What cameras see.
  double texture = 1.0;         // 0: nothing to hold on to, 1: gravel, grass
  double light_lux = 10'000.0;  // daylight; an office has 500, a street at night 10
  FixedList<GroundPatch, kGroundPatchesMax> patches{};  // where two overlap, the higher counts
};
MaybeError validate(const GroundConfig& config);

// Where a ray meets the ground.
struct GroundHit {
  double distance_m = std::numeric_limits<double>::infinity();
  double incidence_cosine = 0.0;  // between the ray and the surface's normal, turned inwards
  double texture = 0.0;
};

struct GroundPlane {
  Vec3 normal_W{0.0, 0.0, -1.0};  // away from the ground, unit length
  double friction = 0.6;
  double restitution = 0.0;
  ContactLaw contact = ContactLaw::coulomb;
  bool airsim_lock = true;
  double texture = 1.0;
  double light_lux = 10'000.0;
  FixedList<GroundPatch, kGroundPatchesMax> patches{};

  // What lies in the direction of a unit vector from a place above the ground.
  [[nodiscard]] GroundHit hit(const Vec3& p_W, const Vec3& direction_W) const;
  // By how much the ground lies over the plane there [m].
  [[nodiscard]] double rise(const Vec3& p_W) const;

  // Distance from the plane, along its normal; below zero underground [m].
  [[nodiscard]] double height(const Vec3& p_W) const { return dot(normal_W, p_W); }
};

// `config` has passed validate().
GroundPlane make_ground(const GroundConfig& config);

}  // namespace alula
