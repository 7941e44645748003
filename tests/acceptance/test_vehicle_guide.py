"""docs/vehicles.md: its file is the example, its figures are those of report and flight."""

import csv
import json
import math
import re

import numpy as np
import pytest
from pyulog import ULog

from acceptance.fly_command import DEMO, DONE, HOVER, ROOT, alula, fly

GUIDE = (ROOT / "docs/vehicles.md").read_text()
QUAD = ROOT / "examples/vehicles/quad13.yaml"
TABLE = ROOT / "examples/vehicles/mn4004_kv400_13x4.4.csv"
GRAVITY = 9.80665
HOME_MSL_M = 488.0


def report(*arguments):
    result = alula("vehicle", "report", QUAD, "--json", *arguments)
    assert result.returncode == DONE
    return json.loads(result.stdout)["result"]


def test_the_blocks_of_the_guide_are_the_example():
    blocks = re.findall(r"^```yaml\n(.*?)^```$", GUIDE, re.DOTALL | re.MULTILINE)
    assert "\n".join(blocks) == QUAD.read_text()


def test_the_fitted_keys_stand_in_the_file():
    said = alula("vehicle", "rotor", TABLE, "--diameter", 0.3302, "--propeller-mass", 0.0142,
                 "--kv", 400).stdout
    keys = [line for line in said.splitlines() if not line.startswith("#")]
    assert len(keys) == 9
    for line in keys:
        assert f"    {line}\n" in QUAD.read_text(), line


def test_the_report_meets_the_makers_table():
    """Between the rows about the hover thrust, straight lines: speed 1 %, power 2 %."""
    rows = list(csv.DictReader(line for line in TABLE.open() if not line.startswith("#")))
    thrust_g = [float(row["thrust_g"]) for row in rows]
    hover = report()["hover"]
    each_g = 2500 / 4
    speed = np.interp(each_g, thrust_g, [float(row["rpm"]) for row in rows])
    power = 4 * np.interp(each_g, thrust_g, [float(row["power_w"]) for row in rows])
    assert hover["rotor_speed_rad_s"] * 60 / (2 * math.pi) == pytest.approx(speed, rel=0.01)
    assert hover["current_a"] * 22.2 == pytest.approx(power, rel=0.02)


def test_the_figures_worked_by_hand_are_those_of_the_report():
    said = report()
    speed = math.sqrt(2.5 * GRAVITY / 4 / 2.79e-5)
    power_w = 4 * 2.79e-5 * 0.01699 * speed ** 3 / 0.7272
    assert said["hover"]["rotor_speed_rad_s"] == pytest.approx(speed, rel=1e-4)
    assert said["hover"]["current_a"] == pytest.approx(power_w / 22.2, rel=1e-4)
    minutes = 0.8 * 8 * 60 / (power_w / 22.2)
    assert said["endurance"]["hover_to_reserve_s"] / 60 == pytest.approx(minutes, rel=1e-3)
    for shown, value in ((r"= (469) rad/s", speed), (r"at 6\.13 N (268) W", power_w),
                         (r"these are (12\.1) A", power_w / 22.2),
                         (r"last (31\.7) minutes", minutes)):
        assert float(re.search(shown, GUIDE)[1]) == pytest.approx(value, rel=2e-3)


def test_the_drag_of_the_guide_is_that_of_its_wind_tunnel_flights():
    for speed, tilt_deg in ((4.2, 7), (8.5, 16), (12.1, 29)):
        drag = 2.6 * GRAVITY * math.tan(math.radians(tilt_deg))
        assert 0.45 * speed + 0.057 * speed ** 2 == pytest.approx(drag, rel=0.09)
    assert 0.45 / (4 * 469) == pytest.approx(2.4e-4, rel=0.01)
    assert 2 * 0.057 / 1.225 == pytest.approx(0.093, rel=0.01)


@pytest.mark.slow
def test_it_flies_the_demo_at_the_first_try(tmp_path):
    summary = fly(DEMO, tmp_path, "--vehicle", QUAD, "--no-log").summary
    assert summary["mission_items_reached"] == summary["mission_items"]
    assert summary["touchdown"]["speed_m_s"] < 1.0
    assert summary["tracking_error"]["horizontal_m"]["rms"] < 0.5


def mean(log, topic, field, start, end):
    data = log.get_dataset(topic).data
    time_s = data["timestamp"] / 1e6
    return data[field][(time_s > start) & (time_s < end)].mean()


@pytest.mark.slow
@pytest.mark.parametrize("name", ["x500", "iris", str(QUAD)])
def test_a_simulated_hover_has_the_commands_of_the_report(tmp_path, name):
    fly(HOVER, tmp_path, "--vehicle", name)
    log = ULog(str(tmp_path / "flight.ulg"))
    height = log.get_dataset("vehicle_local_position_groundtruth").data
    still = (np.abs(height["vz"]) < 0.05) & (height["z"] < height["z"].min() + 0.5)
    seconds = height["timestamp"][still] / 1e6
    start, end = seconds[0] + 5, seconds[-1] - 1
    assert end - start > 20
    said = json.loads(alula("vehicle", "report", name, "--json", "--altitude",
                            HOME_MSL_M - height["z"].min()).stdout)["result"]["hover"]
    commands = [mean(log, "actuator_motors", f"control[{i}]", start, end) for i in range(4)]
    assert np.mean(commands) == pytest.approx(said["command"], rel=0.01)
    assert mean(log, "battery_status", "current_a", start, end) == pytest.approx(
        said["current_a"], rel=0.01)


def straight(plan, length_m):
    """The hover plan with one waypoint far to the north of home."""
    items = plan["mission"]["items"]
    far = json.loads(json.dumps(items[0]))
    far.update(command=16, doJumpId=90)
    latitude, longitude, height = (plan["mission"]["plannedHomePosition"][0] + length_m / 111194.0,
                                   plan["mission"]["plannedHomePosition"][1], items[0]["params"][6])
    far["params"] = [0, 0, 0, None, latitude, longitude, height]
    plan["mission"]["items"] = [items[0], far, {**items[-1], "doJumpId": 91}]
    return plan


@pytest.mark.slow
def test_a_flight_at_the_tilt_limit_has_the_speed_of_the_report(tmp_path):
    plan = tmp_path / "straight.plan"
    plan.write_text(json.dumps(straight(json.loads(HOVER.read_text()), 500.0)))
    vehicle = tmp_path / "quad13.yaml"
    vehicle.write_text(QUAD.read_text() + "\nautopilot_parameters: {MPC_TILTMAX_AIR: 20.0, "
                       "MPC_XY_CRUISE: 15.0, MPC_XY_VEL_MAX: 15.0, MPC_XY_ERR_MAX: 10.0}\n")
    said = json.loads(alula("vehicle", "report", vehicle, "--json", "--altitude",
                            HOME_MSL_M).stdout)["result"]["level"]
    assert said["as_flown"]["limit"] == "the tilt limit, MPC_TILTMAX_AIR 20 deg"
    fly(plan, tmp_path / "out", "--vehicle", vehicle)
    log = ULog(str(tmp_path / "out/flight.ulg"))
    fastest = log.get_dataset("vehicle_local_position_groundtruth").data["vx"].max()
    assert fastest == pytest.approx(said["as_flown"]["speed_m_s"], rel=0.03)
