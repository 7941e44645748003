"""Every flight mode has a page, a scenario and a picture, and the picture shows what is flown."""

import json
import re

import mode_plots
import pytest

from docs.schemas import ROOT, alula, program

# Nothing in a scenario drives a target yet.
WITHOUT_PICTURE = {"follow"}
HEIGHT_SHARE = 0.05
# Of the points: steep edges move by a sample when anything in the brain changes.
STRAY_SHARE = 0.1


def known_modes():
    """The words of `do: mode`; Manual is flown as Stabilized."""
    listed = re.search(r"\| `mode` \| `mode` \| (.*) \|", (ROOT / "docs/scenarios.md").read_text())
    return set(re.findall(r"`(\w+)`", listed[1])) - {"manual"}


def test_every_mode_has_a_page_a_scenario_and_a_picture():
    modes = known_modes()
    assert {page.stem for page in (ROOT / "docs/modes").glob("*.md")} == modes
    drawn = modes - WITHOUT_PICTURE
    assert {file.stem for file in (ROOT / "scenarios/modes").glob("*.yaml")} == drawn
    assert {file.stem for file in (ROOT / "docs/images/modes").glob("*.svg")} == drawn
    assert set(mode_plots.PLOTS) == drawn


@pytest.mark.parametrize("page", sorted((ROOT / "docs/modes").glob("*.md")), ids=lambda p: p.stem)
def test_a_page_says_sticks_needs_parameters_and_end(page):
    text = page.read_text()
    assert re.findall(r"^## (\w+)$", text, re.MULTILINE) == ["Sticks", "Needs", "Parameters",
                                                            "Ends"]
    if page.stem not in WITHOUT_PICTURE:
        assert f"](../images/modes/{page.stem}.svg)" in text
    parameters = json.loads(alula("params", "list", "--json").stdout)["result"]
    known = {entry["name"] for entry in parameters}
    named = set(re.findall(r"\b(?:MPC|MC|COM|RTL|MIS|NAV|FLW|FD)_[A-Z0-9_]+", text))
    assert named <= known


def curves(picture):
    """Of each curve its colour and the height of each of its points."""
    found = re.findall(r'<path d="([^"]*)" fill="none" stroke="(#\w+)"', picture)
    return [(colour, {int(x): float(y) for x, y in re.findall(r"[ML](\d+),([\d.]+)", path)})
            for path, colour in found]


def strays(one, other):
    """Share of the points that are not in both or not in one place."""
    every = one.keys() | other.keys()
    limit = HEIGHT_SHARE * mode_plots.PANEL_HEIGHT
    far = [x for x in every if x not in one or x not in other or abs(one[x] - other[x]) > limit]
    return len(far) / max(len(every), 1)


def test_a_picture_of_another_flight_is_found_out():
    drawn = curves((ROOT / "docs/images/modes/takeoff.svg").read_text())
    (_, curve), *_ = drawn
    assert strays(curve, curve) == 0.0
    assert strays(curve, {x: y + 10.0 for x, y in curve.items()}) == 1.0


@pytest.mark.slow
@pytest.mark.parametrize("mode", sorted(mode_plots.PLOTS))
def test_the_picture_shows_what_is_flown(mode, tmp_path):
    log = mode_plots.fly(program(), mode, tmp_path)
    now = curves(mode_plots.picture(log, mode_plots.PLOTS[mode]))
    shown = curves((ROOT / f"docs/images/modes/{mode}.svg").read_text())
    assert [colour for colour, _ in now] == [colour for colour, _ in shown]
    for (_, one), (_, other) in zip(now, shown):
        assert strays(one, other) < STRAY_SHARE, "make screenshots draws it anew"
