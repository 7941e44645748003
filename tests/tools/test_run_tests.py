"""tools/run_tests counts what ran, and nothing that went wrong can hide."""

import importlib.machinery
import importlib.util
import pathlib
import stat
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]


def load():
    path = str(ROOT / "tools/run_tests")
    loader = importlib.machinery.SourceFileLoader("run_tests", path)
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("run_tests", loader))
    sys.modules["run_tests"] = module
    loader.exec_module(module)
    return module


run_tests = load()

LISTING = """Running main() from gtest_main.cc
Laws.
  Energy
  Momentum
Each/Laws.
  Holds/0  # GetParam() = 1
  Holds/1  # GetParam() = 2
Typed/0.  # TypeParam = double
  Works
"""
PASS = "[ RUN      ] A.One\n[       OK ] A.One (0 ms)\n"
FAIL = "[ RUN      ] A.Two\nb.cpp:3: Failure\n  1 is not 2\n[  FAILED  ] A.Two (0 ms)\n"


def test_list_of_cases_is_read():
    assert run_tests.list_cases(LISTING) == ["Laws.Energy", "Laws.Momentum", "Each/Laws.Holds/0",
                                             "Each/Laws.Holds/1", "Typed/0.Works"]


def test_failed_case_is_shown_in_full():
    outcome = run_tests.read_gtest(["A.One", "A.Two"], PASS + FAIL, 1)
    assert outcome.passed == 1
    assert len(outcome.failures) == 1
    assert "1 is not 2" in outcome.failures[0]


def test_passing_case_may_print_without_a_newline():
    output = "[ RUN      ] A.One\nhello[       OK ] A.One (0 ms)\n"
    assert run_tests.read_gtest(["A.One"], output, 0).passed == 1


def test_crash_fails_the_case_and_all_that_never_ran():
    output = PASS + "[ RUN      ] A.Two\nassertion failed: x > 0\n"
    outcome = run_tests.read_gtest(["A.One", "A.Two", "A.Three"], output, -6)
    assert outcome.passed == 1
    assert len(outcome.failures) == 2
    assert "x > 0" in outcome.failures[0]


def test_skipped_case_counts_as_failed():
    output = "[ RUN      ] A.One\n[  SKIPPED ] A.One (0 ms)\n"
    assert len(run_tests.read_gtest(["A.One"], output, 0).failures) == 1


def test_failure_outside_of_the_cases_is_found():
    output = PASS + "[----------] 1 test from A\nleaked in the fixture\n"
    outcome = run_tests.read_gtest(["A.One"], output, 1)
    assert len(outcome.failures) == 1
    assert "leaked in the fixture" in outcome.failures[0]


@pytest.mark.parametrize(("tap", "code", "passed", "failed"), [
    ("# tests 3\n# pass 3\n# fail 0\n", 0, 3, 0),
    ("# tests 3\n# pass 1\n# fail 2\n", 1, 1, 2),
    ("# tests 3\n# pass 2\n# fail 0\n# skipped 1\n", 0, 2, 1),
    ("# tests 1\n# pass 1\n# fail 0\n", 1, 1, 1),
    ("node: not found\n", 127, 0, 1),
])
def test_report_of_node_is_counted(tap, code, passed, failed):
    outcome = run_tests.read_tap(tap, code)
    assert (outcome.passed, len(outcome.failures)) == (passed, failed)


@pytest.mark.parametrize(("cases", "code", "passed", "failed"), [
    ("<testcase name='a'/>", 0, 1, 0),
    ("<testcase name='a'/><testcase name='b'><failure/></testcase>", 1, 1, 1),
    ("<testcase name='a'><skipped/></testcase>", 0, 0, 1),
    ("<testcase name='a'><error/></testcase>", 1, 0, 1),
    ("<testcase name='a'/>", 2, 1, 1),
])
def test_report_of_pytest_is_counted(tmp_path, cases, code, passed, failed):
    report = tmp_path / "report.xml"
    report.write_text(f"<testsuites><testsuite>{cases}</testsuite></testsuites>")
    outcome = run_tests.read_junit(report, "", code)
    assert (outcome.passed, len(outcome.failures)) == (passed, failed)


def test_missing_report_of_pytest_fails(tmp_path):
    assert run_tests.read_junit(tmp_path / "none.xml", "boom", 4).failures == [
        "no report, exit code 4\nboom"]


def test_process_over_its_time_is_stopped_with_its_children():
    output, code = run_tests.run_process(["sh", "-c", "echo begun; sleep 100 & sleep 100"], ROOT,
                                         0.5, None)
    assert code is None
    assert output == "begun\n"


# The whole program, over a copy of the tools and one executable that plays GoogleTest.

FAKE = """#!/bin/sh
case "$1" in
  --gtest_list_tests) printf 'A.\\n  One\\n'; exit 0 ;;
esac
printf '[ RUN      ] A.One\\n'
[ -x "$ALULA_BIN" ] || exit 1
printf '[       OK ] A.One (0 ms)\\n'
exit {code}
"""


def house(tmp_path, label, code):
    """A small project with one test executable, and the command that runs its tests."""
    build = tmp_path / "build/release"
    build.mkdir(parents=True)
    (tmp_path / "tools").mkdir()
    (tmp_path / "tests").mkdir()
    (tmp_path / "tools/run_tests").write_text((ROOT / "tools/run_tests").read_text())
    for name in ("test_a", "alula"):
        executable = build / name
        executable.write_text(FAKE.format(code=code))
        executable.chmod(executable.stat().st_mode | stat.S_IXUSR)
    (build / "tests.tsv").write_text(f"{label}\ta\t{build / 'test_a'}\n")
    return [sys.executable, str(tmp_path / "tools/run_tests")]


@pytest.mark.parametrize(("label", "code", "options", "exit_code", "last"), [
    ("quick", 0, [], 0, "1 passed, 0 failed"),
    ("quick", 0, ["--quick"], 0, "1 passed, 0 failed"),
    ("slow", 0, [], 0, "1 passed, 0 failed"),
    ("slow", 0, ["--quick"], 1, "0 passed, 0 failed"),
    ("quick", 3, [], 1, "1 passed, 1 failed"),
])
def test_last_line_and_exit_code_tell_the_result(tmp_path, label, code, options, exit_code, last):
    done = subprocess.run(house(tmp_path, label, code) + options, capture_output=True, text=True,
                          check=False)
    assert done.returncode == exit_code
    assert done.stdout.splitlines()[-1] == last


def test_unbuilt_project_fails(tmp_path):
    command = house(tmp_path, "quick", 0)
    (tmp_path / "build/release/tests.tsv").unlink()
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode != 0
    assert "build first" in done.stderr
