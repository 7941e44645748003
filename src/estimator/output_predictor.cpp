#include "estimator/output_predictor.h"

#include <algorithm>

#include "estimator/prediction.h"

namespace alula::ekf {

void restart_output(OutputPredictor& output, const Nominal& x) {
  output = OutputPredictor{};
  output.now.q_WB = x.q_WB;
  output.now.v_W = x.v_W;
  output.now.p_W = x.p_W;
  output.now.vertical_speed = x.v_W.z;
  output.now.vertical_position = x.p_W.z;
}

void predict_output(OutputPredictor& output, const ImuStep& increment, const Nominal& x,
                    const EarthFrame& earth) {
  const double dt = increment.dt_s();
  OutputMoment& now = output.now;
  now.time = increment.time;
  const Vec3 rotation = increment.rotation - dt * x.gyro_bias_B;
  now.q_WB = rotate_attitude(now.q_WB, rotation + dt * output.rotation_correction, earth, dt);
  const Vec3 gain_W = now.q_WB * (increment.velocity_gain_B - dt * x.accel_bias_B) +
                      dt * (gravity_at(earth, now.p_W) + coriolis_at(earth, now.v_W));

  const Vec3 v_before = now.v_W;
  now.v_W += gain_W;
  now.p_W += 0.5 * dt * (v_before + now.v_W);
  const double vertical_before = now.vertical_speed;
  now.vertical_speed += gain_W.z;
  now.vertical_position += 0.5 * dt * (vertical_before + now.vertical_speed);

  output.a_W = (1.0 / dt) * gain_W;
  output.rate_B = (1.0 / dt) * rotation - now.q_WB.conjugate() * earth.rotation_W;
}

void mark_output(OutputPredictor& output) { output.history.push(output.now); }

Vec3 correct_output(OutputPredictor& output, const Nominal& x, const EstimatorConfig& config,
                    double dt_s, double delay_s) {
  if (output.history.empty()) return {};
  const OutputMoment past = output.history.front();
  output.history.pop();

  // The rotation that would take the past output to the filter is spread over two delays. In world
  // axes it is that of the present too; in body axes it would have turned away with the vehicle,
  // and where that spins by more than a quarter turn a delay the correction would make the error
  // grow.
  const Vec3 angle = to_rotation_vector(past.q_WB.conjugate() * x.q_WB);
  const double rate_gain = 0.5 / std::max(delay_s, dt_s);
  output.rotation_correction = rate_gain * (output.now.q_WB.conjugate() * (past.q_WB * angle));

  const double k_v = std::min(dt_s / config.output_velocity_tau_s, 1.0);
  const double k_p = std::min(dt_s / config.output_position_tau_s, 1.0);
  const Vec3 velocity_error = x.v_W - past.v_W, position_error = x.p_W - past.p_W;
  output.velocity_error_sum += velocity_error;
  output.position_error_sum += position_error;
  const Vec3 velocity_shift = k_v * velocity_error + (0.1 * k_v * k_v) * output.velocity_error_sum;
  const Vec3 position_shift = k_p * position_error + (0.1 * k_p * k_p) * output.position_error_sum;

  // Height alone: all correction goes through the speed, so that the speed stays the derivative of
  // the height. Both poles at the inverse of the time constant.
  const double vertical_shift =
      dt_s * (2.0 / config.output_velocity_tau_s * (x.v_W.z - past.vertical_speed) +
              (x.p_W.z - past.vertical_position) / square(config.output_position_tau_s));

  const auto shift = [&](OutputMoment& m) {
    m.v_W += velocity_shift;
    m.p_W += position_shift;
    m.vertical_speed += vertical_shift;
    m.vertical_position += seconds(m.time - past.time) * vertical_shift;
  };
  for (std::size_t i = 0; i < output.history.size(); ++i) shift(output.history[i]);
  shift(output.now);
  return {norm(angle), norm(velocity_error), norm(position_error)};
}

void shift_output_attitude(OutputPredictor& output, const Quat& delta_W) {
  for (std::size_t i = 0; i < output.history.size(); ++i)
    output.history[i].q_WB = delta_W * output.history[i].q_WB;
  output.now.q_WB = delta_W * output.now.q_WB;
}

void shift_output_velocity(OutputPredictor& output, const Vec3& delta_W) {
  const auto shift = [&](OutputMoment& m) {
    m.v_W += delta_W;
    m.vertical_speed += delta_W.z;
  };
  for (std::size_t i = 0; i < output.history.size(); ++i) shift(output.history[i]);
  shift(output.now);
}

void shift_output_position(OutputPredictor& output, const Vec3& delta_W) {
  const auto shift = [&](OutputMoment& m) {
    m.p_W += delta_W;
    m.vertical_position += delta_W.z;
  };
  for (std::size_t i = 0; i < output.history.size(); ++i) shift(output.history[i]);
  shift(output.now);
}

}  // namespace alula::ekf
