"""`alula fly` and `alula resume` from outside: what the tests of the two commands share."""

import json
import os
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
ALULA = os.environ.get("ALULA_BIN", str(ROOT / "build/release/alula"))
HOVER = ROOT / "missions/hover.plan"
DEMO = ROOT / "missions/demo.plan"
DONE, FAILED, BAD_INPUT, MACHINE = 0, 1, 2, 3


def alula(*arguments, **options):
    options = {"capture_output": True, "text": True, "timeout": 600, **options}
    return subprocess.run([ALULA, *map(str, arguments)], check=False, **options)


def read_terminal(leader):
    """All that was said on a terminal whose other end is closed; a single read may end early."""
    said = b""
    try:
        while piece := os.read(leader, 4096):
            said += piece
    except OSError:  # the other end has closed
        pass
    os.close(leader)
    return said.decode()


def fly(plan, out, *arguments, code=DONE, **options):
    """Flies to the expected exit code; gives what was printed, with the folder's JSON files."""
    result = alula("fly", plan, "--out", out, *arguments, **options)
    return checked(result, out, code)


def resume(snapshot, out, *arguments, code=DONE, **options):
    return checked(alula("resume", snapshot, "--out", out, *arguments, **options), out, code)


def checked(result, out, code):
    assert result.returncode == code, f"{result.stdout}\n{result.stderr}"
    for name in ("summary", "timing"):
        file = pathlib.Path(out) / f"{name}.json"
        setattr(result, name, json.loads(file.read_text()) if file.exists() else None)
    return result


def files_of(folder):
    """Relative path and bytes of each file; timing.json tells of the machine and is left out."""
    folder = pathlib.Path(folder)
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*"))
            if path.is_file() and path.name != "timing.json"}
