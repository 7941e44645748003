"""What `alula fly` does when files and folders are not as it would like, or someone ends it."""

import os
import pathlib
import pty
import re
import resource
import select
import signal
import subprocess
import time

import pytest

from acceptance.fly_command import (ALULA, DEMO, DONE, FAILED, HOVER, MACHINE, ROOT, alula,
                                    checked, files_of, fly, read_terminal)
from acceptance.ulog_data import Log

RESULTS = {"flight.ulg", "summary.json", "timing.json", "report.html", "inputs/plan.plan",
           "inputs/vehicle.yaml", "inputs/command.txt"}


def in_flight(out, *arguments):
    """A flight that has begun: its log has bytes."""
    process = subprocess.Popen([ALULA, "fly", DEMO, "--out", out, *arguments],
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    log = pathlib.Path(out) / "flight.ulg"
    deadline = time.monotonic() + 60
    while not (log.exists() and log.stat().st_size > 0):
        assert time.monotonic() < deadline
        time.sleep(0.001)
    return process


def ended(process, out, code):
    stdout, stderr = process.communicate(timeout=600)
    result = subprocess.CompletedProcess(process.args, process.returncode, stdout, stderr)
    return checked(result, out, code)


def all_files(folder):
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_an_interrupted_flight_closes_its_log_and_says_so(tmp_path, number):
    out = tmp_path / "out"
    process = in_flight(out)
    process.send_signal(number)
    result = ended(process, out, FAILED)
    assert result.summary["reason"] == "interrupted"
    assert not result.summary["completed"]
    assert "reason: interrupted" in result.stdout
    assert result.stderr == ""
    log = Log(out / "flight.ulg")
    assert not log.ulog.file_corruption
    last_us = max(topic.data["timestamp"][-1] for topic in log.ulog.data_list)
    assert (last_us - log.start_us) * 1e-6 == pytest.approx(result.summary["sim_time_s"], abs=0.01)


def test_all_that_a_flight_leaves(tmp_path):
    fly(HOVER, tmp_path / "deep/er/out")
    assert all_files(tmp_path / "deep/er/out") == RESULTS
    assert {path.name for path in (tmp_path / "deep/er").iterdir()} == {"out"}


def test_a_second_flight_into_the_folder_leaves_no_trace_of_the_first(tmp_path):
    world = tmp_path / "world.yaml"
    world.write_text("schema_version: 1\nwind: {velocity_ned_m_s: [1.0, 0.0, 0.0]}\n")
    fly(HOVER, tmp_path / "twice", "--world", world)
    assert all_files(tmp_path / "twice") == RESULTS | {"inputs/world.yaml"}
    (tmp_path / "twice/notes.txt").write_text("mine")
    fly(HOVER, tmp_path / "twice")
    fly(HOVER, tmp_path / "once")
    (tmp_path / "once/notes.txt").write_text("mine")  # what others put there stays
    assert files_of(tmp_path / "twice") == files_of(tmp_path / "once")

    fly(HOVER, tmp_path / "twice", "--no-log")
    assert "flight.ulg" not in all_files(tmp_path / "twice")


def test_one_folder_holds_one_flight_at_a_time(tmp_path):
    out = tmp_path / "out"
    process = in_flight(out)
    try:
        result = alula("fly", HOVER, "--out", out)
        assert result.returncode == MACHINE
        why = "cannot hold the flight: another flight is writing there"
        assert result.stderr == f"alula: {out}: {why}\n"
    finally:
        process.terminate()
    assert ended(process, out, FAILED).summary["reason"] == "interrupted"


@pytest.mark.parametrize("place", ["/proc", "/proc/alula", "file", "file/below"])
def test_a_folder_that_cannot_be_written_ends_it_before_the_first_step(tmp_path, place):
    (tmp_path / "file").write_text("a file")
    result = alula("fly", HOVER, "--out", tmp_path / place, cwd=tmp_path)
    assert result.returncode == MACHINE
    assert result.stdout == ""
    assert result.stderr.startswith(f"alula: {tmp_path / place}: cannot hold the flight: ")
    assert result.stderr.count("\n") == 1
    assert (tmp_path / "file").read_text() == "a file"


def test_a_log_that_cannot_be_made_ends_it_before_the_first_step(tmp_path):
    (tmp_path / "out/flight.ulg/full").mkdir(parents=True)
    result = alula("fly", HOVER, "--out", tmp_path / "out")
    assert result.returncode == MACHINE
    assert result.stderr.count("\n") == 1 and "flight.ulg" in result.stderr
    assert not (tmp_path / "out/summary.json").exists()


def small_disk():
    resource.setrlimit(resource.RLIMIT_FSIZE, (2_000_000, 2_000_000))


def test_a_full_disk_ends_the_log_and_nothing_else(tmp_path):
    whole = fly(HOVER, tmp_path / "whole")
    # The signal that comes with the limit is not ignored here, unlike in test_full_disk.py.
    cut = fly(HOVER, tmp_path / "cut", preexec_fn=small_disk)
    assert cut.stderr.count("\n") == 1
    assert "flight.ulg" in cut.stderr and cut.stderr.endswith("the flight goes on without a log\n")
    assert cut.summary == whole.summary
    # The end of the log was given back, so that the summary has a place on a disk that is full.
    size = (tmp_path / "cut/flight.ulg").stat().st_size
    assert 1_900_000 < size <= 2_000_000 - 65_536
    assert len(Log(tmp_path / "cut/flight.ulg").topic("vehicle_attitude")) > 100


def test_a_snapshot_that_cannot_be_written_is_told_and_the_flight_goes_on(tmp_path):
    whole = fly(HOVER, tmp_path / "whole", "--no-log")
    limit = 30_000  # room for the summary, not for the state

    def tiny_disk():
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

    result = fly(HOVER, tmp_path / "out", "--no-log", "--save-at", 30, tmp_path / "snap",
                 code=MACHINE, preexec_fn=tiny_disk)
    assert result.stderr == f"alula: {tmp_path / 'snap'}: cannot be written: File too large\n"
    assert result.summary == whole.summary
    assert {path.name for path in tmp_path.iterdir()} == {"whole", "out"}


def test_a_snapshot_has_its_folder_made_and_replaces_none(tmp_path):
    result = fly(HOVER, tmp_path / "a", "--no-log", "--save-at", 30, tmp_path / "new/folder/snap")
    assert result.returncode == DONE and (tmp_path / "new/folder/snap").stat().st_size > 10_000
    refused = alula("fly", HOVER, "--out", tmp_path / "b", "--save-at", 30, tmp_path / "new")
    assert refused.returncode == MACHINE
    assert refused.stderr == f"alula: {tmp_path / 'new'}: is a folder, expected a file to write\n"
    assert not (tmp_path / "b/summary.json").exists()


def test_a_folder_removed_in_flight_is_told_at_the_end(tmp_path):
    out = tmp_path / "out"
    process = in_flight(out)
    os.rename(out, tmp_path / "elsewhere")
    process.terminate()
    result = ended(process, out, MACHINE)
    assert result.stderr.count("\n") == 1 and "summary.json" in result.stderr
    assert "state hash" in result.stdout
    assert not out.exists()


def test_progress_is_for_terminals_only(tmp_path):
    """A wait of hours, ended by Ctrl-C as soon as the line is there."""
    quiet = fly(HOVER, tmp_path / "quiet")
    assert quiet.stderr == ""
    assert "\r" not in quiet.stdout

    plan = tmp_path / "wait.plan"
    plan.write_text(HOVER.read_text().replace(" 60,\n", " 30000,\n"))
    vehicle = tmp_path / "long.yaml"
    x500 = (ROOT / "models/vehicles/x500.yaml").read_text()
    vehicle.write_text(x500.replace("capacity_ah: 5.2", "capacity_ah: 520"))
    leader, follower = pty.openpty()
    start = time.monotonic()
    command = [ALULA, "fly", plan, "--vehicle", vehicle, "--no-log", "--max-time", "40000",
               "--out", tmp_path / "loud"]
    with subprocess.Popen(command, stderr=follower, stdout=subprocess.DEVNULL) as flight:
        said = b""
        while b"real time" not in said and select.select([leader], [], [], 60.0)[0]:
            said += os.read(leader, 4096)
        shown_s = time.monotonic() - start
        flight.send_signal(signal.SIGINT)
    os.close(follower)
    said = said.decode() + read_terminal(leader)
    assert flight.returncode == FAILED
    assert shown_s >= 2.0
    # Of the large battery it is told at once.
    said = re.sub(r".*alula: warning:.*\r\n", "", said)
    bar, text = r"\[#+\.+\] +\d+ %", r"\d+\.\d s simulated, \d+ x real time, Mission item 2/3"
    assert re.fullmatch(rf"(\r{bar}  {text}\x1b\[K)+\r\x1b\[K", said), said


def test_a_reader_that_goes_away_does_not_end_the_flight(tmp_path):
    read, write = os.pipe()
    os.close(read)
    result = subprocess.run([ALULA, "fly", HOVER, "--out", tmp_path / "out"], stdout=write,
                            stderr=subprocess.PIPE, timeout=600, check=False)
    os.close(write)
    assert result.returncode >= 0  # no signal
    assert all_files(tmp_path / "out") == RESULTS
