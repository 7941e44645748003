#include "scenario/state_table.h"

#include <algorithm>

#include "document/number_text.h"
#include "math/frames.h"

namespace alula {
namespace {

// What the parts do now, with every motor off.
PlantEvaluation<double> evaluate(const VehicleInstance& vehicle, const Arena& arena, double t_s) {
  const PlantModel<double>& plant = vehicle.vehicle().plant();
  std::vector<double> command(plant.command_size()), rates(plant.state_size());
  vehicle.vehicle().plant_commands({}, command);
  PlantEvaluation<double> found;
  plant.derivative(t_s, vehicle.plant_state(arena), command, rates, {}, &found);
  return found;
}

class RowWriter {
 public:
  void put(double value) { row_[count_++] = value + 0.0; }  // no minus before a zero
  void put(const Vec3& v) {
    put(v.x);
    put(v.y);
    put(v.z);
  }
  [[nodiscard]] const StateRow& finish() const {
    ALULA_ASSERT(count_ == row_.size());
    return row_;
  }

 private:
  StateRow row_{};
  std::size_t count_ = 0;
};

}  // namespace

StateRow state_row(const Simulation& simulation, std::size_t index) {
  const Arena& arena = simulation.arena();
  const VehicleInstance& vehicle = simulation.vehicle(index);
  const TruthState& truth = vehicle.truth(arena);
  ALULA_ASSERT(truth.time == simulation.time());
  const RigidBodyState<double> body = vehicle.body(arena);
  const PlantModel<double>& plant = vehicle.vehicle().plant();
  const PlantEvaluation<double> found = evaluate(vehicle, arena, seconds(simulation.time()));

  const Geodetic place = simulation.frame().to_geodetic(body.p_WB);
  const Mat3 R_NW = simulation.frame().R_WN(body.p_WB).transposed();
  const Euler attitude = to_euler(normalized(from_rotation_matrix(R_NW) * body.q_WB));
  const Quat q_BW = body.q_WB.conjugate();
  const Vec3 w_IB_B = body.w_WB_B + q_BW * plant.environment().gravity.omega_W();
  const Vec3 force_B = found.wrench.f_B + q_BW * truth.contact_force_W;

  RowWriter row;
  row.put(static_cast<double>(simulation.time()) / 1e9);  // rounds once: 30, not 30.000000000000004
  row.put({degrees(place.latitude_rad), degrees(place.longitude_rad), place.height_m});
  row.put(body.p_WB);
  row.put(R_NW * body.v_WB);
  row.put({degrees(attitude.roll), degrees(attitude.pitch), degrees(attitude.yaw)});
  row.put(degrees(1.0) * w_IB_B);
  row.put(1.0 / plant.mass().mass_kg * force_B);
  row.put(R_NW * truth.contact_force_W);
  row.put(vehicle.vehicle().contact().lowest_height(body));
  row.put(norm(found.gravity_W));
  return row.finish();
}

double value_of(const StateRow& row, std::string_view column) {
  const auto* const found = std::ranges::find(kStateColumns, column);
  ALULA_ASSERT(found != kStateColumns.end());
  return row[static_cast<std::size_t>(found - kStateColumns.begin())];
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
