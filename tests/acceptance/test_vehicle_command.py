"""`alula vehicle`: check says what is wrong or doubtful, report what the vehicle can do."""

import json
import re

import pytest

from acceptance.fly_command import BAD_INPUT, DONE, MACHINE, ROOT, alula

X500 = ROOT / "models/vehicles/x500.yaml"


def changed(tmp_path, *edits):
    """The x500 with replaced text."""
    text = X500.read_text()
    for old, new in edits:
        assert old in text
        text = text.replace(old, new)
    path = tmp_path / "mine.yaml"
    path.write_text(text)
    return path


def test_every_model_passes_the_check_without_a_warning():
    for path in sorted((ROOT / "models/vehicles").glob("*.yaml")):
        result = alula("vehicle", "check", path)
        assert (result.returncode, result.stderr) == (DONE, ""), path
        assert result.stdout.startswith(f"{path}\n{path.stem}: ")
        assert result.stdout.endswith(", without a warning\n")


def test_a_doubt_is_a_warning_with_line_and_key_and_the_file_is_fine(tmp_path):
    path = changed(tmp_path, ("[0.0239, 0.0239, 0.0440]", "[1e-4, 1e-4, 1e-4]"))
    result = alula("vehicle", "check", path)
    assert result.returncode == DONE
    warnings = result.stderr.splitlines()
    assert len(warnings) == 3
    line = path.read_text().splitlines().index("  inertia_kg_m2: [1e-4, 1e-4, 1e-4]") + 1
    assert warnings[0] == (f"alula: warning: {path}:{line}: body.inertia_kg_m2: about roll all "
                           "mass would have to lie within 0.00696 m, in a frame of 0.264 m")
    assert result.stdout.endswith("with 3 warnings\n")


def test_what_cannot_be_is_an_error_with_line_and_key(tmp_path):
    path = changed(tmp_path, ("speed_max_rad_s: 1000.0", "speed_max_rad_s: 100.0"))
    line = path.read_text().splitlines().index("    speed_min_rad_s: 150.0") + 1
    for command in ("check", "report"):
        result = alula("vehicle", command, path)
        assert (result.returncode, result.stdout) == (BAD_INPUT, "")
        assert result.stderr == (f"alula: {path}:{line}: parts[0].speed_min_rad_s: must be below "
                                 "speed_max_rad_s\n")


def test_list_names_every_model():
    lines = alula("vehicle", "list").stdout.splitlines()
    models = sorted(path.stem for path in (ROOT / "models/vehicles").glob("*.yaml"))
    assert [line.split()[0] for line in lines] == models
    assert re.fullmatch(r"octo +octorotor +4\.128 kg +8 rotors", lines[models.index("octo")])
    said = json.loads(alula("vehicle", "list", "--json").stdout)["result"]
    assert [vehicle["name"] for vehicle in said] == models
    assert said[models.index("x500")]["mass_kg"] == 2.064308


def test_the_report_says_the_same_to_people_and_machines():
    text = alula("vehicle", "report", "x500").stdout
    said = json.loads(alula("vehicle", "report", "x500", "--json").stdout)
    assert said["command"] == "alula vehicle report" and said["warnings"] == []
    hover = said["result"]["hover"]
    assert re.search(rf"command +{hover['command']:.3f} ", text)
    assert re.search(rf"current +{hover['current_a']:.4g} A", text)
    limit = said["result"]["level"]["as_flown"]
    assert re.search(rf"level, as flown +12 m/s +bound by {limit['limit']}", text)
    assert len(said["result"]["level_flight"]) == 41


def test_the_page_is_written_whole_or_not_at_all(tmp_path):
    page = tmp_path / "x500.html"
    assert alula("vehicle", "report", "x500", "--html", page).returncode == DONE
    text = page.read_text()
    for name in ("Thrust over command", "Efficiency over command", "Power over speed",
                 "Tilt over speed", "Climb over command", "Control authority"):
        assert name in text
    assert text == page.read_text()
    missing = tmp_path / "missing/x500.html"
    result = alula("vehicle", "report", "x500", "--html", missing)
    assert (result.returncode, result.stdout) == (MACHINE, "")
    assert result.stderr.startswith(f"alula: {missing}: cannot be written")
    assert not missing.parent.exists()


@pytest.mark.parametrize("words, message", [
    (("report", "sphere"), "models/vehicles/sphere.yaml: has no rotor; a report is about what "
                           "hovers"),
    (("report", "x500", "--altitude", "high"), "--altitude high: expected metres over the sea, "
                                               "-5000 to 20000"),
    (("report", "x500", "--altitude", "15000"), "models/vehicles/x500.yaml: x500: cannot hover at "
                                                "15000 m"),
    (("chek", "x500"), "chek: unknown command of `alula vehicle`; expected one of check, report, "
                       'rotor, list; did you mean "check"?')])
def test_what_cannot_be_reported_is_refused(words, message):
    result = alula("vehicle", *words)
    assert (result.returncode, result.stdout) == (BAD_INPUT, "")
    assert result.stderr.replace(f"{ROOT}/", "") == f"alula: {message}\n"


TABLE = ROOT / "examples/vehicles/mn4004_kv400_13x4.4.csv"
SHEET = ("--diameter", 0.3302, "--propeller-mass", 0.0142, "--kv", 400)


def test_a_row_that_is_misprinted_is_left_out_and_named(tmp_path):
    table = tmp_path / "table.csv"
    table.write_text(TABLE.read_text().replace("5308", "4708"))
    result = alula("vehicle", "rotor", table, *SHEET)
    assert result.returncode == DONE
    line = [row.split(",")[4] for row in table.read_text().splitlines()[1:]].index("4708") + 2
    assert result.stderr == (f"alula: warning: {table}:{line}: left out: its thrust is more than "
                             "8 % off the law of the others; a speed may be misprinted\n")
    good = json.loads(alula("vehicle", "rotor", TABLE, *SHEET, "--json").stdout)["result"]
    found = float(re.match(r"thrust_coefficient_n_s2_rad2: (\S+)\n", result.stdout)[1])
    assert found == pytest.approx(good["thrust_coefficient_n_s2_rad2"], rel=0.005)


@pytest.mark.parametrize("words, message", [
    ((TABLE, "--diameter", "0", *SHEET[2:]), "--diameter 0: expected a number above 0"),
    ((TABLE, *SHEET[:4], "--kv", "fast"), "--kv fast: expected a number above 0"),
    ((TABLE, *SHEET[:4], "--kv", "200"),
     f"{TABLE}: the motor turns faster than its Kv allows at this voltage; check Kv"),
    (("none.csv", *SHEET), "none.csv: cannot be read: No such file or directory")])
def test_a_table_that_gives_no_rotor_is_refused(words, message):
    result = alula("vehicle", "rotor", *words)
    assert (result.returncode, result.stdout) == (BAD_INPUT, "")
    assert result.stderr == f"alula: {message}\n"
