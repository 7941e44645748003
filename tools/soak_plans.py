"""Random missions for `make soak`: sensible ones must be completed, wild ones must end in words."""

import json
import math
import pathlib
import random
import re
import subprocess
import time

HOME = (47.397742, 8.545594, 488.0)  # latitude, longitude [deg], altitude [m]
METRES_A_DEGREE = 111_200.0
FLIGHT_SECONDS_MAX = 60.0  # of wall time, for up to an hour of flight
TAKEOFF, WAYPOINT, LOITER_TIME, RETURN, LAND, DELAY, JUMP, SPEED, POINT_CAMERA = (
    22, 16, 19, 20, 21, 93, 177, 178, 195)
WILD = (0, -0.0, 1, -1, -2, 0.5, 1e-12, 1e-300, 3.7, 90, 180, -180, 359.9, 1e3, 65535, 1e6, 1e9,
        1e300, None)


def item(command, params, number):
    return {"type": "SimpleItem", "command": command, "doJumpId": number, "frame": 3,
            "autoContinue": True, "params": params}


def place(draw, metres, height):
    """Latitude, longitude and height of a point within `metres` of home."""
    angle, distance = draw.uniform(0.0, math.tau), metres * math.sqrt(draw.random())
    north, east = distance * math.cos(angle), distance * math.sin(angle)
    degree_east = METRES_A_DEGREE * math.cos(math.radians(HOME[0]))
    return [HOME[0] + north / METRES_A_DEGREE, HOME[1] + east / degree_east, height]


def leg(draw, number):
    """One item between take-off and landing. Heights stay where nothing touches the ground."""
    height = draw.uniform(5.0, 60.0)
    yaw = draw.choice((None, draw.uniform(-180.0, 180.0)))
    kind = draw.random()
    if kind < 0.65:
        hold, radius = draw.choice((0, draw.uniform(0.0, 8.0))), draw.choice((0, 1.0, 5.0))
        return item(WAYPOINT, [hold, radius, 0, yaw, *place(draw, 150.0, height)], number)
    if kind < 0.75:
        return item(LOITER_TIME, [draw.uniform(1.0, 10.0), 0, 0, yaw, *place(draw, 150.0, height)],
                    number)
    if kind < 0.83:
        return item(DELAY, [draw.uniform(0.0, 10.0), 0, 0, 0, 0, 0, 0], number)
    if kind < 0.93:
        return item(SPEED, [1, draw.choice((-1, -2, draw.uniform(1.0, 12.0))), -1, 0, 0, 0, 0],
                    number)
    if kind < 0.96 and number > 3:
        return item(JUMP, [draw.randrange(2, number - 1), draw.randrange(3), 0, 0, 0, 0, 0], number)
    return item(POINT_CAMERA, [0, 0, 0, 0, *place(draw, 150.0, 0.0)], number)


def make_wild(draw, items):
    """Some parameters become values that no ground station would send."""
    for entry in items:
        for i in range(7):
            if draw.random() < 0.08:
                entry["params"][i] = draw.choice(WILD)


def plan(seed, wild):
    draw = random.Random(seed)
    items = [item(TAKEOFF, [0, 0, 0, None, HOME[0], HOME[1], draw.uniform(3.0, 30.0)], 1)]
    items += [leg(draw, number) for number in range(2, draw.randrange(3, 15))]
    if draw.random() < 0.5:
        items.append(item(RETURN, [0] * 7, len(items) + 1))
    else:
        items.append(item(LAND, [0, 0, 0, None, *place(draw, 100.0, 0.0)], len(items) + 1))
    if wild:
        make_wild(draw, items)
    return json.dumps({
        "fileType": "Plan", "version": 1, "groundStation": "soak",
        "geoFence": {"circles": [], "polygons": [], "version": 2},
        "rallyPoints": {"points": [], "version": 2},
        "mission": {"version": 2, "firmwareType": 12, "vehicleType": 2, "cruiseSpeed": 15,
                    "hoverSpeed": 5, "plannedHomePosition": list(HOME), "items": items}}, indent=1)


def fly(alula, path, out, seed, time_max_s):
    """Exit code and all that was said; the code is None when the flight did not end in time."""
    command = [alula, "fly", path, "--seed", str(seed), "--out", out, "--no-log", "--max-time",
               str(time_max_s)]
    try:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, timeout=FLIGHT_SECONDS_MAX, check=False)
    except subprocess.TimeoutExpired:
        return None, ""
    return done.returncode, done.stdout.decode(errors="replace")


def fault_of(code, said, again, wild):
    """What is wrong with a flight and its repetition; nothing when all is well."""
    if code is None:
        return f"no end within {FLIGHT_SECONDS_MAX:.0f} s"
    allowed = (0, 1, 2) if wild else (0,)
    if code not in allowed:
        return f"ended with code {code}"
    if wild and code == 2 and len(said.splitlines()) != 1:
        return "refused in more than one line"
    if re.search(r"\bnan\b", said, flags=re.IGNORECASE) and code != 2:
        return "tells of a number that is none"
    hashes = [re.findall(r"state hash (\w+)", text) for text in (said, again)]
    return "" if hashes[0] == hashes[1] else "ends in another state when flown again"


def soak(alula, folder, minutes, first_seed):
    """Flies plans until the time is over: figures, and what went wrong, if anything."""
    pathlib.Path(folder).mkdir(parents=True, exist_ok=True)
    end = time.monotonic() + 60.0 * minutes
    counts = {0: 0, 1: 0, 2: 0}
    seed = first_seed
    while time.monotonic() < end:
        wild = seed % 3 == 0
        path = f"{folder}/{seed}.plan"
        pathlib.Path(path).write_text(plan(seed, wild), encoding="ascii")
        time_max_s = 300 if wild else 3600
        code, said = fly(alula, path, f"{folder}/out", seed, time_max_s)
        again = fly(alula, path, f"{folder}/out", seed, time_max_s)[1] if seed % 4 == 0 else said
        if fault := fault_of(code, said, again, wild):
            return "", f"{path} --seed {seed} {fault}\n{said}"
        counts[code] += 1
        pathlib.Path(path).unlink()
        seed += 1
    return (f"{counts[0]} flights completed, {counts[1]} wild ones ended with a reason, "
            f"{counts[2]} refused"), ""
