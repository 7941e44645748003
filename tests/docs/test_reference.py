"""The generated reference is that of the program, and the help of every command is complete."""

import json
import re

import log_reference
import pyulog
import pytest
import reference

from docs.schemas import ROOT, alula, program

COMMANDS = [" ".join(words) for words in reference.command_names(program(), ())]


@pytest.fixture(scope="module")
def log(tmp_path_factory):
    return reference.fly(program(), tmp_path_factory.mktemp("reference"))


def test_the_committed_pages_are_the_programs(log):
    for path, text in reference.pages(program(), log).items():
        assert path.read_text() == text, f"{path.name}: run tools/refresh_docs"


def test_the_page_of_parameters_has_a_row_for_each():
    page = (ROOT / "docs/reference/parameters.md").read_text()
    rows = re.findall(r"^\| `(\w+)` \|", page, re.MULTILINE)
    listed = json.loads(alula("params", "list", "--json").stdout)["result"]
    assert rows == [parameter["name"] for parameter in listed]
    assert "ALULA_" not in page


def test_every_note_on_the_log_belongs_to_a_field(log):
    topics = log_reference.notes()
    data = {log_reference.noted_topic(d.name): d for d in pyulog.ULog(str(log)).data_list}
    assert set(topics) - {log_reference.ANYWHERE} == set(data)
    reader = pyulog.ULog(str(log))
    for topic, (about, fields) in topics.items():
        if topic == log_reference.ANYWHERE:
            continue
        assert about, topic
        present = {name for name, _ in log_reference.fields_of(reader, data[topic])}
        assert set(fields) <= present, topic


def test_fields_of_our_own_topics_are_all_explained(log):
    topics = log_reference.notes()
    reader = pyulog.ULog(str(log))
    own = [d for d in reader.data_list if d.name == "sensor_error" or d.name.startswith("force_")]
    assert own
    for data in own:
        topic = log_reference.noted_topic(data.name)
        for field, _ in log_reference.fields_of(reader, data):
            assert log_reference.note_of(topics, topic, field), (topic, field)


@pytest.mark.parametrize("command", COMMANDS, ids=lambda c: c or "alula")
def test_the_help_of_every_command_is_complete(command):
    text = alula(*command.split(), "--help").stdout
    assert re.match(r"\w.{10,}\n", text), "says what the command does"
    assert "Exit codes: 0 done, 1 " in text
    if "\nSubcommands:" not in text:
        assert f"\nExample: alula {command}" in text
    for line, below in re.findall(r"^(  \S.*)\n(.*)", text, re.MULTILINE):
        described = re.search(r"\S  +\S", line) or below.startswith(" " * 20)
        assert described, f"no description: {line}"


def test_every_example_of_a_help_names_files_that_exist():
    for command in COMMANDS:
        example = re.search(r"^Example: (.*)$", alula(*command.split(), "--help").stdout, re.M)
        for word in example[1].split() if example else ():
            if word.startswith(("missions/", "models/", "scenarios/")):
                assert (ROOT / word).exists(), word
