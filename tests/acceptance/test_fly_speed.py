"""The closed loop is fast enough, and what the benchmark times is the flight that the tests see."""

import json
import pathlib
import subprocess

import pytest

from acceptance.fly_command import ALULA

pytestmark = pytest.mark.slow

TIMES_REAL_TIME_LEAST = 150  # with the log; CPU time, so that other processes do not matter


@pytest.fixture(scope="module")
def timed():
    bench = pathlib.Path(ALULA).parent / "bench_flight"
    result = subprocess.run([bench, "--benchmark_format=json"], capture_output=True, check=True)
    return {run["name"].split("/")[0]: run for run in json.loads(result.stdout)["benchmarks"]}


def test_the_benchmark_flies_the_demo_mission(timed, demo):
    summary = json.loads((demo.folder / "summary.json").read_text())
    hashes = {run["label"].split()[-1] for run in timed.values()}
    assert hashes == {summary["state_hash"]}
    assert timed["demo_mission_with_log"]["simulated_s"] == pytest.approx(summary["sim_time_s"])


def test_a_mission_with_its_log_flies_150_times_faster_than_real_time(timed):
    assert timed["demo_mission_with_log"]["times_real_time"] >= TIMES_REAL_TIME_LEAST
