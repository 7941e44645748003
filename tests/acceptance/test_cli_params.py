"""`alula params` and `alula fly --params`: QGroundControl's files in and out."""

import json
import lzma
import re

import pytest
from pyulog import ULog

from acceptance.fly_command import BAD_INPUT, DONE, HOVER, ROOT, alula, fly

PX4_LOG = ROOT / "tests/reference/px4/iris_first_part.ulg.xz"


def said(*words, code=DONE):
    result = alula("params", *words)
    assert result.returncode == code, result.stderr
    return result.stdout if code == DONE else result.stderr


def for_machines(*words):
    return json.loads(said(*words, "--json"))["result"]


def test_a_search_takes_words_of_name_unit_and_meaning():
    lines = said("list", "descent", "m/s").splitlines()
    assert lines[0].split() == ["name", "value", "default", "range", "unit", "meaning"]
    names = [line.split()[0] for line in lines[1:]]
    assert "MPC_LAND_SPEED" in names and "MPC_XY_P" not in names
    assert said("list", "zzzz") == "no parameter is like that\n"


def test_a_value_that_the_vehicle_sets_is_marked():
    row, = [line for line in said("list", "MPC_THR_HOVER").splitlines() if "0.73" in line]
    assert row.split()[:4] == ["MPC_THR_HOVER", "0.73*", "0.5", "0.1"]
    changed = for_machines("list", "--changed", "--param", "MPC_XY_CRUISE=8")
    assert {p["name"]: p["value"] for p in changed} == {
        "EKF2_BCOEF_X": 200, "EKF2_BCOEF_Y": 200, "EKF2_MCOEF": 0.12,
        "MPC_THR_HOVER": 0.73, "MPC_XY_CRUISE": 8}


def test_one_parameter_in_full_whatever_the_case():
    text = said("show", "mpc_yaw_mode")
    assert text.startswith("MPC_YAW_MODE: Heading: 0 towards waypoint")
    assert "  range    0 to 4, whole numbers\n" in text
    shown = for_machines("show", "MPC_YAW_MODE")
    assert shown["default"] == shown["value"] == 0 and shown["type"] == "integer"


@pytest.mark.parametrize("name, answer", [
    ("mpc_xy_cruse", 'did you mean "MPC_XY_CRUISE"?'),
    ("MPC_XY_VEL_P", "replaced by MPC_XY_VEL_P_ACC, 20 times the number"),
    ("FOO", "`alula params list` names all"),
])
def test_a_name_that_is_none_gets_the_nearest(name, answer):
    assert said("show", name, code=BAD_INPUT) == f"alula: {name}: unknown parameter; {answer}\n"


def test_what_is_exported_is_read_back_by_fly(tmp_path):
    """The same flight, whether a value comes from the file or from the command line."""
    file = tmp_path / "all.params"
    say = said("export", "--param", "MPC_XY_P=0.9", "--param", "MPC_YAW_MODE=1", "--out", file)
    count = len(for_machines("list"))
    assert say == f"{count} parameters written to {file}\n"
    by_file = fly(HOVER, tmp_path / "a", "--no-log", "--params", file)
    by_word = fly(HOVER, tmp_path / "b", "--no-log", "--param", "MPC_XY_P=0.9",
                  "--param", "MPC_YAW_MODE=1")
    assert by_file.summary == by_word.summary
    # The folder of inputs flies it again.
    assert (tmp_path / "a/inputs/parameters.params").read_bytes() == file.read_bytes()
    words = (tmp_path / "a/inputs/command.txt").read_text().split()
    again = alula(*words[1:], "--no-log", "--out", tmp_path / "c", cwd=tmp_path / "a/inputs")
    assert again.returncode == DONE
    flown = json.loads((tmp_path / "c/summary.json").read_text())
    assert flown == {**by_file.summary, "plan": "plan.plan"}
    changed = flown["parameters_changed"]
    assert (changed["MPC_XY_P"], changed["MPC_YAW_MODE"]) == (0.9, 1)
    assert by_file.summary != fly(HOVER, tmp_path / "d", "--no-log").summary


def test_the_command_line_comes_after_the_file(tmp_path):
    file = tmp_path / "a.params"
    file.write_text("1\t1\tMPC_XY_P\t0.9\t9\n")
    assert for_machines("show", "MPC_XY_P", "--params", file)["value"] == 0.9
    both = for_machines("show", "MPC_XY_P", "--params", file, "--param", "MPC_XY_P=0.8")
    assert both["value"] == 0.8


def test_differences_of_files_vehicles_and_defaults(tmp_path):
    file, other = tmp_path / "a.params", tmp_path / "b.params"
    file.write_text("1\t1\tMPC_XY_P\t0.9\t9\n1\t1\tSENS_BOARD_ROT\t2\t6\n")
    other.write_text("1\t1\tMPC_XY_P\t0.5\t9\n1\t1\tMPC_Z_P\t1\t9\n")
    changes = for_machines("diff", file, other)["changes"]
    assert changes == [{"name": "MPC_XY_P", "first": 0.9, "second": 0.5},
                       {"name": "MPC_Z_P", "first": None, "second": 1},
                       {"name": "SENS_BOARD_ROT", "first": 2, "second": None}]
    changes = for_machines("diff", file)["changes"]
    assert changes == [{"name": "MPC_XY_P", "first": 0.9, "second": 0.95}]
    assert [c["name"] for c in for_machines("diff", "x500")["changes"]] == [
        "EKF2_BCOEF_X", "EKF2_BCOEF_Y", "EKF2_MCOEF", "MPC_THR_HOVER"]
    assert said("diff", "x500", "x500") == "x500 and x500 hold the same parameters\n"
    assert 'did you mean "x500"?' in said("diff", "x50", code=BAD_INPUT)


# Those that PX4 has since 1.16 (its release notes): the log is older.
NEWER = {"MC_ORBIT_YAW_MOD"}


@pytest.fixture(scope="module")
def px4_parameters():
    with lzma.open(PX4_LOG) as log:
        return ULog(log).initial_parameters


def test_a_real_px4s_parameters_are_imported(px4_parameters, tmp_path):
    """All that PX4 1.15 had in a flight, in QGroundControl's text: 18 digits after %g."""
    file, taken = tmp_path / "real.params", tmp_path / "taken.params"
    lines = [f"1\t1\t{name}\t{value:.18g}\t{6 if isinstance(value, int) else 9}\n"
             for name, value in sorted(px4_parameters.items())]
    assert len(lines) > 800
    file.write_text("# Onboard parameters for Vehicle 1\n" + "".join(lines))
    result = alula("params", "import", file, "--out", taken)
    assert result.returncode == DONE, result.stderr
    assert result.stderr.startswith("alula: warning: ")
    assert re.search("[0-9]{3} parameters left out, since the autopilot has no such: ASPD_SCALE_1, "
                     ".* and [0-9]{3} more\n", result.stderr)

    # What Alula's filter has no part for (bit 2: gravity as a measurement) is told, not taken.
    beyond = "EKF2_IMU_CTRL: 7 is out of range; expected 0 to 3; left out"
    assert beyond in result.stderr

    values = {p["name"]: p["value"] for p in for_machines("list", "--params", taken)}
    assert set(values) - NEWER <= set(px4_parameters), "names that PX4 does not have"
    for name in set(values) - NEWER - {"EKF2_IMU_CTRL"}:
        assert values[name] == pytest.approx(px4_parameters[name], rel=1e-7), name

    imported = for_machines("import", file)
    unknown = set(px4_parameters) - set(values)
    assert set(imported["unknown"]) == unknown
    taken = {p["name"] for p in imported["taken"]}
    assert taken | unknown | {"EKF2_IMU_CTRL"} == set(px4_parameters)

    # Unlike the import, a flight leaves nothing out.
    refused = alula("fly", HOVER, "--params", file, "--out", tmp_path / "out")
    assert refused.returncode == BAD_INPUT and "unknown parameter" in refused.stderr
    assert not (tmp_path / "out").exists()


def test_a_file_without_any_known_parameter_is_refused(tmp_path):
    (tmp_path / "a.params").write_text("1\t1\tSENS_BOARD_ROT\t2\t6\n")
    answer = said("import", tmp_path / "a.params", code=BAD_INPUT)
    assert "holds none of the autopilot's parameters" in answer
