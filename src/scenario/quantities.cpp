#include "scenario/quantities.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "math/frames.h"

namespace alula {
namespace {

using O = const Observation&;
constexpr QuantityKind kNumber = QuantityKind::number;
constexpr QuantityKind kFlag = QuantityKind::flag;

double known_when(bool known, double value) { return known ? value : kNotCommanded; }
Vec3 known_when(bool known, const Vec3& value) { return known ? value : kVectorNotCommanded; }

const TruthState& truth(O o) { return o.view.truth; }
const VehicleEstimate& estimate(O o) { return o.view.estimate; }
const VehicleStatus& status(O o) { return o.view.commander.vehicle; }
const ControlStatus& control(O o) { return o.view.control; }

// Vectors are north, east, up, or roll, pitch, yaw.
Vec3 up_from_down(const Vec3& v) { return {v.x, v.y, -v.z}; }
Vec3 angles_deg(const Quat& q_WB) {
  const Euler e = to_euler(q_WB);
  return {degrees(e.roll), degrees(e.pitch), degrees(e.yaw)};
}
double tilt_of(const Quat& q_WB) {
  const Vec3 down_B = q_WB.conjugate() * Vec3{0.0, 0.0, 1.0};
  return degrees(std::acos(std::clamp(down_B.z, -1.0, 1.0)));
}

Vec3 true_velocity(O o) { return up_from_down(truth(o).v_WB); }
Vec3 true_angles(O o) { return angles_deg(truth(o).q_WB); }
Vec3 true_rates(O o) { return degrees(1.0) * truth(o).w_WB_B; }
double true_tilt(O o) { return tilt_of(truth(o).q_WB); }

Vec3 estimated_velocity(O o) {
  const Vec3 v = up_from_down(estimate(o).v_WB);
  const bool xy = estimate(o).v_xy_valid;
  return {known_when(xy, v.x), known_when(xy, v.y), known_when(estimate(o).v_z_valid, v.z)};
}
Vec3 estimated_angles(O o) {
  const Vec3 a = angles_deg(estimate(o).q_WB);
  const bool tilt = estimate(o).attitude_valid;
  return {known_when(tilt, a.x), known_when(tilt, a.y), known_when(estimate(o).heading_valid, a.z)};
}
double estimated_above_ground(O o) {
  return known_when(estimate(o).height_above_ground_valid, estimate(o).height_above_ground_m);
}
double estimated_tilt(O o) {
  return known_when(estimate(o).attitude_valid, tilt_of(estimate(o).q_WB));
}

// Estimate minus truth, on the globe.
Vec3 position_error(O o) {
  const bool known = o.flown.reference_time != 0 && estimate(o).xy_valid && estimate(o).z_valid;
  return known_when(known, estimate(o).p_WB + o.flown.reference_W - truth(o).p_WB);
}
double velocity_error(O o) {
  return known_when(estimate(o).v_xy_valid && estimate(o).v_z_valid,
                    norm(estimate(o).v_WB - truth(o).v_WB));
}
double tilt_error(O o) {
  const Vec3 down{0.0, 0.0, 1.0};
  const Vec3 a = estimate(o).q_WB.conjugate() * down, b = truth(o).q_WB.conjugate() * down;
  return known_when(estimate(o).attitude_valid, degrees(std::atan2(norm(cross(a, b)), dot(a, b))));
}
double yaw_error(O o) {
  const double error = wrap_pi(yaw_of(estimate(o).q_WB) - yaw_of(truth(o).q_WB));
  return known_when(estimate(o).heading_valid, degrees(error));
}

Vec3 place_setpoint(O o) {
  const HomePosition& home = o.view.commander.home;
  return up_from_down(known_when(home.set_count > 0, control(o).position.p_sp - home.p_W));
}
Vec3 velocity_setpoint(O o) { return up_from_down(control(o).position.v_sp); }
Vec3 acceleration_setpoint(O o) { return up_from_down(control(o).position.a_sp); }
Vec3 angles_setpoint(O o) { return angles_deg(control(o).attitude.q_WB_sp); }
Vec3 rates_setpoint(O o) { return degrees(1.0) * control(o).rates.w_WB_B_sp; }
double tilt_setpoint(O o) { return tilt_of(control(o).attitude.q_WB_sp); }
double thrust_setpoint(O o) { return -control(o).rates.thrust_B_sp.z; }

std::span<const double> motors(O o) {
  return {o.view.command.motor.data(), o.view.command.motor_count};
}
template <std::size_t Number> double motor(O o) {
  return known_when(Number <= motors(o).size(), o.view.command.motor[Number - 1]);
}
double lowest_motor(O o) { return motors(o).empty() ? 0.0 : *std::ranges::min_element(motors(o)); }
double highest_motor(O o) { return motors(o).empty() ? 0.0 : *std::ranges::max_element(motors(o)); }
double mean_motor(O o) {
  double sum = 0.0;
  for (const double m : motors(o)) sum += m;
  return motors(o).empty() ? 0.0 : sum / static_cast<double>(motors(o).size());
}

double touchdown_speed(O o) {
  return known_when(o.flown.touchdowns > 0, o.flown.touchdown_speed_m_s);
}
double touchdown_distance(O o) {
  return known_when(o.flown.touchdowns > 0, touchdown_distance_m(o.flown));
}

// One component of a vector, its horizontal length, a field of a struct as a number.
template <Vec3 (*Vector)(O)> double north(O o) { return Vector(o).x; }
template <Vec3 (*Vector)(O)> double east(O o) { return Vector(o).y; }
template <Vec3 (*Vector)(O)> double up(O o) { return Vector(o).z; }
template <Vec3 (*Vector)(O)> double horizontal(O o) { return norm_xy(Vector(o)); }
template <auto Struct, auto Field> double field(O o) {
  return static_cast<double>(Struct(o).*Field);
}
const FlightStatistics& flown(O o) { return o.flown; }
const LandDetection& land(O o) { return control(o).land; }
const MissionResult& mission(O o) { return o.view.commander.mission; }
template <auto Field> double battery(O o) {
  return known_when(o.battery.time > 0, o.battery.*Field);
}

double time_s(O o) { return seconds(o.view.time); }
double armed(O o) { return status(o).arming == ArmingState::armed ? 1.0 : 0.0; }
double in_air(O o) { return is_flying(o.flown, o.view.time) ? 1.0 : 0.0; }
double mission_item(O o) { return mission(o).current + 1.0; }
double mission_reached(O o) { return mission(o).reached + 1.0; }

constexpr auto kQuantities = std::to_array<Quantity>({
    {"time_s", kNumber, "since the start", time_s},

    {"truth.north_m", kNumber, "from where it started", north<true_place>},
    {"truth.east_m", kNumber, "", east<true_place>},
    {"truth.height_m", kNumber, "over where it started", up<true_place>},
    {"truth.height_above_ground_m", kNumber, "of its lowest leg",
     field<truth, &TruthState::lowest_leg_m>},
    {"truth.v_north_m_s", kNumber, "relative to the Earth", north<true_velocity>},
    {"truth.v_east_m_s", kNumber, "", east<true_velocity>},
    {"truth.climb_m_s", kNumber, "upwards", up<true_velocity>},
    {"truth.speed_m_s", kNumber, "horizontal", horizontal<true_velocity>},
    {"truth.roll_deg", kNumber, "", north<true_angles>},
    {"truth.pitch_deg", kNumber, "", east<true_angles>},
    {"truth.yaw_deg", kNumber, "-180 to 180, clockwise from north", up<true_angles>},
    {"truth.tilt_deg", kNumber, "between its axis and the vertical", true_tilt},
    {"truth.rate_roll_deg_s", kNumber, "in body axes", north<true_rates>},
    {"truth.rate_pitch_deg_s", kNumber, "", east<true_rates>},
    {"truth.rate_yaw_deg_s", kNumber, "", up<true_rates>},

    {"estimate.north_m", kNumber, "from home, as the vehicle knows it", north<estimated_place>},
    {"estimate.east_m", kNumber, "", east<estimated_place>},
    {"estimate.height_m", kNumber, "over home", up<estimated_place>},
    {"estimate.v_north_m_s", kNumber, "", north<estimated_velocity>},
    {"estimate.v_east_m_s", kNumber, "", east<estimated_velocity>},
    {"estimate.climb_m_s", kNumber, "", up<estimated_velocity>},
    {"estimate.speed_m_s", kNumber, "horizontal", horizontal<estimated_velocity>},
    {"estimate.roll_deg", kNumber, "", north<estimated_angles>},
    {"estimate.pitch_deg", kNumber, "", east<estimated_angles>},
    {"estimate.yaw_deg", kNumber, "", up<estimated_angles>},
    {"estimate.tilt_deg", kNumber, "", estimated_tilt},
    {"estimate.eph_m", kNumber, "standard deviation of the horizontal position",
     field<estimate, &VehicleEstimate::eph_m>},
    {"estimate.epv_m", kNumber, "of the height", field<estimate, &VehicleEstimate::epv_m>},
    {"estimate.position_valid", kFlag, "horizontal position",
     field<estimate, &VehicleEstimate::xy_valid>},
    {"estimate.height_valid", kFlag, "", field<estimate, &VehicleEstimate::z_valid>},
    {"estimate.velocity_valid", kFlag, "horizontal velocity",
     field<estimate, &VehicleEstimate::v_xy_valid>},
    {"estimate.above_ground_m", kNumber, "its centre over the ground, by range finder or flow",
     estimated_above_ground},
    {"estimate.attitude_valid", kFlag, "", field<estimate, &VehicleEstimate::attitude_valid>},
    {"estimate.heading_valid", kFlag, "", field<estimate, &VehicleEstimate::heading_valid>},

    {"error.horizontal_m", kNumber, "of the estimate, by truth, on the globe",
     horizontal<position_error>},
    {"error.vertical_m", kNumber, "above zero: it believes to be too low", up<position_error>},
    {"error.velocity_m_s", kNumber, "", velocity_error},
    {"error.tilt_deg", kNumber, "", tilt_error},
    {"error.yaw_deg", kNumber, "-180 to 180", yaw_error},

    {"setpoint.north_m", kNumber, "of position control, from home", north<place_setpoint>},
    {"setpoint.east_m", kNumber, "", east<place_setpoint>},
    {"setpoint.height_m", kNumber, "", up<place_setpoint>},
    {"setpoint.v_north_m_s", kNumber, "", north<velocity_setpoint>},
    {"setpoint.v_east_m_s", kNumber, "", east<velocity_setpoint>},
    {"setpoint.climb_m_s", kNumber, "", up<velocity_setpoint>},
    {"setpoint.a_north_m_s2", kNumber, "", north<acceleration_setpoint>},
    {"setpoint.a_east_m_s2", kNumber, "", east<acceleration_setpoint>},
    {"setpoint.a_up_m_s2", kNumber, "", up<acceleration_setpoint>},
    {"setpoint.roll_deg", kNumber, "of attitude control", north<angles_setpoint>},
    {"setpoint.pitch_deg", kNumber, "", east<angles_setpoint>},
    {"setpoint.yaw_deg", kNumber, "", up<angles_setpoint>},
    {"setpoint.tilt_deg", kNumber, "", tilt_setpoint},
    {"setpoint.rate_roll_deg_s", kNumber, "of rate control", north<rates_setpoint>},
    {"setpoint.rate_pitch_deg_s", kNumber, "", east<rates_setpoint>},
    {"setpoint.rate_yaw_deg_s", kNumber, "", up<rates_setpoint>},
    {"setpoint.thrust", kNumber, "0 to 1, along the vehicle's axis", thrust_setpoint},

    {"motor.lowest", kNumber, "the lowest of the motors' commands, 0 to 1", lowest_motor},
    {"motor.highest", kNumber, "", highest_motor},
    {"motor.mean", kNumber, "", mean_motor},
    {"motor.1", kNumber, "command of one motor, by PX4's numbers", motor<1>},
    {"motor.2", kNumber, "", motor<2>},
    {"motor.3", kNumber, "", motor<3>},
    {"motor.4", kNumber, "", motor<4>},
    {"motor.5", kNumber, "", motor<5>},
    {"motor.6", kNumber, "", motor<6>},
    {"motor.7", kNumber, "", motor<7>},
    {"motor.8", kNumber, "", motor<8>},
    {"battery.remaining", kNumber, "0 to 1", battery<&BatterySample::remaining>},
    {"battery.voltage_v", kNumber, "", battery<&BatterySample::voltage_v>},
    {"battery.current_a", kNumber, "", battery<&BatterySample::current_a>},

    {"mode", QuantityKind::mode, "flight mode; `mode == hold`",
     field<status, &VehicleStatus::mode>},
    {"wanted_mode", QuantityKind::mode, "what the user asked for; differs under a failsafe",
     field<status, &VehicleStatus::mode_wanted>},
    {"ready", kFlag, "every check before arming passes",
     field<status, &VehicleStatus::checks_pass>},
    {"armed", kFlag, "", armed},
    {"landed", kFlag, "by its own belief", field<land, &LandDetection::landed>},
    {"in_air", kFlag, "off the ground for half a second, by truth", in_air},
    {"failsafe", kFlag, "", field<status, &VehicleStatus::failsafe>},
    {"mission.item", kNumber, "under way, from 1", mission_item},
    {"mission.reached", kNumber, "the last item reached, from 1; 0: none", mission_reached},
    {"mission.finished", kFlag, "", field<mission, &MissionResult::finished>},

    {"flight.times_armed", kNumber, "", field<flown, &FlightStatistics::times_armed>},
    {"flight.touchdowns", kNumber, "short hops left out",
     field<flown, &FlightStatistics::touchdowns>},
    {"flight.touchdown_speed_m_s", kNumber, "downward, of the last one", touchdown_speed},
    {"flight.touchdown_distance_m", kNumber, "of the last one from where it was armed, by truth",
     touchdown_distance},
    {"flight.path_m", kNumber, "flown", field<flown, &FlightStatistics::path_m>},
    {"flight.highest_m", kNumber, "over where it was armed",
     field<flown, &FlightStatistics::height_max_m>},
});

constexpr auto kModeWords = std::to_array<ModeWord>({{"manual", FlightMode::manual},
                                                     {"stabilized", FlightMode::stabilized},
                                                     {"acro", FlightMode::acro},
                                                     {"altitude", FlightMode::altitude},
                                                     {"position", FlightMode::position},
                                                     {"position_slow", FlightMode::position_slow},
                                                     {"hold", FlightMode::hold},
                                                     {"takeoff", FlightMode::takeoff},
                                                     {"land", FlightMode::land},
                                                     {"descend", FlightMode::descend},
                                                     {"return", FlightMode::return_home},
                                                     {"mission", FlightMode::mission},
                                                     {"orbit", FlightMode::orbit},
                                                     {"follow", FlightMode::follow},
                                                     {"offboard", FlightMode::offboard},
                                                     {"termination", FlightMode::termination}});

}  // namespace

std::span<const Quantity> quantity_table() { return kQuantities; }

std::optional<std::size_t> find_quantity(std::string_view name) {
  const auto found = std::ranges::find(kQuantities, name, &Quantity::name);
  if (found == kQuantities.end()) return std::nullopt;
  return static_cast<std::size_t>(found - kQuantities.begin());
}

Vec3 true_place(const Observation& o) {
  const Vec3 p = o.view.truth.p_WB - o.start_W;
  return {p.x, p.y, -p.z};
}

Vec3 estimated_place(const Observation& o) {
  const VehicleEstimate& e = o.view.estimate;
  const HomePosition& home = o.view.commander.home;
  if (home.set_count == 0) return kVectorNotCommanded;
  const Vec3 p = e.p_WB - home.p_W;
  return {known_when(e.xy_valid, p.x), known_when(e.xy_valid, p.y), known_when(e.z_valid, -p.z)};
}

std::span<const ModeWord> mode_words() { return kModeWords; }

std::optional<FlightMode> find_mode(std::string_view word) {
  const auto found = std::ranges::find(kModeWords, word, &ModeWord::word);
  if (found == kModeWords.end()) return std::nullopt;
  return found->mode;
}

}  // namespace alula
