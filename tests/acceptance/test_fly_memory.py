"""A flight needs little memory, however long it is."""

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


def test_the_demo_mission_flies_and_logs_in_64_mib(tmp_path):
    """The page of plots, made afterwards from the whole log, takes more and is left out."""
    assert peak_kib("fly", DEMO, "--no-report", "--out", tmp_path / "out") < PEAK_MAX_KIB


def test_a_process_that_needs_more_is_seen():
    memory = "b'x' * (80 << 20)"
    result = subprocess.run([sys.executable, "-S", "-c", MEASURE, sys.executable, "-c", memory],
                            capture_output=True, text=True, check=True)
    assert int(result.stderr.splitlines()[-1]) > PEAK_MAX_KIB
