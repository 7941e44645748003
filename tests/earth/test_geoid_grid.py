"""The packed geoid grid of models/earth is NGA's, and packing loses nothing."""

import array
import importlib.util
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
PACKED = ROOT / "models/earth/EGM96_15min.bz2"


def load_maker():
    spec = importlib.util.spec_from_file_location("make_geoid_table",
                                                  ROOT / "src/earth/make_geoid_table.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_unpacked_and_packed_again_it_is_the_same():
    maker = load_maker()
    grid = maker.unpack(PACKED.read_bytes())
    assert len(grid) == 721 * 1440
    # WW15MGH.DAC begins and ends with the poles, and lies between -106.99 m and 85.39 m.
    assert set(grid[:1440]) == {1361} and set(grid[-1440:]) == {-2953}
    assert (min(grid), max(grid)) == (-10699, 8539)
    raw = array.array("h", grid)
    if sys.byteorder == "little":
        raw.byteswap()
    assert maker.unpack(maker.pack(raw.tobytes())) == grid
