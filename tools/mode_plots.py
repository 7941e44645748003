"""A picture of every flight mode, drawn from the log of its scenario in scenarios/modes: what was
asked of the vehicle, what it did, and which mode was on.

usage: tools/mode_plots.py <alula> <folder for the logs> <folder for the pictures> [mode ...]
"""

import dataclasses
import math
import pathlib
import subprocess
import sys

import numpy as np
import pyulog

ROOT = pathlib.Path(__file__).resolve().parent.parent
TOPICS = ["vehicle_local_position_groundtruth", "vehicle_local_position",
          "vehicle_local_position_setpoint", "vehicle_attitude_groundtruth",
          "vehicle_attitude_setpoint", "vehicle_angular_velocity_groundtruth",
          "vehicle_rates_setpoint", "actuator_motors", "vehicle_status"]
MODE_NAMES = {0: "Manual", 1: "Altitude", 2: "Position", 3: "Mission", 4: "Hold", 5: "Return",
              6: "Position slow", 10: "Acro", 12: "Descend", 13: "Termination", 14: "Offboard",
              15: "Stabilized", 17: "Takeoff", 18: "Land", 19: "Follow", 21: "Orbit"}
SAMPLES = 240
WIDTH, PANEL_HEIGHT, LEFT, RIGHT, TOP, GAP = 720, 110, 58, 12, 30, 16
DID, ASKED = "#1f4e9c", "#d9730d"


@dataclasses.dataclass
class Panel:
    """One quantity over time: its title with the unit, and the range that is shown."""

    what: str
    title: str
    low: float
    high: float


def height(low, high):
    return Panel("height", "height, m", low, high)


def speed(high):
    return Panel("speed", "speed, m/s", 0.0, high)


def climb(low, high):
    return Panel("climb", "climb, m/s", low, high)


ROLL = Panel("roll", "roll, deg", -30.0, 30.0)
PITCH = Panel("pitch", "pitch, deg", -30.0, 30.0)
YAW_RATE = Panel("yaw_rate", "yaw rate, deg/s", -20.0, 80.0)
ROLL_RATE = Panel("roll_rate", "roll rate, deg/s", -60.0, 80.0)
NORTH = Panel("north", "north, m", -5.0, 45.0)
EAST = Panel("east", "east, m", -15.0, 45.0)
THRUST = Panel("motor", "highest motor, 0 to 1", 0.0, 1.0)


@dataclasses.dataclass
class Plot:
    """From when to when, in seconds after arming, and what is drawn."""

    begin_s: float
    end_s: float
    panels: tuple[Panel, ...]


PLOTS = {
    "acro": Plot(20.0, 40.0, (YAW_RATE, ROLL_RATE, dataclasses.replace(ROLL, low=-60.0, high=60.0),
                              height(0.0, 50.0))),
    "altitude": Plot(14.0, 55.0, (PITCH, speed(12.0), climb(-2.5, 3.0), height(0.0, 30.0))),
    "descend": Plot(10.0, 60.0, (climb(-2.0, 2.5), ROLL, EAST, height(0.0, 20.0))),
    "hold": Plot(5.0, 45.0, (dataclasses.replace(NORTH, high=40.0), speed(7.0), ROLL,
                             height(0.0, 15.0))),
    "land": Plot(10.0, 50.0, (climb(-2.0, 2.5), THRUST, height(0.0, 25.0))),
    "mission": Plot(0.0, 80.0, (NORTH, EAST, speed(7.0), height(0.0, 25.0))),
    "offboard": Plot(5.0, 40.0, (dataclasses.replace(NORTH, low=-10.0, high=20.0), speed(5.0),
                                 height(0.0, 15.0))),
    "orbit": Plot(5.0, 80.0, (NORTH, EAST, speed(7.0), height(0.0, 20.0))),
    "position": Plot(0.0, 50.0, (PITCH, speed(6.0), climb(-2.5, 3.0), height(0.0, 15.0))),
    "position_slow": Plot(8.0, 45.0, (speed(5.0), climb(-1.5, 2.0), YAW_RATE, height(0.0, 20.0))),
    "return": Plot(0.0, 100.0, (NORTH, EAST, speed(7.0), height(0.0, 25.0))),
    "stabilized": Plot(15.0, 40.0, (ROLL, YAW_RATE, speed(8.0), height(0.0, 30.0))),
    "takeoff": Plot(0.0, 25.0, (THRUST, climb(-1.0, 2.5), height(0.0, 15.0))),
    "termination": Plot(8.0, 25.0, (THRUST, climb(-15.0, 3.0), height(-1.0, 15.0))),
}


class Log:
    """Topics of a flight, with time counted from arming and heights from the ground there."""

    def __init__(self, path):
        log = pyulog.ULog(str(path), message_name_filter_list=TOPICS)
        self.topics = {data.name: data.data for data in log.data_list if data.multi_id == 0}
        armed = self.topics["vehicle_status"]["armed_time"]
        self.start_us = int(armed[armed > 0][0])
        self.ground = {topic: float(np.interp(self.start_us, self.topics[topic]["timestamp"],
                                              self.topics[topic]["z"]))
                       for topic in ("vehicle_local_position",
                                     "vehicle_local_position_groundtruth")}

    def times_s(self, topic):
        return (self.topics[topic]["timestamp"].astype(np.int64) - self.start_us) * 1e-6

    def at(self, topic, values, instants):
        """The last value at or before each instant; none before the first."""
        index = np.searchsorted(self.times_s(topic), instants, side="right") - 1
        return np.where(index < 0, np.nan, values[np.maximum(index, 0)])

    def modes(self):
        """(from when, name) of each mode in its order."""
        status, changes = self.topics["vehicle_status"], []
        for time, number in zip(status["nav_state_timestamp"], status["nav_state"]):
            name = MODE_NAMES[int(number)]
            if not changes or changes[-1][1] != name:
                changes.append(((int(time) - self.start_us) * 1e-6, name))
        return changes


def euler_deg(w, x, y, z):
    roll = np.arctan2(2.0 * (w * x + y * z), 1.0 - 2.0 * (x * x + y * y))
    pitch = np.arcsin(np.clip(2.0 * (w * y - z * x), -1.0, 1.0))
    return {"roll": np.degrees(roll), "pitch": np.degrees(pitch)}


TRUTH, ASKED_FOR = "vehicle_local_position_groundtruth", "vehicle_local_position_setpoint"


def place_series(log, what, instants):
    """What was done and what was asked, of a place or a velocity."""
    truth, asked = log.topics[TRUTH], log.topics[ASKED_FOR]
    if what == "height":
        pair = (log.ground[TRUTH] - truth["z"], log.ground["vehicle_local_position"] - asked["z"])
    elif what == "speed":
        pair = (np.hypot(truth["vx"], truth["vy"]), np.hypot(asked["vx"], asked["vy"]))
    elif what == "climb":
        pair = (-truth["vz"], -asked["vz"])
    else:
        axis = {"north": "x", "east": "y"}[what]
        pair = (truth[axis], asked[axis])
    return log.at(TRUTH, pair[0], instants), log.at(ASKED_FOR, pair[1], instants)


def attitude_series(log, what, instants):
    names = ("vehicle_attitude_groundtruth", "vehicle_attitude_setpoint")
    keys = ("q", "q_d")
    return tuple(log.at(name, euler_deg(*(log.topics[name][f"{key}[{i}]"] for i in range(4)))[what],
                        instants) for name, key in zip(names, keys))


def rate_series(log, what, instants):
    axis, index = {"roll_rate": ("roll", 0), "yaw_rate": ("yaw", 2)}[what]
    done, asked = "vehicle_angular_velocity_groundtruth", "vehicle_rates_setpoint"
    return (log.at(done, np.degrees(log.topics[done][f"xyz[{index}]"]), instants),
            log.at(asked, np.degrees(log.topics[asked][axis]), instants))


def series(log, what, instants):
    """(what was done, what was asked); the latter is nothing where nothing can be asked."""
    if what == "motor":
        motors = log.topics["actuator_motors"]
        highest = np.fmax.reduce([motors[f"control[{i}]"] for i in range(4)])
        return log.at("actuator_motors", highest, instants), None
    if what in ("roll", "pitch"):
        return attitude_series(log, what, instants)
    if what in ("roll_rate", "yaw_rate"):
        return rate_series(log, what, instants)
    return place_series(log, what, instants)


def curve(values, panel, top, colour):
    """A path through what is known, in steps of one sample; held to the panel."""
    words, pen = [], "M"
    for i, value in enumerate(values):
        if not math.isfinite(value):
            pen = "M"
            continue
        share = (min(max(value, panel.low), panel.high) - panel.low) / (panel.high - panel.low)
        x = LEFT + (WIDTH - LEFT - RIGHT) * i / (SAMPLES - 1)
        words.append(f"{pen}{x:.0f},{top + PANEL_HEIGHT * (1.0 - share):.1f}")
        pen = "L"
    return (f'<path d="{" ".join(words)}" fill="none" stroke="{colour}" stroke-width="1.5"/>')


def text(x, y, words, anchor="start", colour="#333"):
    return f'<text x="{x:.0f}" y="{y:.0f}" text-anchor="{anchor}" fill="{colour}">{words}</text>'


def panel_frame(panel, top):
    marks = [f'<rect x="{LEFT}" y="{top}" width="{WIDTH - LEFT - RIGHT}" height="{PANEL_HEIGHT}" '
             'fill="none" stroke="#bbb"/>', text(LEFT + 6, top + 14, panel.title)]
    for value, y in ((panel.high, top + 10), (panel.low, top + PANEL_HEIGHT)):
        marks.append(text(LEFT - 5, y, f"{value:g}", "end"))
    if panel.low < 0.0 < panel.high:
        y = top + PANEL_HEIGHT * panel.high / (panel.high - panel.low)
        marks.append(f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y:.1f}" y2="{y:.1f}" '
                     'stroke="#ddd"/>')
    return marks


def mode_bands(log, plot, bottom):
    """Every second mode in grey, with its name where there is room."""
    marks, changes = [], log.modes()
    scale = (WIDTH - LEFT - RIGHT) / (plot.end_s - plot.begin_s)
    for i, (since, name) in enumerate(changes):
        until = changes[i + 1][0] if i + 1 < len(changes) else plot.end_s
        left = LEFT + scale * (max(since, plot.begin_s) - plot.begin_s)
        right = LEFT + scale * (min(until, plot.end_s) - plot.begin_s)
        if right - left < 1.0:
            continue
        if i % 2 == 1:
            marks.append(f'<rect x="{left:.0f}" y="{TOP - 18}" width="{right - left:.0f}" '
                         f'height="{bottom - TOP + 18}" fill="#f0f0f0"/>')
        if right - left > 6.5 * len(name):
            marks.append(text((left + right) / 2.0, TOP - 5, name, "middle"))
    return marks


def picture(log, plot):
    """The picture as SVG, the same bytes for the same log."""
    instants = np.linspace(plot.begin_s, plot.end_s, SAMPLES)
    bottom = TOP + len(plot.panels) * (PANEL_HEIGHT + GAP) - GAP
    marks = mode_bands(log, plot, bottom)
    for i, panel in enumerate(plot.panels):
        top = TOP + i * (PANEL_HEIGHT + GAP)
        done, asked = series(log, panel.what, instants)
        marks += panel_frame(panel, top)
        if asked is not None:
            marks.append(curve(asked, panel, top, ASKED))
        marks.append(curve(done, panel, top, DID))
    marks.append(text(LEFT, bottom + 16, f"{plot.begin_s:g} s after arming"))
    marks.append(text(WIDTH - RIGHT, bottom + 16, f"{plot.end_s:g} s", "end"))
    marks.append(text(WIDTH / 2 - 30, bottom + 16, "asked", "end", ASKED))
    marks.append(text(WIDTH / 2 - 20, bottom + 16, "done", "start", DID))
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {bottom + 24}" '
        'font-family="sans-serif" font-size="11">',
        f'<rect width="{WIDTH}" height="{bottom + 24}" fill="#fff"/>', *marks, "</svg>", ""])


def fly(alula, mode, folder):
    """The log of the scenario's first run."""
    folder = pathlib.Path(folder) / mode
    subprocess.run([alula, "test", ROOT / f"scenarios/modes/{mode}.yaml", "--seed", "1", "--keep",
                    folder], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, check=True)
    return Log(min(folder.glob("*/flight.ulg")))


def main():
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    alula, logs, pictures = sys.argv[1:4]
    pathlib.Path(pictures).mkdir(parents=True, exist_ok=True)
    for mode in sys.argv[4:] or PLOTS:
        path = pathlib.Path(pictures) / f"{mode}.svg"
        path.write_text(picture(fly(alula, mode, logs), PLOTS[mode]), encoding="ascii")
        print(f"{path}, {path.stat().st_size} bytes", flush=True)


if __name__ == "__main__":
    main()
