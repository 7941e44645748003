// scenario/state_table.h: the truth of a vehicle as a row of numbers in the units of files.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "sim/simulation.h"

namespace alula {

// Level frame: north, east, down below the vehicle. Velocity, attitude and contact force are seen
// from there; rates are relative to inertial space (what a gyroscope reads), in body axes.
inline constexpr std::array<std::string_view, 24> kStateColumns{
    // Since the start of the run.
    "time_s",
    // On the WGS84 ellipsoid.
    "latitude_deg", "longitude_deg", "height_m",
    // p_WB: from the world's origin, along north, east and down there.
    "north_m", "east_m", "down_m",
    // Relative to the Earth.
    "velocity_north_m_s", "velocity_east_m_s", "velocity_down_m_s",
    // Yaw, then pitch, then roll takes the level frame to the body's.
    "roll_deg", "pitch_deg", "yaw_deg", "rate_roll_inertial_deg_s", "rate_pitch_inertial_deg_s",
    "rate_yaw_inertial_deg_s",
    // Of the parts now and of the ground over the step that led here: what an accelerometer at the
    // centre of mass reads.
    "specific_force_x_m_s2", "specific_force_y_m_s2", "specific_force_z_m_s2",
    // Of the ground, over the step that led here.
    "contact_force_north_n", "contact_force_east_n", "contact_force_down_n",
    // The lowest contact point (the centre of mass where there is none) over the ground's plane; in
    // a world without ground over the horizontal plane through the origin.
    "height_above_ground_m",
    // Effective: gravitation and centrifugal term.
    "gravity_m_s2"};
using StateRow = std::array<double, kStateColumns.size()>;

// Of vehicle `index`, which has no brain, at the present time; after Simulation::sense().
StateRow state_row(const Simulation& simulation, std::size_t index);

// The number under one of kStateColumns.
double value_of(const StateRow& row, std::string_view column);

std::string csv_header();
// Shortest texts that read back as the same numbers. `vehicle` is the first column.
std::string csv_line(std::string_view vehicle, const StateRow& row);

}  // namespace alula
