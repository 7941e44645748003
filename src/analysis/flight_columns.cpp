#include <algorithm>
#include <array>

#include "analysis/flight_report.h"

namespace alula {
namespace {

// A topic and its columns, with blanks between; * stands for anything.
struct Wanted {
  std::string_view topic, columns;
};
constexpr auto kWanted = std::to_array<Wanted>({
    {"actuator_motors", "control[*"},
    {"battery_status", "cell_count current_a current_average_a discharged_mah remaining voltage_v"},
    {"esc_status", "esc[*].esc_rpm esc[0].esc_voltage esc[*].esc_current esc_count"},
    {"estimator_innovation_test_ratios",
     "baro_vpos gps_hpos[0] gps_hvel[0] gps_vpos gps_vvel heading mag_field[0]"},
    {"estimator_innovations", "baro_vpos gps_hpos[* gps_hvel[* gps_vpos gps_vvel mag_field[*"},
    {"estimator_states", "states[10] states[11] states[12] states[13] states[14] states[15]"},
    {"force_*", "force[* torque[*"},
    {"home_position", "x y z"},
    {"hover_thrust_estimate", "hover_thrust"},
    {"mission_result", "failure finished seq_reached seq_total"},
    {"position_setpoint_triplet", "current.alt current.lat current.lon current.valid"},
    {"rate_ctrl_status", "pitchspeed_integ rollspeed_integ yawspeed_integ"},
    {"trajectory_setpoint", "position[* velocity[*"},
    {"vehicle_angular_velocity", "xyz[*"},
    {"vehicle_angular_velocity_groundtruth", "xyz[*"},
    {"vehicle_attitude", "q[*"},
    {"vehicle_attitude_groundtruth", "q[*"},
    {"vehicle_attitude_setpoint", "q_d[*"},
    {"vehicle_land_detected", "landed"},
    {"vehicle_local_position", "x y z vx vy vz ref_lat ref_lon ref_alt eph epv evh evv"},
    {"vehicle_local_position_groundtruth", "x y z vx vy vz ref_lat ref_lon ref_alt"},
    {"vehicle_local_position_setpoint", "vx vy vz x y z"},
    {"vehicle_rates_setpoint", "pitch roll yaw"},
    {"vehicle_status", "arming_state failsafe nav_state"},
    {"vehicle_thrust_setpoint", "xyz[2]"},
    {"vehicle_torque_setpoint", "xyz[*"},
});

bool fits(std::string_view name, std::string_view pattern) {
  const std::size_t star = pattern.find('*');
  if (star == std::string_view::npos) return name == pattern;
  return name.size() + 1 >= pattern.size() && name.starts_with(pattern.substr(0, star)) &&
         name.ends_with(pattern.substr(star + 1));
}

bool is_among(std::string_view column, std::string_view patterns) {
  while (!patterns.empty()) {
    const std::size_t end = std::min(patterns.find(' '), patterns.size());
    if (fits(column, patterns.substr(0, end))) return true;
    patterns.remove_prefix(std::min(end + 1, patterns.size()));
  }
  return false;
}

}  // namespace

bool is_in_flight_report(std::string_view topic, std::string_view column) {
  return std::any_of(kWanted.begin(), kWanted.end(), [&](const Wanted& wanted) {
    return fits(topic, wanted.topic) && is_among(column, wanted.columns);
  });
}

}  // namespace alula
