// A box on a slope under gravity alone: the test bed of the contact laws.
#pragma once

#include <cmath>
#include <vector>

#include "math/frames.h"
#include "world/contact.h"

namespace alula {

inline constexpr double kGravity = 9.80665;
inline constexpr double kStep_s = 0.001;

// Mass, inertia and skids of a 2 kg quadcopter.
class BodyOnGround {
 public:
  explicit BodyOnGround(const GroundConfig& ground, std::vector<Vec3> points_B = skids())
      : model_(make_ground(ground), mass_properties<double>(element()), points_B) {
    const Vec3 down{0.0, 0.0, 1.0};
    const Vec3 into_ground = -model_.ground().normal_W;
    const Vec3 axis = cross(down, into_ground);
    body.q_WB = normalized(Quat{1.0 + dot(down, into_ground), axis.x, axis.y, axis.z});
    body.p_WB = -model_.lowest_height(body) * model_.ground().normal_W;
  }
  static std::vector<Vec3> skids() {
    return {{0.125, 0.132, 0.229},
            {0.125, -0.132, 0.229},
            {-0.125, 0.132, 0.229},
            {-0.125, -0.132, 0.229}};
  }
  static MassElement element() {
    return {.mass_kg = 2.064,
            .position_m = {},
            .inertia_kg_m2 = Mat3::diagonal({0.0239, 0.0239, 0.0440})};
  }

  // Free motion over one step (exact in translation, implicit midpoint in rotation), then contact.
  ContactResult step(const Vec3& extra_force_W = {}) {
    const MassElement e = element();
    const Vec3 a = Vec3{0.0, 0.0, kGravity} + extra_force_W / e.mass_kg;
    body.p_WB += kStep_s * body.v_WB + (0.5 * kStep_s * kStep_s) * a;
    body.v_WB += kStep_s * a;
    turn_freely(e.inertia_kg_m2);
    return model_.resolve(state, body, kStep_s, {.acceleration_W = a});
  }
  [[nodiscard]] double energy() const {
    const MassElement e = element();
    return 0.5 * e.mass_kg * norm_squared(body.v_WB) +
           0.5 * dot(body.w_WB_B, e.inertia_kg_m2 * body.w_WB_B) -
           e.mass_kg * kGravity * body.p_WB.z;
  }
  [[nodiscard]] double height() const { return model_.lowest_height(body); }
  [[nodiscard]] const ContactModel& model() const { return model_; }

  RigidBodyState<double> body{};
  ContactState state{};

 private:
  void turn_freely(const Mat3& inertia) {
    const Mat3 inverse_inertia = inverse(inertia);
    const Vec3 before = body.w_WB_B;
    Vec3 after = before;
    for (int i = 0; i < 4; ++i) {
      const Vec3 middle = 0.5 * (before + after);
      after = before - kStep_s * (inverse_inertia * cross(middle, inertia * middle));
    }
    body.q_WB = normalized(body.q_WB * from_rotation_vector((0.5 * kStep_s) * (before + after)));
    body.w_WB_B = after;
  }

  ContactModel model_;
};

}  // namespace alula
