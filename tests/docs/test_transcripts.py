"""Every command that a document shows runs, and says what the document says it says."""

import os
import re
import shutil
import subprocess

import pytest

from docs.transcripts import DOCUMENTS, ROOT, commands, comparable

SHOWN = [document for document in DOCUMENTS if commands(document)]


@pytest.fixture(scope="module")
def checkout(tmp_path_factory):
    """A copy of what a reader has after a build; the program is the one under test."""
    folder = tmp_path_factory.mktemp("checkout")
    for name in ("docs", "examples", "missions", "models", "scenarios", "tests", "tools", ".venv",
                 "Makefile"):
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


PAGES = [*DOCUMENTS, *sorted((ROOT / "docs/reference").glob("*.md")),
         *sorted((ROOT / "docs/modes").glob("*.md"))]


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.name)
def test_every_link_to_a_file_leads_somewhere(page):
    for target in re.findall(r"\]\(([^)#]+)[^)]*\)", page.read_text()):
        if not target.startswith("http"):
            assert (page.parent / target).exists(), target


def test_the_index_lists_every_page():
    index = (ROOT / "docs/README.md").read_text()
    for page in (*(ROOT / "docs").glob("*.md"), *(ROOT / "docs/reference").glob("*.md")):
        assert page.name == "README.md" or f"{page.relative_to(ROOT / 'docs')})" in index, page.name
