"""What `vehicle check` and `plan check` warn of, the commands that fly the files say as well."""

import json

import pytest

from acceptance.fly_command import DONE, HOVER, ROOT, alula, fly

MISSION = """schema_version: 1
vehicles: [{vehicle: VEHICLE, firmware: alula, plan: PLAN}]
duration_s: 1
expect: [{name: stays, always: truth.height_m < 1000}]
"""


@pytest.fixture(scope="module")
def odd(tmp_path_factory):
    """A vehicle whose battery sags and a mission that touches the ground, flown to the limit."""
    folder = tmp_path_factory.mktemp("odd")
    text = (ROOT / "models/vehicles/x500.yaml").read_text()
    assert "capacity_ah: " in text
    head, tail = text.split("capacity_ah: ", 1)
    (folder / "odd.yaml").write_text(f"{head}capacity_ah: 500.0\n{tail.split(chr(10), 1)[1]}")
    plan = json.loads((ROOT / "missions/square.plan").read_text())
    item = plan["mission"]["items"][2]
    item["params"][6] = item["Altitude"] = 0.5
    (folder / "odd.plan").write_text(json.dumps(plan, indent=1))
    (folder / "odd_scenario.yaml").write_text(
        MISSION.replace("VEHICLE", "./odd.yaml").replace("PLAN", "odd.plan"))
    return folder


def warnings(result):
    lines = result.stderr.splitlines()
    return [line for line in lines if line.startswith("alula: warning: ")]


def test_every_command_that_flies_says_them(odd, tmp_path):
    vehicle = warnings(alula("vehicle", "check", odd / "odd.yaml"))
    plan = warnings(alula("plan", "check", odd / "odd.plan"))
    assert len(vehicle) == 1 and "is capacity_ah in Ah?" in vehicle[0]
    assert len(plan) == 1 and "the vehicle may touch the ground" in plan[0]
    flown = alula("fly", odd / "odd.plan", "--vehicle", odd / "odd.yaml", "--max-time", 2,
                  "--no-log", "--out", tmp_path / "out")
    assert warnings(flown) == vehicle + plan
    said = alula("fly", odd / "odd.plan", "--vehicle", odd / "odd.yaml", "--max-time", 2,
                 "--no-log", "--out", tmp_path / "out", "--json")
    prefix = len("alula: warning: ")
    assert json.loads(said.stdout)["warnings"] == [line[prefix:] for line in vehicle + plan]
    for command in ("run", "test"):
        result = alula(command, odd / "odd_scenario.yaml")
        assert result.returncode == DONE, result.stderr
        told = [line.replace("/./", "/") for line in warnings(result)]
        assert told == vehicle + plan


def test_a_flight_without_doubts_says_nothing(tmp_path):
    assert fly(HOVER, tmp_path / "out", "--no-log").stderr == ""


def test_outputs_that_cannot_be_written_are_heard_of_before_anything_flies(odd, tmp_path):
    (tmp_path / "file").touch()
    for option in ("--junit", "--page", "--keep-failed"):
        result = alula("test", odd / "odd_scenario.yaml", option, tmp_path / "file/below")
        assert (result.returncode, result.stdout) == (3, "")
        assert "file/below" in result.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["file"]
