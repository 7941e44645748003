// What an airframe can do without one of its motors.
#include <algorithm>
#include <cmath>
#include <optional>

#include "control/allocation_inverse.h"

namespace alula {
namespace {

using namespace allocation;

constexpr auto kYaw = static_cast<std::size_t>(ControlAxis::yaw);
constexpr auto kThrust = static_cast<std::size_t>(ControlAxis::thrust);
// A motor that hovers with less of the mean than this cannot slow down for roll or pitch.
constexpr double kIdleShare = 0.25;
// The opposite motor of an uneven quadcopter would have to pull down a little; the gyroscopic
// moment of the spinning vehicle lifts it.
constexpr double kSpinningShare = -0.15;
constexpr double kYawBalance = 0.1;  // of the yaw torques that all motors make

void clear_column(Rows& rows, std::size_t motor) {
  for (auto& row : rows) row[motor] = 0.0;
}

// Of the least motor among `rows` in hover, over the mean of those that count.
struct Least {
  std::size_t motor = 0;
  double share = 1.0;
};
Least least_of(const Rows& rows, const Rows& inverse, std::size_t motors) {
  double sum = 0.0, count = 0.0;
  for (std::size_t i = 0; i < motors; ++i) {
    if (rows[kThrust][i] == 0.0) continue;
    sum -= inverse[kThrust][i];
    count += 1.0;
  }
  Least least;
  for (std::size_t i = 0; i < motors; ++i) {
    if (rows[kThrust][i] == 0.0) continue;
    const double share = -inverse[kThrust][i] * count / sum;
    if (share < least.share) least = {i, share};
  }
  return least;
}

bool is_balanced(const Rows& rows, const Rows& inverse) {
  double sum = 0.0, size = 0.0;
  for (std::size_t i = 0; i < kMotorsMax; ++i) {
    const double torque = rows[kYaw][i] * inverse[kThrust][i];
    sum += torque;
    size += std::fabs(torque);
  }
  return std::fabs(sum) <= kYawBalance * size;
}

std::optional<Rows> inverse_without_yaw(Rows rows) {
  rows[kYaw] = {};
  const Rows unit = unit_rows(rows);
  if (uncontrolled_axis(unit, ControlAxis::yaw)) return std::nullopt;
  return pseudo_inverse(rows, unit);
}

// Roll and pitch lean on motors alone that turn in hover: one that stands still can only speed up.
std::optional<Rows> inverse_of_lifting(Rows rows, const Rows& full, std::size_t motors) {
  Least least = least_of(rows, full, motors);
  std::optional<Rows> level;
  while (least.share < kIdleShare) {
    clear_column(rows, least.motor);
    level = inverse_without_yaw(rows);
    if (!level) return std::nullopt;
    least = least_of(rows, *level, motors);
  }
  if (level) (*level)[kYaw] = full[kYaw];
  return level;
}

}  // namespace

MotorLoss without_motor(const AllocationTables& whole, std::size_t motor) {
  const std::size_t motors = whole.mix.motors;
  MotorLoss loss;
  loss.tables.effectiveness = whole.effectiveness;
  loss.tables.scale = whole.scale;
  Rows& rows = loss.tables.effectiveness;
  clear_column(rows, motor);
  const auto found = [&](const Rows& inverse, ControlLeft left) {
    loss.tables.mix = mix_of(inverse, whole.scale, motors);
    loss.left = left;
    return loss;
  };

  const Rows unit = unit_rows(rows);
  if (!uncontrolled_axis(unit)) {
    const Rows full = pseudo_inverse(rows, unit);
    if (least_of(rows, full, motors).share >= kIdleShare) return found(full, ControlLeft::all);
    const auto level = inverse_of_lifting(rows, full, motors);
    if (level && is_balanced(rows, *level)) return found(*level, ControlLeft::level);
  }
  const auto level = inverse_without_yaw(rows);
  if (level && least_of(rows, *level, motors).share >= kSpinningShare) {
    return found(*level, is_balanced(rows, *level) ? ControlLeft::level : ControlLeft::spinning);
  }
  return loss;
}

AllocationSet::AllocationSet(const AllocationTables& all) : whole(all) {
  for (std::size_t i = 0; i < all.mix.motors; ++i) without[i] = without_motor(all, i);
}

}  // namespace alula
