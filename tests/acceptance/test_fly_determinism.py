"""A flight is a function of its inputs: same bytes again, same hash without a log, and a snapshot
is enough for another process to go on."""

import math
import os
import pathlib
import re
import shutil
import subprocess

import pytest

from acceptance.fly_command import (ALULA, DEMO, DONE, FAILED, HOVER, ROOT, alula, files_of,
                                    fly, resume)
from acceptance.ulog_data import Log, pairs


@pytest.fixture(scope="module")
def hover(tmp_path_factory):
    """hover.plan with seed 5 and its log: result and folder."""
    out = tmp_path_factory.mktemp("hover") / "out"
    return fly(HOVER, out, "--seed", 5), out


def inputs_in(folder):
    """Copies of plan and vehicle that a test may remove."""
    folder.mkdir()
    shutil.copy(HOVER, folder / "my.plan")
    shutil.copy(ROOT / "models/vehicles/x500.yaml", folder / "my.yaml")
    return folder / "my.plan", folder / "my.yaml"


def test_the_same_flight_again_writes_the_same_bytes(hover, tmp_path):
    result, out = hover
    again = fly(HOVER, tmp_path / "again", "--seed", 5)
    assert files_of(tmp_path / "again") == files_of(out)
    assert (out / "flight.ulg").stat().st_size > 5_000_000
    assert again.summary == result.summary and result.summary["completed"]


@pytest.mark.slow
def test_the_demo_mission_again_writes_the_same_bytes(demo, tmp_path):
    fly(DEMO, tmp_path / "again")
    for name in ("flight.ulg", "summary.json", "report.html"):
        assert (tmp_path / "again" / name).read_bytes() == (demo.folder / name).read_bytes()


def test_where_it_is_started_and_what_the_environment_says_change_nothing(hover, tmp_path):
    environment = {"LC_ALL": "de_DE.UTF-8", "TZ": "Asia/Tokyo", "HOME": "/nowhere"}
    fly(os.path.relpath(HOVER, tmp_path), "out", "--seed", 5, cwd=tmp_path, env=environment)
    assert files_of(tmp_path / "out") == files_of(hover[1])


def test_without_a_log_the_hash_is_the_same(hover, tmp_path):
    result = fly(HOVER, tmp_path / "bare", "--seed", 5, "--no-log")
    assert result.summary == hover[0].summary
    assert not (tmp_path / "bare/flight.ulg").exists()
    assert not (tmp_path / "bare/report.html").exists()


def test_without_a_report_the_rest_is_the_same(hover, tmp_path):
    fly(HOVER, tmp_path / "bare", "--seed", 5, "--no-report")
    files = files_of(hover[1])
    assert b"<html" in files.pop("report.html")
    assert files_of(tmp_path / "bare") == files


def test_the_report_is_made_of_the_log_alone(hover, tmp_path):
    out = tmp_path / "report.html"
    assert alula("report", hover[1] / "flight.ulg", "--out", out).returncode == DONE
    in_flight = (hover[1] / "report.html").read_text()
    # What only the one who flew it knows.
    name = f" · {HOVER.name}"
    inputs, = set(re.findall(r" · seed 5, world default, calm, .*?Alula [\d.]+", in_flight))
    assert name in in_flight
    assert in_flight.replace(name, "").replace(inputs, "") == out.read_text()


def test_another_seed_gives_another_flight(hover, tmp_path):
    result = fly(HOVER, tmp_path / "other", "--seed", 6, "--no-log")
    assert result.summary["state_hash"] != hover[0].summary["state_hash"]
    assert result.summary["seed"] == 6


def test_the_command_in_the_folder_flies_it_again(hover, tmp_path):
    out = hover[1]
    words = (out / "inputs/command.txt").read_text().split()
    assert words[0] == "alula"
    again = alula(*words[1:], "--out", tmp_path / "again", cwd=out / "inputs")
    assert again.returncode == DONE
    files = files_of(out)
    # Report and summary name the plan's file, which is plan.plan in the folder.
    for name in ("report.html", "summary.json"):
        files[name] = files[name].replace(HOVER.name.encode(), b"plan.plan")
    assert files_of(tmp_path / "again") == files


def test_two_flights_at_once_do_not_disturb_each_other(hover, tmp_path):
    command = [ALULA, "fly", HOVER, "--seed", "5", "--out"]
    both = [subprocess.Popen([*command, tmp_path / name], stdout=subprocess.DEVNULL)
            for name in ("a", "b")]
    assert [process.wait(600) for process in both] == [DONE, DONE]
    assert files_of(tmp_path / "a") == files_of(tmp_path / "b") == files_of(hover[1])


@pytest.mark.parametrize("save_at", ["0", "0.0005", "12", "60", "landing"])
def test_a_second_process_goes_on_from_the_snapshot_alone(hover, tmp_path, save_at):
    if save_at == "landing":  # on the ground, before disarming
        save_at = f"{hover[0].summary['sim_time_s'] - 2.5:.3f}"
    plan, vehicle = inputs_in(tmp_path / "inputs")
    snapshot = tmp_path / "snap"
    whole = fly(plan, tmp_path / "whole", "--vehicle", vehicle, "--seed", 5, "--save-at", save_at,
                snapshot)
    # To save is not to disturb.
    assert whole.summary == {**hover[0].summary, "plan": "my.plan"}
    shutil.rmtree(tmp_path / "inputs")
    shutil.rmtree(tmp_path / "whole")

    rest = resume(snapshot, tmp_path / "rest", cwd=tmp_path)
    assert rest.summary == whole.summary
    done_before = math.ceil(1000 * float(save_at) - 1e-6)
    assert rest.timing["steps_executed"] == whole.timing["steps_executed"] - done_before
    assert not list(tmp_path.glob("*.partial"))


@pytest.mark.slow
def test_the_demo_mission_goes_on_from_the_snapshot_alone(demo, tmp_path):
    whole = fly(DEMO, tmp_path / "whole", "--no-log", "--save-at", 60, tmp_path / "snap")
    assert (tmp_path / "whole/summary.json").read_bytes() == \
        (demo.folder / "summary.json").read_bytes()
    rest = resume(tmp_path / "snap", tmp_path / "rest", "--no-log")
    assert rest.summary == whole.summary
    assert rest.timing["steps_executed"] == whole.timing["steps_executed"] - 60_000


def test_a_snapshot_after_the_end_is_missed_and_that_is_a_failure(hover, tmp_path):
    result = fly(HOVER, tmp_path / "out", "--seed", 5, "--no-log", "--save-at", 5000,
                 tmp_path / "snap", code=FAILED)
    assert re.fullmatch(r"alula: --save-at 5000: the flight was over at [\d.]+ s; no snapshot was "
                        r"saved\n", result.stderr)
    assert not (tmp_path / "snap").exists()
    assert result.summary == hover[0].summary


def test_the_log_of_the_rest_continues_that_of_the_whole(hover, tmp_path):
    fly(HOVER, tmp_path / "whole", "--seed", 5, "--no-log", "--save-at", 40, tmp_path / "snap")
    resume(tmp_path / "snap", tmp_path / "rest")
    whole, rest = Log(hover[1] / "flight.ulg"), Log(tmp_path / "rest/flight.ulg")
    truth, later = (log.topic("vehicle_local_position_groundtruth") for log in (whole, rest))
    begin_us = whole.start_us + 40_000_000
    assert abs(rest.start_us - begin_us) <= 1000
    first, second = pairs(truth.us, later.us)
    assert len(first) == len(later) > 0.99 * (truth.us >= begin_us).sum()
    assert (truth["x"][first] == later["x"][second]).all()


def test_resuming_needs_a_snapshot(tmp_path):
    cases = {"none": None, "empty": b"", "text": b"fileType: Plan\n"}
    for name, content in cases.items():
        if content is not None:
            (tmp_path / name).write_bytes(content)
        result = alula("resume", tmp_path / name, "--out", tmp_path / "out")
        assert result.returncode == 2
        assert re.fullmatch(rf"alula: {re.escape(str(tmp_path / name))}: .+\n", result.stderr)
    assert alula("resume", tmp_path, "--out", tmp_path / "out").returncode == 2
    assert not (tmp_path / "out").exists()


def test_a_damaged_snapshot_is_refused_before_anything_is_written(tmp_path):
    fly(HOVER, tmp_path / "whole", "--no-log", "--save-at", 1, tmp_path / "snap")
    whole = pathlib.Path(tmp_path / "snap").read_bytes()
    middle = len(whole) // 2
    damages = {"cut": whole[:middle],
               "flipped": whole[:middle] + bytes([whole[middle] ^ 16]) + whole[middle + 1:]}
    said = set()
    for name, content in damages.items():
        (tmp_path / name).write_bytes(content)
        result = alula("resume", tmp_path / name)
        assert result.returncode == 2
        assert result.stderr.count("\n") == 1
        said.add(result.stderr.split(": ", 2)[2])
        assert not pathlib.Path(f"{tmp_path / name}-resumed").exists()
    assert len(said) == 2
