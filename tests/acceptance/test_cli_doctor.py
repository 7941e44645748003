"""`alula doctor`: what is missing is named with the command that cures it."""

import json
import os
import re
import shutil
import subprocess

import pytest

from acceptance.fly_command import ALULA, BAD_INPUT, DONE, MACHINE, ROOT, alula


@pytest.fixture
def checkout(tmp_path):
    """One whose tools the test chooses: only what lies in its folder `bin` can be called."""
    folder = tmp_path / "checkout"
    (folder / "build/release").mkdir(parents=True)
    shutil.copy2(ALULA, folder / "build/release/alula")
    for name in ("models", "tools", "web", ".venv"):
        (folder / name).symlink_to(ROOT / name)
    (folder / "tests").mkdir()
    (folder / "tests/node_modules").symlink_to(ROOT / "tests/node_modules")
    (tmp_path / "bin").mkdir()
    for name in ("bash", "sh", "grep", "env", "python3", "g++", "cmake", "ninja", "node", "npm",
                 "dpkg-query", "chromium"):
        found = shutil.which(name)
        if found:
            (tmp_path / "bin" / name).symlink_to(found)
    return folder


def examine(checkout, purpose="fly"):
    """Exit code, and what is missing: (purpose, thing) -> (detail, cure)."""
    program = checkout / "build/release/alula"
    result = subprocess.run([program, "doctor", purpose, "--json"], capture_output=True, text=True,
                            env={"PATH": str(checkout.parent / "bin"), "HOME": "/"}, check=False,
                            cwd=checkout, timeout=60)
    findings = json.loads(result.stdout)["result"]
    assert all(finding["detail"] for finding in findings)
    missing = {(f["purpose"], f["thing"]): (f["detail"], f["cure"]) for f in findings
               if not f["there"]}
    assert all(cure for _, cure in missing.values())
    return result.returncode, missing


def replace(path, text):
    path.unlink(missing_ok=True)
    path.write_text(text)
    path.chmod(0o755)


def test_the_machine_that_runs_the_tests_is_fit_for_them():
    result = alula("doctor", "test")
    assert result.returncode == DONE, result.stdout
    assert result.stdout.startswith("to fly\n  ok       program            alula ")
    assert "missing" not in result.stdout.partition("to fuzz")[0]


def test_only_what_the_purpose_needs_fails(checkout):
    assert examine(checkout, "test") == (DONE, {})
    (checkout.parent / "bin/chromium").unlink()
    code, missing = examine(checkout, "build")
    assert (code, list(missing)) == (DONE, [("test", "chromium")])
    assert missing["test", "chromium"] == ("there is none", "tools/install test")
    assert examine(checkout, "test")[0] == MACHINE


def test_packages_are_named(checkout):
    replace(checkout.parent / "bin/dpkg-query",
            "#!/bin/sh\nfor p in libeigen3-dev libfmt-dev; do echo $p installed; done\n")
    code, missing = examine(checkout, "build")
    assert code == MACHINE
    detail, cure = missing["build", "packages"]
    assert " libcli11-dev libyaml-cpp-dev " in detail and "libeigen3-dev" not in detail
    assert cure == "tools/install build"
    assert ("lint", "packages") in missing


def test_an_old_node_and_missing_modules_are_named(checkout):
    replace(checkout.parent / "bin/node", "#!/bin/sh\necho 18.1.0\n")
    (checkout / "tests/node_modules").unlink()
    code, missing = examine(checkout, "test")
    assert code == MACHINE
    assert missing == {
        ("build", "node"): ("node 18.1.0", "tools/install build, for node 20"),
        ("test", "tests/node_modules"): ("without @foxglove/ulog", "npm ci --prefix tests")}


def test_a_python_environment_that_lacks_a_module_is_named(checkout):
    (checkout / ".venv").unlink()
    cure = "rm -f .venv/.stamp; make .venv/.stamp"
    assert examine(checkout, "test")[1] == {("test", "python"): ("no environment in .venv", cure)}
    (checkout / ".venv/bin").mkdir(parents=True)
    replace(checkout / ".venv/bin/python", "#!/bin/sh\nprintf 'numpy pyulog '\n")
    assert examine(checkout, "test")[1] == {("test", "python"): ("without numpy pyulog ", cure)}


def test_the_python_that_is_asked_tells_each_version_that_is_not_the_pinned_one(checkout):
    (checkout / "tools").unlink()
    shutil.copytree(ROOT / "tools", checkout / "tools")
    requirements = checkout / "tools/requirements.txt"
    text = requirements.read_text()
    requirements.write_text(re.sub(r"pyulog==\S+", "pyulog==0.0.1\nnosuch==1", text))
    assert examine(checkout, "test")[1]["test", "python"][0] == "without pyulog nosuch "


def test_models_that_are_not_there_or_broken_are_named(checkout):
    alone = checkout.parent / "alone"
    alone.mkdir()
    shutil.copy2(ALULA, alone / "alula")
    result = subprocess.run([alone / "alula", "doctor"], capture_output=True, text=True,
                            check=False)
    assert result.returncode == MACHINE and result.stdout.count("missing") == 1
    assert "no folder models/ beside the program's build" in result.stdout

    (checkout / "models").unlink()
    shutil.copytree(ROOT / "models", checkout / "models")
    vehicle = checkout / "models/vehicles/iris.yaml"
    vehicle.write_text(vehicle.read_text().replace("mass_kg:", "mas_kg:", 1))
    code, missing = examine(checkout)
    assert code == MACHINE
    detail, cure = missing["fly", "models"]
    assert re.search(r"iris.yaml:\d+: \S+: unknown key; did you mean \"mass_kg\"", detail)
    assert cure == "git checkout -- models"


def test_a_folder_that_cannot_be_written_is_named():
    result = alula("doctor", cwd="/proc")
    assert result.returncode == MACHINE and "cure: call alula in another folder" in result.stdout


def test_the_cures_are_commands_that_there_are():
    source = (ROOT / "apps/alula/doctor_checks.cpp").read_text()
    assert 'finding.cure = "rm -f .venv/.stamp; make .venv/.stamp";' in source
    make = subprocess.run(["make", "-n", ".venv/.stamp"], cwd=ROOT, capture_output=True,
                          check=False)
    assert make.returncode == 0
    for purpose in ("build", "test", "fuzz", "lint"):
        named = subprocess.run([ROOT / "tools/install", "--missing", purpose], text=True,
                               capture_output=True, check=True)
        assert named.stdout.count("\n") == 1 and named.stderr == ""


def test_a_purpose_that_is_none_is_refused():
    result = alula("doctor", "tset")
    assert result.returncode == BAD_INPUT
    assert result.stderr == ("alula: tset: is no purpose; expected one of fly, build, test, fuzz, "
                             'lint; did you mean "test"?\n')
