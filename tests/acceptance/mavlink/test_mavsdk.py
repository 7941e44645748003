"""MAVSDK, the client library of many programs, flies an x500: nothing in it knows of Alula."""

import asyncio

import pytest

from acceptance.mavlink.station import PATIENCE_S, World
from mavsdk.asyncio import ComponentType, Configuration, Mavsdk
from mavsdk.asyncio.plugins.action import ActionAsync
from mavsdk.asyncio.plugins.param import ParamAsync
from mavsdk.asyncio.plugins.telemetry import TelemetryAsync

METRE_DEG = 1.0 / 111_190.0  # of latitude


async def first(stream, fits):
    """The first value of a subscription that fits."""
    async def look():
        async for value in stream:
            if fits(value):
                return value
    return await asyncio.wait_for(look(), PATIENCE_S)


def all_ok(health):
    return (health.is_gyrometer_calibration_ok and health.is_accelerometer_calibration_ok and
            health.is_magnetometer_calibration_ok and health.is_local_position_ok and
            health.is_global_position_ok and health.is_home_position_ok and health.is_armable)


async def fly(port):
    configuration = Configuration.create_with_component_type(ComponentType.GROUND_STATION)
    async with Mavsdk(configuration) as mavsdk:
        await mavsdk.add_any_connection(f"udpout://127.0.0.1:{port}")
        system = await mavsdk.first_autopilot(timeout_s=PATIENCE_S)
        assert system is not None
        action, param = ActionAsync(system), ParamAsync(system)
        telemetry = TelemetryAsync(system)
        await first(telemetry.subscribe_health(), all_ok)

        await action.set_takeoff_altitude(3.0)
        assert await param.get_param_float("MIS_TAKEOFF_ALT") == pytest.approx(3.0)
        await action.arm()
        await action.takeoff()
        up = await first(telemetry.subscribe_position(), lambda p: p.relative_altitude_m > 2.7)
        await action.goto_location(up.latitude_deg + 8.0 * METRE_DEG, up.longitude_deg,
                                   up.absolute_altitude_m, 0.0)
        there = await first(telemetry.subscribe_position(),
                            lambda p: p.latitude_deg > up.latitude_deg + 7.7 * METRE_DEG)
        assert there.relative_altitude_m == pytest.approx(up.relative_altitude_m, abs=0.5)
        await action.land()
        await first(telemetry.subscribe_armed(), lambda armed: not armed)
        return up, there


def test_arm_takeoff_goto_land(alula):
    with World(alula, 5) as world:
        up, there = asyncio.run(fly(18570 + world.instance))
    assert there.longitude_deg == pytest.approx(up.longitude_deg, abs=METRE_DEG)
