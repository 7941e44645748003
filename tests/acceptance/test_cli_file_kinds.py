"""A file given to the command of another kind: the answer says what it is and who reads it."""

import itertools

import pytest

from acceptance.fly_command import BAD_INPUT, HOVER, ROOT, alula, fly

WORDS = {
    "mission": "a mission", "vehicle": "a vehicle", "world": "a world", "scenario": "a scenario",
    "parameters": "a list of parameters", "log": "the log of a flight (ULog)",
    "snapshot": "a snapshot", "page": "a web page", "table": "a motor's test table"}
# Where a file of each kind is asked for.
READERS = {
    "mission": ["plan check {}", f"fly {{}}"],
    "vehicle": ["vehicle check {}", f"fly {HOVER} --vehicle {{}}", "params list --vehicle {}"],
    "world": [f"fly {HOVER} --world {{}}"],
    "scenario": ["run {}", "test {}"],
    "parameters": ["params import {}", f"fly {HOVER} --params {{}}"],
    "log": ["report {}", "compare {0} {0}"],
    "snapshot": ["resume {}"],
    "table": ["vehicle rotor {} --kv 400 --diameter 0.33 --propeller-mass 0.018"],
}


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    folder = tmp_path_factory.mktemp("kinds")
    fly(HOVER, folder / "out", "--save-at", 1, folder / "snap", "--max-time", 20, code=1)
    alula("params", "export", "--out", folder / "all.params")
    (folder / "motor.csv").write_text("rpm,thrust_g,power_w\n3000,100,10\n6000,400,60\n")
    return {
        "mission": ROOT / "missions/square.plan", "vehicle": ROOT / "models/vehicles/x500.yaml",
        "world": ROOT / "models/worlds/windy.yaml", "scenario": ROOT / "scenarios/tumble.yaml",
        "parameters": folder / "all.params", "log": folder / "out/flight.ulg",
        "snapshot": folder / "snap", "page": folder / "out/report.html",
        "table": folder / "motor.csv"}


@pytest.mark.parametrize("wanted", READERS)
def test_each_other_kind_is_named(wanted, files, tmp_path):
    for (kind, file), command in itertools.product(files.items(), READERS[wanted]):
        if kind == wanted:
            continue
        result = alula(*command.format(file).split(), cwd=tmp_path)
        assert result.returncode == BAD_INPUT, (command, kind)
        said = f"alula: {file}: is {WORDS[kind]}, not {WORDS[wanted]}; "
        assert result.stderr.startswith(said), (command, kind, result.stderr)
        assert result.stderr.count("\n") == 1
    assert list(tmp_path.iterdir()) == []
