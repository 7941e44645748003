"""One flight again and again for `make soak`: equal bytes, flat memory."""

import hashlib
import pathlib
import re
import shutil
import subprocess
import time

TIMING = "timing.json"  # tells of the machine: how long the steps took
MEMORY_GROWTH_MAX = 0.1  # of the first flight's peak, which sampling finds to a few per cent


def peak_memory_kib(pid):
    """The highest resident size so far; 0 once the process has ended."""
    status = pathlib.Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    peak = re.search(r"^VmHWM:\s+(\d+) kB", status, flags=re.MULTILINE)
    return int(peak.group(1)) if peak else 0


def fly(alula, mission, out):
    """Exit code and peak memory [KiB] of one flight."""
    shutil.rmtree(out, ignore_errors=True)
    with open(f"{out}.txt", "wb") as sink:
        process = subprocess.Popen([alula, "fly", mission, "--out", out], stdin=subprocess.DEVNULL,
                                   stdout=sink, stderr=subprocess.STDOUT)
        memory = 0
        # Not by the usage that wait4 reports: it starts from the size of this very process.
        while process.poll() is None:
            memory = max(memory, peak_memory_kib(process.pid))
            time.sleep(0.002)
    return process.returncode, memory


def digests(folder):
    """What the flight wrote: a hash of each file that tells of the flight alone."""
    paths = sorted(path for path in pathlib.Path(folder).rglob("*")
                   if path.is_file() and path.name != TIMING)
    return {str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
            for path in paths}


def soak(alula, mission, out, minutes):
    """Flies until the time is over: figures, and what went wrong, if anything."""
    end = time.monotonic() + 60.0 * minutes
    flights, first, memory_first, memory_max = 0, None, 0, 0
    fault = ""
    while not fault and (flights < 2 or time.monotonic() < end):
        code, memory = fly(alula, mission, out)
        flights += 1
        written = digests(out)
        if first is None:
            first, memory_first = written, memory
        memory_max = max(memory_max, memory)
        names = [n for n in sorted({*first, *written}) if first.get(n) != written.get(n)]
        if code != 0:
            fault = f"flight {flights} ended with code {code}; it said {out}.txt"
        elif not written:
            fault = f"the flight wrote nothing to {out}"
        elif names:
            fault = f"flight {flights} differs from the first in {', '.join(names)}"
        elif memory > memory_first * (1.0 + MEMORY_GROWTH_MAX):
            fault = f"flight {flights} took {memory} KiB, the first {memory_first} KiB"
    return f"{flights} equal flights, peak memory {memory_max} KiB", fault
