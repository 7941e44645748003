"""Every command that a document shows runs, and says what the document says it says."""

import os
import shutil
import subprocess

import pytest

from docs.transcripts import DOCUMENTS, ROOT, commands, comparable

SHOWN = [document for document in DOCUMENTS if commands(document)]


@pytest.fixture(scope="module")
def checkout(tmp_path_factory):
    """A copy of what a reader has after a build; the program is the one under test."""
    folder = tmp_path_factory.mktemp("checkout")
    for name in ("examples", "missions", "models", "scenarios", ".venv", "Makefile", "tools"):
        (folder / name).symlink_to(ROOT / name)
    (folder / "build/release").mkdir(parents=True)
    program = os.environ.get("ALULA_BIN", str(ROOT / "build/release/alula"))
    shutil.copy2(program, folder / "build/release/alula")
    return folder


def run(command, folder):
    # The copy is built already: what `make fly` adds to that is this script.
    shell = command.replace("make fly", "echo the program is build/release/alula && "
                            "tools/fly build/release/alula missions/demo.plan build/fly")
    return subprocess.run(["bash", "-c", shell], cwd=folder, capture_output=True, text=True,
                          timeout=300)


@pytest.mark.slow
@pytest.mark.parametrize("document", SHOWN, ids=lambda d: d.name)
def test_commands_run_and_show_what_the_document_shows(document, checkout):
    for command in commands(document):
        result = run(command.text, checkout)
        assert result.returncode == 0, f"{command.text}\n{result.stdout}{result.stderr}"
        shown = comparable(result.stdout.splitlines())
        assert shown == comparable(command.output), f"{document.name}: {command.text}"


def test_the_readme_shows_the_two_commands():
    texts = [command.text for command in commands(ROOT / "README.md")]
    assert "make fly" in texts
    assert "make test" in (ROOT / "README.md").read_text()
