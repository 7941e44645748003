"""Flights that several tests look at, each flown once."""

import os
import pathlib
import subprocess
import types

import pytest

from acceptance.ulog_data import Log

ROOT = pathlib.Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def alula():
    return os.environ.get("ALULA_BIN", str(ROOT / "build/release/alula"))


@pytest.fixture(scope="session")
def demo(alula, tmp_path_factory):
    """The demo mission with default noise: its folder and its log."""
    folder = tmp_path_factory.mktemp("demo") / "out"
    plan = ROOT / "missions/demo.plan"
    result = subprocess.run([alula, "fly", plan, "--out", folder], cwd=ROOT, capture_output=True,
                            text=True)
    assert result.returncode == 0, result.stdout + result.stderr
    return types.SimpleNamespace(folder=folder, plan=plan, log=Log(folder / "flight.ulg"))
