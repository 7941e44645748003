"""Random scenarios for `make soak` and the tests: vehicle, wind, fence, mission, parameters within
their limits, commands in any order, and failures of every unit and type. Whatever comes: no state
may cease to be a number, no flight may hang, and nothing may be airborne beyond its fence or 500 m
away, or dig a metre into the ground, without having said a second before that something is wrong.

usage: tools/soak_scenarios.py <alula> <folder for the results> <how many> [first number]
"""

import json
import math
import pathlib
import random
import shutil
import subprocess
import sys
import time

import soak_plans

BATCH = 100
RUN_SECONDS_MAX = 10.0  # of wall time, as a mean over many
DURATION_S = 90.0
VEHICLES = ("x500", "iris", "hex", "octo")
FAR_M = 500.0
# A fence is left before it can be told: this far its failsafe may come late.
FENCE_GRACE_M = 5.0
# What the autopilot says of a failsafe, or of a sensor that it leaves out.
ALARMS = ("lost", "Failsafe", "terminated", "Leans too far", "Battery", "GF_MAX_", "failed",
          "No IMU samples", "silent or stuck", "contradicts")
# They must fit one another, which a draw of one by one does not see to.
BOUND_TOGETHER = ("MPC_THR_MIN", "MPC_THR_MAX", "MPC_THR_HOVER", "BAT_LOW_THR", "BAT_CRIT_THR",
                  "BAT_EMERGEN_THR", "EKF2_PREDICT_US")
# Drawn on purpose instead.
FENCE = ("GF_ACTION", "GF_MAX_HOR_DIST", "GF_MAX_VER_DIST")

SENSOR = ("off", "stuck", "garbage", "wrong", "slow", "delayed", "intermittent")
UNITS = {
    "gyro": SENSOR, "accel": SENSOR, "mag": SENSOR, "baro": SENSOR, "rc_signal": SENSOR,
    "gps": (*SENSOR, "jammed", "spoofed"),
    "battery": (*SENSOR, "cell_drop"),
    "motor": (*SENSOR, "jammed", "desync"),
    "mavlink_signal": tuple(kind for kind in SENSOR if kind != "wrong"),
    "propeller": ("damaged",)}
# The largest offset of `wrong`, in the unit's own units.
OFFSETS = {"gyro": 1.0, "accel": 5.0, "mag": 6e-5, "baro": 2000.0, "gps": 100.0, "battery": 3.0,
           "rc_signal": 1.0}
# A link that says the wrong thing cannot be told from a pilot who wants it. Not for long, then.
UNSEEN = (("rc_signal", "stuck"), ("rc_signal", "wrong"), ("rc_signal", "garbage"),
          ("mavlink_signal", "stuck"))
UNSEEN_S = 8.0


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


def failure_values(draw, unit, kind):
    """Numbers that belong to a failure; those left out are the usual ones."""
    if kind == "wrong":
        factor = draw.uniform(0.3, 1.5)
        if unit == "motor":
            return [0, 0, 0, factor]
        most = OFFSETS[unit]
        return [draw.uniform(-most, most) for _ in range(3)] + [draw.choice((1.0, factor))]
    if kind == "spoofed":
        return [draw.uniform(-3.0, 3.0), draw.uniform(-3.0, 3.0), draw.uniform(-1.0, 1.0),
                draw.choice((0.0, 1.0, draw.random()))]
    if kind == "damaged":
        return [draw.uniform(0.2, 1.0), draw.uniform(0.0, 2e-5)]
    if kind == "jammed" and unit == "gps":
        return [draw.uniform(0.0, 70.0)]
    return []


def failure(draw):
    unit = draw.choice(tuple(UNITS))
    kind = draw.choice(UNITS[unit])
    fails = {"do": "fail", "unit": unit, "type": kind}
    if values := failure_values(draw, unit, kind):
        fails["values"] = values
    if unit in ("motor", "propeller"):
        fails["instances"] = [draw.randrange(1, 5)]
    if (unit, kind) in UNSEEN:
        fails["duration_s"] = draw.uniform(0.1, UNSEEN_S)
    elif draw.random() < 0.5:
        fails["duration_s"] = draw.uniform(0.1, 30.0)
    return fails


def fence(draw):
    if draw.random() < 0.5:
        return {}
    return {"GF_ACTION": draw.randrange(1, 6), "GF_MAX_HOR_DIST": draw.uniform(20.0, 200.0),
            "GF_MAX_VER_DIST": draw.uniform(15.0, 100.0)}


def expectations(limits, failures):
    """One second's way before a limit somebody must have been told."""
    # Spoofed with the velocity that belongs to the place, a receiver cannot be seen to lie: then
    # the place that the vehicle believes in is what must stay inside.
    where = "estimate" if any(fails["type"] == "spoofed" for fails in failures) else "truth"
    away = limits.get("GF_MAX_HOR_DIST", FAR_M - FENCE_GRACE_M) + FENCE_GRACE_M
    high = limits.get("GF_MAX_VER_DIST", FAR_M - FENCE_GRACE_M) + FENCE_GRACE_M
    ahead = 0.0 if limits else 1.0  # a fence can be told of when it is left, not before
    told = " or ".join(f'said("{words}")' for words in ALARMS)
    return [
        {"name": "tells before it is far away", "always":
         f"not in_air or (hypot({where}.north_m, {where}.east_m) "
         f"+ {ahead} * truth.speed_m_s < {away} "
         f"and {where}.height_m + {ahead} * truth.climb_m_s < {high}) or {told}"},
        {"name": "never digs into the ground", "always": "truth.height_m > -1"}]


def scenario(seed, known):
    """The scenario of this number, and the plan that it flies, or nothing."""
    draw = random.Random(seed)
    wind, towards = draw.choice((0.0, draw.uniform(0.0, 12.0))), draw.uniform(0.0, math.tau)
    limits = fence(draw)
    vehicle = {"vehicle": draw.choice(VEHICLES), "firmware": "alula",
               "parameters": {**parameters(draw, known), **limits}}
    timeline = [{"at_s": 20.0, "do": draw.choice(("stick", "hold"))}, {"do": "arm"},
                {"after_s": 0.5, "do": "takeoff", "height_m": draw.uniform(3.0, 40.0)}]
    plan = soak_plans.plan(seed, wild=False) if draw.random() < 0.3 else ""
    if plan:
        vehicle["plan"] = plan_name(seed)
        timeline.append({"after_s": draw.uniform(1.0, 10.0), "do": "start_mission"})
    for _ in range(draw.randrange(2, 10)):
        first, *rest = actions(draw)
        timeline += [{"after_s": draw.uniform(0.5, 8.0), **first}, *rest]
    failures = [{"at_s": draw.uniform(21.0, 70.0), **failure(draw)}
                for _ in range(draw.choice((0, 1, 1, 2, 3)))]
    return {
        "schema_version": 1, "about": f"random scenario {seed}", "seed": seed,
        "world": {"wind": {"velocity_ned_m_s": [wind * math.cos(towards), wind * math.sin(towards),
                                                0.0]}},
        "vehicles": [vehicle], "failures": True, "duration_s": DURATION_S, "timeline": timeline,
        "meanwhile": failures, "expect": expectations(limits, failures)}, plan


def plan_name(seed):
    return f"random_{seed:08}.plan"


def write(folder, seeds, known):
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    for seed in seeds:
        text, plan = scenario(seed, known)
        (folder / f"random_{seed:08}.json").write_text(json.dumps(text, indent=1), encoding="utf-8")
        if plan:
            (folder / plan_name(seed)).write_text(plan, encoding="ascii")


def known_parameters(alula):
    said = subprocess.run([alula, "params", "list", "--json"], capture_output=True, text=True,
                          check=True).stdout
    return [parameter for parameter in json.loads(said)["result"]
            if parameter["name"] not in (*BOUND_TOGETHER, *FENCE)]


def fly_path(alula, path, time_max_s, jobs):
    """What went wrong, in words; empty when nothing did."""
    command = [alula, "test", path, "--jobs", str(jobs)]
    try:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                              timeout=time_max_s, check=False)
    except subprocess.TimeoutExpired:
        return f"hangs: {path}"
    if done.returncode == 0:
        return ""
    said = [line for line in (done.stdout + done.stderr).splitlines() if not line.startswith("ok")]
    return "\n".join([*said, f"exit code {done.returncode}: {path}"])


def fly(alula, folder, jobs=1):
    """What went wrong, in words; empty when nothing did. The scenarios stay in the folder."""
    files = sorted(pathlib.Path(folder).glob("*.json"))
    fault = fly_path(alula, folder, RUN_SECONDS_MAX * len(files), jobs)
    if not fault or "scenarios," in fault:
        return fault
    # It died or hung: which one?
    alone = (fly_path(alula, file, 10.0 * RUN_SECONDS_MAX, 1) for file in files)
    return next((told for told in alone if told), fault)


def soak(alula, out, seed, minutes=math.inf, runs=math.inf):
    """Flies until the time or the number is reached: figures, and what went wrong, if anything."""
    known, end, flown, faults = known_parameters(alula), time.monotonic() + 60.0 * minutes, 0, []
    while time.monotonic() < end and flown < runs:
        folder = pathlib.Path(out) / str(seed + flown)
        count = min(BATCH, runs - flown)
        write(folder, range(seed + flown, seed + flown + count), known)
        if fault := fly(alula, folder):
            (folder / "fault.txt").write_text(fault, encoding="utf-8")
            faults.append(fault)
        else:
            shutil.rmtree(folder)
        flown += count
    return f"{flown} random scenarios", "\n".join(faults)


def main():
    if len(sys.argv) not in (4, 5):
        sys.exit(__doc__)
    first = int(sys.argv[4]) if len(sys.argv) == 5 else 1
    figures, fault = soak(sys.argv[1], sys.argv[2], first, runs=int(sys.argv[3]))
    print(f"{figures} from {first} on\n{fault}".rstrip())
    sys.exit(1 if fault else 0)


if __name__ == "__main__":
    main()
