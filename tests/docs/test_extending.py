"""The code of docs/extending.md compiles, and its tests pass."""

import os
import pathlib
import re
import subprocess

from docs.schemas import ROOT, program

PAGE = (ROOT / "docs/extending.md").read_text()
FILES = re.findall(r"^```cpp (\S+)\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
LIBRARIES = ["document", "propulsion", "aero", "dynamics", "math", "core"]


def test_the_code_of_the_page_compiles_and_keeps_its_laws(tmp_path):
    assert [name for name, _ in FILES] == ["streamer.h", "read_streamer.h", "streamer_test.cpp"]
    for name, text in FILES:
        assert max(len(line) for line in text.splitlines()) <= 100, name
        (tmp_path / name).write_text(text)
    build = pathlib.Path(program()).resolve().parent
    archives = [f"{build}/src/{name}/libalula_{name}.a" for name in LIBRARIES]
    assert [path for path in archives if pathlib.Path(path).exists()], "build the program first"
    archives = [path for path in archives if pathlib.Path(path).exists()]
    flags = ["-fsanitize=address,undefined"] if "asan" in build.name else []
    command = [os.environ.get("CXX", "g++"), "-std=c++20", "-Wall", "-Wextra", "-Werror", *flags,
               f"-I{ROOT}/src", "-I/usr/include/eigen3", "streamer_test.cpp", "-o", "streamer_test",
               "-Wl,--start-group", *archives, "-Wl,--end-group", "-lyaml-cpp", "-lfmt",
               "-lgtest_main", "-lgtest", "-lpthread"]
    built = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=300)
    assert built.returncode == 0, built.stderr
    tested = subprocess.run([tmp_path / "streamer_test"], capture_output=True, text=True,
                            timeout=60)
    assert tested.returncode == 0 and "[  PASSED  ] 3 tests" in tested.stdout, tested.stdout
