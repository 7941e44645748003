"""Random scenarios for `make soak` and the slow tests: vehicle, wind, parameters within their
limits, commands in any order, sensors that fail. Whatever comes: no state may cease to be a number,
no flight may hang, and nothing may fly 500 m away or dig a metre into the ground without having
said a second before that something is wrong.
"""

import json
import math
import pathlib
import random
import subprocess
import time

BATCH = 100
RUN_SECONDS_MAX = 10.0  # of wall time, as a mean over many
VEHICLES = ("x500", "iris", "hex", "octo")
# At a speed of less than 20 m/s this is more than a second before 500 m.
FAR_M = 480.0
LOST = 'said("lost")'
# They must fit one another, which a draw of one by one does not see to.
BOUND_TOGETHER = ("MPC_THR_MIN", "MPC_THR_MAX", "MPC_THR_HOVER", "BAT_LOW_THR", "BAT_CRIT_THR",
                  "BAT_EMERGEN_THR", "EKF2_PREDICT_US")


def parameters(draw, known):
    """Up to four parameters of the autopilot, anywhere within their limits."""
    chosen = {}
    for parameter in draw.sample(known, draw.randrange(5)):
        value = draw.uniform(parameter["min"], parameter["max"])
        chosen[parameter["name"]] = round(value) if parameter["type"] == "integer" else value
    return chosen


def place(draw, metres):
    angle, distance = draw.uniform(0.0, math.tau), metres * math.sqrt(draw.random())
    return {"north_m": distance * math.cos(angle), "east_m": distance * math.sin(angle)}


def stick(draw):
    return {"do": "stick", **{axis: draw.choice((0, draw.uniform(-1.0, 1.0)))
                              for axis in ("roll", "pitch", "yaw", "throttle")}}


def setpoint(draw):
    kind = draw.randrange(3)
    if kind == 0:
        where = place(draw, 60.0)
        return {"position_m": [where["north_m"], where["east_m"], draw.uniform(3.0, 40.0)]}
    if kind == 1:
        return {"velocity_m_s": [draw.uniform(-2.0, 2.0) for _ in range(2)] + [
            draw.uniform(-1.0, 1.0)]}
    return {"circle": {"radius_m": draw.uniform(5.0, 30.0), "speed_m_s": draw.uniform(1.0, 5.0),
                       "height_m": draw.uniform(5.0, 30.0), "send": ["position", "velocity"]}}


def actions(draw):
    """One command, and what ends it where it would lead away for ever."""
    kind = draw.randrange(10)
    if kind < 2:
        return [{"do": "goto", **place(draw, 60.0), "height_m": draw.uniform(3.0, 40.0)}]
    if kind == 2:
        return [{"do": "mode", "mode": draw.choice((
            "altitude", "position", "hold", "takeoff", "land", "return", "offboard", "mission",
            "orbit", "descend"))}]
    if kind == 3:
        return [stick(draw), {"after_s": draw.uniform(0.1, 3.0), "do": "stick"}]
    if kind == 4:
        return [{"do": "offboard", **setpoint(draw)}]
    if kind == 5:
        lean = [draw.uniform(-20.0, 20.0), draw.uniform(-20.0, 20.0), draw.uniform(-180.0, 180.0)]
        return [{"do": "offboard", "attitude_deg": lean, "thrust": draw.uniform(0.5, 0.8)},
                {"after_s": draw.uniform(0.1, 3.0), "do": "offboard_stop"}]
    if kind == 6:
        return [{"do": draw.choice(("land", "return", "hold"))}]
    if kind == 7:
        return [{"do": "orbit", **place(draw, 40.0), "radius_m": draw.uniform(3.0, 30.0)}]
    if kind == 8:
        return [{"do": "transmitter", "on": draw.random() < 0.5}]
    return [{"do": "speed", "speed_m_s": draw.uniform(1.0, 12.0)}]


def failure(draw):
    fails = {"do": "fail", "unit": draw.choice(("gps", "mag", "baro")), "type": "off"}
    if draw.random() < 0.5:
        fails["duration_s"] = draw.uniform(0.1, 30.0)
    return fails


def scenario(seed, known):
    draw = random.Random(seed)
    wind, towards = draw.choice((0.0, draw.uniform(0.0, 10.0))), draw.uniform(0.0, math.tau)
    timeline = [{"at_s": 20.0, "do": draw.choice(("stick", "hold"))}, {"do": "arm"},
                {"after_s": 0.5, "do": "takeoff", "height_m": draw.uniform(3.0, 40.0)}]
    for _ in range(draw.randrange(2, 10)):
        first, *rest = actions(draw)
        timeline += [{"after_s": draw.uniform(0.5, 8.0), **first}, *rest]
    failures = [{"at_s": draw.uniform(5.0, 60.0), **failure(draw)}
                for _ in range(draw.choice((0, 0, 1, 2)))]
    return {
        "schema_version": 1, "about": f"random scenario {seed}", "seed": seed,
        "world": {"wind": {"velocity_ned_m_s": [wind * math.cos(towards), wind * math.sin(towards),
                                                0.0]}},
        "vehicles": [{"vehicle": draw.choice(VEHICLES), "firmware": "alula",
                      "parameters": parameters(draw, known)}],
        "failures": True, "duration_s": 90.0, "timeline": timeline, "meanwhile": failures,
        "expect": [
            {"name": "tells before it is far away", "always":
             f"(hypot(truth.north_m, truth.east_m) < {FAR_M} and truth.height_m < {FAR_M}) or "
             + LOST},
            {"name": "never digs into the ground", "always": "truth.height_m > -1"}]}


def write(folder, seeds, known):
    pathlib.Path(folder).mkdir(parents=True, exist_ok=True)
    for seed in seeds:
        path = pathlib.Path(folder) / f"random_{seed:08}.json"
        path.write_text(json.dumps(scenario(seed, known), indent=1), encoding="utf-8")


def known_parameters(alula):
    said = subprocess.run([alula, "params", "list", "--json"], capture_output=True, text=True,
                          check=True).stdout
    return [parameter for parameter in json.loads(said)["result"]
            if parameter["name"] not in BOUND_TOGETHER]


def fly(alula, folder, jobs=1):
    """What went wrong, in words; empty when nothing did. The scenarios stay in the folder."""
    time_max_s = RUN_SECONDS_MAX * sum(1 for _ in pathlib.Path(folder).iterdir())
    command = [alula, "test", folder, "--jobs", str(jobs)]
    try:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                              timeout=time_max_s, check=False)
    except subprocess.TimeoutExpired:
        return f"hangs: {folder}"
    if done.returncode == 0:
        return ""
    return "\n".join(line for line in (done.stdout + done.stderr).splitlines()
                     if not line.startswith("ok"))


def soak(alula, out, minutes, seed):
    """Figures, and what went wrong, if anything."""
    known, end, flown = known_parameters(alula), time.monotonic() + 60.0 * minutes, 0
    while time.monotonic() < end:
        folder = f"{out}/{seed + flown}"
        write(folder, range(seed + flown, seed + flown + BATCH), known)
        fault = fly(alula, folder)
        if fault:
            return "", fault
        flown += BATCH
    return f"{flown} random scenarios", ""
