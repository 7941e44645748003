"""The schemas are those of the program, fit every shipped file, and refuse what they can see."""

import copy
import re

import jsonschema
import pytest
import ruamel.yaml

from docs.schemas import (FOLDERS, KINDS, ROOT, alula, dump, ending, load, properties, schema,
                          validator)

SHIPPED = [(kind, path) for kind in KINDS
           for path in sorted((ROOT / FOLDERS[kind]).glob(f"*.{ending(kind)}"))]
BAD = [(kind, path) for kind in KINDS
       for path in sorted((ROOT / f"tests/bad/{kind}s").glob(f"*.{ending(kind)}"))]
# Faults of one key alone; where no editor reads NaN or infinity as such, it cannot see them. Nor
# does a schema tell the numbers of one list apart, or the commands that are flown.
VISIBLE = re.compile(r"unknown key|expected ((a|an|one of|true or false)\b.*|\d+|\"Plan\"), found "
                     r"(?!-?\.(inf|nan))")
UNSEEN = re.compile(r"plannedHomePosition\[|\.complexItemType: |command \d+ is not supported")


def identity(value):
    return value if isinstance(value, str) else value.stem


@pytest.mark.parametrize("kind", KINDS)
def test_the_committed_schema_is_the_programs(kind):
    committed = (ROOT / f"models/schemas/{kind}.json").read_text()
    assert committed == alula("schema", kind).stdout, "run tools/refresh_docs"


@pytest.mark.parametrize("kind", KINDS)
def test_every_key_says_what_it_means(kind):
    jsonschema.Draft202012Validator.check_schema(schema(kind))
    silent = [path for path, field in properties(schema(kind)) if not field.get("description")]
    assert silent == []


@pytest.mark.parametrize("kind, path", SHIPPED, ids=identity)
def test_shipped_files_fit_and_name_their_schema(kind, path):
    text = path.read_text()
    validator(kind).validate(load(text))
    if kind == "plan":
        return  # QGroundControl's own format
    named = re.match(r"# yaml-language-server: \$schema=(\S+)\n", text)
    assert named and (path.parent / named[1]).resolve() == ROOT / f"models/schemas/{kind}.json"


def refused_by_program(kind, path):
    """What the program says against a file."""
    if kind == "vehicle":
        return alula("vehicle", "check", str(path))
    if kind == "scenario":
        return alula("run", str(path))
    if kind == "plan":
        return alula("plan", "check", str(path))
    return alula("fly", "missions/square.plan", "--no-log", "--max-time", "1", "--world", str(path))


@pytest.mark.parametrize("kind, path", BAD, ids=identity)
def test_a_broken_file_is_refused_where_its_fault_can_be_seen(kind, path):
    result = refused_by_program(kind, path)
    assert result.returncode == 2, result.stderr
    try:
        values = load(path.read_text())
    except ruamel.yaml.YAMLError:
        return  # an editor that cannot read it says so itself
    in_file = f"{path.name}:" in result.stderr
    told = VISIBLE.search(result.stderr) and not UNSEEN.search(result.stderr)
    if in_file and told:
        assert not validator(kind).is_valid(values), result.stderr


def leaves(node, path=()):
    """Paths of all values that are no map and no list of maps."""
    for key, value in (node.items() if isinstance(node, dict) else enumerate(node)):
        if isinstance(value, (dict, list)) and value:
            yield from leaves(value, (*path, key))
        yield (*path, key)


def changed(values, path, change):
    result = copy.deepcopy(values)
    parent = result
    for step in path[:-1]:
        parent = parent[step]
    change(parent, path[-1])
    return result


def remove(parent, key):
    del parent[key]


def misspell(parent, key):
    if isinstance(parent, dict):
        parent[f"{key}_x"] = parent.pop(key)
    else:
        parent[key] = "x"


def become(value):
    def change(parent, key):
        parent[key] = value
    return change


CHANGES = [remove, misspell, become(None), become("x"), become(-1), become(1e9), become([]),
           become({}), become(True)]


# The other way round: a schema that finds fault where the program finds none would mislead. Every
# value of a file is changed in its turn, each time in another way.
@pytest.mark.parametrize("kind, name", [("vehicle", "x500"), ("vehicle", "airsim_quad"),
                                        ("scenario", "nesc_02"), ("scenario", "rest_slope"),
                                        ("plan", "square")])
def test_a_schema_refuses_nothing_that_the_program_takes(kind, name, tmp_path):
    values = load((ROOT / FOLDERS[kind] / f"{name}.{ending(kind)}").read_text())
    values.update({"duration_s": 0.01} if kind == "scenario" else {})
    check = validator(kind)
    refused = 0
    for i, path in enumerate(leaves(values)):
        broken = changed(values, path, CHANGES[i % len(CHANGES)])
        if check.is_valid(broken):
            continue
        refused += 1
        file = tmp_path / f"{i}.{ending(kind)}"
        file.write_text(dump(broken))
        assert refused_by_program(kind, file).returncode == 2, (path, broken)
    assert refused > 5
