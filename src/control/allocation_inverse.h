// control/allocation_inverse.h: the linear algebra behind the tables of allocation.
#pragma once

#include <optional>

#include "control/allocation_tables.h"

namespace alula::allocation {

using Rows = std::array<std::array<double, kMotorsMax>, kControlAxes>;  // row per axis

double inner(const std::array<double, kMotorsMax>& a, const std::array<double, kMotorsMax>& b);
// Rows of length one; a row of zeros stays.
Rows unit_rows(const Rows& rows);
// The first axis whose row is (nearly) a combination of the other rows: no motor pattern moves it
// alone.
std::optional<ControlAxis> uncontrolled_axis(const Rows& unit,
                                             std::optional<ControlAxis> left_out = {});
// Transposed Moore-Penrose inverse E^T (E E^T)^-1: row per axis. Unit rows keep newtons and newton
// metres apart. An axis whose row is zero is left out.
Rows pseudo_inverse(const Rows& rows, const Rows& unit);
MixTable mix_of(const Rows& inverse, const std::array<double, kControlAxes>& scale,
                std::size_t motors);

}  // namespace alula::allocation
