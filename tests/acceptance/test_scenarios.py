"""`alula test` from outside: exit codes, what is told and kept of a failure, equal bytes for any
number of runs at a time, and the page that describes the format."""

import json
import os
import pathlib
import re
import shlex
import signal
import subprocess
import xml.etree.ElementTree as xml

import pytest

import soak_repeats

ROOT = pathlib.Path(__file__).resolve().parents[2]
ALULA = os.environ.get("ALULA_BIN", ROOT / "build/release/alula")
DONE, FAILED, BAD_INPUT, MACHINE = 0, 1, 2, 3

# Five seconds on the ground: armed after ten, so never here.
STAND = """\
schema_version: 1
vehicles:
  - {vehicle: x500, firmware: alula}
seeds: 2
grid:
  world.wind.velocity_ned_m_s: [[0, 0, 0], [0, 5, 0]]
duration_s: 5
expect:
  - name: stands
    always: abs(truth.height_m) < 0.01 and not armed
  - name: sees its height
    eventually: estimate.height_valid
sabotage:
  - meanwhile:
      - {at_s: 1, do: wind, velocity_ned_m_s: [60, 0, -60]}
    breaks: stands
"""


def alula_test(*arguments, **options):
    return subprocess.run([ALULA, "test", *map(str, arguments)], capture_output=True, text=True,
                          timeout=300, check=False, **options)


@pytest.fixture(name="stand")
def make_stand(tmp_path):
    path = tmp_path / "scenarios/ground/stand.yaml"
    path.parent.mkdir(parents=True)
    path.write_text(STAND, encoding="utf-8")
    return path


def variant(stand, old, new):
    text = stand.read_text(encoding="utf-8")
    assert text.count(old) == 1
    stand.write_text(text.replace(old, new), encoding="utf-8")


def test_a_folder_is_searched_and_what_held_ends_with_zero(stand, tmp_path):
    (stand.parent / "world.yaml").write_text("schema_version: 1\n", encoding="utf-8")
    result = alula_test(tmp_path / "scenarios", "--prove")
    assert result.returncode == DONE, result.stdout + result.stderr
    assert re.match(r"ok    ground/stand +4 runs, 2 sabotaged, 30 s simulated\n"
                    r"1 scenario, 6 runs, 0 failed, results \w{16}\n", result.stdout)
    assert result.stderr == ""


def test_the_number_of_runs_at_a_time_changes_no_byte(stand, tmp_path):
    variant(stand, "not armed", "time_s < 2")  # something to tell
    told = []
    for jobs in (1, 2, 5):
        junit = tmp_path / f"{jobs}.xml"
        result = alula_test(stand, "--jobs", jobs, "--junit", junit)
        assert result.returncode == FAILED
        told.append((result.stdout.splitlines()[:-1], junit.read_bytes()))
    assert told[0] == told[1] == told[2]


def test_a_failure_is_told_kept_and_flown_again_by_its_own_command(stand, tmp_path):
    variant(stand, "not armed", "time_s < 3")
    kept = tmp_path / "kept"
    result = alula_test(stand, "--keep-failed", kept, "--filter", "#2 seed=1", "--junit",
                        tmp_path / "junit.xml", "--page", tmp_path / "page.html")
    assert result.returncode == FAILED
    assert re.search(r'"stands" is false at 3.000 s: truth.height_m \S+, time_s 3\n', result.stdout)
    command = next(line.strip() for line in result.stdout.splitlines() if "--filter" in line)
    again = subprocess.run([ALULA, *shlex.split(command)[1:]], capture_output=True, text=True,
                           timeout=60, check=False)
    assert again.returncode == FAILED
    assert again.stdout.splitlines()[:-1] == result.stdout.splitlines()[:-1]

    folder = kept / "stand-velocity_ned_m_s=-2-seed=1-"
    assert sorted(os.listdir(folder)) == ["failure.txt", "flight.html", "flight.ulg"]
    assert command in (folder / "failure.txt").read_text(encoding="utf-8")
    assert (folder / "flight.ulg").stat().st_size > 10_000
    failure = xml.parse(tmp_path / "junit.xml").find("./testsuite/testcase/failure")
    assert failure.get("message").startswith('"stands" is false at 3.000 s')
    assert "is false at 3.000 s" in (tmp_path / "page.html").read_text(encoding="utf-8")


def test_every_run_is_kept_on_demand_and_says_what_failed_where_it_did(stand, tmp_path):
    variant(stand, "[0, 5, 0]]", "[0, 60, -60]]")
    result = alula_test(stand, "--keep", tmp_path / "kept", "--seed", "1")
    assert result.returncode == FAILED
    calm, storm = sorted((tmp_path / "kept").iterdir())
    assert sorted(os.listdir(calm)) == ["flight.html", "flight.ulg"]
    assert sorted(os.listdir(storm)) == ["failure.txt", "flight.html", "flight.ulg"]


def test_a_sabotage_that_breaks_nothing_fails_the_proof(stand):
    variant(stand, "[60, 0, -60]", "[0, 1, 0]")
    assert alula_test(stand).returncode == DONE
    result = alula_test(stand, "--prove")
    assert result.returncode == FAILED
    assert '"stands" held under the sabotage' in result.stdout


def test_a_scenario_without_a_sabotage_is_not_proven(stand):
    stand.write_text(STAND[:STAND.index("sabotage:")], encoding="utf-8")
    result = alula_test(stand, "--prove")
    assert result.returncode == FAILED
    assert result.stderr == (f"alula: warning: {stand} has no sabotage: nothing shows that it can "
                             "fail\n")


def test_what_waits_is_listed_and_flies_nothing(stand, tmp_path):
    (stand.parent / "wing.yaml").write_text(
        "schema_version: 1\nwaits_for: wings\nexpect: [{always: landed}]\n", encoding="utf-8")
    result = alula_test(tmp_path / "scenarios")
    assert result.returncode == DONE
    assert "wait  ground/wing                              waits for wings\n" in result.stdout
    assert "2 scenarios, 4 runs, 0 failed" in result.stdout


def test_machines_read_one_object(stand):
    result = alula_test(stand, "--json", "--seed", "7")
    told = json.loads(result.stdout)
    assert told["exit_code"] == DONE
    assert told["result"]["runs"] == 2
    assert told["result"]["failures"] == []


@pytest.mark.parametrize("arguments, message", [
    ([], "PATH: missing; expected a scenario or a folder"),
    (["nothing.yaml"], "nothing.yaml: cannot be read: No such file or directory"),
    (["empty"], "empty: holds no scenario with the key expect"),
    (["stand.yaml", "--jobs", "0"], "--jobs 0: expected a whole number from 1 to 1024"),
    (["stand.yaml", "--seed", "-1"],
     "--seed -1: expected a whole number from 0 to 18446744073709551615"),
    (["stand.yaml", "--filter", "moon"], "--filter moon: no run has such a name"),
])
def test_bad_input_flies_nothing(stand, arguments, message):
    (stand.parent / "empty").mkdir()
    result = alula_test(*arguments, cwd=stand.parent)
    assert (result.returncode, result.stdout) == (BAD_INPUT, "")
    assert result.stderr == f"alula: {message}\n"


def test_a_file_that_cannot_be_written_is_told(stand, tmp_path):
    result = alula_test(stand, "--junit", tmp_path / "none/junit.xml")
    assert result.returncode == MACHINE
    assert "none/junit.xml" in result.stderr


def test_ctrl_c_ends_it(stand):
    variant(stand, "duration_s: 5", "duration_s: 1000000")
    with subprocess.Popen([ALULA, "test", stand], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          text=True) as process:
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(1.0)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=60)
    assert process.returncode == FAILED
    assert errors == "alula: interrupted\n"


# The scenarios of the checkout.


@pytest.mark.slow
def test_every_scenario_holds_and_every_sabotage_is_found_out():
    result = alula_test(ROOT / "scenarios", "--prove", "--jobs", "2")
    assert result.returncode == DONE, result.stdout + result.stderr


@pytest.mark.slow
def test_three_repetitions_give_the_same_results():
    figures, fault = soak_repeats.soak(ALULA, ROOT / "scenarios", jobs=3, runs=3)
    assert fault == ""
    assert figures.startswith("3 repetitions")


def test_a_repetition_that_differs_is_told_with_its_line(tmp_path):
    fickle = tmp_path / "alula"
    fickle.write_text(f'#!/bin/sh\necho same\necho >> {tmp_path}/count\n'
                      f'wc -l < {tmp_path}/count\necho 1 s simulated\n', encoding="ascii")
    fickle.chmod(0o755)
    assert soak_repeats.soak(fickle, "scenarios", jobs=1, runs=3) == (
        "", "repetition 2 differs\n- 1\n+ 2")


# What the page says.


def test_the_page_shows_the_scenario_and_lists_every_quantity():
    page = (ROOT / "docs/scenarios.md").read_text(encoding="utf-8")
    example = (ROOT / "scenarios/acceptance/takeoff_hold.yaml").read_text(encoding="utf-8")
    assert f"```yaml\n{example}```" in page
    table = page[page.index("### Quantities"):]
    listed = re.findall(r"^\| `([a-z0-9_.]+)` \|", table, re.MULTILINE)
    told = alula_test("--quantities").stdout.splitlines()
    assert listed == [line.split()[0] for line in told]


def figures_left_out(line):
    """A better controller changes times and values, but not the story."""
    return re.sub(r"-?\d+(\.\d+)?", "N", re.sub(r" +", " ", line))


def test_the_five_minutes_from_an_empty_file_go_as_the_page_says(tmp_path):
    page = (ROOT / "docs/scenarios.md").read_text(encoding="utf-8")
    story = page[page.index("### From an empty file"):page.index("### A complete one")]
    first, additions, last = re.findall(r"^```yaml\n(.*?)^```$", story, re.DOTALL | re.MULTILINE)
    shown = [said.splitlines()[1:] for said in
             re.findall(r"^```\n(\$ alula.*?)^```$", story, re.DOTALL | re.MULTILINE)]
    second = first.split("expect:\n")[0] + additions + first.split("expect:\n")[1]
    file = tmp_path / "my_flight.yaml"
    for text, options, lines in zip((first, second, last), ((), (), ("--prove",)), shown,
                                    strict=True):
        file.write_text(text, encoding="utf-8")
        told = alula_test(file.name, *options, cwd=tmp_path).stdout.splitlines()
        assert [figures_left_out(line) for line in told[:len(lines)]] == [
            figures_left_out(line) for line in lines]
