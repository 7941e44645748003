"""The ends of what files allow, of places and of sensor errors: flown, or refused in words; never
an assertion, and no number that is none."""

import json

import pytest

from acceptance.fly_command import BAD_INPUT, DONE, ROOT, alula

X500 = (ROOT / "models/vehicles/x500.yaml").read_text()


def flown(folder, vehicle="x500", **world):
    path = folder / "s.json"
    path.write_text(json.dumps({
        "schema_version": 1, "vehicles": [{"vehicle": vehicle, "firmware": "alula"}],
        "duration_s": 10, "world": world, "expect": [{"at_end": "time_s > 9"}]}))
    return alula("test", path)


@pytest.mark.parametrize("height_m", [-5000, 86000])
def test_an_origin_at_either_end_of_the_heights(height_m, tmp_path):
    origin = {"latitude_deg": 0, "longitude_deg": 0, "height_m": height_m}
    result = flown(tmp_path, origin=origin)
    assert result.returncode == DONE, result.stderr


@pytest.mark.parametrize("line", ["offset_ned_m: [5.0e+5, 5.0e+5, 5.0e+5]",
                                  "position_white_vertical_m: 1.0e+6",
                                  "position_walk_horizontal_m: 1.0e+6"])
def test_a_receiver_as_wrong_as_can_be(line, tmp_path):
    key = line.split(":")[0]
    rows = [row for row in X500.splitlines() if not row.strip().startswith(key)]
    at = next(i for i, row in enumerate(rows) if row.strip() == "gnss:") + 1
    indent = rows[at][:len(rows[at]) - len(rows[at].lstrip(" -"))].replace("-", " ")
    rows.insert(at + 1, indent + line)
    (tmp_path / "v.yaml").write_text("\n".join(rows) + "\n")
    result = flown(tmp_path, str(tmp_path / "v.yaml"))
    assert result.returncode == DONE, result.stderr


@pytest.mark.parametrize("key, value, expected", [
    ("walk_pa", "1.0e+300", "must be from 0 to 1000000"),
    ("white_tesla", "1.0e+200", "must be from 0 to 1"),
])
def test_an_error_beyond_every_instrument_is_refused(key, value, expected, tmp_path):
    rows = [row.split(key)[0] + f"{key}: {value}" if f"{key}:" in row else row
            for row in X500.splitlines()]
    (tmp_path / "v.yaml").write_text("\n".join(rows) + "\n")
    result = alula("vehicle", "check", tmp_path / "v.yaml")
    assert result.returncode == BAD_INPUT
    assert key in result.stderr and expected in result.stderr, result.stderr


def test_a_vehicle_beyond_the_horizon_of_the_origin(tmp_path):
    path = tmp_path / "s.json"
    path.write_text(json.dumps({
        "schema_version": 1, "duration_s": 1,
        "world": {"origin": {"latitude_deg": 0, "longitude_deg": 0, "height_m": 0}},
        "vehicles": [{"vehicle": "sphere_drag", "initial": {
            "place": {"latitude_deg": 0, "longitude_deg": 90, "height_m": 9000}}}]}))
    result = alula("run", path)
    assert result.returncode == BAD_INPUT
    assert result.stderr == (
        "alula: vehicle sphere_drag: lies beyond the horizon of the world's origin, more than 80 "
        "degrees of arc away; expected an origin near the vehicles\n")
