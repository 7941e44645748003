"""A flight needs little memory."""

import subprocess
import sys

import pytest

from acceptance.fly_command import ALULA, DEMO

pytestmark = pytest.mark.slow

PEAK_MAX_KIB = 64 * 1024  # performance: acceptance

# A process inherits the peak of the one that started it, so a small one stands between the test
# and the flight.
MEASURE = """
import os, sys
process = os.posix_spawn(sys.argv[1], sys.argv[1:], os.environ)
_, status, used = os.wait4(process, 0)
assert os.waitstatus_to_exitcode(status) == 0
print(used.ru_maxrss, file=sys.stderr)
"""


def peak_kib(*arguments):
    result = subprocess.run([sys.executable, "-S", "-c", MEASURE, ALULA, *map(str, arguments)],
                            capture_output=True, text=True, check=True)
    return int(result.stderr.splitlines()[-1])


def test_the_demo_mission_flies_with_log_and_report_in_64_mib(tmp_path):
    assert peak_kib("fly", DEMO, "--out", tmp_path / "out") < PEAK_MAX_KIB
    assert (tmp_path / "out" / "report.html").exists()


def test_a_flight_and_its_log_alone_take_a_quarter_of_that(tmp_path):
    assert peak_kib("fly", DEMO, "--no-report", "--out", tmp_path / "out") < PEAK_MAX_KIB / 4


def test_a_process_that_needs_more_is_seen():
    memory = "b'x' * (80 << 20)"
    result = subprocess.run([sys.executable, "-S", "-c", MEASURE, sys.executable, "-c", memory],
                            capture_output=True, text=True, check=True)
    assert int(result.stderr.splitlines()[-1]) > PEAK_MAX_KIB
