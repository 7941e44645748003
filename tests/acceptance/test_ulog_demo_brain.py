"""The log of the demo mission, one relation a topic: estimator, control, modes, mission."""

import json

import numpy as np
import pytest

from acceptance.ulog_data import (conjugate, euler, multiply, north_east_m, pairs, rotate,
                                  rotation_vector, wrap)

pytestmark = pytest.mark.slow

GATES = {"gps_hvel": "EKF2_GPS_V_GATE", "gps_vvel": "EKF2_GPS_V_GATE",
         "gps_hpos": "EKF2_GPS_P_GATE", "gps_vpos": "EKF2_GPS_P_GATE",
         "baro_vpos": "EKF2_BARO_GATE", "heading": "EKF2_HDG_GATE", "mag_field": "EKF2_MAG_GATE"}
SETTLED_US = 20_000_000  # after this the estimator knows where it is


@pytest.fixture(scope="module")
def truth(demo):
    return demo.log.topic("vehicle_local_position_groundtruth")


@pytest.fixture(scope="module")
def local(demo):
    return demo.log.topic("vehicle_local_position")


@pytest.fixture(scope="module")
def states(demo):
    return demo.log.topic("estimator_states")


def rms(values):
    return np.sqrt(np.mean(np.square(values), axis=0))


def changed(values, us):
    """Where a new innovation appears, the estimator settled."""
    values = values.reshape(len(values), -1)
    index = np.flatnonzero(np.any(np.diff(values, axis=0) != 0.0, axis=1)) + 1
    return index[us[index] > SETTLED_US]


def newest(times_us, limits_us):
    """Index of the newest of `times_us` that is not after each limit."""
    return np.searchsorted(times_us, limits_us, side="right") - 1


# Estimator.


def test_attitude_is_the_true_one_within_its_uncertainty(demo):
    estimate, attitude = (demo.log.topic("vehicle_attitude"),
                          demo.log.topic("vehicle_attitude_groundtruth"))
    a, b = pairs(estimate.sample_us(), attitude.us)
    assert len(a) > 10000
    error = rotation_vector(multiply(conjugate(attitude["q"][b]), estimate["q"][a]))
    assert np.abs(np.sum(estimate["q"] ** 2, axis=1) - 1.0).max() < 1e-6
    assert np.all(np.degrees(rms(error)) < [0.5, 0.5, 2.5])


def test_position_and_velocity_are_the_true_ones_but_for_gnss_error(truth, local):
    known = local["xy_global"] == 1
    origin = north_east_m(local["ref_lat"], local["ref_lon"], local["ref_alt"],
                          truth["ref_lat"][0], truth["ref_lon"][0])
    position = local.columns("x", "y") + origin
    down = local["z"] - (local["ref_alt"] - truth["ref_alt"][0])
    for i, axis in enumerate("xy"):
        assert rms((position[:, i] - truth.at(local.us, axis))[known]) < 0.45
    assert rms((down - truth.at(local.us, "z"))[known]) < 0.3
    for axis in ("vx", "vy", "vz"):
        assert rms((local[axis] - truth.at(local.us, axis))[known]) < 0.05


def test_height_rate_and_position_rate_are_the_velocity(local):
    step = 25
    for axis in "xyz":
        moved = (local[axis][step:] - local[axis][:-step]) / (local.t[step:] - local.t[:-step])
        same = local[f"v{axis}"][step // 2:][:len(moved)]
        assert rms((moved - same)[local.us[:-step] > SETTLED_US]) < 0.08
    assert rms(local["z_deriv"] - local["vz"]) < 0.05


def test_heading_is_that_of_the_attitude(demo, local):
    attitude = demo.log.topic("vehicle_attitude")
    a, b = pairs(attitude.us, local.us)
    assert np.abs(wrap(euler(attitude["q"])[a, 2] - local["heading"][b])).max() < 1e-5


def test_global_position_is_the_local_one_on_the_earth(demo, local):
    world = demo.log.topic("vehicle_global_position")
    a, b = pairs(world.us, local.us)
    assert len(a) == len(world)
    place = north_east_m(world["lat"][a], world["lon"][a], world["alt"][a], local["ref_lat"][b],
                         local["ref_lon"][b])
    assert np.abs(place - local.columns("x", "y")[b]).max() < 0.02
    assert np.abs(world["alt"][a] - local["ref_alt"][b] + local["z"][b]).max() < 0.01


def test_rate_is_the_true_one_without_bias(demo):
    rate = demo.log.topic("vehicle_angular_velocity")
    true_rate = demo.log.topic("vehicle_angular_velocity_groundtruth")
    settled = rate.us > SETTLED_US
    error = (rate["xyz"] - true_rate.at(rate.us, "xyz"))[settled]
    assert np.all(rms(error) < 0.02)
    assert np.abs(np.mean(error, axis=0)).max() < 2e-3


def test_filter_states_are_truth_at_the_delayed_horizon(demo, truth, states):
    settled = states.us > SETTLED_US
    horizon = states.sample_us()
    assert np.all((states.us - horizon)[settled] > 100_000)
    for i, axis in enumerate(("vx", "vy", "vz")):
        assert rms((states["states"][:, 4 + i] - truth.at(horizon, axis))[settled]) < 0.05
    gyro_error = demo.log.topic("sensor_error", 1)["error"]
    assert states["states"][-1, 10:13] == pytest.approx(gyro_error[-2500:].mean(axis=0), abs=3e-4)
    assert np.all(states["covariances"] >= 0.0)


def test_innovation_is_prediction_minus_measured_velocity(demo, states):
    innovations, gnss = (demo.log.topic("estimator_innovations"),
                         demo.log.topic("vehicle_gps_position"))
    innovation = np.column_stack([innovations["gps_hvel"], innovations["gps_vvel"]])
    at = changed(innovation, innovations.us)
    horizon = states.sample_us()
    velocity = states["states"][:, 4:7]
    slope = (velocity[at - 1] - velocity[at - 2]) / (horizon[at - 1] - horizon[at - 2])[:, None]
    prediction = velocity[at - 1] + slope * (horizon[at] - horizon[at - 1])[:, None]
    sample = newest(gnss.sample_us(), horizon[at])
    measurement = gnss.columns("vel_n_m_s", "vel_e_m_s", "vel_d_m_s")[sample]
    check_innovation(prediction - measurement, innovation[at], 0.02)


def test_innovation_is_prediction_minus_measured_position(demo, local, states):
    innovations, gnss = (demo.log.topic("estimator_innovations"),
                         demo.log.topic("vehicle_gps_position"))
    innovation = np.column_stack([innovations["gps_hpos"], innovations["gps_vpos"]])
    at = changed(innovation, innovations.us)
    horizon = states.sample_us()
    elapsed = (horizon[at] - horizon[at - 1])[:, None] * 1e-6
    prediction = states["states"][at - 1, 7:10] + states["states"][at - 1, 4:7] * elapsed
    place = north_east_m(gnss["latitude_deg"], gnss["longitude_deg"], gnss["altitude_msl_m"],
                         local["ref_lat"][-1], local["ref_lon"][-1])
    measured = np.column_stack([place, local["ref_alt"][-1] - gnss["altitude_msl_m"]])
    sample = newest(gnss.sample_us(), horizon[at])
    check_innovation(prediction - measured[sample], innovation[at], 0.05)


def test_innovation_is_predicted_minus_measured_field(demo, states):
    """After the update, which takes off little: the field's noise is assumed to be 0.05 G."""
    innovations, mag = demo.log.topic("estimator_innovations"), demo.log.topic("sensor_error", 5)
    at = changed(innovations["mag_field"], innovations.us)
    horizon, state = states.sample_us(), states["states"]
    sample = newest(mag.sample_us(), horizon[at])
    measurement = (mag["truth"] + mag["error"])[sample]
    prediction = rotate(conjugate(state[at, 0:4]), state[at, 16:19]) + state[at, 19:22]
    check_innovation(prediction - measurement, innovations["mag_field"][at], 4e-4)


def test_innovation_is_predicted_minus_measured_height(demo, states):
    """The barometer's offset is estimated and in no topic: changes are compared."""
    innovations, baro = demo.log.topic("estimator_innovations"), demo.log.topic("sensor_error", 4)
    at = changed(innovations["baro_vpos"], innovations.us)
    horizon, state = states.sample_us(), states["states"]
    pressure = (baro["truth"] + baro["error"])[newest(baro.sample_us(), horizon[at]), 0]
    height = 44330.77 * (1.0 - (pressure / 101325.0) ** 0.190263)
    elapsed = (horizon[at] - horizon[at - 1]) * 1e-6
    prediction = state[at - 1, 9] + state[at - 1, 6] * elapsed
    check_innovation(np.diff(prediction + height)[:, None],
                     np.diff(innovations["baro_vpos"][at])[:, None], 0.06)


def check_innovation(reconstructed, innovation, tolerance):
    """Same size, same sign: the regression has slope one, the rest is small."""
    assert len(innovation) > 1000
    for own, logged in zip(reconstructed.T, innovation.T):
        assert np.polyfit(logged, own, 1)[0] == pytest.approx(1.0, abs=0.03)
        assert np.std(own - logged) < tolerance


@pytest.mark.parametrize("field", GATES)
def test_test_ratio_is_innovation_over_gate(demo, field):
    innovation, variance, ratio = (
        demo.log.topic(f"estimator_innovation{what}")[field]
        for what in ("s", "_variances", "_test_ratios"))
    gate = demo.log.ulog.initial_parameters[GATES[field]]
    used = variance > 0.0
    assert used.sum() > 1000
    expected = innovation[used] ** 2 / (gate**2 * variance[used])
    assert ratio[used] == pytest.approx(expected, rel=1e-4, abs=1e-7)


def test_estimator_status_holds_the_worst_of_each_aid(demo, local):
    status = demo.log.topic("estimator_status")
    ratios = demo.log.topic("estimator_innovation_test_ratios")
    worst = np.maximum(ratios["gps_hvel"].max(axis=1), ratios["gps_vvel"])
    assert np.array_equal(status["vel_test_ratio"], worst)
    assert np.array_equal(status["pos_test_ratio"], ratios["gps_hpos"].max(axis=1))
    a, b = pairs(status.us, local.us)
    assert np.array_equal(status["pos_horiz_accuracy"][a], local["eph"][b])
    flags = status["solution_status_flags"][status.us > SETTLED_US].astype(int)
    assert np.all(flags & 0x3f == 0x3f)  # attitude, velocity, position: all good


# Control.


def test_position_setpoint_follows_the_trajectory(demo):
    trajectory = demo.log.topic("trajectory_setpoint")
    position = demo.log.topic("vehicle_local_position_setpoint")
    a, b = pairs(trajectory.us, position.us)
    assert len(a) > 0.9 * len(trajectory)
    difference = trajectory["position"][a] - position.columns("x", "y", "z")[b]
    assert np.nanmax(np.abs(difference)) < 1e-5


def test_trajectory_velocity_is_the_rate_of_its_position(demo, truth):
    trajectory = demo.log.topic("trajectory_setpoint")
    moved = np.diff(trajectory["position"], axis=0) / np.diff(trajectory.t)[:, None]
    mean = 0.5 * (trajectory["velocity"][1:] + trajectory["velocity"][:-1])
    assert np.all(np.median(np.abs(moved - mean), axis=0) < 1e-3)


def test_attitude_follows_its_setpoint(demo, truth):
    setpoint, attitude = (demo.log.topic("vehicle_attitude_setpoint"),
                          demo.log.topic("vehicle_attitude"))
    flying = np.interp(setpoint.us, truth.us, truth["dist_bottom"]) > 0.5
    now = attitude["q"][newest(attitude.us, setpoint.us[flying])]
    error = rotation_vector(multiply(conjugate(now), setpoint["q_d"][flying]))
    assert np.all(np.degrees(rms(error)) < [2.0, 2.0, 4.0])


def test_rate_follows_its_setpoint(demo, truth):
    setpoint, rate = (demo.log.topic("vehicle_rates_setpoint"),
                      demo.log.topic("vehicle_angular_velocity"))
    flying = np.interp(setpoint.us, truth.us, truth["dist_bottom"]) > 0.5
    wanted = setpoint.columns("roll", "pitch", "yaw")[flying]
    got = rate.at(setpoint.us[flying], "xyz", shift_us=-60_000)  # 60 ms later
    for i in range(3):
        assert np.corrcoef(wanted[:, i], got[:, i])[0, 1] > 0.7


def test_torque_setpoint_is_what_the_rate_loop_makes(demo):
    """K (P e + I - D dw/dt), with the parameters of the log."""
    parameter = demo.log.ulog.initial_parameters
    p, i_gain, d = (np.array([parameter[f"MC_{axis}RATE_{term}"]
                              for axis in ("ROLL", "PITCH", "YAW")]) for term in "PID")
    loop, rate, setpoint, torque = (demo.log.topic(name) for name in (
        "rate_ctrl_status", "vehicle_angular_velocity", "vehicle_rates_setpoint",
        "vehicle_torque_setpoint"))
    common = np.intersect1d(np.intersect1d(loop.us, rate.us),
                            np.intersect1d(setpoint.us, torque.us))
    assert len(common) > 1000
    i, j, k, m = (np.searchsorted(topic.us, common) for topic in (loop, rate, setpoint, torque))
    integral = loop.columns("rollspeed_integ", "pitchspeed_integ", "yawspeed_integ")[i]
    error = setpoint.columns("roll", "pitch", "yaw")[k] - rate["xyz"][j]
    expected = p * error + integral - d * rate["xyz_derivative"][j]
    armed = np.any(torque["xyz"][m] != 0.0, axis=1)
    # The integral is the one after this step: it has moved by I e dt at most.
    moved = i_gain * np.abs(error) * 0.004
    assert np.all((np.abs(expected - torque["xyz"][m]) < moved + 1e-5)[armed])


def test_thrust_setpoint_is_that_of_the_rate_setpoint(demo):
    thrust, rates = (demo.log.topic("vehicle_thrust_setpoint"),
                     demo.log.topic("vehicle_rates_setpoint"))
    assert np.array_equal(thrust.us, rates.us)
    assert np.array_equal(thrust["xyz"], rates["thrust_body"])


def test_hover_thrust_is_the_thrust_in_hover(demo, truth):
    hover, thrust = (demo.log.topic("hover_thrust_estimate"),
                     demo.log.topic("vehicle_thrust_setpoint"))
    still = (np.interp(thrust.us, truth.us, truth["dist_bottom"]) > 1.0) \
        & (np.abs(truth.at(thrust.us, "vz")) < 0.1) & (np.abs(truth.at(thrust.us, "az")) < 0.2)
    estimate = hover["hover_thrust"][hover["valid"] == 1]
    assert np.median(estimate) == pytest.approx(np.median(-thrust["xyz"][still, 2]), rel=0.03)


def test_takeoff_runs_through_its_phases(demo):
    takeoff = demo.log.topic("takeoff_status")
    state = takeoff["takeoff_state"]
    phases = state[np.flatnonzero(np.diff(state, prepend=0.0))]
    assert phases[0] == 1 and 5 in phases and phases[-1] == 1
    up = phases[:list(phases).index(5) + 1]
    assert np.all(np.diff(up) > 0)
    spool_up_s = takeoff.t[state >= 3][0] - takeoff.t[state == 2][0]
    assert spool_up_s == pytest.approx(demo.log.ulog.initial_parameters["COM_SPOOLUP_TIME"],
                                       abs=0.02)


# Modes and mission.


def simple_items(plan):
    """Places of the plan's waypoints, complex items' own items among them."""
    items, queue = [], json.loads(plan.read_text())["mission"]["items"]
    for item in queue:
        inner = item.get("TransectStyleComplexItem", {}).get("Items", [item])
        items += [i["params"] for i in inner if i["command"] in (16, 22)]
    return np.array([[p[4], p[5]] for p in items if p[4] is not None and p[5] is not None])


def test_targets_follow_the_plan(demo, truth):
    triplet = demo.log.topic("position_setpoint_triplet")
    waypoints = simple_items(demo.plan)
    survey = triplet["current.type"] == 0
    flown = triplet.columns("current.lat", "current.lon")[survey]
    places = north_east_m(flown[:, 0], flown[:, 1], 500.0, *waypoints[0])
    planned = north_east_m(waypoints[:, 0], waypoints[:, 1], 500.0, *waypoints[0])
    distance = np.linalg.norm(planned[:, None] - places[None], axis=2)
    assert np.all(distance.min(axis=1)[1:] < 0.05), "every waypoint was a target"
    # and was reached: within the acceptance radius plus the error of GNSS
    track = truth.columns("x", "y")
    own = north_east_m(waypoints[:, 0], waypoints[:, 1], 508.0, truth["ref_lat"][0],
                       truth["ref_lon"][0])
    nearest = np.array([np.linalg.norm(track - place, axis=1).min() for place in own])
    assert np.all(nearest < 3.0)


def test_mission_progress_rises_to_the_end(demo):
    result = demo.log.topic("mission_result")
    assert np.all(np.diff(result["seq_current"]) >= 0)
    assert np.all(np.diff(result["seq_reached"]) >= 0)
    assert np.all(result["seq_reached"] <= result["seq_current"])
    assert result["finished"][-1] == 1 and result["seq_reached"][-1] == result["seq_total"][-1] - 1
    assert np.all(result["finished"][:-1] == 0)


def test_home_is_where_the_vehicle_was_armed(demo, truth, local):
    home = demo.log.topic("home_position")
    place = north_east_m(home["lat"], home["lon"], home["alt"], truth["ref_lat"][0],
                         truth["ref_lon"][0])[-1]
    start = truth.columns("x", "y")[0]
    assert np.linalg.norm(place - start) < 1.0  # GNSS error
    own = north_east_m(home["lat"], home["lon"], home["alt"], local["ref_lat"][-1],
                       local["ref_lon"][-1])[-1]
    assert own == pytest.approx([home["x"][-1], home["y"][-1]], abs=0.01)
    assert home["alt"][-1] == pytest.approx(local["ref_alt"][-1] - home["z"][-1], abs=0.01)


def test_status_runs_from_hold_over_mission_to_return(demo):
    status = demo.log.topic("vehicle_status")
    modes = status["nav_state"][np.flatnonzero(np.diff(status["nav_state"], prepend=-1.0))]
    assert list(modes) == [4, 3, 5]  # hold, mission, return
    arming = status["arming_state"]
    assert arming[0] == 1 and arming[-1] == 1 and np.sum(np.diff(arming) != 0) == 2
    armed_us = status["armed_time"][arming == 2]
    assert np.all(armed_us == status.us[arming == 2][0])
    assert np.all(status["failsafe"] == 0)


def test_every_event_is_also_a_line_of_text(demo):
    event = demo.log.topic("event")
    texts = demo.log.ulog.logged_messages
    assert [text.timestamp for text in texts] == list(event.us)
    assert np.array_equal(event["event_sequence"], np.arange(len(event)))
    assert np.all(event["id"].astype(np.int64) >> 24 == 1)  # PX4's component of the autopilot
    words = " ".join(text.message for text in texts)
    for expected in ("Armed", "Take-off", "Mission finished", "Landing detected", "Disarmed"):
        assert expected in words
