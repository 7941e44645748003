"""A ground station or companion computer, made of pymavlink, and the world that it talks to."""

import os
import re
import subprocess
import time

os.environ["MAVLINK20"] = "1"
os.environ["MAVLINK_DIALECT"] = "development"

from pymavlink import mavutil  # noqa: E402  (reads the two variables above)

mavlink = mavutil.mavlink
PATIENCE_S = 60  # of wall time, for anything that must come; a loaded machine is slow


class World:
    """`alula serve` on ports of its own; ended when the block ends."""

    def __init__(self, alula, speed, *options):
        self.alula, self.speed, self.options = alula, speed, options
        self.instance = 10 + os.getpid() % 180

    def __enter__(self):
        for _ in range(20):
            command = [self.alula, "serve", "--speed", str(self.speed), "--instance",
                       str(self.instance), *self.options]
            self.process = subprocess.Popen(command, stdout=subprocess.PIPE,
                                            stderr=subprocess.PIPE, text=True)
            self.table = [self.process.stdout.readline() for _ in range(3)]
            if all(self.table):
                return self
            assert self.process.wait(PATIENCE_S) == 3, self.process.stderr.read()
            self.instance = 10 + (self.instance - 9) % 180  # taken by another test
        raise AssertionError("no free ports")

    def __exit__(self, *_):
        self.process.terminate()
        self.output, self.errors = self.process.communicate(timeout=PATIENCE_S)
        assert self.process.returncode == 0, self.output + self.errors

    def ground(self):
        return Station(18570 + self.instance, self.instance + 1)

    def onboard(self):
        return Station(14580 + self.instance, self.instance + 1, source_system=self.instance + 1,
                       component=mavlink.MAV_COMP_ID_ONBOARD_COMPUTER)


class Station:
    """One peer on one link."""

    def __init__(self, port, target, source_system=255, component=190):
        self.link = mavutil.mavlink_connection(f"udpout:127.0.0.1:{port}",
                                               source_system=source_system,
                                               source_component=component)
        self.target = target
        self.send = self.link.mav
        self.heartbeat()
        self.wait("HEARTBEAT")

    def heartbeat(self):
        self.send.heartbeat_send(mavlink.MAV_TYPE_GCS, mavlink.MAV_AUTOPILOT_INVALID, 0, 0, 0)

    def wait(self, kind, fits=lambda message: True):
        """The next message of a kind that fits; the sign of life goes on meanwhile."""
        end = time.monotonic() + PATIENCE_S
        while time.monotonic() < end:
            message = self.link.recv_match(type=kind, blocking=True, timeout=1.0)
            if message is not None and fits(message):
                return message
            if message is None:
                self.heartbeat()
        raise AssertionError(f"no {kind} that fits within {PATIENCE_S} s")

    def command(self, number, *params):
        """Sends COMMAND_LONG and gives the result of its acknowledgement."""
        values = list(params) + [0.0] * (7 - len(params))
        self.send.command_long_send(self.target, 1, number, 0, *values)
        return self.acknowledged(number)

    def command_int(self, number, frame, params, x, y, z):
        self.send.command_int_send(self.target, 1, frame, number, 0, 0, *params, x, y, z)
        return self.acknowledged(number)

    def acknowledged(self, number):
        return self.wait("COMMAND_ACK", lambda m: m.command == number).result

    def ready(self):
        """Waits until the checks before arming pass."""
        bit = mavlink.MAV_SYS_STATUS_PREARM_CHECK
        self.wait("SYS_STATUS", lambda m: m.onboard_control_sensors_health & bit)

    def armed(self, wanted):
        bit = mavlink.MAV_MODE_FLAG_SAFETY_ARMED
        return self.wait("HEARTBEAT", lambda m: bool(m.base_mode & bit) == wanted)

    def height(self):
        return -self.wait("LOCAL_POSITION_NED").z

    def climb_to(self, height_m, within_m=0.3):
        return self.wait("LOCAL_POSITION_NED", lambda m: abs(-m.z - height_m) < within_m)


def custom_mode(main, sub=0):
    return main << 16 | sub << 24


def said(pattern):
    return lambda message: re.search(pattern, message.text)
