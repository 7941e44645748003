"""`alula plan check`, and missions as plain text."""

import json
import re

import pytest
from pymavlink import mavutil, mavwp

from acceptance.fly_command import BAD_INPUT, DONE, FAILED, ROOT, alula, fly

MISSIONS = ROOT / "missions"


def check(plan, *words, code=DONE):
    result = alula("plan", "check", plan, *words)
    assert result.returncode == code, result.stderr
    return result


def for_machines(plan, *words, code=DONE):
    return json.loads(check(plan, "--json", *words, code=code).stdout)


def edited(tmp_path, edit, name="square.plan"):
    plan = json.loads((MISSIONS / name).read_text())
    edit(plan)
    path = tmp_path / name
    path.write_text(json.dumps(plan, indent=1))
    return path


LANDED_S = 1.0  # from touch-down until the land detector is sure (LNDMC_TRIG_TIME)
FILES = [path for path in sorted(MISSIONS.iterdir()) if path.suffix != ".md"]


@pytest.mark.parametrize("plan", FILES, ids=lambda p: p.name)
def test_what_is_told_of_a_mission_is_what_the_flight_is(plan, tmp_path):
    """The trajectory is that of the flight; the vehicle follows it with little delay."""
    told = for_machines(plan)["result"]
    flown = fly(plan, tmp_path / "out", "--no-log").summary
    assert told["time_s"] + LANDED_S == pytest.approx(flown["flight_time_s"], rel=0.03)
    assert told["height_max_m"] == pytest.approx(flown["height_max_m"], abs=0.5)
    flown_m = told["way_m"] + 2.0 * told["climb_m"]  # what goes up comes down
    # A minute of hovering with noisy sensors sways some metres.
    assert flown_m == pytest.approx(flown["path_length_m"], abs=0.1 * flown_m + 3.0)


def test_the_text_names_home_items_way_and_time():
    said = check(MISSIONS / "demo.plan").stdout.splitlines()
    assert said[0] == f"{MISSIONS / 'demo.plan'} can be flown: 34 items"
    assert said[1] == "  home      47.3977420, 8.5455940 deg, 488.0 m above the sea"
    assert said[2].endswith("20 x waypoint, 10 x camera trigger distance, return to launch")
    assert said[6].startswith("  time      about 5 min ") and said[6].endswith("a return to home")
    assert said[7].startswith("  logged, not acted on: items 2 3 6 8 ")


def test_the_parameters_count():
    slow = for_machines(MISSIONS / "demo.plan")["result"]["time_s"]
    fast = for_machines(MISSIONS / "demo.plan", "--param", "MPC_XY_CRUISE=10")["result"]["time_s"]
    assert fast < 0.75 * slow


def test_every_fault_is_named_and_nothing_promised(tmp_path):
    def break_it(plan):
        items = plan["mission"]["items"]
        items[1]["command"] = 3000
        items[2]["params"][4:6] = items[2]["params"][5:3:-1]
        items[3]["params"][0] = -2
    result = check(edited(tmp_path, break_it), code=BAD_INPUT)
    lines = result.stderr.splitlines()
    assert result.stdout == "" and len(lines) == 3
    assert "item 2: command 3000 is not supported" in lines[0]
    assert "mission item 3: waypoint is 5" in lines[1] and "exchanged it would be 28 m" in lines[1]
    assert "mission item 4: waypoint waits -2 s" in lines[2]


def test_a_mission_must_keep_its_fence(tmp_path):
    def fence(radius_m):
        def add(plan):
            circle = {"center": [47.397742, 8.545594], "radius": radius_m}
            plan["geoFence"]["circles"] = [{"circle": circle, "inclusion": True, "version": 1}]
        return add
    result = check(edited(tmp_path, fence(40.0)))
    assert ("geofence: 1 area to stay in, 0 areas to keep out of; "
            "the mission respects them\n") in result.stdout
    said = for_machines(edited(tmp_path, fence(22.0)), code=BAD_INPUT)
    assert not said["result"]["can_be_flown"]
    assert said["result"]["geofence"] == {"areas": 1, "broken_by_items": [3, 4]}
    refused = check(edited(tmp_path, fence(22.0)), code=BAD_INPUT)
    assert "mission item 3: waypoint lies where the geofence forbids to fly" in refused.stderr


def test_rally_points_are_looked_at(tmp_path):
    def add(plan):
        plan["rallyPoints"]["points"] = [[47.3978, 8.5456, 12.5], [47.9, 8.5456, 12.5]]
    path = edited(tmp_path, add)
    result = check(path)
    assert result.stderr == ""  # 56 km from home is far, and may be
    assert "rally points: 47.3978000, 8.5456000 deg, 12.5 m above home; " in result.stdout
    assert for_machines(path)["result"]["rally_points"][0] == {
        "latitude_deg": 47.3978, "longitude_deg": 8.5456, "height_above_home_m": 12.5}


def test_what_looks_odd_is_told_and_flown(tmp_path):
    def lower(plan):
        item = plan["mission"]["items"][2]
        item["params"][6] = item["Altitude"] = -5
    result = check(edited(tmp_path, lower))
    assert result.stderr.count("\n") == 1
    assert "waypoint lies 5.0 m below home; the vehicle may touch the ground" in result.stderr


# Second item of the square, moved; what both commands say of it.
WRONG_PLACES = {
    "exchanged": (lambda p: p.__setitem__(slice(4, 6), p[5:3:-1]),
                  r"is 5\d{6} m from home; .* exchanged it would be 28 m"),
    "far away": (lambda p: p.__setitem__(4, 49.0), r"is 178\d{3} m from home; expected at most"),
    "deep below": (lambda p: p.__setitem__(6, -150), r"lies 150 m below home; expected at most"),
}


@pytest.mark.parametrize("fault", WRONG_PLACES)
def test_a_place_that_cannot_be_meant_is_refused_before_the_flight(fault, tmp_path):
    move, says = WRONG_PLACES[fault]

    def edit(plan):
        item = plan["mission"]["items"][2]
        move(item["params"])
        item["Altitude"] = item["params"][6]
    path = edited(tmp_path, edit)
    refused = check(path, code=BAD_INPUT).stderr
    assert re.search(rf"mission item 3: waypoint {says}", refused), refused
    flown = alula("fly", path, "--out", tmp_path / "out")
    assert (flown.returncode, flown.stderr) == (BAD_INPUT, refused)
    assert not (tmp_path / "out").exists()


def test_the_first_place_must_lie_within_the_parameters_distance(tmp_path):
    """As PX4 asks: MIS_DIST_1WP."""
    plan = ROOT / "tests/bad/plans/first_waypoint_far.plan"
    assert "is 1112 m from home; expected at most 900 m to the first place" in check(
        plan, code=BAD_INPUT).stderr
    check(plan, "--param", "MIS_DIST_1WP=1200")
    check(plan, "--param", "MIS_DIST_1WP=0")


def test_without_autocontinue_a_mission_waits_and_the_flight_says_so(tmp_path):
    def stop(plan):
        plan["mission"]["items"][1]["autoContinue"] = False
    path = edited(tmp_path, stop)
    told = check(path)
    assert "mission item 2: waypoint waits to be told to go on" in told.stderr
    assert "time      without end in the air" in told.stdout
    flown = fly(path, tmp_path / "out", "--no-log", code=FAILED).summary
    assert flown["reason"] == ("mission item 2 of 6 waits to be told to go on (autocontinue is "
                               "off), and nobody does")
    assert flown["mission_items_reached"] == 2 and flown["sim_time_s"] < 60.0


@pytest.mark.parametrize("told", [True, False])
def test_a_mission_that_waits_goes_on_when_it_is_told(told, tmp_path):
    def stop(plan):
        plan["mission"]["items"][1]["autoContinue"] = False
    edited(tmp_path, stop)
    go_on = "[{when: mission.reached == 2, after_s: 20, do: start_mission, item: 3}]"
    (tmp_path / "waits.yaml").write_text(f"""schema_version: 1
vehicles: [{{vehicle: x500, firmware: alula, plan: square.plan}}]
duration_s: 120
meanwhile: {go_on if told else "[]"}
end_when: not armed and flight.touchdowns > 0
expect: [{{name: is completed, eventually: mission.finished, within_s: 110}}]
""")
    result = alula("test", tmp_path / "waits.yaml")
    assert result.returncode == (DONE if told else FAILED), result.stdout + result.stderr


def write_waypoints(plan, path):
    """By pymavlink, as MAVProxy saves a mission."""
    mission = json.loads(plan.read_text())["mission"]
    wp = mavutil.mavlink.MAVLink_mission_item_message
    loader = mavwp.MAVWPLoader()
    home = mission["plannedHomePosition"]
    loader.add(wp(1, 1, 0, 0, 16, 1, 1, 0, 0, 0, 0, *home))
    for number, item in enumerate(mission["items"], 1):
        params = [float("nan") if p is None else p for p in item["params"]]
        loader.add(wp(1, 1, number, item["frame"], item["command"], 0, 1, *params))
    loader.save(str(path))
    return loader.count()


def test_a_list_of_mavproxy_flies_as_the_plan_does(tmp_path):
    """Its six decimals of a degree round the places by up to 6 cm."""
    plan, path = MISSIONS / "square.plan", tmp_path / "square.txt"
    assert write_waypoints(plan, path) == 7
    by_plan = fly(plan, tmp_path / "a", "--no-log").summary
    by_list = fly(path, tmp_path / "b", "--no-log").summary
    assert by_list["completed"] and by_list["mission_items"] == by_plan["mission_items"]
    assert by_list["flight_time_s"] == pytest.approx(by_plan["flight_time_s"], abs=0.5)
    assert by_list["path_length_m"] == pytest.approx(by_plan["path_length_m"], abs=1.0)
    # pymavlink reads the list of missions/ as well.
    assert mavwp.MAVWPLoader().load(str(MISSIONS / "square.waypoints")) == 7


def test_the_same_mission_is_the_same_flight_in_either_format(tmp_path):
    by_plan = fly(MISSIONS / "square.plan", tmp_path / "a", "--no-log").summary
    by_list = fly(MISSIONS / "square.waypoints", tmp_path / "b", "--no-log").summary
    assert by_list["state_hash"] == by_plan["state_hash"]
    words = (tmp_path / "b/inputs/command.txt").read_text().split()
    again = alula(*words[1:], "--no-log", "--out", tmp_path / "c", cwd=tmp_path / "b/inputs")
    assert again.returncode == DONE
    flown = json.loads((tmp_path / "c/summary.json").read_text())
    assert flown == {**by_list, "plan": "plan.plan"} and by_list["plan"] == "square.waypoints"


def test_a_flight_ends_where_its_mission_waits_for_ever(tmp_path):
    def stay(plan):
        plan["mission"]["items"][1]["command"] = 17
    path = edited(tmp_path, stay)
    says = "mission item 2: loiter waits for ever; a flight of `alula fly` ends there, as failed"
    assert says in check(path).stderr
    flown = fly(path, tmp_path / "out", "--no-log", code=FAILED)
    assert says in flown.stderr
    assert flown.summary["reason"] == ("mission item 2 of 6 waits for ever (loiter unlimited), and "
                                       "nobody tells it to go on")
    assert flown.summary["sim_time_s"] < 60.0


def exchange(place):
    place[0], place[1] = place[1], place[0]


def test_places_exchanged_everywhere_are_noticed_where_a_latitude_is_none(tmp_path):
    """Nobody can know that a field near Zurich was not meant to lie in Somalia; near Shanghai, at
    121 degrees east, the exchange leaves the globe."""
    def swap(plan, east_deg):
        mission = plan["mission"]
        places = [mission["plannedHomePosition"], *(
            item["params"][4:6] for item in mission["items"] if item["params"][4])]
        for item in mission["items"]:
            if item["params"][4]:
                item["params"][4:6] = [item["params"][5] + east_deg, item["params"][4]]
        exchange(places[0])
        places[0][0] += east_deg
    check(edited(tmp_path, lambda plan: swap(plan, 0.0)))
    refused = check(edited(tmp_path, lambda plan: swap(plan, 113.0)), code=BAD_INPUT).stderr
    assert "plannedHomePosition[0]: expected a number from -90 to 90, found 121.5" in refused
    assert refused.endswith("; are latitude and longitude exchanged?\n")
