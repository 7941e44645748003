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
    case ArmingCheck::count:
      break;
  }
  return "unknown check";
}

}  // namespace alula
