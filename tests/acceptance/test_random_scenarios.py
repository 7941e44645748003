"""Three hundred random scenarios: none hangs or ends in a state that is no number, and none flies
off or digs itself in without a word before. `make soak` flies others for as long as one likes."""

import os
import pathlib

import pytest

import soak_scenarios

ROOT = pathlib.Path(__file__).resolve().parents[2]
ALULA = os.environ.get("ALULA_BIN", ROOT / "build/release/alula")
RUNS = 300


def test_the_same_number_gives_the_same_scenario():
    known = soak_scenarios.known_parameters(ALULA)
    assert soak_scenarios.scenario(7, known) == soak_scenarios.scenario(7, known)
    assert soak_scenarios.scenario(7, known) != soak_scenarios.scenario(8, known)


def test_three_hundred_hold_every_failure_missions_fences_and_wind():
    known = soak_scenarios.known_parameters(ALULA)
    drawn = [soak_scenarios.scenario(seed, known) for seed in range(1, RUNS + 1)]
    broken = {(entry["unit"], entry["type"]) for text, _ in drawn for entry in text["meanwhile"]}
    assert broken == {(unit, kind) for unit, kinds in soak_scenarios.UNITS.items()
                      for kind in kinds}
    assert sum(bool(plan) for _, plan in drawn) > RUNS / 5
    fenced = [text for text, _ in drawn if "GF_ACTION" in text["vehicles"][0]["parameters"]]
    assert len(fenced) > RUNS / 3


def test_those_that_fly_off_unwarned_are_found_out(tmp_path, monkeypatch):
    monkeypatch.setattr(soak_scenarios, "FAR_M", 2.0)
    monkeypatch.setattr(soak_scenarios, "ALARMS", ("something that is never said",))
    soak_scenarios.write(tmp_path, range(1, 6), soak_scenarios.known_parameters(ALULA))
    assert "tells before it is far away" in soak_scenarios.fly(ALULA, tmp_path)


def test_one_that_kills_the_program_is_named(tmp_path):
    soak_scenarios.write(tmp_path / "flights", range(1, 4),
                         soak_scenarios.known_parameters(ALULA))
    frail = tmp_path / "alula"
    frail.write_text('#!/bin/sh\ncase "$2" in *00003.json) kill -ABRT $$;; *.json) exit 0;; esac\n'
                     "kill -ABRT $$\n", encoding="ascii")
    frail.chmod(0o755)
    assert soak_scenarios.fly(frail, tmp_path / "flights").endswith("random_00000003.json")


@pytest.mark.slow
def test_random_scenarios_end_well(tmp_path):
    soak_scenarios.write(tmp_path, range(1, RUNS + 1), soak_scenarios.known_parameters(ALULA))
    assert soak_scenarios.fly(ALULA, tmp_path, jobs=2) == ""
