"""A disk that fills up ends the log, not the flight."""

import resource
import subprocess

import pytest

from acceptance.ulog_data import Log

pytestmark = pytest.mark.slow

LIMIT_BYTES = 10_000_000  # a tenth of the whole log


def small_disk():
    resource.setrlimit(resource.RLIMIT_FSIZE, (LIMIT_BYTES, LIMIT_BYTES))


@pytest.fixture(scope="module")
def cut_flight(alula, demo, tmp_path_factory):
    folder = tmp_path_factory.mktemp("small") / "out"
    # Python ignores the signal that comes with the limit; so does the child, and gets the error.
    result = subprocess.run([alula, "fly", demo.plan, "--out", folder], text=True,
                            capture_output=True, preexec_fn=small_disk, restore_signals=False)
    return folder, result


def test_the_flight_goes_on_with_one_warning(cut_flight):
    _, result = cut_flight
    assert result.returncode == 0, result.stderr
    warnings = [line for line in result.stderr.splitlines() if "log" in line]
    assert len(warnings) == 1, result.stderr
    assert "flight.ulg" in warnings[0] and "File too large" in warnings[0]


def test_the_flight_is_the_same_as_with_a_whole_log(cut_flight, demo):
    folder, _ = cut_flight
    assert (folder / "summary.json").read_bytes() == (demo.folder / "summary.json").read_bytes()


def test_what_was_written_can_be_read(cut_flight, demo):
    folder, _ = cut_flight
    written = (folder / "flight.ulg").read_bytes()
    assert 0.9 * LIMIT_BYTES < len(written) <= LIMIT_BYTES
    assert (demo.folder / "flight.ulg").read_bytes().startswith(written)
    assert len(Log(folder / "flight.ulg").topic("vehicle_attitude")) > 1000
