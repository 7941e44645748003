#!/usr/bin/env python3
"""The house rules, checked: `python3 tools/tidy.py` prints each breach and fails when there is one.

A rule is a function from the repository (a dictionary of path and text) to findings. The tests in
tests/tools/test_tidy.py feed each rule something bad that it must find, and something good.
"""

import ast
import collections
import dataclasses
import json
import pathlib
import re
import subprocess
import sys

import tidy_cpp
import tidy_words

ROOT = pathlib.Path(__file__).resolve().parent.parent
LINE_LENGTH_MAX = 100
FUNCTION_LINES_MAX = 70
FILE_LINES_MAX = 400
CODE = (".h", ".cpp", ".py", ".mjs", ".js", ".cmake", "CMakeLists.txt")
TRUTH_HEADER = "src/signals/truth.h"


@dataclasses.dataclass(frozen=True)
class Finding:
    path: str
    line: int
    message: str


RULES = {}


def rule(function):
    RULES[function.__name__] = function
    return function


class Repository:
    """All committed text files, and what several rules ask about them."""

    def __init__(self, files):
        self.files = files
        self.marks = {}  # folder of src -> "plant", "brain" or "", in layer order
        for line in files.get("src/LAYERS", "").splitlines():
            words = line.split("#")[0].split()
            if words:
                self.marks[words[0]] = words[1] if len(words) > 1 else ""
        self.layers = list(self.marks)
        self.cpp = {path: text for path, text in files.items() if path.endswith((".h", ".cpp"))}
        self.plain = {path: tidy_cpp.without_comments(text) for path, text in self.cpp.items()}

    def code(self):
        """Path and text of each file that people write code in."""
        return [(p, t) for p, t in self.files.items() if p.endswith(CODE) or is_script(t)]

    def src(self):
        return [(p, t) for p, t in self.cpp.items() if p.startswith("src/")]

    def src_folders(self):
        return sorted({p.split("/")[1] for p in self.files if p.startswith("src/") and
                       p.count("/") > 1})

    def included(self, path):
        """Line and path of each file of src that the file includes."""
        found = []
        for line, mark, name in tidy_cpp.includes(self.cpp.get(path, "")):
            if mark == '"':
                found.append((line, f"src/{name}"))
        return found

    def reach(self, path, is_goal):
        """The shortest chain of includes from `path` to a goal; empty when there is none."""
        came_from, queue = {path: None}, collections.deque([path])
        while queue:
            current = queue.popleft()
            if current != path and is_goal(current):
                chain = [current]
                while came_from[chain[-1]] is not None:
                    chain.append(came_from[chain[-1]])
                return chain[::-1]
            for _, target in self.included(current):
                if target not in came_from:
                    came_from[target] = current
                    queue.append(target)
        return []


def is_script(text):
    return text.startswith("#!")


def folder_of(path):
    return path.split("/")[1] if path.startswith("src/") else ""


def matches(pattern, text):
    """Line and text of each match."""
    return [(text.count("\n", 0, m.start()) + 1, m.group(0)) for m in re.finditer(pattern, text)]


# The shape of the house.


@rule
def layers(repo):
    """A folder includes only itself and the folders above it in src/LAYERS."""
    for path, text in repo.src():
        own = folder_of(path)
        for line, mark, name in tidy_cpp.includes(text):
            other = name.split("/")[0]
            if mark == '"' and f"src/{name}" not in repo.files:
                yield Finding(path, line, f'"{name}" is no file below src/')
            elif mark == '"' and own in repo.marks and other in repo.marks:
                if repo.layers.index(other) > repo.layers.index(own):
                    yield Finding(path, line, f"{own} may not include {other}, a higher layer")


@rule
def plant_and_brain(repo):
    """Plant and brain never reach each other, and no brain reaches truth."""
    forbidden = {"plant": "brain", "brain": "plant"}
    for path, _ in repo.src():
        mark = repo.marks.get(folder_of(path), "")
        if mark not in forbidden:
            continue

        def is_goal(target):
            crosses = repo.marks.get(folder_of(target)) == forbidden[mark]
            return crosses or (mark == "brain" and target == TRUTH_HEADER)

        chain = repo.reach(path, is_goal)
        if chain:
            yield Finding(path, 1, f"{mark} reaches {chain[-1]}: {' > '.join(chain[1:])}")
        if mark == "brain":
            for line, name in matches(r"\b(TruthState|RigidBodyState)\b", repo.plain[path]):
                yield Finding(path, line, f"a brain knows no {name}; truth comes as a sample")


@rule
def libraries(repo):
    """Each CMakeLists.txt of src names exactly the folders that its files include."""
    for own in repo.src_folders():
        path = f"src/{own}/CMakeLists.txt"
        if path not in repo.files:
            continue
        text = re.sub(r"#[^\n]*", "", repo.files[path])
        named = re.search(r"alula_library\(\s*(\w+)([^)]*)\)", text)
        if not named or named.group(1) != own:
            yield Finding(path, 1, f"must call alula_library({own} ...)")
            continue
        depends = re.search(r"\bDEPENDS\b(.*?)(\bLINKS\b|$)", named.group(2), re.DOTALL)
        listed = set(depends.group(1).split()) if depends else set()
        used = {folder_of(target) for file, _ in repo.src() if folder_of(file) == own
                for _, target in repo.included(file)} & set(repo.layers) - {own}
        for name in sorted(used - listed):
            yield Finding(path, 1, f"DEPENDS lacks {name}, which the folder includes")
        for name in sorted(listed - used):
            yield Finding(path, 1, f"DEPENDS names {name}, which no file here includes")


@rule
def folders(repo):
    """Each folder of src is a layer, flat, with README.md and CMakeLists.txt; tests get built."""
    for own in repo.src_folders():
        if own not in repo.marks:
            yield Finding(f"src/{own}", 1, "is not listed in src/LAYERS")
        for name in ("README.md", "CMakeLists.txt"):
            if len(repo.files.get(f"src/{own}/{name}", "").strip()) < 20:
                yield Finding(f"src/{own}/{name}", 1, "is missing or empty")
    for path in repo.files:
        if path.startswith("src/") and path.count("/") > 2:
            yield Finding(path, 1, "lies too deep: src/<folder>/<file>")
        folder = path.rsplit("/", 1)[0]
        if path.startswith("tests/") and path.endswith("_test.cpp"):
            if f"{folder}/CMakeLists.txt" not in repo.files or path.count("/") != 2:
                yield Finding(path, 1, f"is not built: {folder}/CMakeLists.txt is missing")


@rule
def fences(repo):
    """A dependency is included from as few folders as can be."""
    for path, text in repo.cpp.items():
        if path.startswith("tests/"):
            continue
        for line, _, name in tidy_cpp.includes(text):
            for fence in tidy_words.FENCES:
                if re.search(fence.include, name) and not path.startswith(fence.allowed):
                    yield Finding(path, line, f"{name} only in {', '.join(fence.allowed)}")


@rule
def dependencies(repo):
    """What gets installed stands in docs/dependencies.md, with the version where one is pinned."""
    table = repo.files.get("docs/dependencies.md", "")
    wanted = [("tools/requirements.txt", *line.split("=="))
              for line in repo.files.get("tools/requirements.txt", "").splitlines()
              if line and not line.startswith("#")]
    packages = json.loads(repo.files.get("tests/package.json", "{}")).get("devDependencies", {})
    wanted += [("tests/package.json", *item) for item in packages.items()]
    for array in re.findall(r"^\w+=\(([^)]*)\)", repo.files.get("tools/install", ""), re.MULTILINE):
        wanted += [("tools/install", name) for name in array.split() if name[0] != '"']
    for path, *words in wanted:
        if not any(all(word in row for word in words) for row in table.splitlines()):
            yield Finding(path, 1, f"{' '.join(words)} is not in docs/dependencies.md")


# What code may not say.


@rule
def banned(repo):
    """Calls that break repeatability, and what to use instead."""
    for path, text in repo.plain.items():
        for ban in tidy_words.BANS:
            if path.startswith(ban.checked) and not path.startswith(ban.allowed or ("\0",)):
                for line, found in matches(ban.pattern, text):
                    yield Finding(path, line, f"{found.strip()} is banned: use {ban.instead}")


@rule
def mutable_globals(repo):
    """No variable of static storage that can change, anywhere in src."""
    for path, text in repo.src():
        for variable in tidy_cpp.outline(text).variables:
            if not tidy_cpp.is_constant(variable.declaration):
                words = " ".join(variable.declaration.split())
                yield Finding(path, variable.line, f"mutable state outlives the call: {words}")


@rule
def leftovers(repo):
    """Nothing unfinished, and no conflict marker."""
    for path, text in repo.files.items():
        for line, found in matches(tidy_words.LEFTOVERS, text):
            yield Finding(path, line, f"{found.strip()}: finish it, or file an issue")


@rule
def idle_tests(repo):
    """No test that does not run."""
    for path, text in repo.files.items():
        if path.startswith(("tests/", "python/")) and path.endswith(CODE):
            for line, found in matches(tidy_words.IDLE_TESTS, text):
                yield Finding(path, line, f"{found}: a test runs, or goes")


@rule
def authors(repo):
    """No names in code: the history knows who wrote it."""
    for path, text in repo.code():
        for line, found in matches(tidy_words.AUTHORS, text):
            yield Finding(path, line, f"names who wrote it ({found})")


@rule
def places(repo):
    """No host of a package registry and no path of one machine."""
    for path, text in repo.files.items():
        for line, found in matches(tidy_words.PLACES, text):
            yield Finding(path, line, f"names one machine or host: {found}")


# Sizes and looks.


@rule
def line_length(repo):
    """At most 100 columns."""
    for path, text in repo.code():
        for number, line in enumerate(text.splitlines(), 1):
            if len(line) > LINE_LENGTH_MAX:
                yield Finding(path, number, f"{len(line)} columns, over {LINE_LENGTH_MAX}")


@rule
def function_length(repo):
    """At most 70 lines."""
    for path, text in repo.code():
        for name, first, last in functions(path, text):
            if last - first + 1 > FUNCTION_LINES_MAX:
                yield Finding(path, first, f"{name} has {last - first + 1} lines, over "
                                           f"{FUNCTION_LINES_MAX}")


def functions(path, text):
    """Name, first and last line of each function of a C++ or Python file."""
    if path.endswith((".h", ".cpp")):
        return [(f.name, f.first_line, f.last_line) for f in tidy_cpp.outline(text).functions]
    if path.endswith(".py") or text.startswith("#!/usr/bin/env python3"):
        return [(node.name, node.lineno, node.end_lineno) for node in ast.walk(ast.parse(text))
                if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))]
    return []


@rule
def file_length(repo):
    """At most 400 lines, unless tools/long_files.txt gives a reason."""
    reasons = {}
    for line in repo.files.get("tools/long_files.txt", "").splitlines():
        if line and not line.startswith("#"):
            path, _, reason = line.partition(" ")
            reasons[path] = reason.strip()
    for path, text in repo.code():
        lines = len(text.splitlines())
        reason = reasons.pop(path, None) if lines > FILE_LINES_MAX else ""
        if reason is None:
            yield Finding(path, 1, f"{lines} lines, over {FILE_LINES_MAX}: find the second idea")
        elif lines > FILE_LINES_MAX and len(reason) < 20:
            yield Finding(path, 1, "tools/long_files.txt gives no reason")
    for path in reasons:
        yield Finding("tools/long_files.txt", 1, f"{path} is no long file any more")


@rule
def whitespace(repo):
    """Spaces, not tabs; none at the end of a line; a newline at the end of the file."""
    for path, text in repo.code():
        for number, line in enumerate(text.split("\n"), 1):
            if "\t" in line or line != line.rstrip():
                yield Finding(path, number, "a tab, or space at the end of the line")
        if text and not text.endswith("\n"):
            yield Finding(path, len(text.splitlines()), "no newline at the end")


@rule
def include_guards(repo):
    """Each header says #pragma once; a list that is included several times is named .inc."""
    for path, text in repo.cpp.items():
        if path.endswith(".h") and not re.search(r"^#pragma once$", text, re.MULTILINE):
            yield Finding(path, 1, "lacks #pragma once")


def read_repository(root):
    """The text files that are committed or about to be."""
    listing = subprocess.run(["git", "ls-files", "-co", "--exclude-standard", "-z"], cwd=root,
                             check=True, capture_output=True).stdout.decode()
    files = {}
    for name in filter(None, listing.split("\0")):
        try:
            files[name] = (root / name).read_text(encoding="utf-8")
        except (UnicodeDecodeError, FileNotFoundError, IsADirectoryError):
            continue  # not a text, or removed but not yet committed so
    return Repository(files)


def main():
    repo, count = read_repository(ROOT), 0
    for name, check in RULES.items():
        for finding in check(repo):
            print(f"{finding.path}:{finding.line}: {name}: {finding.message}")
            count += 1
    print(f"tidy       {len(repo.files)} files, {len(RULES)} rules, {count} findings")
    sys.exit(1 if count else 0)


if __name__ == "__main__":
    main()
