"""Packs EGM96's geoid grid into the small file of models/earth, and turns that into a C++ header.

    make_geoid_table.py pack WW15MGH.DAC EGM96_15min.bz2
    make_geoid_table.py table EGM96_15min.bz2 OUT.h

WW15MGH.DAC, as NGA publishes it: 721 rows from 90 degrees north to 90 south, 1440 columns from
0 degrees eastwards, geoid heights in whole centimetres, 16 bits, big-endian. Packed: each height
is foretold from its neighbours to the west, north and north-west, w + n - nw; what remains is
mostly below 128, folded to 0, -1, 1, -2 ... = 0, 1, 2, 3 ...; all high bytes, then all low bytes,
through bzip2. Nothing is lost.
"""

import array
import bz2
import pathlib
import sys

ROWS, COLUMNS = 721, 1440


def foretell(grid, row, column):
    """From the neighbours that are known by then; grid is row by row."""
    here = row * COLUMNS + column
    if row == 0:
        return grid[here - 1] if column > 0 else 0
    north = grid[here - COLUMNS]
    return grid[here - 1] + north - grid[here - COLUMNS - 1] if column > 0 else north


def pack(raw):
    grid = array.array("h", raw)
    if sys.byteorder == "little":
        grid.byteswap()
    if len(grid) != ROWS * COLUMNS:
        raise ValueError(f"expected {ROWS} rows of {COLUMNS} heights, found {len(grid)}")
    high, low = bytearray(), bytearray()
    for row in range(ROWS):
        for column in range(COLUMNS):
            remainder = grid[row * COLUMNS + column] - foretell(grid, row, column)
            folded = 2 * remainder if remainder >= 0 else -2 * remainder - 1
            high.append(folded >> 8)
            low.append(folded & 255)
    return bz2.compress(bytes(high + low))


def unpack(packed):
    """All heights [cm], row by row."""
    folded = bz2.decompress(packed)
    if len(folded) != 2 * ROWS * COLUMNS:
        raise ValueError(f"expected {2 * ROWS * COLUMNS} bytes, found {len(folded)}")
    high, low = folded[:ROWS * COLUMNS], folded[ROWS * COLUMNS:]
    grid = []
    for row in range(ROWS):
        for column in range(COLUMNS):
            value = high[len(grid)] << 8 | low[len(grid)]
            remainder = -(value + 1) // 2 if value & 1 else value // 2
            grid.append(foretell(grid, row, column) + remainder)
    return grid


def header(source, grid):
    rows = (",".join(map(str, grid[i:i + COLUMNS])) for i in range(0, len(grid), COLUMNS))
    return "\n".join([
        f"// Made from {source} by src/earth/make_geoid_table.py.",
        "#pragma once",
        "",
        "#include <cstdint>",
        "",
        "namespace alula::geoid_table {",
        "",
        f"inline constexpr int rows = {ROWS}, columns = {COLUMNS};",
        "// [cm], from the north pole southwards, each row from Greenwich eastwards.",
        f"inline const std::int16_t heights_cm[{ROWS * COLUMNS}] = {{",
        ",\n".join(rows),
        "};",
        "",
        "}  // namespace alula::geoid_table",
    ]) + "\n"


def main():
    action, *paths = sys.argv[1:]
    source, target = map(pathlib.Path, paths)
    if action == "pack":
        target.write_bytes(pack(source.read_bytes()))
    else:
        target.write_text(header(source.name, unpack(source.read_bytes())), "ascii")


if __name__ == "__main__":
    main()
