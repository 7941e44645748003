"""The JSON Schemas in models/schemas, and files as an editor sees them."""

import json
import os
import pathlib
import subprocess

import jsonschema
import ruamel.yaml

ROOT = pathlib.Path(__file__).resolve().parents[2]
KINDS = ("vehicle", "world", "scenario", "plan")
FOLDERS = {"vehicle": "models/vehicles", "world": "models/worlds", "scenario": "scenarios",
           "plan": "missions"}


def ending(kind):
    return "plan" if kind == "plan" else "yaml"


def program():
    return os.environ.get("ALULA_BIN", str(ROOT / "build/release/alula"))


def alula(*arguments):
    return subprocess.run([program(), *arguments], cwd=ROOT, capture_output=True, text=True,
                          timeout=60)


def schema(kind):
    return json.loads((ROOT / f"models/schemas/{kind}.json").read_text())


def validator(kind):
    return jsonschema.Draft202012Validator(schema(kind))


def load(text):
    """The values of a YAML 1.2 text."""
    return ruamel.yaml.YAML(typ="safe", pure=True).load(text)


def dump(values):
    return json.dumps(values)  # JSON is YAML


def properties(node, path=""):
    """Every key of a schema with its path."""
    for key, field in node.get("properties", {}).items():
        if field is not True:
            yield f"{path}{key}", field
            yield from properties(field, f"{path}{key}.")
            yield from properties(field.get("items", {}), f"{path}{key}[].")
            for choice in field.get("anyOf", ()):
                yield from properties(choice, f"{path}{key}.")
    for branch in node.get("allOf", ()):
        yield from properties(branch["then"], path)
