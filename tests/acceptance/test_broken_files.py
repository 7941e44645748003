"""One fault of each kind in each kind of file that people write: a message of its own with file and
place, exit code 2, nothing written. A byte-order mark and Windows' line ends are no faults."""

import re

import pytest

from acceptance.fly_command import BAD_INPUT, ROOT, alula

PLAN = (ROOT / "missions/hover.plan").read_text()
VEHICLE = (ROOT / "models/vehicles/x500.yaml").read_text()
WORLD = """schema_version: 1
origin: {latitude_deg: 47.3977, longitude_deg: 8.5456, altitude_msl_m: 488.0}
wind: {from_deg: 90.0, speed_m_s: 5.0}
ground: {slope_deg: 0.0, friction: 0.6}
"""
SCENARIO = """schema_version: 1
duration_s: 1.0
seed: 4
vehicles:
  - vehicle: x500
    initial:
      place: {latitude_deg: 47.3977, longitude_deg: 8.5456, altitude_msl_m: 500.0}
      velocity_ned_m_s: [1.0, 0.0, 0.0]
"""
PARAMETERS = "\n".join(["# Vehicle-Id Component-Id Name Value Type", "1\t1\tMPC_XY_P\t0.95\t9",
                        "1\t1\tMPC_Z_P\t1.0\t9", "1\t1\tNAV_ACC_RAD\t2.0\t9", ""])
WAYPOINTS = (ROOT / "missions/square.waypoints").read_text()
GOOD = {"plan": PLAN, "waypoints": WAYPOINTS, "vehicle": VEHICLE, "world": WORLD,
        "scenario": SCENARIO, "params": PARAMETERS}


def swap(old, new):
    def change(text):
        assert old in text, f"{old!r} is not in the sound file"
        return text.replace(old, new, 1)
    return change


def cut(text):
    """Ends within the last list, map or line; YAML cut between two lines is sound."""
    return text[:max(text.rfind(mark) for mark in "[{\t") + 1]


# What is done to the sound file, by kind of fault and of file.
FAULTS = {
    "syntax": {
        "plan": swap('"mission": {', '"mission" {'),
        "waypoints": lambda text: text.replace("\t", ";"),
        "vehicle": swap("mass_kg: ", "mass_kg: ["),
        "world": swap("{from_deg: 90.0, ", "{from_deg: 90.0, ]"),
        "scenario": swap("seed: 4", "seed 4"),
        "params": swap("1\t1\tMPC_Z_P\t1.0\t9", "1;1;MPC_Z_P;1.0;9")},
    "unknown key": {
        "plan": swap('"command": 22', '"comand": 22'),
        "waypoints": swap("\t16\t0\t0\t0\tnan", "\t3000\t0\t0\t0\tnan"),
        "vehicle": swap("mass_kg:", "mas_kg:"),
        "world": swap("friction:", "fricton:"),
        "scenario": swap("duration_s:", "duraton_s:"),
        "params": swap("MPC_XY_P", "MPC_XY_PP")},
    "wrong type": {
        "plan": swap('"hoverSpeed": 5', '"hoverSpeed": "fast"'),
        "waypoints": swap("\t47.397921877\t", "\tnorth\t"),
        "vehicle": swap("speed_min_rad_s: 150.0", "speed_min_rad_s: slow"),
        "world": swap("friction: 0.6", "friction: [0.6]"),
        "scenario": swap("seed: 4", "seed: four"),
        "params": swap("0.95", "much")},
    "missing": {
        "plan": lambda text: re.sub(r'\s*"plannedHomePosition": \[[^\]]*\],', "", text),
        "waypoints": swap("0\t1\t0\t16\t0\t0\t0\t0\t47.397742\t8.545594\t488\t1\n", ""),
        "vehicle": lambda text: re.sub(r"\n *mass_kg:[^\n]*", "", text, count=1),
        "world": swap("from_deg: 90.0, ", ""),
        "scenario": swap("duration_s: 1.0\n", ""),
        "params": swap("\t0.95\t9", "")},
    "out of range": {
        "plan": lambda text: re.sub(r'("plannedHomePosition": \[\s*)[-\d.]+', r"\g<1>97.4", text),
        "waypoints": swap("\t8.545858916\t", "\t188.5\t"),
        "vehicle": swap("moment_coefficient_m: 0.016", "moment_coefficient_m: -0.016"),
        "world": swap("latitude_deg: 47.3977", "latitude_deg: 473.977"),
        "scenario": swap("duration_s: 1.0", "duration_s: -1.0"),
        "params": swap("0.95", "95")},
    "not a number": {
        "plan": lambda text: re.sub(r'("plannedHomePosition": \[\s*)[-\d.]+', r"\g<1>NaN", text),
        "waypoints": swap("\t488\t", "\tinf\t"),
        "vehicle": swap("time_constant_up_s: 0.0125", "time_constant_up_s: .nan"),
        "world": swap("speed_m_s: 5.0", "speed_m_s: .inf"),
        "scenario": swap("[1.0, 0.0, 0.0]", "[.nan, 0.0, 0.0]"),
        "params": swap("0.95", "nan")},
    "duplicate": {
        "plan": swap('"fileType": "Plan"', '"fileType": "Plan",\n    "fileType": "Plan"'),
        "waypoints": swap("\n3\t", "\n2\t"),
        "vehicle": swap("\nparts:\n", "\nparts: []\nparts:\n"),
        "world": swap("friction: 0.6", "friction: 0.6, friction: 0.7"),
        "scenario": swap("seed: 4\n", "seed: 4\nseed: 5\n"),
        "params": swap("MPC_Z_P", "MPC_XY_P")},
    "unphysical": {
        "plan": lambda text: re.sub(r'("plannedHomePosition": \[[^\]]*?)[-\d.]+(\s*\])',
                                    r"\g<1>90000\g<2>", text),
        "waypoints": swap("8.545858916\t10\t", "8.545858916\t90000\t"),
        "vehicle": swap("speed_min_rad_s: 150.0", "speed_min_rad_s: 1500.0"),
        "world": swap("friction: 0.6", "restitution: 1.5"),
        "scenario": swap("altitude_msl_m: 500.0", "altitude_msl_m: 400.0"),
        "params": swap("NAV_ACC_RAD\t2.0", "MPC_THR_MAX\t0.05")},
    "truncated": {kind: cut for kind in GOOD},
    "empty": {kind: lambda text: "" for kind in GOOD},
}
SUFFIX = {"plan": ".plan", "waypoints": ".waypoints", "params": ".params"}


def command_of(kind, path, tmp_path):
    out = ["--out", tmp_path / "out"]
    return {"plan": ["fly", path, *out],
            "waypoints": ["fly", path, *out],
            "vehicle": ["fly", ROOT / "missions/hover.plan", "--vehicle", path, *out],
            "world": ["fly", ROOT / "missions/hover.plan", "--world", path, *out],
            "scenario": ["run", path, "--csv", tmp_path / "table.csv"],
            "params": ["fly", ROOT / "missions/hover.plan", "--params", path, *out]}[kind]


def answer(kind, content, tmp_path):
    path = tmp_path / f"file{SUFFIX.get(kind, '.yaml')}"
    path.write_bytes(content)
    result = alula(*command_of(kind, path, tmp_path))
    left = {entry.name for entry in tmp_path.iterdir()} - {path.name}
    return result, left


def message_of(fault, kind, tmp_path):
    broken = FAULTS[fault][kind](GOOD[kind])
    assert broken != GOOD[kind]
    result, left = answer(kind, broken.encode(), tmp_path)
    assert result.returncode == BAD_INPUT, result.stdout + result.stderr
    assert left == set(), "something was written"
    assert result.stderr.count("\n") == 1, result.stderr
    return result.stderr


@pytest.mark.parametrize("kind", GOOD)
@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_told_with_its_place(fault, kind, tmp_path):
    message = message_of(fault, kind, tmp_path)
    place = rf"file{re.escape(SUFFIX.get(kind, '.yaml'))}(:\d+|: )"
    assert re.search(place, message), message


def test_no_two_faults_share_a_message(tmp_path):
    told = {}
    for kind in GOOD:
        for fault in FAULTS:
            folder = tmp_path / kind / fault.replace(" ", "_")
            folder.mkdir(parents=True)
            # Without places: what is wrong must differ, not only where.
            text = re.sub(r"\S*file\.\w+(:\d+)?", "FILE", message_of(fault, kind, folder))
            told.setdefault(text, []).append((kind, fault))
    assert [cells for cells in told.values() if len(cells) > 1] == []


@pytest.mark.parametrize("kind", GOOD)
@pytest.mark.parametrize("encoding", ["byte-order mark", "Windows' line ends"])
def test_what_editors_of_windows_add_is_no_fault(kind, encoding, tmp_path):
    plain = GOOD[kind].encode()
    dressed = (b"\xef\xbb\xbf" + plain if encoding == "byte-order mark"
               else plain.replace(b"\n", b"\r\n"))
    outcome = []
    for name, content in (("plain", plain), ("dressed", dressed)):
        folder = tmp_path / name
        folder.mkdir()
        result, _ = answer(kind, content, folder)
        assert result.returncode == 0, result.stderr
        outcome.append(re.search(r"state hash (\w+)", result.stdout).group(1))
    assert outcome[0] == outcome[1]
