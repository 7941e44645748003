"""The commands that documents show, with the output that they show for them.

A fenced block of language `console` is a session: a line that begins with "$ " is a command, the
lines up to the next command are its output. Figures that depend on the machine are told apart by
their unit.
"""

import dataclasses
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[2]
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
BLOCK = re.compile(r"^```console\n(.*?)^```$", re.DOTALL | re.MULTILINE)
SPEED = re.compile(r"\d+ x real time")
HASH = re.compile(r"\b[0-9a-f]{16}\b")


@dataclasses.dataclass
class Command:
    text: str
    output: list


def session(text):
    """The commands of one block in their order."""
    found = []
    for line in text.splitlines():
        if line.startswith("$ "):
            found.append(Command(line[2:], []))
        elif found:
            found[-1].output.append(line)
    return found


def commands(document):
    """Every command of a document in its order."""
    return [command for block in BLOCK.findall(document.read_text()) for command in session(block)]


def of_one_machine(lines):
    """Without what the same machine shows differently the next time."""
    return SPEED.sub("N x real time", "\n".join(line.rstrip() for line in lines).strip())


def comparable(lines):
    """Without what another machine, or another processor, shows differently."""
    return HASH.sub("HASH", of_one_machine(lines))
