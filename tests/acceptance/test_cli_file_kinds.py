"""The wrong file for a command: told by what it is, and by what reads it."""

import pytest

from acceptance.fly_command import BAD_INPUT, DEMO, HOVER, ROOT, alula, fly

VEHICLE = ROOT / "models/vehicles/x500.yaml"
WORLD = ROOT / "models/worlds/windy.yaml"
SCENARIO = ROOT / "scenarios/tumble.yaml"


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    folder = tmp_path_factory.mktemp("kinds")
    snapshot, parameters = folder / "hover.snapshot", folder / "x500.params"
    fly(HOVER, folder / "out", "--no-report", "--save-at", "5", snapshot)
    parameters.write_text(alula("params", "export").stdout)
    return {"a mission": DEMO, "a vehicle": VEHICLE, "a world": WORLD, "a scenario": SCENARIO,
            "a list of parameters": parameters, "a flight log (ULog)": folder / "out/flight.ulg",
            "a snapshot": snapshot}


READERS = {
    "a mission": [("fly",), ("plan", "check")],
    "a vehicle": [("vehicle", "check"), ("vehicle", "report"), ("fly", HOVER, "--vehicle")],
    "a world": [("fly", HOVER, "--world")],
    "a scenario": [("test",), ("run",)],
    "a list of parameters": [("fly", HOVER, "--params"), ("params", "import")],
    "a flight log (ULog)": [("report",)],
    "a snapshot": [("resume",)],
}


@pytest.mark.parametrize("wanted", READERS)
def test_every_other_kind_is_refused_by_its_name(wanted, files, tmp_path):
    for kind, path in files.items():
        for command in READERS[wanted]:
            if kind == wanted:
                continue
            result = alula(*command, path, cwd=tmp_path)
            assert result.returncode == BAD_INPUT
            assert result.stderr.startswith(f"alula: {path}: is {kind}; expected {wanted}; ")
            assert result.stderr.count("\n") == 1 and result.stdout == ""
    assert list(tmp_path.iterdir()) == []
