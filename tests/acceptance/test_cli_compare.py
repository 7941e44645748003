"""`alula compare`: in what two flights differ."""

import json
import math
import pathlib

import pytest
from pyulog import ULog

from acceptance.fly_command import BAD_INPUT, DONE, FAILED, HOVER, alula, fly


@pytest.fixture(scope="module")
def flights(tmp_path_factory):
    """Two of one seed, and one of another."""
    folder = tmp_path_factory.mktemp("flights")
    for name, seed in (("a", 1), ("again", 1), ("b", 2)):
        fly(HOVER, folder / name, "--seed", seed, "--no-report")
    return folder


def test_equal_flights_are_the_same(flights):
    for ending in ("", "/flight.ulg"):
        result = alula("compare", f"{flights}/a{ending}", f"{flights}/again{ending}")
        assert (result.returncode, result.stderr) == (DONE, "")
        assert result.stdout.startswith("the same: ")


def test_differences_are_those_that_pyulog_finds(flights):
    result = alula("compare", flights / "a", flights / "b", "--json")
    assert result.returncode == FAILED
    said = json.loads(result.stdout)["result"]
    assert not said["same"]
    field = next(f for f in said["fields"] if f["topic"] == "vehicle_local_position_groundtruth"
                 and f["field"] == "x")
    times, values = zip(*((data["timestamp"], data["x"]) for data in (
        ULog(str(flights / name / "flight.ulg")).get_dataset(
            "vehicle_local_position_groundtruth").data for name in ("a", "b"))))
    count = min(map(len, times))
    assert (times[0][:count] == times[1][:count]).all()
    by = values[0][:count].astype(float) - values[1][:count].astype(float)
    assert field["rms"] == pytest.approx(math.sqrt((by * by).mean()), rel=1e-6)
    assert field["greatest"] == pytest.approx(abs(by).max(), rel=1e-6)
    assert field["samples_that_differ"] == (by != 0).sum()
    assert field["first_s"] == pytest.approx(1e-6 * times[0][(by != 0).argmax()])


def test_the_first_difference_leads(flights):
    lines = alula("compare", flights / "a", flights / "b").stdout.splitlines()
    said = json.loads(alula("compare", flights / "a", flights / "b", "--json").stdout)["result"]
    first = min(said["fields"], key=lambda f: f["first_s"])
    assert lines[1].startswith(f"first at {first['first_s']:.6f} s in ")
    assert lines[2].split()[0] == "field"


def test_what_is_no_log_is_bad_input(flights, tmp_path):
    assert alula("compare", flights / "a", tmp_path).returncode == BAD_INPUT
    refused = alula("compare", flights / "a", HOVER)
    assert refused.returncode == BAD_INPUT
    assert refused.stderr.startswith(f"alula: {HOVER}: is a mission, not the log of a flight")
    empty = pathlib.Path(tmp_path / "head.ulg")
    empty.write_bytes((flights / "a/flight.ulg").read_bytes()[:16])
    assert alula("compare", empty, empty).returncode == BAD_INPUT
