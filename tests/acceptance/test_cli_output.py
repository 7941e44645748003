"""What commands say: the word that was meant, one object for machines, colour on terminals only."""

import json
import os
import pty
import re
import signal
import subprocess

import pytest

from acceptance.fly_command import (ALULA, BAD_INPUT, DONE, FAILED, HOVER, MACHINE, ROOT, alula,
                                    read_terminal)

SCENARIO = ROOT / "scenarios/tumble.yaml"
UNKNOWN = {
    "flt": 'flt: unknown command of `alula`; expected one of %; did you mean "fly"?',
    "zzz": "zzz: unknown command of `alula`; expected one of %",
    "fly x.plan --sed 1": '--sed: unknown option of `alula fly`; did you mean "--seed"?',
    "fly x.plan --sede=1": '--sede: unknown option of `alula fly`; did you mean "--seed"?',
    "fly --bogus": "--bogus: unknown option of `alula fly`; `alula fly --help` lists them",
    "run a.yaml b.yaml": "b.yaml: is one word too many for `alula run`; "
                         "`alula run --help` says what it takes",
    "run": "scenario: is missing; expected FILE; `alula run --help` says what it is",
    "run a.yaml --csv": "--csv: has no such value; expected FILE; "
                        "`alula run --help` says what it is",
    "": "alula: a command is missing; expected one of %",
}


@pytest.mark.parametrize("words", UNKNOWN)
def test_a_word_that_is_unknown_is_answered_with_the_one_that_was_meant(words):
    result = alula(*words.split())
    assert (result.returncode, result.stdout) == (BAD_INPUT, "")
    expected = re.escape(f"alula: {UNKNOWN[words]}\n").replace("%", "fly, [a-z, ]+")
    assert re.fullmatch(expected, result.stderr), result.stderr


def for_machines(*words, code=DONE, **options):
    result = alula(*words, "--json", **options)
    assert result.returncode == code
    assert result.stderr == ""
    said = json.loads(result.stdout)
    assert list(said) == ["command", "exit_code", "errors", "warnings", "result"]
    assert said["exit_code"] == code
    assert all(error["message"] for error in said["errors"])
    return said


def test_json_holds_the_result_of_a_run():
    said = for_machines("run", SCENARIO)
    assert said["command"] == "alula run" and said["errors"] == said["warnings"] == []
    assert said["result"]["vehicles"][0]["name"] == "brick"
    printed = alula("run", SCENARIO).stdout
    assert f"state hash {said['result']['state_hash']}" in printed
    height_m = said["result"]["vehicles"][0]["height_m"]
    assert f"height {height_m:.4f} m" in printed


def test_json_holds_summary_and_timing_of_a_flight(tmp_path):
    said = for_machines("fly", HOVER, "--out", tmp_path / "out")
    assert said["result"]["summary"] == json.loads((tmp_path / "out/summary.json").read_text())
    assert said["result"]["timing"] == json.loads((tmp_path / "out/timing.json").read_text())
    assert said["result"]["log"] == str(tmp_path / "out/flight.ulg")


def test_json_tells_of_a_flight_that_failed(tmp_path):
    said = for_machines("fly", HOVER, "--no-log", "--max-time", 20, "--out", tmp_path / "out",
                        code=FAILED)
    assert said["errors"] == [{"kind": "flight_failed", "where": "",
                               "message": said["result"]["summary"]["reason"]}]
    assert "log" not in said["result"]


def test_json_tells_file_line_and_key_of_bad_input():
    path = ROOT / "tests/bad/scenarios/misspelt_key.yaml"
    error, = for_machines("run", path, code=BAD_INPUT)["errors"]
    assert error["kind"] == "bad_input"
    assert error["file"] == str(path) and error["line"] == 6 and error["key"] == "duration"
    assert alula("run", path).stderr == f"alula: {error['where']}: {error['message']}\n"


def test_json_tells_of_a_command_line_that_is_wrong():
    said = for_machines("fly", "x.plan", "--sed", 1, code=BAD_INPUT)
    assert said["command"] == "alula fly"
    assert said["errors"][0]["where"] == "--sed"
    assert for_machines("flt", code=BAD_INPUT)["errors"][0]["where"] == "flt"


def test_json_tells_of_the_machine_and_of_warnings(tmp_path):
    (tmp_path / "file").touch()
    said = for_machines("fly", HOVER, "--out", tmp_path / "file/below", code=MACHINE)
    assert said["errors"][0]["kind"] == "machine"
    said = for_machines("fly", HOVER, "--no-log", "--max-time", 20, "--save-at", 30,
                        tmp_path / "snap", "--out", tmp_path / "out", code=FAILED)
    assert "--save-at 30: the flight was over at 20.001 s; no snapshot was saved" in [
        error["message"] for error in said["errors"]]


def test_json_and_a_table_do_not_share_standard_output():
    error, = for_machines("run", SCENARIO, "--csv", "-", code=BAD_INPUT)["errors"]
    assert error["where"] == "--csv -"


@pytest.mark.parametrize("words", ["--help", "fly --help", "--version", f"run {SCENARIO}",
                                   f"run {SCENARIO} --json", "zzz --json"])
def test_an_output_that_is_full_is_the_machines_fault(words):
    with open("/dev/full", "w", encoding="utf-8") as full:
        result = subprocess.run([ALULA, *words.split()], stdout=full, stderr=subprocess.PIPE,
                                text=True, timeout=60, check=False)
    assert result.returncode == (BAD_INPUT if words.startswith("zzz") else MACHINE)
    why = "standard output: cannot be written: No space left on device"
    assert result.stderr == f"alula: {why}\n"


def test_a_flight_whose_output_is_full_is_flown_and_kept(tmp_path):
    with open("/dev/full", "w", encoding="utf-8") as full:
        result = subprocess.run([ALULA, "fly", HOVER, "--no-log", "--out", tmp_path / "out"],
                                stdout=full, stderr=subprocess.PIPE, timeout=60, check=False)
    assert result.returncode == MACHINE
    assert json.loads((tmp_path / "out/summary.json").read_text())["completed"]


def on_terminal(*words, **variables):
    leader, follower = pty.openpty()
    environment = {**os.environ, "TERM": "xterm", **variables}
    with subprocess.Popen([ALULA, *words], stdout=follower, stderr=follower, env=environment):
        os.close(follower)
        return read_terminal(leader)


def test_colour_is_for_terminals_that_want_it():
    assert on_terminal("zzz").startswith("\x1b[31malula:\x1b[0m zzz: unknown command")
    assert on_terminal("zzz", NO_COLOR="1").startswith("alula: zzz: unknown command")
    assert on_terminal("zzz", TERM="dumb").startswith("alula: zzz: unknown command")
    assert on_terminal("zzz", NO_COLOR="").startswith("\x1b[31m")  # empty: as if unset
    assert "\x1b" not in alula("zzz").stderr


LONG = "n" * 5000


@pytest.mark.parametrize("words", [
    [LONG], ["--" + LONG], ["fly", LONG], ["fly", HOVER, "--seed", LONG],
    ["fly", HOVER, "--max-time", LONG], ["fly", HOVER, "--vehicle", LONG],
    ["fly", HOVER, "--world", LONG], ["fly", HOVER, "--param", LONG],
    ["fly", HOVER, "--param", LONG + "=1"], ["fly", HOVER, "--param", "MPC_XY_P=" + LONG],
    ["fly", HOVER, "--out", LONG], ["fly", HOVER, LONG], ["run", LONG], ["resume", LONG],
    ["run", SCENARIO, "--csv", LONG], ["fly", HOVER, "--save-at", LONG, "x"]])
def test_a_name_of_five_thousand_characters_is_cut(words, tmp_path):
    result = alula(*words, cwd=tmp_path)
    assert result.returncode in (BAD_INPUT, MACHINE)
    assert result.stderr.count("\n") == 1 and len(result.stderr) < 500
    assert list(tmp_path.iterdir()) == []


def test_a_model_that_is_none_is_answered_with_the_nearest():
    said = alula("fly", HOVER, "--vehicle", "x50").stderr
    assert said.startswith("alula: --vehicle x50: is no file and none of the models; expected one "
                           "of airsim_hex, ")
    assert said.endswith('; did you mean "x500"?\n')
    said = alula("fly", HOVER, "--world", "wind").stderr
    assert said.endswith('expected one of airsim, default, slope, windy; did you mean "windy"?\n')


def test_a_name_with_line_ends_and_escapes_stays_one_harmless_line():
    for words in (["a\nb\x1b[31m"], ["fly", "a\nb\x1b[31m"], ["run", "a\nb\x1b[31m"]):
        said = alula(*words).stderr
        assert said.count("\n") == 1 and "\x1b" not in said and "a\\nb\\x1b[31m" in said


def test_a_flight_under_nohup_outlives_its_terminal(tmp_path):
    plan = tmp_path / "wait.plan"
    plan.write_text(HOVER.read_text().replace(" 60,\n", " 200,\n"))
    with subprocess.Popen([ALULA, "fly", plan, "--out", tmp_path / "out"],
                          preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN),
                          stdout=subprocess.DEVNULL) as flight:
        log = tmp_path / "out/flight.ulg"
        while not log.exists():
            assert flight.poll() is None
        flight.send_signal(signal.SIGHUP)
    assert flight.returncode == DONE
