"""The scenarios of the checkout again and again: every time the same lines and the same results.

usage: tools/soak_repeats.py <alula> <folder of scenarios> <how many> [runs at a time]
"""

import math
import subprocess
import sys
import time


def told(alula, folder, jobs):
    """All that `alula test` says but its last line, which tells how long it took."""
    done = subprocess.run([alula, "test", folder, "--seed", "1", "--jobs", str(jobs)],
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, check=False)
    lines = done.stdout.decode(errors="replace").splitlines()
    return [*lines[:-1], f"exit code {done.returncode}"]


def differences(first, again):
    """The lines that are not the same, of both."""
    return [f"- {line}" for line in first if line not in again] + [
        f"+ {line}" for line in again if line not in first]


def soak(alula, folder, jobs, minutes=math.inf, runs=math.inf):
    """Figures, and what differed or failed, if anything. Runs at a time are 1, 2 .. `jobs`."""
    end, flown, first = time.monotonic() + 60.0 * minutes, 0, None
    while time.monotonic() < end and flown < runs:
        again = told(alula, folder, 1 + flown % jobs)
        first = first or again
        flown += 1
        if again != first:
            return "", "\n".join([f"repetition {flown} differs", *differences(first, again)])
        if again[-1] != "exit code 0":
            return "", "\n".join(line for line in again if not line.startswith(("ok", "wait")))
    return f"{flown} repetitions of the scenarios, {first[-2] if first else ''}", ""


def main():
    if len(sys.argv) not in (4, 5):
        sys.exit(__doc__)
    jobs = int(sys.argv[4]) if len(sys.argv) == 5 else 1
    figures, fault = soak(sys.argv[1], sys.argv[2], jobs, runs=int(sys.argv[3]))
    print(figures or fault)
    sys.exit(1 if fault else 0)


if __name__ == "__main__":
    main()
