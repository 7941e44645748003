#include "control/allocation.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "core/config_check.h"

namespace alula {
namespace {

using Rows = std::array<std::array<double, kMotorsMax>, kControlAxes>;
using Square = std::array<std::array<double, kControlAxes>, kControlAxes>;

double inner(const std::array<double, kMotorsMax>& a, const std::array<double, kMotorsMax>& b) {
  double sum = 0.0;
  for (std::size_t i = 0; i < kMotorsMax; ++i) sum += a[i] * b[i];
  return sum;
}

Rows effectiveness_of(const Airframe& airframe) {
  Rows rows{};
  for (std::size_t i = 0; i < airframe.rotors.size(); ++i) {
    const AirframeRotor& rotor = airframe.rotors[i];
    const Vec3 force = rotor.thrust_max_n * rotor.axis_B;
    // A rotor that turns counter-clockwise, seen from its thrust side, turns the body the other
    // way.
    const Vec3 moment = cross(rotor.p_BR, force) - rotor.moment_ratio_m * force;
    rows[0][i] = moment.x;
    rows[1][i] = moment.y;
    rows[2][i] = moment.z;
    rows[3][i] = force.z;
  }
  return rows;
}

// Rows of length one; a row of zeros stays.
Rows unit_rows(const Rows& rows) {
  Rows result = rows;
  for (auto& row : result) {
    const double length = std::sqrt(inner(row, row));
    if (length > 1e-9) std::for_each(row.begin(), row.end(), [&](double& x) { x /= length; });
  }
  return result;
}

// The first axis whose row is (nearly) a combination of the other rows: no motor pattern moves it
// alone.
std::optional<ControlAxis> uncontrolled_axis(const Rows& unit) {
  for (std::size_t axis = 0; axis < kControlAxes; ++axis) {
    // Gram-Schmidt over the other rows, then over this one.
    Rows basis{};
    std::size_t size = 0;
    const auto residual = [&](std::array<double, kMotorsMax> row) {
      for (std::size_t k = 0; k < size; ++k) {
        const double share = inner(basis[k], row);
        for (std::size_t i = 0; i < kMotorsMax; ++i) row[i] -= share * basis[k][i];
      }
      return row;
    };
    for (std::size_t other = 0; other < kControlAxes; ++other) {
      if (other == axis) continue;
      auto row = residual(unit[other]);
      const double length = std::sqrt(inner(row, row));
      if (length < 1e-6) continue;
      std::for_each(row.begin(), row.end(), [&](double& x) { x /= length; });
      basis[size++] = row;
    }
    const auto rest = residual(unit[axis]);
    if (inner(rest, rest) < 1e-6) return static_cast<ControlAxis>(axis);
  }
  return std::nullopt;
}

// Gauss-Jordan with pivoting; the matrix is regular, as uncontrolled_axis() has found nothing.
Square inverse_of(Square a) {
  Square b{};
  for (std::size_t i = 0; i < kControlAxes; ++i) b[i][i] = 1.0;
  for (std::size_t c = 0; c < kControlAxes; ++c) {
    std::size_t pivot = c;
    for (std::size_t r = c + 1; r < kControlAxes; ++r) {
      if (std::fabs(a[r][c]) > std::fabs(a[pivot][c])) pivot = r;
    }
    std::swap(a[c], a[pivot]);
    std::swap(b[c], b[pivot]);
    const double scale = 1.0 / a[c][c];
    for (std::size_t k = 0; k < kControlAxes; ++k) a[c][k] *= scale, b[c][k] *= scale;
    for (std::size_t r = 0; r < kControlAxes; ++r) {
      if (r == c) continue;
      const double factor = a[r][c];
      for (std::size_t k = 0; k < kControlAxes; ++k)
        a[r][k] -= factor * a[c][k], b[r][k] -= factor * b[c][k];
    }
  }
  return b;
}

// Transposed Moore-Penrose inverse E^T (E E^T)^-1: row per axis. Unit rows keep newtons and newton
// metres apart.
Rows pseudo_inverse(const Rows& rows, const Rows& unit) {
  Square gram{};
  for (std::size_t i = 0; i < kControlAxes; ++i) {
    for (std::size_t j = 0; j < kControlAxes; ++j) gram[i][j] = inner(unit[i], unit[j]);
  }
  const Square regular = inverse_of(gram);
  Rows result{};
  for (std::size_t axis = 0; axis < kControlAxes; ++axis) {
    const double length = std::sqrt(inner(rows[axis], rows[axis]));
    for (std::size_t i = 0; i < kMotorsMax; ++i) {
      for (std::size_t k = 0; k < kControlAxes; ++k)
        result[axis][i] += regular[k][axis] * unit[k][i] / length;
    }
  }
  return result;
}

// Twice the mean square of the entries that count, under the root.
double torque_scale(const std::array<double, kMotorsMax>& row) {
  double largest = 0.0;
  for (const double x : row) largest = std::max(largest, std::fabs(x));
  const auto counted = std::count_if(row.begin(), row.end(),
                                     [&](double x) { return std::fabs(x) > 1e-3 * largest; });
  if (counted == 0) return 1.0;
  return std::sqrt(inner(row, row) / (0.5 * static_cast<double>(counted)));
}

double mean_size(const std::array<double, kMotorsMax>& row, std::size_t motors) {
  double sum = 0.0;
  for (std::size_t i = 0; i < motors; ++i) sum += std::fabs(row[i]);
  return sum / static_cast<double>(motors);
}

std::array<double, kMotorsMax> normalised(const std::array<double, kMotorsMax>& row, double scale) {
  std::array<double, kMotorsMax> result{};
  for (std::size_t i = 0; i < kMotorsMax; ++i) {
    const double entry = row[i] / scale;
    result[i] = std::fabs(entry) < 1e-3 ? 0.0 : entry;
  }
  return result;
}

MaybeError check_rotors(const Airframe& airframe) {
  ConfigCheck check;
  check.require("rotors", !airframe.rotors.empty(), "must hold at least one rotor");
  for (std::size_t i = 0; i < airframe.rotors.size(); ++i) {
    const AirframeRotor& rotor = airframe.rotors[i];
    const std::string where = "rotors[" + std::to_string(i) + "].";
    check.finite(where + "p_BR", rotor.p_BR)
        .require(where + "axis_B", std::fabs(norm(rotor.axis_B) - 1.0) <= 1e-6,
                 "must have length 1")
        .above_zero(where + "thrust_max_n", rotor.thrust_max_n)
        .finite(where + "moment_ratio_m", rotor.moment_ratio_m);
  }
  return check.result();
}

}  // namespace

const char* to_string(ControlAxis axis) {
  switch (axis) {
    case ControlAxis::roll:
      return "roll";
    case ControlAxis::pitch:
      return "pitch";
    case ControlAxis::yaw:
      return "yaw";
    case ControlAxis::thrust:
      return "thrust";
  }
  return "unknown";
}

MaybeError validate(const AllocationConfig& config) {
  return ConfigCheck()
      .require("airmode", config.airmode >= 0 && config.airmode <= 2, "must be 0, 1 or 2")
      .from_to("thrust_curve", config.thrust_curve, 0.0, 1.0)
      .zero_or_more("slew_time_s", config.slew_time_s)
      .result();
}

Result<AllocationTables> make_allocation_tables(const Airframe& airframe) {
  if (MaybeError error = check_rotors(airframe)) return *error;
  AllocationTables tables;
  tables.effectiveness = effectiveness_of(airframe);
  const Rows unit = unit_rows(tables.effectiveness);
  if (const auto axis = uncontrolled_axis(unit)) {
    return invalid_config(
        "rotors", std::string(to_string(*axis)) +
                      " cannot be controlled on its own: add rotors, or change places, axes or "
                      "directions of rotation");
  }
  const Rows inverse = pseudo_inverse(tables.effectiveness, unit);
  const double tilt_scale = std::max(torque_scale(inverse[0]), torque_scale(inverse[1]));
  const std::size_t motors = airframe.rotors.size();
  double yaw_scale = *std::max_element(inverse[2].begin(), inverse[2].end());
  if (!(yaw_scale > 0.0)) yaw_scale = mean_size(inverse[2], motors);
  tables.scale = {tilt_scale, tilt_scale, yaw_scale, mean_size(inverse[3], motors)};
  tables.mix = {normalised(inverse[0], tables.scale[0]), normalised(inverse[1], tables.scale[1]),
                normalised(inverse[2], tables.scale[2]), normalised(inverse[3], tables.scale[3]),
                motors};
  for (std::size_t i = 0; i < motors; ++i) {
    // Level hover asks each motor for its share of the thrust column; a motor cannot pull down.
    if (tables.mix.thrust[i] > 0.0) {
      return invalid_config("rotors[" + std::to_string(i) + "]",
                            "would have to pull down in level hover");
    }
  }
  return tables;
}

TorqueHeadroom torque_headroom(const AllocationStatus& status) {
  // Below this share the shortage is rounding; PX4 takes float's epsilon.
  constexpr double shortage = 1.2e-7;
  const Vec3& missing = status.torque_unallocated;
  TorqueHeadroom headroom;
  headroom.positive = {missing.x > shortage ? 0.0 : 1.0, missing.y > shortage ? 0.0 : 1.0,
                       missing.z > shortage ? 0.0 : 1.0};
  headroom.negative = {missing.x < -shortage ? 0.0 : 1.0, missing.y < -shortage ? 0.0 : 1.0,
                       missing.z < -shortage ? 0.0 : 1.0};
  return headroom;
}

AllocationStatus Allocator::allocate(AllocationState& state, const Vec3& torque,
                                     const Vec3& thrust_B, double dt_s,
                                     MixPriority priority) const {
  AllocationStatus status;
  status.torque_sp = torque;
  status.thrust_sp = thrust_B;
  status.motor_count = static_cast<std::uint32_t>(tables_.mix.motors);
  const std::span<double> motor(status.motor.data(), tables_.mix.motors);
  const auto airmode = static_cast<Airmode>(config_.airmode);
  Mixer<double>(tables_.mix, airmode, priority).mix(torque, thrust_B.z, motor);
  limit(state, motor, dt_s);
  report(status);
  return status;
}

ActuatorCommand Allocator::command(const AllocationStatus& status) const {
  ActuatorCommand command;
  command.time = status.time;
  command.motor_count = status.motor_count;
  command.armed = true;
  for (std::size_t i = 0; i < status.motor_count; ++i) {
    command.motor[i] = signal_of_thrust(status.motor[i], config_.thrust_curve);
  }
  return command;
}

void Allocator::limit(AllocationState& state, std::span<double> motor, double dt_s) const {
  const double step = config_.slew_time_s > 0.0 ? dt_s / config_.slew_time_s : 1.0;
  for (std::size_t i = 0; i < motor.size(); ++i) {
    const double clipped = std::clamp(motor[i], 0.0, 1.0);
    motor[i] = std::clamp(clipped, state.motor[i] - step, state.motor[i] + step);
    state.motor[i] = motor[i];
  }
}

void Allocator::report(AllocationStatus& status) const {
  std::array<double, kControlAxes> given{};
  for (std::size_t axis = 0; axis < kControlAxes; ++axis) {
    given[axis] = tables_.scale[axis] * inner(tables_.effectiveness[axis], status.motor);
  }
  status.torque_unallocated = status.torque_sp - Vec3{given[0], given[1], given[2]};
  status.thrust_unallocated = status.thrust_sp - Vec3{0.0, 0.0, given[3]};
  // PX4's limits: a thousandth of the full range.
  status.torque_achieved = norm_squared(status.torque_unallocated) < 1e-6;
  status.thrust_achieved = norm_squared(status.thrust_unallocated) < 1e-6;
}

}  // namespace alula
