"""Turns a World Magnetic Model coefficient file into a C++ header.

    make_magnetic_table.py IN.COF OUT.h
"""

import pathlib
import sys


def read_coefficients(text):
    """The epoch, and rows of n, m, g, h and their yearly changes in nT."""
    lines = text.splitlines()
    epoch = float(lines[0].split()[0])
    rows = []
    for line in lines[1:]:
        if line.startswith("9999"):
            break
        words = line.split()
        if len(words) != 6:
            raise ValueError(f"expected six columns: {line!r}")
        rows.append((int(words[0]), int(words[1]), *map(float, words[2:])))
    degree = max(row[0] for row in rows)
    expected = [(n, m) for n in range(1, degree + 1) for m in range(n + 1)]
    if [row[:2] for row in rows] != expected:
        raise ValueError("rows are not every n, m in order")
    return epoch, degree, rows


def header(source, epoch, degree, rows):
    lines = [
        f"// Made from {source} by src/earth/make_magnetic_table.py.",
        "#pragma once",
        "",
        "namespace alula::magnetic_table {",
        "",
        "struct Row {",
        "  int n, m;",
        "  double g_nt, h_nt, g_rate_nt_y, h_rate_nt_y;",
        "};",
        f"inline constexpr double epoch_y = {epoch!r};",
        f"inline constexpr int degree = {degree};",
        f"inline constexpr Row rows[{len(rows)}] = {{",
        *(f"    {{{', '.join(map(repr, row))}}}," for row in rows),
        "};",
        "",
        "}  // namespace alula::magnetic_table",
    ]
    return "\n".join(lines) + "\n"


def main():
    source, target = map(pathlib.Path, sys.argv[1:])
    target.write_text(header(source.name, *read_coefficients(source.read_text("ascii"))), "ascii")


if __name__ == "__main__":
    main()
