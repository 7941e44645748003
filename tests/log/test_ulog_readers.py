"""Our ULog writer against pyulog, our reader against a log of PX4 itself."""

import json
import lzma
import math
import os
import pathlib
import subprocess

import numpy as np
import pytest
from pyulog import ULog

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = pathlib.Path(os.environ.get("ALULA_BIN", ROOT / "build/release/alula")).parent
PX4_LOG = ROOT / "tests/reference/px4/iris_first_part.ulg.xz"
OWN_TOPICS = ("sensor_error", "force_")

# What Flight Review plots (https://github.com/PX4/flight_review, configured_plots.py and helpers).
FLIGHT_REVIEW = {
    "vehicle_status": "nav_state arming_state vehicle_type is_vtol in_transition_mode failsafe "
                      "failsafe_and_user_took_over",
    "vehicle_gps_position": "latitude_deg longitude_deg altitude_msl_m fix_type eph epv hdop vdop "
                            "s_variance_m_s satellites_used noise_per_ms jamming_indicator vel_m_s",
    "vehicle_local_position": "x y z vx vy vz dist_bottom dist_bottom_valid ref_lat ref_lon "
                              "ref_alt ref_timestamp",
    "vehicle_local_position_setpoint": "x y z vx vy vz",
    "vehicle_local_position_groundtruth": "x y z vx vy vz",
    "vehicle_global_position": "lat lon alt",
    "vehicle_air_data": "baro_alt_meter",
    "position_setpoint_triplet": "current.alt current.lat current.lon current.valid",
    "vehicle_attitude": "q[0] q[1] q[2] q[3]",
    "vehicle_attitude_setpoint": "q_d[0] q_d[1] q_d[2] q_d[3] yaw_sp_move_rate",
    "vehicle_attitude_groundtruth": "q[0] q[1] q[2] q[3]",
    "vehicle_angular_velocity": "xyz[0] xyz[1] xyz[2]",
    "vehicle_angular_velocity_groundtruth": "xyz[0] xyz[1] xyz[2]",
    "vehicle_rates_setpoint": "roll pitch yaw",
    "rate_ctrl_status": "rollspeed_integ pitchspeed_integ yawspeed_integ",
    "vehicle_torque_setpoint": "xyz[0] xyz[1] xyz[2]",
    "vehicle_thrust_setpoint": "xyz[0] xyz[1] xyz[2]",
    "actuator_motors": "control[0] control[3] control[11]",
    "esc_status": "esc[0].esc_rpm esc[3].esc_rpm esc_count",
    "sensor_combined": "accelerometer_m_s2[0] accelerometer_m_s2[2] gyro_rad[0] gyro_rad[2]",
    "vehicle_imu_status": "accel_vibration_metric",
    "vehicle_magnetometer": "magnetometer_ga[0] magnetometer_ga[2]",
    "battery_status": "voltage_v voltage_filtered_v current_a discharged_mah remaining",
    "estimator_status": "time_slip pos_horiz_accuracy innovation_check_flags "
                        "gps_check_fail_flags",
    "trajectory_setpoint": "position[0] velocity[0] yaw",
}


def run_tool(verb, path, check=False):
    return subprocess.run([BUILD / "tests/log/ulog_tool", verb, path], check=check,
                          capture_output=True, text=True)


def our_reader(path):
    """What ulog_tool lists: {(name, instance): topic}, and the line about the whole file."""
    lines = run_tool("list", path, check=True).stdout.splitlines()
    rows = [json.loads(line) for line in lines]
    return {(row["name"], row["multi_id"]): row for row in rows[:-1]}, rows[-1]


@pytest.fixture(scope="module")
def sample(tmp_path_factory):
    path = tmp_path_factory.mktemp("log") / "sample.ulg"
    run_tool("write", path, check=True)
    return path


@pytest.fixture(scope="module")
def px4_log(tmp_path_factory):
    path = tmp_path_factory.mktemp("px4") / "iris.ulg"
    path.write_bytes(lzma.decompress(PX4_LOG.read_bytes()))
    return path


def assert_same(path):
    """Both readers find the same topics, counts, columns, and sums of the finite values."""
    ours, whole = our_reader(path)
    theirs = ULog(str(path))
    assert set(ours) == {(topic.name, topic.multi_id) for topic in theirs.data_list}
    for topic in theirs.data_list:
        row = ours[topic.name, topic.multi_id]
        assert row["count"] == len(topic.data["timestamp"]), topic.name
        # pyulog keeps padding that lies inside a record
        columns = {name: v for name, v in topic.data.items() if "_padding" not in name}
        assert set(row["sums"]) == set(columns), topic.name
        for name, values in columns.items():
            values = values.astype(float)
            expected = math.fsum(values[np.isfinite(values)])
            size = float(np.abs(values[np.isfinite(values)]).sum())
            tolerance = 1e-9 * size + 1e-300
            assert row["sums"][name] == pytest.approx(expected, abs=tolerance), (topic.name, name)
    assert whole["texts"] == len(theirs.logged_messages)
    assert whole["parameters"] == len(theirs.initial_parameters)
    return whole


def test_pyulog_reads_our_log_without_complaint(sample):
    log = ULog(str(sample), disable_str_exceptions=False)
    assert not log.file_corruption
    assert log.dropouts == []
    assert log.msg_info_dict["sys_name"] == "Alula"
    assert log.initial_parameters["MC_ROLL_P"] == 6.0
    assert log.get_default_parameters(0)["MC_ROLL_P"] == 6.5


def test_both_readers_find_the_same_in_our_log(sample):
    whole = assert_same(sample)
    assert (whole["truncated"], whole["malformed"], whole["unknown"]) == (0, 0, 0)


def test_our_reader_finds_in_a_px4_log_what_pyulog_finds(px4_log):
    whole = assert_same(px4_log)
    assert whole["truncated"] > 0  # it was cut in the middle of a message
    assert (whole["malformed"], whole["unknown"]) == (0, 0)


def test_names_types_and_order_are_those_of_px4(sample, px4_log):
    ours, theirs = ULog(str(sample)).message_formats, ULog(str(px4_log)).message_formats
    compared = 0
    for name, layout in ours.items():
        if name.startswith(OWN_TOPICS):
            continue
        assert layout.fields == theirs[name].fields, name
        compared += 1
    assert compared == 40  # 38 topics, and the two formats that they nest


def test_flight_review_finds_its_fields(sample):
    log = ULog(str(sample))
    for name, fields in FLIGHT_REVIEW.items():
        data = log.get_dataset(name).data
        assert set(fields.split()) <= set(data), name


def test_our_reader_refuses_what_is_no_log(tmp_path):
    path = tmp_path / "note.ulg"
    path.write_text("this is no log, however long it may be")
    result = run_tool("list", path)
    assert result.returncode == 1
    assert "not a ULog file" in result.stderr
