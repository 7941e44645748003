"""tools/bench judges costs by their bounds, and the document shows every benchmark."""

import importlib.machinery
import importlib.util
import os
import pathlib
import re
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = pathlib.Path(os.environ.get("ALULA_BIN", ROOT / "build/release/alula")).parent
WIDE_SETS = ("avx2", "avx512")


def load():
    loader = importlib.machinery.SourceFileLoader("bench", str(ROOT / "tools/bench"))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("bench", loader))
    sys.modules["bench"] = module
    loader.exec_module(module)
    return module


bench = load()


def run(**values):
    return {"name": "step/manual_time", "label": "a step, with more", "iterations": 5,
            "real_time": 3.0, "k": 412.3, "k_ns": 1.6, **values}


def row(name, k):
    return {"name": name, "unit": "a step", "k": k, "k_ns": 1.6}


def test_a_row_keeps_the_results_and_their_bounds():
    assert bench.row_of(run(k_max=550.0)) == {
        "name": "step", "unit": "a step", "k": 412.3, "k_ns": 1.6, "k_max": 550.0}


def test_a_benchmark_that_failed_ends_the_run():
    with pytest.raises(SystemExit, match="a lane differs"):
        bench.row_of(run(error_occurred=True, error_message="a lane differs from the scalar"))


@pytest.mark.parametrize("values, holds", [({"k_max": 412.3}, True), ({"k_max": 412.2}, False),
                                           ({"gain": 9.6, "gain_least": 9.6}, True),
                                           ({"gain": 9.5, "gain_least": 9.6}, False)])
def test_a_bound_is_met_up_to_and_with_itself(values, holds):
    row_found = bench.row_of(run(**values))
    assert [bound[3] for bound in bench.bounds_of(row_found)] == [holds]
    assert ("MISSED" in bench.line_of(row_found)) != holds


def test_numbers_have_three_digits():
    assert [bench.number(v) for v in (1_028_490.0, 412.7, 42.31, 0.0312)] == [
        "1,030,000", "413", "42.3", "0.0312"]


def test_costs_are_held_against_an_earlier_run():
    old = [row("same", 100.0), row("slower", 100.0), row("lost", 1.0)]
    lines, worse = bench.compared(old, [row("same", 104.0), row("slower", 112.0), row("new", 1.0)])
    assert worse
    assert [line.split() for line in lines] == [
        ["same", "1.040"], ["slower", "1.120", "WORSE"], ["new", "new"], ["lost", "gone"]]
    assert not bench.compared(old, [row("same", 109.0)])[1]


def test_the_table_goes_between_its_marks_and_nothing_else_changes():
    text = f"above\n{bench.BEGIN}\nold\n{bench.END}\nbelow\n"
    table = bench.table_of([bench.row_of(run(k_max=550.0))], "a processor")
    changed = bench.with_table(text, table)
    assert changed.startswith(f"above\n{bench.BEGIN}\nOn: a processor; k = 1.60 ns.\n")
    assert "| `step` | 412 | a step | ≤ 550 |  |" in changed
    assert changed.endswith(f"{bench.END}\nbelow\n")
    with pytest.raises(SystemExit):
        bench.with_table("no marks", table)


def names_of_benchmarks():
    names = []
    for path in sorted(BUILD.glob("bench_*")):
        if os.access(path, os.X_OK):
            listing = subprocess.run([path, "--benchmark_list_tests=true"], capture_output=True,
                                     text=True, check=True).stdout
            names += [line.split("/")[0] for line in listing.splitlines()]
    return names


def test_the_document_shows_every_benchmark():
    text = (ROOT / "docs/performance.md").read_text()
    table = text.split(bench.BEGIN)[1].split(bench.END)[0]
    shown = re.findall(r"^\| `(\S+)` \|", table, flags=re.MULTILINE)
    names = names_of_benchmarks()
    assert names, f"no benchmark in {BUILD}"
    # The document may come from a machine with more instruction sets than this one.
    lacking = tuple(f"_{s}" for s in WIDE_SETS if not (BUILD / f"bench_pack_{s}").exists())
    assert sorted(names) == sorted(name for name in shown if not name.endswith(lacking))
    assert "MISSED" not in table
