"""Options and exit codes of `alula fly`: each mistake has one line and leaves nothing behind."""

import json

import pytest

from acceptance.fly_command import BAD_INPUT, DONE, FAILED, HOVER, ROOT, alula, fly

SEED = "expected a whole number from 0 to 18446744073709551615"
BRICK = ROOT / "models/vehicles/brick.yaml"
HELP = "`alula fly --help` says what it"
# What follows the plan, and the line on standard error after "alula: ".
MISTAKES = {
    "--seed abc": f"--seed abc: {SEED}",
    "--seed -1": f"--seed -1: {SEED}",
    "--seed 1.5": f"--seed 1.5: {SEED}",
    "--seed 0x10": f"--seed 0x10: {SEED}",
    "--seed 18446744073709551616": f"--seed 18446744073709551616: {SEED}",
    "--max-time 0": "--max-time 0: expected simulated seconds, 1 to 1000000",
    "--max-time nan": "--max-time nan: expected simulated seconds, 1 to 1000000",
    "--max-time soon": "--max-time soon: expected simulated seconds, 1 to 1000000",
    "--param X": "parameter X: expected NAME=VALUE",
    "--param NO_SUCH=1": None,  # the autopilot's own words, which name the parameter
    "--param MPC_XY_P=99": "parameter MPC_XY_P: 99 is out of range; expected 0 to 5 1/s",
    "--param MPC_XY_P=nan": None,
    "--save-at x snap": "--save-at x: expected simulated seconds, 0 to 1000000",
    "--save-at -1 snap": "--save-at -1: expected simulated seconds, 0 to 1000000",
    "--save-at 60": f"--save-at: has no such value; expected SECONDS FILE; {HELP} is",
    "--bogus": "--bogus: unknown option of `alula fly`; `alula fly --help` lists them",
    "another.plan": f"another.plan: is one word too many for `alula fly`; {HELP} takes",
    "--vehicle nothing": None,
    "--vehicle .": None,
    "--vehicle brick": f"{BRICK}: has no rotors and cannot fly a mission; `alula run` lets it fall",
    "--vehicle nothing.yaml": "--vehicle: nothing.yaml: cannot be read: No such file or directory",
    "--world nothing": None,
    "--world nothing.yaml": "--world: nothing.yaml: cannot be read: No such file or directory",
    "--world ./": "--world: ./: is a folder; expected a file",
    "--world empty.yaml": "empty.yaml: is empty; expected a world",
}


@pytest.mark.parametrize("words", MISTAKES)
def test_a_mistake_has_one_line_and_leaves_nothing(tmp_path, words):
    (tmp_path / "empty.yaml").touch()
    # The folder first: an option that lacks its value would eat it.
    result = alula("fly", "--out", "out", HOVER, *words.split(), cwd=tmp_path)
    assert result.returncode == BAD_INPUT
    assert result.stdout == ""
    assert result.stderr.startswith("alula: ") and result.stderr.count("\n") == 1
    if MISTAKES[words]:
        assert result.stderr == f"alula: {MISTAKES[words]}\n"
    else:
        assert words.split()[1].split("=")[0].strip(".") in result.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["empty.yaml"]


@pytest.mark.parametrize("plan, says", [
    ("none.plan", "plan: none.plan: cannot be read: No such file or directory"),
    (".", "plan: .: is a folder; expected a file"),
    ("empty.plan",
         "empty.plan: is empty; expected a mission: a .plan or a waypoint list"),
])
def test_a_plan_that_is_none(tmp_path, plan, says):
    (tmp_path / "empty.plan").touch()
    result = alula("fly", plan, "--out", "out", cwd=tmp_path)
    assert (result.returncode, result.stderr) == (BAD_INPUT, f"alula: {says}\n")
    assert not (tmp_path / "out").exists()


def test_a_plan_must_be_named():
    result = alula("fly")
    assert result.returncode == BAD_INPUT
    assert result.stderr == f"alula: plan: is missing; expected FILE; {HELP} is\n"
    result = alula()
    assert result.returncode == BAD_INPUT and result.stderr.count("\n") == 1


def test_help_and_version():
    version = alula("--version")
    assert (version.returncode, version.stderr) == (DONE, "")
    assert version.stdout.startswith("alula 0.")
    for words in (["--help"], ["fly", "--help"], ["resume", "--help"]):
        shown = alula(*words)
        assert (shown.returncode, shown.stderr) == (DONE, "")
        assert "Exit codes: 0 done, 1 the flight failed" in shown.stdout
    for option in ("--vehicle", "--world", "--seed", "--param", "--ideal-sensors", "--out",
                   "--no-log", "--max-time", "--save-at"):
        assert option in alula("fly", "--help").stdout


def test_a_flight_past_the_time_limit_has_failed(tmp_path):
    result = fly(HOVER, tmp_path / "out", "--max-time", 30, code=FAILED)
    assert result.summary["reason"].startswith("time limit of 30 s reached in mode ")
    assert result.summary["sim_time_s"] == pytest.approx(30.0, abs=0.002)
    assert f"reason: {result.summary['reason']}" in result.stdout
    assert not result.summary["completed"] and not result.summary["disarmed"]


def test_a_vehicle_that_cannot_arm_within_a_minute_has_failed(tmp_path):
    fly(HOVER, tmp_path / "good", "--no-log")
    text = (tmp_path / "good/inputs/vehicle.yaml").read_text()
    blind = tmp_path / "blind.yaml"
    blind.write_text(text.replace("  gnss:\n    - ", "  gnss:\n    - dead_after_s: 0.0\n      "))
    result = fly(HOVER, tmp_path / "out", "--vehicle", blind, "--no-log", code=FAILED)
    assert result.summary["reason"].startswith("not armable within 60 s: ")
    assert "GNSS" in result.summary["reason"]
    assert result.summary["sim_time_s"] == pytest.approx(60.0, abs=0.002)


def test_options_reach_the_flight(tmp_path):
    plain = fly(HOVER, tmp_path / "plain", "--no-log")
    hashes = {plain.summary["state_hash"]}
    for number, words in enumerate(("--ideal-sensors", "--param MPC_XY_P=0.9", "--world slope",
                                    "--param MPC_XY_P=0.9 --param MPC_Z_P=0.9")):
        changed = fly(HOVER, tmp_path / str(number), "--no-log", "--max-time", 40, *words.split(),
                      code=FAILED)
        hashes.add(changed.summary["state_hash"])
    assert len(hashes) == 5
    seed = 2**64 - 1
    assert fly(HOVER, tmp_path / "seed", "--no-log", "--seed", seed).summary["seed"] == seed


def test_the_folder_is_named_after_plan_vehicle_and_seed(tmp_path):
    result = alula("fly", HOVER, "--seed", 3, "--no-log", cwd=tmp_path)
    assert result.returncode == DONE
    summary = json.loads((tmp_path / "flights/hover-x500-3/summary.json").read_text())
    assert summary["completed"] and summary["vehicle"] == "x500"
    assert "folder flights/hover-x500-3" in result.stdout
