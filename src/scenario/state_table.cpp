#include "scenario/state_table.h"

#include <numbers>

#include "document/json_writer.h"

namespace alula {

StateRow state_row(const Simulation& simulation, std::size_t index) {
  constexpr double degrees = 180.0 / std::numbers::pi;
  const VehicleInstance& vehicle = simulation.vehicle(index);
  const RigidBodyState<double> body = vehicle.body(simulation.arena());
  const TruthState& truth = vehicle.truth(simulation.arena());
  const Geodetic place = simulation.frame().to_geodetic(body.p_WB);
  const Mat3 R_NW = simulation.frame().R_WN(body.p_WB).transposed();
  const Vec3 v_N = R_NW * body.v_WB;
  const Euler e = to_euler(normalized(from_rotation_matrix(R_NW) * body.q_WB));
  const Vec3 omega_W = vehicle.vehicle().plant().environment().gravity.omega_W();
  const Vec3 w_IB_B = degrees * (body.w_WB_B + body.q_WB.conjugate() * omega_W);
  const Vec3 force = truth.q_WB.conjugate() * (truth.a_WB - truth.gravity_W - truth.coriolis_W);
  const Vec3& contact = truth.contact_force_W;
  return {seconds(simulation.time()), degrees * place.latitude_rad, degrees * place.longitude_rad, place.height_m,
          body.p_WB.x, body.p_WB.y, body.p_WB.z, v_N.x, v_N.y, v_N.z,
          degrees * e.roll, degrees * e.pitch, degrees * e.yaw, w_IB_B.x, w_IB_B.y, w_IB_B.z,
          force.x, force.y, force.z, contact.x, contact.y, contact.z,
          truth.lowest_leg_m, norm(truth.gravity_W)};
}

std::string csv_header() {
  std::string text = "vehicle";
  for (const std::string_view column : kStateColumns) text.append(",").append(column);
  return text + "\n";
}

std::string csv_line(std::string_view vehicle, const StateRow& row) {
  std::string text(vehicle);
  for (const double value : row) text.append(",").append(shortest_text(value));
  return text + "\n";
}

}  // namespace alula
