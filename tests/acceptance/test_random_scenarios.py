"""Three hundred random scenarios: none hangs or ends in a state that is no number, and none flies
off or digs itself in without a word before. `make soak` flies others for as long as one likes."""

import os
import pathlib
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
ALULA = os.environ.get("ALULA_BIN", ROOT / "build/release/alula")
sys.path.insert(0, str(ROOT / "tools"))
import soak_scenarios  # noqa: E402

RUNS = 300


def test_the_same_number_gives_the_same_scenario():
    known = soak_scenarios.known_parameters(ALULA)
    assert soak_scenarios.scenario(7, known) == soak_scenarios.scenario(7, known)
    assert soak_scenarios.scenario(7, known) != soak_scenarios.scenario(8, known)


def test_those_that_fly_off_are_found_out(tmp_path):
    soak_scenarios.write(tmp_path, range(1, 6), soak_scenarios.known_parameters(ALULA))
    for file in tmp_path.iterdir():
        text = file.read_text(encoding="utf-8").replace(str(soak_scenarios.FAR_M), "2")
        file.write_text(text, encoding="utf-8")
    assert "tells before it is far away" in soak_scenarios.fly(ALULA, tmp_path)


@pytest.mark.slow
def test_random_scenarios_end_well(tmp_path):
    soak_scenarios.write(tmp_path, range(1, RUNS + 1), soak_scenarios.known_parameters(ALULA))
    assert soak_scenarios.fly(ALULA, tmp_path, jobs=2) == ""
