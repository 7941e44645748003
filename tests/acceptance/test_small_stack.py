"""A shell that leaves little stack (`ulimit -s 256`) is enough for every command, long missions
included."""

import json
import resource
import subprocess

import pytest

from acceptance.fly_command import ALULA, DONE, FAILED, ROOT

STACK_BYTES = 256 * 1024


def on_a_small_stack(*words, cwd):
    limit = (STACK_BYTES, STACK_BYTES)
    return subprocess.run([ALULA, *words], cwd=cwd, capture_output=True, text=True, timeout=120,
                          preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_STACK, limit),
                          check=False)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """With the longest mission that is taken."""
    path = tmp_path_factory.mktemp("stack")
    plan = json.loads((ROOT / "missions/square.plan").read_text())
    items = plan["mission"]["items"]
    plan["mission"]["items"] = [items[0], *[dict(items[1 + i % 4]) for i in range(510)], items[-1]]
    for number, item in enumerate(plan["mission"]["items"], 1):
        item["doJumpId"] = number
    (path / "long.plan").write_text(json.dumps(plan))
    return path


@pytest.mark.parametrize("code, command", [
    (FAILED, "fly long.plan --max-time 30 --save-at 20 long.snapshot --out long"),
    (FAILED, "resume long.snapshot --out resumed"),
    (DONE, "report long/flight.ulg"),
    (DONE, "plan check long.plan"),
    (DONE, "vehicle report octo"),
    (DONE, "schema vehicle"),
    (DONE, f"run {ROOT / 'scenarios/nesc_01.yaml'} --csv table.csv"),
], ids=lambda value: str(value).split(" ", maxsplit=1)[0])
def test_a_small_stack_is_enough(code, command, folder):
    result = on_a_small_stack(*command.split(), cwd=folder)
    assert result.returncode == code, result.stderr
