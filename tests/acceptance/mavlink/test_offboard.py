"""A companion computer flies by set-points. Expected: where the set-points lead."""

import pytest

from acceptance.mavlink.station import World, mavlink

POSITION_ONLY = 0b1101_1111_1000  # velocity, acceleration, yaw rate ignored; yaw as well
VELOCITY_ONLY = 0b1101_1100_0111
OFFBOARD = 6


@pytest.fixture(scope="module")
def companion(alula):
    with World(alula, 2) as world:
        companion = world.onboard()
        companion.ready()
        yield companion


def stream(companion, mask, position=(0, 0, 0), velocity=(0, 0, 0),
           frame=mavlink.MAV_FRAME_LOCAL_NED):
    companion.send.set_position_target_local_ned_send(0, companion.target, 1, frame, mask,
                                                      *position, *velocity, 0, 0, 0, 0, 0)


def fly(companion, until, mask, **setpoint):
    """A set-point for each position that comes, until one fits."""
    def fits(message):
        stream(companion, mask, **setpoint)
        return until(message)
    return companion.wait("LOCAL_POSITION_NED", fits)


def test_position_then_velocity_then_land(companion):
    up = {"position": (0.0, 0.0, -3.0)}
    begin = fly(companion, lambda m: True, POSITION_ONLY, **up)
    for _ in range(5):
        fly(companion, lambda m: True, POSITION_ONLY, **up)
    assert companion.command(mavlink.MAV_CMD_DO_SET_MODE, 1, OFFBOARD) == 0
    assert companion.command(mavlink.MAV_CMD_COMPONENT_ARM_DISARM, 1) == 0
    fly(companion, lambda m: abs(m.z + 3.0) < 0.2, POSITION_ONLY, **up)
    place = fly(companion, lambda m: abs(m.x - 4.0) < 0.2 and abs(m.z + 3.0) < 0.3, POSITION_ONLY,
                position=(4.0, 0.0, -3.0))
    assert abs(place.y) < 0.5 and begin.z > -1.0

    # East at 2 m/s: the speed is reached and the distance grows.
    moving = fly(companion, lambda m: m.vy > 1.8, VELOCITY_ONLY, velocity=(0.0, 2.0, 0.0))
    further = fly(companion, lambda m: m.y > moving.y + 4.0, VELOCITY_ONLY,
                  velocity=(0.0, 2.0, 0.0))
    assert further.vy == pytest.approx(2.0, abs=0.3)
    assert abs(further.vx) < 0.3 and abs(further.vz) < 0.3

    assert companion.command(mavlink.MAV_CMD_NAV_LAND) == 0
    companion.armed(False)


def test_companion_streams_have_their_rates(companion):
    """Counted over ten simulated seconds; the rates are a real PX4's."""
    expected = {"ATTITUDE": 100, "HIGHRES_IMU": 50, "ATTITUDE_QUATERNION": 50,
                "GLOBAL_POSITION_INT": 50, "LOCAL_POSITION_NED": 30, "ODOMETRY": 30,
                "TIMESYNC": 10, "ALTITUDE": 10, "VFR_HUD": 10, "SYS_STATUS": 5,
                "EXTENDED_SYS_STATE": 5, "SYSTEM_TIME": 1, "HEARTBEAT": 1}
    first = companion.wait("SYSTEM_TIME").time_boot_ms
    counts = dict.fromkeys(expected, 0)
    while True:
        message = companion.wait(list(expected))
        counts[message.get_type()] += 1
        if message.get_type() == "SYSTEM_TIME" and message.time_boot_ms - first >= 10_000:
            break
    elapsed_s = (message.time_boot_ms - first) / 1000
    for kind, rate in expected.items():
        assert counts[kind] / elapsed_s == pytest.approx(rate, rel=0.1), kind
