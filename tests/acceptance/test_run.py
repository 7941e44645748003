"""`alula run` from outside: tables, exit codes, messages, progress, and what is left behind."""

import csv
import io
import math
import os
import pathlib
import pty
import re
import select
import signal
import subprocess
import time

import pytest

from acceptance.fly_command import read_terminal

ROOT = pathlib.Path(__file__).resolve().parents[2]
ALULA = os.environ.get("ALULA_BIN", ROOT / "build/release/alula")
DONE, FAILED, BAD_INPUT, MACHINE = 0, 1, 2, 3

FALL = """\
schema_version: 1
world: {ground: none}
step_s: 0.01
duration_s: 2.0
record: {rate_hz: 2.0}
vehicles:
  - vehicle: brick
    initial: {rates_inertial_deg_s: [10.0, 20.0, 30.0]}
"""


def alula_run(*arguments, **options):
    return subprocess.run([ALULA, "run", *arguments], capture_output=True, text=True, timeout=120,
                          check=False, **options)


def rows_of(text):
    return [{key: value if key == "vehicle" else float(value) for key, value in row.items()}
            for row in csv.DictReader(io.StringIO(text))]


@pytest.fixture(name="fall")
def make_fall(tmp_path):
    path = tmp_path / "fall.yaml"
    path.write_text(FALL, encoding="utf-8")
    return path


def variant(fall, old, new):
    text = fall.read_text(encoding="utf-8")
    assert text.count(old) == 1
    fall.write_text(text.replace(old, new), encoding="utf-8")
    return fall


# The table.


def test_the_table_has_the_start_the_samples_and_the_end(fall, tmp_path):
    table = tmp_path / "fall.csv"
    result = alula_run(variant(fall, "duration_s: 2.0", "duration_s: 2.2"), "--csv", table)
    assert (result.returncode, result.stderr) == (DONE, "")
    rows = rows_of(table.read_text(encoding="utf-8"))
    assert [row["time_s"] for row in rows] == [0.0, 0.5, 1.0, 1.5, 2.0, 2.2]
    assert rows[-1]["velocity_down_m_s"] == pytest.approx(9.807 * 2.2, rel=1e-3)
    assert sorted(os.listdir(tmp_path)) == ["fall.csv", "fall.yaml"]


def test_the_last_step_is_the_one_that_reaches_the_duration(fall):
    variant(fall, "step_s: 0.01", "step_s: 0.03")
    result = alula_run(fall, "--csv", "-")
    assert rows_of(result.stdout)[-1]["time_s"] == 2.01
    assert result.stderr.startswith("2.010 s simulated in 67 steps")


def test_every_vehicle_has_its_rows(fall, tmp_path):
    fall.write_text(FALL + "  - vehicle: sphere\n    name: ball\n    initial: {}\n",
                    encoding="utf-8")
    rows = rows_of(alula_run(fall, "--csv", "-").stdout)
    assert [row["vehicle"] for row in rows] == ["brick", "ball"] * 5


def test_standard_output_gets_the_same_table_and_nothing_else(fall, tmp_path):
    table = tmp_path / "fall.csv"
    to_file = alula_run(fall, "--csv", table)
    to_output = alula_run(fall, "--csv", "-")
    assert to_output.stdout == table.read_text(encoding="utf-8")
    assert to_output.stderr == to_file.stdout


def test_a_run_is_repeated_bit_for_bit_whatever_is_recorded(fall, tmp_path):
    first, second = alula_run(fall, "--csv", "-"), alula_run(fall, "--csv", "-")
    assert first.stdout == second.stdout
    assert "state hash" in first.stderr
    assert alula_run(fall).stdout == first.stderr
    variant(fall, "rate_hz: 2.0", "rate_hz: 7.0")
    assert alula_run(fall, "--csv", tmp_path / "more.csv").stdout == first.stderr


@pytest.mark.parametrize("scenario", sorted((ROOT / "scenarios").glob("*.yaml")),
                         ids=lambda path: path.stem)
def test_the_scenarios_of_the_repository_run(scenario, tmp_path):
    result = alula_run(scenario, "--csv", tmp_path / "table.csv")
    assert (result.returncode, result.stderr) == (DONE, "")


def test_a_body_without_torque_keeps_energy_and_angular_momentum(tmp_path):
    alula_run(ROOT / "scenarios/tumble.yaml", "--csv", tmp_path / "table.csv")
    rows = rows_of((tmp_path / "table.csv").read_text(encoding="utf-8"))
    assert len(rows) == 101
    inertia = [0.002568217485138654, 0.00842101107386069, 0.009754655981203394]  # brick.yaml

    def energy_and_momentum(row):
        w = [math.radians(row[f"rate_{axis}_inertial_deg_s"]) for axis in ("roll", "pitch", "yaw")]
        momentum = [i * x for i, x in zip(inertia, w)]
        return 0.5 * math.fsum(l * x for l, x in zip(momentum, w)), to_level(row, momentum)

    energy_0, momentum_0 = energy_and_momentum(rows[0])
    for row in rows:
        energy, momentum = energy_and_momentum(row)
        assert abs(energy / energy_0 - 1.0) < 1e-8
        assert math.dist(momentum, momentum_0) / math.hypot(*momentum_0) < 1e-8


def to_level(row, v):
    """From body axes to the level frame; the body stays where it is."""
    roll, pitch, yaw = [math.radians(row[key]) for key in ("roll_deg", "pitch_deg", "yaw_deg")]
    x, y, z = v
    y, z = y * math.cos(roll) - z * math.sin(roll), y * math.sin(roll) + z * math.cos(roll)
    x, z = x * math.cos(pitch) + z * math.sin(pitch), z * math.cos(pitch) - x * math.sin(pitch)
    return [x * math.cos(yaw) - y * math.sin(yaw), x * math.sin(yaw) + y * math.cos(yaw), z]


# What is wrong is said in one line, and nothing is written.


def refused(result, folder, before):
    assert result.returncode == BAD_INPUT
    assert result.stdout == ""
    assert re.fullmatch(r"alula: [^\n]+\n", result.stderr), result.stderr
    assert sorted(os.listdir(folder)) == before


BAD = ROOT / "tests/bad"
RED_ALULA = "\x1b[31malula:\x1b[0m"  # on a terminal


@pytest.mark.parametrize("path", sorted((BAD / "scenarios").glob("*.yaml")), ids=lambda p: p.stem)
def test_a_bad_scenario_is_refused_and_nothing_is_written(path, tmp_path):
    result = alula_run(path, "--csv", tmp_path / "table.csv")
    refused(result, tmp_path, [])
    assert str(BAD / "scenarios") in result.stderr


@pytest.mark.parametrize("path", sorted((BAD / "worlds").glob("*.yaml")), ids=lambda p: p.stem)
def test_a_bad_world_is_refused_and_nothing_is_written(path, tmp_path):
    scenario = tmp_path / "scenario.yaml"
    scenario.write_text(FALL.replace("{ground: none}", str(path)), encoding="utf-8")
    result = alula_run(scenario, "--csv", tmp_path / "table.csv")
    refused(result, tmp_path, ["scenario.yaml"])
    assert result.stderr.startswith(f"alula: {path}:")


@pytest.mark.parametrize("name, message", [("nothing.yaml", "cannot be read: No such file"),
                                           ("", "is a folder; expected a file")])
def test_a_missing_file_or_a_folder_is_no_scenario(name, message, tmp_path):
    path = tmp_path / name
    result = alula_run(path, "--csv", tmp_path / "table.csv")
    refused(result, tmp_path, [])
    assert result.stderr.startswith(f"alula: {path}: {message}")


def test_an_empty_table_name_is_bad_input(fall, tmp_path):
    result = alula_run(fall, "--csv", "")
    refused(result, tmp_path, ["fall.yaml"])


# What the machine will not do.


def test_a_table_that_cannot_be_written_stops_the_run(fall, tmp_path):
    (tmp_path / "folder").mkdir()
    for path, why in ((tmp_path / "none/fall.csv", "No such file or directory"),
                      (tmp_path / "folder", "is a folder; expected a file"),
                      (fall / "fall.csv", "Not a directory")):
        result = alula_run(fall, "--csv", path)
        assert result.returncode == MACHINE
        assert result.stdout == ""
        assert result.stderr == f"alula: {path}: cannot be written: {why}\n"
    assert sorted(os.listdir(tmp_path)) == ["fall.yaml", "folder"]


@pytest.mark.parametrize("rate", ["2.0", "100.0"])
def test_a_full_disk_is_noticed_and_the_device_stays_one(fall, rate):
    variant(fall, "rate_hz: 2.0", f"rate_hz: {rate}")
    result = alula_run(fall, "--csv", "/dev/full")
    assert result.returncode == MACHINE
    assert result.stderr == "alula: /dev/full: cannot be written: No space left on device\n"
    assert pathlib.Path("/dev/full").is_char_device()


# Runs that do not reach their end.


def test_a_state_that_is_no_number_ends_the_run(fall, tmp_path):
    variant(fall, "step_s: 0.01", "step_s: 0.1")
    variant(fall, "[10.0, 20.0, 30.0]", "[36000.0, 36000.0, -20000.0]")
    result = alula_run(fall, "--csv", tmp_path / "fall.csv")
    assert result.returncode == FAILED
    assert re.fullmatch(r"alula: brick: state \d+ is no longer a number after step \d+ "
                        r"\(\d+\.\d{3} s\)\n", result.stderr)
    table = (tmp_path / "fall.csv").read_text(encoding="utf-8")
    assert "nan" not in table and "inf" not in table
    assert len(rows_of(table)) >= 1


def test_progress_is_shown_on_a_terminal_when_it_takes_long(fall, tmp_path):
    """A million simulated seconds, ended by Ctrl-C: quiet for two seconds, then a line."""
    variant(fall, "duration_s: 2.0", "duration_s: 1000000.0")
    table = tmp_path / "fall.csv"
    terminal, theirs = pty.openpty()
    start = time.monotonic()
    with subprocess.Popen([ALULA, "run", fall, "--csv", table], stdout=subprocess.PIPE,
                          stderr=theirs, env={**os.environ, "TERM": "xterm"}) as process:
        assert select.select([terminal], [], [], 60.0)[0], "no progress"
        waited_s = time.monotonic() - start
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=60)
    os.close(theirs)
    said = read_terminal(terminal)
    assert waited_s >= 2.0
    bar = r"\r\[[#.]{20}\] +\d+ %  \d+\.\d of 1000000\.0 s simulated, \d+ x real time\x1b\[K"
    assert re.match(bar, said)
    assert said.endswith(f"{RED_ALULA} interrupted\r\n")
    assert process.returncode == FAILED
    rows = rows_of(table.read_text(encoding="utf-8"))
    assert len(rows) > 10  # what there was until then is kept


def test_a_short_run_shows_no_progress_on_a_terminal(fall):
    terminal, theirs = pty.openpty()
    result = subprocess.run([ALULA, "run", fall], stdout=subprocess.PIPE, stderr=theirs, check=True,
                            timeout=60)
    said = select.select([terminal], [], [], 0.1)[0]
    os.close(theirs)
    os.close(terminal)
    assert result.stdout.startswith(b"2.000 s simulated")
    assert not said


# What the page says.


def test_the_example_of_the_page_is_the_scenario():
    page = (ROOT / "docs/scenarios.md").read_text(encoding="utf-8")
    example = re.search(r"```yaml\n(.*?)```", page, re.DOTALL).group(1)
    scenario = ROOT / "scenarios/nesc_02.yaml"

    def values(text):
        lines = [line.split("#")[0].rstrip() for line in text.splitlines()]
        return [line for line in lines if line]

    assert values(example) == values(scenario.read_text(encoding="utf-8"))


def test_the_page_lists_every_column_of_the_table(fall):
    page = (ROOT / "docs/scenarios.md").read_text(encoding="utf-8")
    columns = alula_run(fall, "--csv", "-").stdout.splitlines()[0].split(",")
    section = page[page.index("## The table"):page.index("## Exit codes")]
    assert re.findall(r"`([a-z][a-z0-9_]*)`(?=[^\n]* \| )", section) == columns
