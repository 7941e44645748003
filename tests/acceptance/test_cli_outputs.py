"""What a command writes never costs the user what he has: inputs, other outputs, other programs'
files; and whoever stops reading or a limit of the system is no reason to die without a word."""

import json
import os
import resource
import shlex
import signal
import subprocess

import pytest

from acceptance.fly_command import ALULA, BAD_INPUT, DONE, FAILED, HOVER, MACHINE, ROOT, alula

FAILS = {
    "schema_version": 1, "vehicles": [{"vehicle": "x500", "firmware": "alula"}],
    "duration_s": 0.2, "expect": [{"name": "late\n\x1b[31m", "at_end": "time_s > 50"}],
}


def scenario(folder, name="s.json", **changes):
    path = folder / name
    path.write_text(json.dumps({**FAILS, **changes}))
    return path


def refused(*words, cwd):
    result = alula(*words, cwd=cwd)
    assert result.returncode == BAD_INPUT and result.stderr.count("\n") == 1, result.stderr
    return result.stderr.removeprefix("alula: ").rstrip()


def test_no_output_replaces_an_input(tmp_path):
    own = scenario(tmp_path)
    vehicle = tmp_path / "v.yaml"
    vehicle.write_text((ROOT / "models/vehicles/x500.yaml").read_text())
    plan = tmp_path / "out/summary.json"
    plan.parent.mkdir()
    plan.write_text(HOVER.read_text())
    before = {path: path.read_bytes() for path in (own, vehicle, plan)}
    assert refused("run", own, "--csv", "./s.json", cwd=tmp_path) == (
        "--csv ./s.json: is the scenario itself")
    assert refused("test", own, "--junit", own, cwd=tmp_path) == (
        f"--junit {own}: is one of the scenarios")
    assert refused("test", own, "--junit", "x", "--page", "./x", cwd=tmp_path) == (
        "--page ./x: is where --junit goes")
    assert refused("vehicle", "report", vehicle, "--html", vehicle, cwd=tmp_path) == (
        f"--html {vehicle}: is the vehicle itself")
    assert refused("fly", plan, "--out", "out", cwd=tmp_path) == (
        "--out out/summary.json: is read by this flight, which would write it")
    assert refused("fly", HOVER, "--out", "o", "--save-at", "5", "o/flight.ulg", cwd=tmp_path) == (
        "--save-at o/flight.ulg: is written by the flight")
    assert {path: path.read_bytes() for path in before} == before


def test_two_writers_of_one_table_leave_one_whole_table(tmp_path):
    tables = []
    for steps in (300, 400):
        own = scenario(tmp_path, f"{steps}.json", duration_s=steps / 1000, record={"rate_hz": 1000})
        assert alula("run", own, "--csv", tmp_path / "alone.csv").returncode == DONE
        tables.append((tmp_path / "alone.csv").read_bytes())
    for _ in range(5):
        both = [subprocess.Popen([ALULA, "run", tmp_path / f"{steps}.json", "--csv",
                                  tmp_path / "both.csv"], stdout=subprocess.DEVNULL)
                for steps in (300, 400)]
        assert [process.wait(60) for process in both] == [DONE, DONE]
        assert (tmp_path / "both.csv").read_bytes() in tables
    assert not list(tmp_path.glob("*.partial*"))


def test_failed_runs_are_kept_again_and_each_in_its_own_folder(tmp_path):
    own = scenario(tmp_path, grid={"about": ["b b", "b-b"]})
    for _ in range(2):
        result = alula("test", own, "--keep-failed", tmp_path / "kept")
        assert result.returncode == FAILED, result.stderr
        assert len([*(tmp_path / "kept").rglob("flight.ulg")]) == 2


def test_the_command_that_flies_again_is_safe_to_paste(tmp_path):
    folder = tmp_path / "a b"
    folder.mkdir()
    own = scenario(folder, grid={"about": ["it's \"q\" $(touch PWNED) `id`"]})
    said = alula("test", own).stdout.splitlines()
    # A name that would break the line or colour the terminal is written out.
    assert said[1] == '        "late\\n\\x1b[31m" is not true at 0.199 s: time_s 0.199'
    again = shlex.split(said[2])
    assert again[0] == "alula"
    result = alula(*again[1:])
    assert result.returncode == FAILED and "1 run, 1 failed" in result.stdout


@pytest.mark.parametrize("changes, message", [
    ({"seeds": [1, 1]}, ': seeds: makes two runs called "seed=1"; expected every value once'),
    ({"grid": {"step_s": [0.001, 0.0010]}},
     ': grid: makes two runs called "step_s=0.001 seed=1"; expected every value once'),
    ({"grid": {"seeds": [1, 2]}},
     ": grid.seeds: cannot be varied; expected a key of the run itself"),
    ({"expect": [{"name": "finite", "at_end": "time_s > 50"}]},
     ': expect[0]: is called "finite" as one that every run has; expected a name of its own'),
])
def test_runs_and_expectations_have_names_of_their_own(changes, message, tmp_path):
    own = scenario(tmp_path, **changes)
    assert refused("test", own, cwd=tmp_path) == f"{own}:1{message}"


def test_a_link_that_leads_nowhere_is_named(tmp_path):
    scenario(tmp_path)
    (tmp_path / "loop.yaml").symlink_to("loop.yaml")
    assert refused("test", tmp_path, cwd=tmp_path) == (
        f"{tmp_path}/loop.yaml: cannot be read: Too many levels of symbolic links")


@pytest.mark.parametrize("words", [("params", "export", "--out", "a"),
                                   ("vehicle", "report", "x500", "--html", "a")])
def test_a_limit_on_the_size_of_files_is_told(words, tmp_path):
    result = alula(*words, cwd=tmp_path, preexec_fn=lambda: resource.setrlimit(
        resource.RLIMIT_FSIZE, (512, 512)))
    assert result.returncode == MACHINE
    assert result.stderr == "alula: a: cannot be written: File too large\n"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("words", [("vehicle", "list"), ("schema", "vehicle"),
                                   ("run", ROOT / "scenarios/tumble.yaml", "--csv", "-")])
def test_a_reader_that_has_seen_enough_is_no_fault(words):
    read, write = os.pipe()
    os.close(read)
    result = subprocess.run([ALULA, *map(str, words)], stdout=write, stderr=subprocess.DEVNULL,
                            check=False, preexec_fn=lambda: signal.signal(signal.SIGPIPE,
                                                                          signal.SIG_DFL))
    os.close(write)
    assert result.returncode == DONE


def test_an_option_given_twice_is_told_as_such(tmp_path):
    assert refused("fly", HOVER, "--seed", "1", "--seed", "2", cwd=tmp_path) == (
        "--seed: is given more than once")
