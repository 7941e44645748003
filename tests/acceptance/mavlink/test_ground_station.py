"""A ground station made of pymavlink: parameters, commands and their answers, a flight."""

import math
import struct

import pytest

from acceptance.mavlink.station import World, custom_mode, mavlink, said

ACCEPTED, REJECTED, DENIED, UNSUPPORTED = 0, 1, 2, 3
NAN = math.nan


@pytest.fixture(scope="module")
def world(alula):
    with World(alula, 10) as world:
        yield world


@pytest.fixture()
def station(world):
    return world.ground()


def checksum(data, value):
    """PX4's: the polynomial of CRC-32, neither begun nor ended with ones."""
    for byte in data:
        value ^= byte
        for _ in range(8):
            value = value >> 1 ^ (0xEDB88320 if value & 1 else 0)
    return value


def bits_of(message):
    return struct.pack("<f", message.param_value)


def read_parameters(station):
    """All of them by name, and the hash that came first."""
    station.send.param_request_list_send(station.target, 1)
    hashed = station.wait("PARAM_VALUE", lambda m: m.param_id == "_HASH_CHECK")
    found = {}
    while len(found) < hashed.param_count:
        message = station.wait("PARAM_VALUE", lambda m: m.param_id != "_HASH_CHECK")
        found[message.param_id] = message
    return hashed, found


def test_all_parameters_arrive_and_their_hash_agrees(station):
    hashed, found = read_parameters(station)
    assert len(found) == hashed.param_count > 200
    assert sorted(m.param_index for m in found.values()) == list(range(hashed.param_count))
    value = 0
    for name in sorted(found):
        value = checksum(bits_of(found[name]), checksum(name.encode(), value))
    assert struct.unpack("<I", bits_of(hashed))[0] == value


def test_a_parameter_is_set_and_read_by_name_and_by_index(station):
    station.send.param_set_send(station.target, 1, b"MPC_XY_P", 0.9, mavlink.MAV_PARAM_TYPE_REAL32)
    answer = station.wait("PARAM_VALUE", lambda m: m.param_id == "MPC_XY_P")
    assert answer.param_value == pytest.approx(0.9, abs=1e-7)
    station.send.param_request_read_send(station.target, 1, b"", answer.param_index)
    again = station.wait("PARAM_VALUE", lambda m: m.param_index == answer.param_index)
    assert (again.param_id, again.param_value) == ("MPC_XY_P", answer.param_value)


def test_an_integer_travels_as_its_bytes(station):
    bits = struct.unpack("<f", struct.pack("<i", 3))[0]
    station.send.param_set_send(station.target, 1, b"COM_LOW_BAT_ACT", bits,
                                mavlink.MAV_PARAM_TYPE_INT32)
    answer = station.wait("PARAM_VALUE", lambda m: m.param_id == "COM_LOW_BAT_ACT")
    assert struct.unpack("<i", bits_of(answer))[0] == 3


def test_a_value_out_of_range_leaves_the_parameter_as_it_is(station):
    station.send.param_request_read_send(station.target, 1, b"MPC_TILTMAX_AIR", -1)
    before = station.wait("PARAM_VALUE", lambda m: m.param_id == "MPC_TILTMAX_AIR").param_value
    station.send.param_set_send(station.target, 1, b"MPC_TILTMAX_AIR", 1e6,
                                mavlink.MAV_PARAM_TYPE_REAL32)
    after = station.wait("PARAM_VALUE", lambda m: m.param_id == "MPC_TILTMAX_AIR").param_value
    assert after == before


@pytest.mark.parametrize("number, params, result", [
    (mavlink.MAV_CMD_REQUEST_MESSAGE, [148], ACCEPTED),
    (mavlink.MAV_CMD_REQUEST_MESSAGE, [60000], DENIED),
    (mavlink.MAV_CMD_REQUEST_AUTOPILOT_CAPABILITIES, [1], ACCEPTED),
    (mavlink.MAV_CMD_SET_MESSAGE_INTERVAL, [30, 1e5], ACCEPTED),
    (mavlink.MAV_CMD_COMPONENT_ARM_DISARM, [2], DENIED),
    (mavlink.MAV_CMD_COMPONENT_ARM_DISARM, [1, 0, 5], DENIED),  # a parameter that is not used
    (mavlink.MAV_CMD_COMPONENT_ARM_DISARM, [math.inf], DENIED),
    (mavlink.MAV_CMD_NAV_RETURN_TO_LAUNCH, [1], DENIED),
    (mavlink.MAV_CMD_DO_SET_MODE, [1, 99, 0], DENIED),
    (mavlink.MAV_CMD_DO_SET_MODE, [1, NAN, 0], DENIED),
    (mavlink.MAV_CMD_DO_SET_MODE, [1, 1e30, 0], DENIED),
    (mavlink.MAV_CMD_DO_SET_MODE, [1, 6, 0], REJECTED),  # Offboard without set-points
    (mavlink.MAV_CMD_MISSION_START, [], DENIED),  # no mission
    (mavlink.MAV_CMD_IMAGE_START_CAPTURE, [0, 1, 1], UNSUPPORTED),
    (31000, [], UNSUPPORTED),
])
def test_a_command_is_answered_as_it_deserves(station, number, params, result):
    assert station.command(number, *params) == result


def test_each_command_is_acknowledged_exactly_once(station):
    station.command(mavlink.MAV_CMD_REQUEST_AUTOPILOT_CAPABILITIES, 1)
    # Whatever came after the first answer lies before the answer to a later command.
    station.send.command_long_send(station.target, 1, 31001, 0, *[0.0] * 7)
    assert station.wait("COMMAND_ACK").command == 31001


def test_a_command_for_another_system_is_not_answered(station):
    station.send.command_long_send(station.target + 1, 1, 31002, 0, *[0.0] * 7)
    station.send.command_long_send(station.target, 1, 31003, 0, *[0.0] * 7)
    assert station.wait("COMMAND_ACK").command == 31003


def test_the_modes_are_listed(station):
    station.send.command_long_send(station.target, 1, mavlink.MAV_CMD_REQUEST_MESSAGE, 0, 435,
                                   0, 0, 0, 0, 0, 0)
    first = station.wait("AVAILABLE_MODES")
    modes = [first] + [station.wait("AVAILABLE_MODES") for _ in range(first.number_modes - 1)]
    assert [m.mode_index for m in modes] == list(range(1, first.number_modes + 1))
    words = {m.mode_name: m.custom_mode for m in modes}
    # px4_custom_mode.h of PX4
    assert words["Hold"] == 50593792 and words["Takeoff"] == 33816576
    assert words["Offboard"] == 393216 and words["Return"] == 84148224


def test_time_is_given_to_whoever_asks(station):
    station.send.timesync_send(0, 12345)
    answer = station.wait("TIMESYNC", lambda m: m.ts1 == 12345)
    assert answer.tc1 > 0


def test_takeoff_reposition_and_landing(station):
    station.ready()
    assert station.command(mavlink.MAV_CMD_COMPONENT_ARM_DISARM, 1) == ACCEPTED
    station.armed(True)
    assert station.command(mavlink.MAV_CMD_NAV_TAKEOFF, -1, 0, 0, NAN, NAN, NAN, NAN) == ACCEPTED
    start = station.climb_to(2.5)  # MIS_TAKEOFF_ALT
    assert station.command(mavlink.MAV_CMD_COMPONENT_ARM_DISARM, 0) == REJECTED  # in the air

    here = station.wait("GLOBAL_POSITION_INT")
    north = here.lat + round(10.0 / 111190.0 * 1e7)  # about 10 m
    assert station.command_int(mavlink.MAV_CMD_DO_REPOSITION, mavlink.MAV_FRAME_GLOBAL,
                               [-1, 1, 0, NAN], north, here.lon, here.alt * 1e-3) == ACCEPTED
    there = station.wait("LOCAL_POSITION_NED", lambda m: abs(m.x - start.x - 10.0) < 0.3)
    assert abs(there.y - start.y) < 0.5 and abs(there.z - start.z) < 0.5

    assert station.command(mavlink.MAV_CMD_DO_SET_MODE, 1, 4, 6) == ACCEPTED  # Land
    station.wait("HEARTBEAT", lambda m: m.custom_mode == custom_mode(4, 6))
    station.wait("EXTENDED_SYS_STATE",
                 lambda m: m.landed_state == mavlink.MAV_LANDED_STATE_ON_GROUND)
    station.armed(False)


def test_what_the_autopilot_says_comes_as_text(station):
    station.send.param_set_send(station.target, 1, b"MIS_TAKEOFF_ALT", 3.0,
                                mavlink.MAV_PARAM_TYPE_REAL32)
    station.wait("STATUSTEXT", said("Parameter MIS_TAKEOFF_ALT = 3"))


def test_junk_does_not_stop_the_world(station):
    for piece in (b"\xfd\x00\x00\x00\x00\x01\x01\x83\x00\x00\x00", b"\xff" * 60000,
                  b"\xfd" * 9000, bytes(range(256)) * 100):
        station.link.write(piece)
    assert station.command(mavlink.MAV_CMD_REQUEST_MESSAGE, 148) == ACCEPTED
