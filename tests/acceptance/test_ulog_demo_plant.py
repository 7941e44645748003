"""The log of the demo mission, one relation a topic: truth, forces, sensors, motors, battery."""

import re

import numpy as np
import pytest

from acceptance.ulog_data import (conjugate, euler, multiply, north_east_m, pairs, rotate,
                                  rotation_vector)

pytestmark = pytest.mark.slow

ROTORS = range(4)
EARTH_RADIUS_M = 6.371e6
EARTH_RATE_RAD_S = 7.292115e-5
# Effective gravity at 47.3977 deg and 535.24 m, 488 m over the sea: GeographicLib's NormalGravity.
HOME_GRAVITY = 9.80671


@pytest.fixture(scope="module")
def truth(demo):
    return demo.log.topic("vehicle_local_position_groundtruth")


@pytest.fixture(scope="module")
def attitude(demo):
    return demo.log.topic("vehicle_attitude_groundtruth")


def in_air(truth, us):
    """Moments at which all legs are 10 cm up and more."""
    return np.interp(us, truth.us, truth["dist_bottom"]) > 0.1


def vehicle_value(demo, key):
    text = (demo.folder / "inputs/vehicle.yaml").read_text()
    return float(re.search(rf"^\s*{key}: ([-+.\deE]+)", text, flags=re.MULTILINE)[1])


def wheel_speeds(demo):
    esc = demo.log.topic("esc_status")
    return esc, np.column_stack([esc[f"esc[{i}].esc_rpm"] for i in ROTORS]) * np.pi / 30.0


# Truth.


def test_true_attitude_turns_at_the_true_rate(demo, truth, attitude):
    rate = demo.log.topic("vehicle_angular_velocity_groundtruth")
    assert np.array_equal(attitude.us, rate.us)
    turned = rotation_vector(multiply(conjugate(attitude["q"][:-1]), attitude["q"][1:]))
    mean_rate = 0.5 * (rate["xyz"][1:] + rate["xyz"][:-1])
    residual = turned / np.diff(attitude.t)[:, None] - mean_rate
    assert np.abs(residual[in_air(truth, attitude.us[:-1])]).max() < 3e-3


def test_true_velocity_changes_by_the_true_acceleration(truth):
    v, a = truth.columns("vx", "vy", "vz"), truth.columns("ax", "ay", "az")
    residual = np.diff(v, axis=0) / np.diff(truth.t)[:, None] - 0.5 * (a[1:] + a[:-1])
    flying = in_air(truth, truth.us)[:-1]
    assert np.sqrt(np.mean(residual[flying] ** 2)) < 2e-3
    assert np.abs(residual[flying]).max() < 0.03


def test_true_global_position_is_the_local_one_on_the_earth(demo, truth):
    world = demo.log.topic("vehicle_global_position_groundtruth")
    a, b = pairs(world.us, truth.us)
    assert len(a) == len(world)
    place = north_east_m(world["lat"][a], world["lon"][a], world["alt"][a], truth["ref_lat"][0],
                         truth["ref_lon"][0])
    p = truth.columns("x", "y", "z")[b]
    assert np.abs(place - p[:, :2]).max() < 0.01
    # The surface falls away from the tangent plane by d^2 / 2R.
    fall = np.sum(p[:, :2] ** 2, axis=1) / (2.0 * EARTH_RADIUS_M)
    sea = (world["alt_ellipsoid"] - world["alt"])[0]
    assert sea == pytest.approx(47.24, abs=0.05)  # EGM96 at the demo's home
    height = world["alt_ellipsoid"][a] - truth["ref_alt"][0] - sea
    assert np.abs(height - fall + p[:, 2]).max() < 1e-3


def test_in_free_flight_the_forces_make_the_acceleration(demo, truth, attitude):
    names = [name for name in demo.log.names() if name.startswith("force_")]
    force_b = 0.0
    for name in names:
        part = demo.log.topic(name)
        assert np.array_equal(part.us, truth.us)
        force_b = force_b + part["force"]
    _, at = pairs(truth.us, attitude.us)
    p, v = truth.columns("x", "y", "z"), truth.columns("vx", "vy", "vz")
    # Plumb lines lean towards the origin; gravity falls by 3.086e-6 /s^2 a metre (free air).
    gravity = np.column_stack([-HOME_GRAVITY * p[:, 0] / EARTH_RADIUS_M,
                               -HOME_GRAVITY * p[:, 1] / EARTH_RADIUS_M,
                               HOME_GRAVITY + 3.086e-6 * p[:, 2]])
    phi = np.radians(truth["ref_lat"][0])
    earth_rate = EARTH_RATE_RAD_S * np.array([np.cos(phi), 0.0, -np.sin(phi)])
    coriolis = -2.0 * np.cross(earth_rate, v)
    specific = rotate(attitude["q"][at], force_b) / vehicle_value(demo, "mass_kg")
    residual = specific + gravity + coriolis - truth.columns("ax", "ay", "az")
    flying = in_air(truth, truth.us)
    assert flying.sum() > 10000
    assert np.abs(residual[flying]).max() < 1e-4
    assert np.abs(coriolis).max() > 5e-4  # it would be seen if it were missing


# Sensors: truth + realised error = sample.


def measured(demo, instance):
    error = demo.log.topic("sensor_error", instance)
    return error, error["truth"] + error["error"]


@pytest.mark.parametrize("instance, topic, field, resolution", [
    (0, "sensor_combined", "accelerometer_m_s2", 2e-5),
    (1, "sensor_combined", "gyro_rad", 1e-6),
    (5, "vehicle_magnetometer", "magnetometer_ga", 1e-6),
])
def test_truth_plus_error_is_the_sample(demo, instance, topic, field, resolution):
    error, value = measured(demo, instance)
    sample = demo.log.topic(topic)
    taken = sample.us if topic == "sensor_combined" else sample.sample_us()
    a, b = pairs(error.sample_us(), taken)
    assert len(b) == len(sample)
    assert np.abs(value[a] - sample[field][b]).max() < resolution


def test_truth_plus_error_is_the_pressure_and_gives_its_height(demo):
    error, value = measured(demo, 4)
    air = demo.log.topic("vehicle_air_data")
    a, b = pairs(error.sample_us(), air.sample_us())
    assert len(b) == len(air)
    assert np.abs(value[a][:, 0] - air["baro_pressure_pa"][b]).max() < 0.02
    # Troposphere of the U.S. Standard Atmosphere 1976.
    height = 44330.77 * (1.0 - (air["baro_pressure_pa"] / 101325.0) ** 0.190263)
    assert np.abs(height - air["baro_alt_meter"]).max() < 0.02


def test_truth_plus_error_is_the_gnss_fix(demo, truth):
    gnss = demo.log.topic("vehicle_gps_position")
    error, position = measured(demo, 2)
    a, b = pairs(error.sample_us(), gnss.sample_us())
    assert len(b) == len(gnss)
    place = north_east_m(gnss["latitude_deg"], gnss["longitude_deg"], gnss["altitude_msl_m"],
                         truth["ref_lat"][0], truth["ref_lon"][0])
    assert np.abs(position[a][:, :2] - place[b]).max() < 0.01
    sea = (gnss["altitude_ellipsoid_m"] - gnss["altitude_msl_m"])[0]
    height = gnss["altitude_ellipsoid_m"][b] - truth["ref_alt"][0] - sea
    assert np.abs(position[a][:, 2] + height).max() < 0.01  # 5 mm of it is the Earth's curvature
    error, velocity = measured(demo, 3)
    a, b = pairs(error.sample_us(), gnss.sample_us())
    log_velocity = gnss.columns("vel_n_m_s", "vel_e_m_s", "vel_d_m_s")
    assert np.abs(velocity[a] - log_velocity[b]).max() < 1e-5
    assert np.abs(np.hypot(*log_velocity[:, :2].T) - gnss["vel_m_s"]).max() < 1e-5


def test_samples_arrive_late_by_their_delay(demo):
    for topic, delay_us in (("vehicle_gps_position", 110_000), ("vehicle_air_data", 10_000),
                            ("vehicle_magnetometer", 5_000)):
        data = demo.log.topic(topic)
        assert np.all(data.us - data.sample_us() == delay_us), topic


def test_accelerometer_truth_is_acceleration_without_gravity(demo, truth, attitude):
    """The mean over 4 ms against the wrenches' sum at the end: equal on average, in flight."""
    error = demo.log.topic("sensor_error", 0)
    a, b = pairs(error.sample_us(), truth.us)
    flying = in_air(truth, truth.us[b])
    total = sum(demo.log.topic(name)["force"] for name in demo.log.names()
                if name.startswith("force_"))
    difference = (error["truth"][a] - total[b] / vehicle_value(demo, "mass_kg"))[flying]
    # The accelerometer sits beside the centre of mass and feels the turning: small, not zero.
    assert np.abs(np.mean(difference, axis=0)).max() < 2e-3
    assert np.sqrt(np.mean(difference**2)) < 0.1


def test_imu_status_sums_up_the_imu(demo):
    status, imu = demo.log.topic("vehicle_imu_status"), demo.log.topic("sensor_combined")
    arrival = imu.us + 1000  # the sensor's delay
    for i in range(1, len(status), 20):
        part = (arrival > status.us[i - 1]) & (arrival <= status.us[i])
        accel, gyro = imu["accelerometer_m_s2"][part], imu["gyro_rad"][part]
        assert status["mean_accel"][i] == pytest.approx(accel.mean(axis=0), abs=1e-5)
        assert status["mean_gyro"][i] == pytest.approx(gyro.mean(axis=0), abs=1e-6)
        assert status["var_accel"][i] == pytest.approx(accel.var(axis=0), rel=1e-3, abs=1e-7)


# Motors and battery.


def test_motors_turn_as_they_are_told(demo, truth):
    """x500: 150 + 850 u rad/s, a few time constants (12.5 and 25 ms) later."""
    motors = demo.log.topic("actuator_motors")
    esc, speeds = wheel_speeds(demo)
    flying = in_air(truth, motors.us)
    for i in ROTORS:
        told = 150.0 + 850.0 * motors["control"][flying, i]
        got = np.interp(motors.us[flying] + 40_000, esc.us, speeds[:, i])
        assert np.median(np.abs(got - told)) < 2.0
        assert np.corrcoef(got, told)[0, 1] > 0.97
    disarmed = np.isnan(motors["control"][:, 0])
    armed = demo.log.topic("vehicle_status").held(motors.us, "arming_state") == 2
    assert np.mean(disarmed == ~armed) > 0.99
    assert np.all(np.isnan(motors["control"][:, 4:]))


def test_rotor_thrust_is_density_times_speed_squared(demo, truth):
    """Motor constant 8.54858e-6 N/(rad/s)^2 at sea level, times the density ratio up here."""
    esc, speeds = wheel_speeds(demo)
    ratio = np.median(demo.log.topic("vehicle_air_data")["rho"]) / 1.225
    for i in ROTORS:
        force = demo.log.topic(f"force_rotor_{i}")
        speed = np.interp(force.us, esc.us, speeds[:, i])
        steady = in_air(truth, force.us) & (np.abs(np.gradient(speed)) < 2.0)
        constant = -force["force"][steady, 2] / speed[steady] ** 2
        assert np.median(constant) == pytest.approx(8.54858e-6 * ratio, rel=5e-3)


def test_battery_feeds_the_motors_and_counts(demo):
    battery, (esc, _) = demo.log.topic("battery_status"), wheel_speeds(demo)
    current = sum(esc[f"esc[{i}].esc_current"] for i in ROTORS)
    a, b = pairs(battery.us, esc.us)
    assert np.abs(battery["current_a"][a] - current[b]).max() < 0.2
    drawn_mah = np.sum(current[:-1] * np.diff(esc.t)) / 3.6
    assert battery["discharged_mah"][-1] == pytest.approx(drawn_mah, rel=2e-3)
    capacity_mah = 5200.0
    assert battery["remaining"] == pytest.approx(1.0 - battery["discharged_mah"] / capacity_mah,
                                                 abs=1e-4)
    # Sag: more current, less voltage, by the resistance of 20 mOhm.
    d_current, d_voltage = np.diff(battery["current_a"]), np.diff(battery["voltage_v"])
    strong = np.abs(d_current) > 1.0
    assert strong.sum() > 20
    assert np.median(-d_voltage[strong] / d_current[strong]) == pytest.approx(0.020, abs=0.002)


def test_landed_is_said_on_the_ground(demo, truth):
    land = demo.log.topic("vehicle_land_detected")
    height = np.interp(land.us, truth.us, truth["dist_bottom"])
    assert land["landed"][0] == 1 and land["landed"][-1] == 1
    assert height[land["landed"] == 1].max() < 0.013
    assert np.sum(np.diff(land["landed"]) != 0) == 2  # one flight
    assert np.all(land["landed"][height > 0.3] == 0)


def test_tilt_in_the_log_is_that_of_the_quaternion(demo):
    setpoint = demo.log.topic("vehicle_attitude_setpoint")
    angles = euler(setpoint["q_d"])
    written = setpoint.columns("roll_body", "pitch_body", "yaw_body")
    assert np.abs(np.sin(0.5 * (angles - written))).max() < 1e-6
