// scenario/state_table.h: the truth of a vehicle as a row of numbers in the units of files.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "sim/simulation.h"

namespace alula {

// Angles relative to the local level frame below the vehicle, rates to inertial space (what a gyro reads).
inline constexpr std::array<std::string_view, 24> kStateColumns{
    "time_s", "latitude_deg", "longitude_deg", "height_m",
    "north_m", "east_m", "down_m",                                      // p_WB
    "velocity_north_m_s", "velocity_east_m_s", "velocity_down_m_s",
    "roll_deg", "pitch_deg", "yaw_deg",
    "rate_roll_inertial_deg_s", "rate_pitch_inertial_deg_s", "rate_yaw_inertial_deg_s",
    "specific_force_x_m_s2", "specific_force_y_m_s2", "specific_force_z_m_s2",  // of the parts, contact left out
    "contact_force_north_n", "contact_force_east_n", "contact_force_down_n",    // over the step that led here
    "lowest_point_m", "gravity_m_s2"};
using StateRow = std::array<double, kStateColumns.size()>;

// Of vehicle `index` at the present time. Specific force, contact and gravity are those of the step before.
StateRow state_row(const Simulation& simulation, std::size_t index);

std::string csv_header();
// Shortest texts that read back as the same numbers. `vehicle` is the first column.
std::string csv_line(std::string_view vehicle, const StateRow& row);

}  // namespace alula
