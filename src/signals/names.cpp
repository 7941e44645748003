#include "signals/failure.h"
#include "signals/vehicle_status.h"

namespace alula {

const char* to_string(FlightMode mode) {
  switch (mode) {
    case FlightMode::manual:
      return "Manual";
    case FlightMode::altitude:
      return "Altitude";
    case FlightMode::position:
      return "Position";
    case FlightMode::mission:
      return "Mission";
    case FlightMode::hold:
      return "Hold";
    case FlightMode::return_home:
      return "Return";
    case FlightMode::position_slow:
      return "Position slow";
    case FlightMode::acro:
      return "Acro";
    case FlightMode::descend:
      return "Descend";
    case FlightMode::termination:
      return "Termination";
    case FlightMode::offboard:
      return "Offboard";
    case FlightMode::stabilized:
      return "Stabilized";
    case FlightMode::takeoff:
      return "Takeoff";
    case FlightMode::land:
      return "Land";
    case FlightMode::follow:
      return "Follow";
    case FlightMode::orbit:
      return "Orbit";
  }
  return "unknown";
}

const char* to_string(ArmingCheck check) {
  switch (check) {
    case ArmingCheck::imu:
      return "no fresh IMU samples";
    case ArmingCheck::barometer:
      return "no fresh barometer samples";
    case ArmingCheck::magnetometer:
      return "no fresh magnetometer samples";
    case ArmingCheck::gnss:
      return "GNSS quality checks have not held long enough";
    case ArmingCheck::attitude:
      return "the attitude estimate is not aligned";
    case ArmingCheck::heading:
      return "the heading estimate is not aligned";
    case ArmingCheck::local_position:
      return "no valid local position";
    case ArmingCheck::global_position:
      return "no valid global position";
    case ArmingCheck::home:
      return "home is not set";
    case ArmingCheck::mission:
      return "no feasible mission";
    case ArmingCheck::battery:
      return "the battery is low";
    case ArmingCheck::motionless:
      return "the vehicle is moving";
    case ArmingCheck::upright:
      return "the vehicle is tilted too far";
    case ArmingCheck::sticks:
      return "the mode needs sticks, and none are heard";
    case ArmingCheck::offboard:
      return "the mode needs offboard set-points, and none are heard";
    case ArmingCheck::ground_station:
      return "no ground station is heard";
    case ArmingCheck::geofence:
      return "the place is one that the geofence forbids";
    case ArmingCheck::count:
      break;
  }
  return "unknown check";
}

const char* to_string(FailureUnit unit) {
  switch (unit) {
    case FailureUnit::gyro:
      return "gyro";
    case FailureUnit::accel:
      return "accel";
    case FailureUnit::mag:
      return "mag";
    case FailureUnit::baro:
      return "baro";
    case FailureUnit::gps:
      return "gps";
    case FailureUnit::optical_flow:
      return "optical_flow";
    case FailureUnit::vio:
      return "vio";
    case FailureUnit::distance_sensor:
      return "distance_sensor";
    case FailureUnit::airspeed:
      return "airspeed";
    case FailureUnit::battery:
      return "battery";
    case FailureUnit::motor:
      return "motor";
    case FailureUnit::servo:
      return "servo";
    case FailureUnit::avoidance:
      return "avoidance";
    case FailureUnit::rc_signal:
      return "rc_signal";
    case FailureUnit::mavlink_signal:
      return "mavlink_signal";
    case FailureUnit::propeller:
      return "propeller";
  }
  return "unknown";
}

const char* to_string(FailureType type) {
  switch (type) {
    case FailureType::ok:
      return "ok";
    case FailureType::off:
      return "off";
    case FailureType::stuck:
      return "stuck";
    case FailureType::garbage:
      return "garbage";
    case FailureType::wrong:
      return "wrong";
    case FailureType::slow:
      return "slow";
    case FailureType::delayed:
      return "delayed";
    case FailureType::intermittent:
      return "intermittent";
    case FailureType::jammed:
      return "jammed";
    case FailureType::desync:
      return "desync";
    case FailureType::cell_drop:
      return "cell_drop";
    case FailureType::spoofed:
      return "spoofed";
    case FailureType::damaged:
      return "damaged";
  }
  return "unknown";
}

}  // namespace alula
