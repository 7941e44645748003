"""The command `alula serve` itself: its table, its ports, its end."""

import signal
import socket
import subprocess

import pytest
from pyulog import ULog

from acceptance.mavlink.station import PATIENCE_S, World


def run(alula, *options):
    return subprocess.run([alula, "serve", *options], capture_output=True, text=True,
                          timeout=PATIENCE_S)


def test_the_table_names_each_connection(alula):
    with World(alula, "max", "--vehicle", "x500", "--vehicle", "hex") as world:
        port = world.instance
        rows = [line.split() for line in world.table]
        assert rows[0][0] == "vehicle"
        assert rows[1] == ["x500", "ground", "station", str(port + 1), "udp", str(18570 + port),
                           "udp", "14550"]
        assert rows[2][-1] == "14549" and str(14580 + port) in rows[2]


def test_a_port_that_is_taken_is_said_in_one_line(alula):
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as taken:
        taken.bind(("127.0.0.1", 18570 + 195))
        result = run(alula, "--instance", "195", "--duration", "1")
    assert result.returncode == 3
    assert result.stderr.count("\n") == 1
    assert "UDP port 18765: is taken by another program" in result.stderr


@pytest.mark.parametrize("options, told", [
    (["--speed", "fast"], "--speed fast: expected"),
    (["--speed", "0"], "--speed 0: expected"),
    (["--instance", "200"], "--instance 200: expected"),
    (["--listen", "here"], "--listen here: expected"),
    (["--vehicle", "x5000"], "did you mean \"x500\""),
    (["moon"], "none of the models"),
])
def test_bad_options_are_named(alula, options, told):
    result = run(alula, *options)
    assert result.returncode == 2
    assert told in result.stderr and result.stderr.count("\n") == 1


def test_an_interrupt_closes_the_log(alula, tmp_path):
    with World(alula, "max", "--log", str(tmp_path)) as world:
        world.ground()
        world.process.send_signal(signal.SIGINT)
        world.process.wait(PATIENCE_S)
    log = ULog(str(tmp_path / "x500.ulg"))
    assert len(log.data_list) > 20 and not log.file_corruption


def test_the_same_end_without_peers(alula):
    """Nobody speaks, so the wall clock has nothing to change: equal hashes at any speed."""
    ends = {run(alula, "--instance", "196", "--duration", "3", "--speed", speed).stdout
            .splitlines()[-1] for speed in ("max", "20")}
    assert len(ends) == 1 and "state hash" in ends.pop()
