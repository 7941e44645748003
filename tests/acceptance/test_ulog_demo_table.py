"""The log of the demo mission: every topic is there, at its rate, alive, and within bounds."""

import numpy as np
import pytest

pytestmark = pytest.mark.slow

PI = float(np.float32(np.pi))  # the log holds single precision
MANY = 1000

# Rates [Hz] are PX4's in its SITL profile without estimator replay; None: written on change. For
# some fields of each topic: how many distinct values there are at least, and between which bounds
# they lie. Bounds come from the plan (30 m high, 190 m long, 140 m wide, 5 m/s), from parameters
# and from what the quantity is.
TABLE = {
    "vehicle_status": (None, {"nav_state": (3, 3, 5), "arming_state": (2, 1, 2),
                              "vehicle_type": (1, 1, 1), "system_type": (1, 2, 2)}),
    "vehicle_attitude": (250, {"q[0]": (MANY, -1, 1), "q[3]": (MANY, -1, 1),
                               "quat_reset_counter": (1, 0, 5)}),
    "vehicle_attitude_setpoint": (20, {"q_d[1]": (MANY, -0.4, 0.4), "q_d[3]": (MANY, -1, 1),
                                       "thrust_body[2]": (MANY, -1, 0)}),
    "vehicle_attitude_groundtruth": (100, {"q[0]": (MANY, -1, 1), "q[1]": (MANY, -0.4, 0.4)}),
    "vehicle_angular_velocity": (100, {"xyz[0]": (MANY, -2, 2), "xyz[2]": (MANY, -2, 2),
                                       "xyz_derivative[1]": (MANY, -200, 200)}),
    "vehicle_angular_velocity_groundtruth": (100, {"xyz[0]": (MANY, -2, 2)}),
    "vehicle_rates_setpoint": (50, {"roll": (MANY, -3.84, 3.84), "pitch": (MANY, -3.84, 3.84),
                                    "yaw": (MANY, -3.5, 3.5), "thrust_body[2]": (MANY, -1, 0)}),
    "rate_ctrl_status": (5, {"rollspeed_integ": (MANY, -0.3, 0.3),
                             "yawspeed_integ": (MANY, -0.3, 0.3)}),
    "vehicle_local_position": (250, {"x": (MANY, -2, 200), "y": (MANY, -2, 150),
                                     "z": (MANY, -31, 1), "vx": (MANY, -6, 6), "vz": (MANY, -4, 3),
                                     "eph": (MANY, 0, 2), "heading": (MANY, -PI, PI)}),
    "vehicle_local_position_setpoint": (10, {"x": (MANY, -2, 200), "z": (MANY, -31, 3),
                                             "vx": (MANY, -12, 12), "thrust[2]": (MANY, -1, 0)}),
    "vehicle_local_position_groundtruth": (50, {"x": (MANY, -2, 200), "z": (MANY, -31, 0),
                                                "ax": (MANY, -6, 6), "az": (MANY, -6, 9.9),
                                                "dist_bottom": (MANY, -0.001, 31)}),
    "vehicle_global_position": (250, {"lat": (MANY, 47.3976, 47.3996),
                                      "lon": (MANY, 8.5455, 8.5476), "alt": (MANY, 485, 520)}),
    "vehicle_global_position_groundtruth": (10, {"lat": (MANY, 47.3976, 47.3996),
                                                 "alt": (MANY, 488, 519)}),
    "trajectory_setpoint": (5, {"position[0]": (MANY, -2, 200), "velocity[0]": (100, -5.1, 5.1),
                                "velocity[2]": (100, -3.1, 1.6), "jerk[0]": (3, -8, 8)}),
    "position_setpoint_triplet": (None, {"current.lat": (5, 47.3976, 47.3996),
                                         "current.alt": (4, 485, 520), "current.type": (3, 0, 5)}),
    "home_position": (None, {"lat": (1, 47.3976, 47.3979), "alt": (1, 486, 490)}),
    "vehicle_gps_position": (10, {"latitude_deg": (MANY, 47.3976, 47.3996),
                                  "altitude_msl_m": (MANY, 485, 521), "fix_type": (1, 3, 3),
                                  "satellites_used": (1, 12, 12), "vel_m_s": (MANY, 0, 6)}),
    "vehicle_air_data": (5, {"baro_pressure_pa": (MANY, 95000, 95800),
                             "baro_alt_meter": (MANY, 480, 525), "rho": (MANY, 1.15, 1.18)}),
    "vehicle_magnetometer": (5, {"magnetometer_ga[0]": (MANY, -0.6, 0.6),
                                 "magnetometer_ga[2]": (MANY, 0.2, 0.6)}),
    "sensor_combined": (250, {"gyro_rad[0]": (300, -3, 3), "gyro_integral_dt": (1, 4000, 4000),
                              "accelerometer_m_s2[2]": (300, -157, 20)}),
    "vehicle_imu_status": (1, {"accel_vibration_metric": (100, 0, 5),
                               "accel_rate_hz": (1, 250, 250)}),
    "vehicle_torque_setpoint": (50, {"xyz[0]": (MANY, -1, 1), "xyz[2]": (MANY, -1, 1)}),
    "vehicle_thrust_setpoint": (50, {"xyz[2]": (MANY, -1, 0)}),
    "actuator_motors": (10, {f"control[{i}]": (MANY, 0, 1) for i in range(4)}),
    "esc_status": (100, {f"esc[{i}].esc_rpm": (500, 0, 9550) for i in range(4)}),
    "battery_status": (5, {"voltage_v": (MANY, 14, 16.81), "current_a": (MANY, 0, 60),
                           "discharged_mah": (MANY, 0, 5200), "remaining": (MANY, 0.3, 1)}),
    "hover_thrust_estimate": (10, {"hover_thrust": (MANY, 0.4, 0.8), "valid": (2, 0, 1)}),
    "takeoff_status": (None, {"takeoff_state": (4, 1, 5), "tilt_limit": (2, 0, 0.79)}),
    "vehicle_land_detected": (None, {"landed": (2, 0, 1), "ground_contact": (2, 0, 1),
                                     "freefall": (1, 0, 0)}),
    "estimator_status": (100, {"vel_test_ratio": (MANY, 0, 1), "mag_test_ratio": (MANY, 0, 1),
                               "solution_status_flags": (2, 0, 0x3ff), "time_slip": (1, 0, 0)}),
    "estimator_innovations": (100, {"gps_hvel[0]": (MANY, -1, 1), "gps_vpos": (MANY, -3, 3),
                                    "baro_vpos": (MANY, -5, 5),
                                    "mag_field[0]": (MANY, -0.05, 0.05)}),
    "estimator_innovation_variances": (100, {"gps_hvel[0]": (MANY, 0, 2),
                                             "baro_vpos": (MANY, 0, 50)}),
    "estimator_innovation_test_ratios": (100, {"gps_hpos[1]": (MANY, 0, 1),
                                               "baro_vpos": (MANY, 0, 1)}),
    "estimator_states": (100, {"states[0]": (MANY, -1, 1), "states[7]": (MANY, -2, 200),
                               "states[10]": (MANY, -0.1, 0.1), "covariances[5]": (MANY, 0, 2),
                               "n_states": (1, 24, 24)}),
    "yaw_estimator_status": (None, {"yaw_composite": (200, -3.2, 3.2),
                                    "weight[0]": (100, 0, 1),
                                    "yaw_composite_valid": (2, 0, 1)}),
    "mission_result": (None, {"seq_current": (20, 0, 33), "seq_total": (1, 34, 34),
                              "finished": (2, 0, 1), "failure": (1, 0, 0)}),
    "event": (None, {"id": (5, 1 << 24, 2 << 24), "log_levels": (1, 0x22, 0x77)}),
    "force_body_drag": (50, {"force[0]": (MANY, -5, 5)}),
}
TABLE |= {f"force_rotor_{i}": (50, {"force[2]": (MANY, -9, 0), "torque[0]": (MANY, -2, 2)})
          for i in range(4)}

# Instances of sensor_error: rate [Hz] and the largest error, by the noise of the x500's sensors:
# turn-on bias and clipping at touch-down (accelerometer), five standard deviations (the others).
ERRORS = {
    0: ("accelerometer", 250, 300.0),
    1: ("gyroscope", 250, 0.06),
    2: ("GNSS position", 10, 5 * np.hypot(0.20, 0.15)),
    3: ("GNSS velocity", 10, 5 * 0.10),
    4: ("barometer", 50, 5 * np.hypot(3.0, 10.0)),
    5: ("magnetometer", 100, 5 * 0.005 + 5 * 0.0005),
}


def duration_s(demo):
    return demo.log.topic("vehicle_local_position_groundtruth").t[-1]


@pytest.mark.parametrize("name", TABLE)
def test_topic_is_written_at_its_rate(demo, name):
    rate_hz, _ = TABLE[name]
    topic = demo.log.topic(name)
    assert np.all(np.diff(topic.us) > 0), "time stamps rise"
    if rate_hz is not None:
        # Some begin only when the estimator runs, the vehicle is armed or a position is known.
        begun_s = duration_s(demo) - topic.t[0]
        assert topic.t[0] < 12.0
        assert len(topic) == pytest.approx(rate_hz * begun_s, rel=0.01)


@pytest.mark.parametrize("name", TABLE)
def test_topic_is_alive_and_within_bounds(demo, name):
    _, fields = TABLE[name]
    topic = demo.log.topic(name)
    for field, (distinct, low, high) in fields.items():
        values = topic[field][np.isfinite(topic[field])]
        assert len(np.unique(values)) >= distinct, field
        assert low <= values.min() and values.max() <= high, field


@pytest.mark.parametrize("instance", ERRORS)
def test_each_kind_of_sensor_has_realised_errors(demo, instance):
    _, rate_hz, largest = ERRORS[instance]
    error = demo.log.topic("sensor_error", instance)
    assert np.all(error["kind"] == instance)
    assert len(error) == pytest.approx(rate_hz * duration_s(demo), rel=0.01)
    assert 0.0 < np.abs(error["error"]).max() < largest
    assert len(np.unique(error["error"][:, 0])) > 1000


def test_nothing_is_in_the_log_that_no_table_knows(demo):
    known = set(TABLE) | {"sensor_error", "force_battery"}  # a battery pulls at nothing: zeros
    assert demo.log.names() == known


def test_there_are_no_dropouts_and_no_damage(demo):
    assert demo.log.ulog.dropouts == []
    assert not demo.log.ulog.file_corruption
    assert demo.log.ulog.msg_info_dict["sys_name"] == "Alula"
    assert demo.log.ulog.msg_info_dict["ver_hw"] == "x500"


def test_the_log_tells_nothing_about_the_host(demo):
    keys = {"sys_name", "ver_hw", "ver_sw", "ver_sw_release", "ver_sw_branch", "ver_data_format"}
    assert set(demo.log.ulog.msg_info_dict) <= keys


def test_parameters_are_in_the_log(demo):
    assert demo.log.ulog.initial_parameters["MC_ROLL_P"] == 6.5
    assert len(demo.log.ulog.initial_parameters) > 100
    assert set(demo.log.ulog.get_default_parameters(0)) == set(demo.log.ulog.initial_parameters)
