"""docs/reference/log.md: topics and fields as a real log has them, meanings from log_fields.txt."""

import pathlib

import pyulog

NOTES = pathlib.Path(__file__).with_name("log_fields.txt")
ANYWHERE = "*"
PART = "force_<part>"


def notes():
    """Topic to (what it holds, {field: (unit, meaning)})."""
    topics = {}
    for line in NOTES.read_text().splitlines():
        if line.startswith("#"):
            continue
        cells = [cell.strip() for cell in line.split("|")]
        if line.startswith(" "):
            topics[topic][1][cells[0]] = (cells[1], cells[2])
        else:
            topic = cells[0]
            topics[topic] = (cells[-1] if len(cells) > 1 else "", {})
    return topics


def noted_topic(name):
    return PART if name.startswith("force_") else name


def fields_of(log, data):
    """(name, type) of every field, padding left out."""
    return [(name, f"{kind}[{count}]" if count else kind)
            for kind, count, name in log.message_formats[data.name].fields
            if not name.startswith("_padding")]


def note_of(topics, topic, field):
    """The topic's own note, that of the topic it is like, that of all."""
    alike = [topic, topic.removesuffix("_groundtruth"), ANYWHERE]
    if topic.startswith("estimator_innovation_"):
        alike.insert(1, "estimator_innovations")
    for name in alike:
        if name in topics and field in topics[name][1]:
            return topics[name][1][field]
    return None


def rate(data):
    stamps = data.data["timestamp"]
    steps = (stamps[1:] - stamps[:-1]) * 1e-6
    if len(steps) < 20:
        return "when it changes"
    mean = float(steps.mean())
    often = f"at {1.0 / mean:.0f} Hz"
    return often if float(abs(steps - mean).max()) < 1.0 else "when it changes, and slowly besides"


def page(log_path, head):
    log = pyulog.ULog(str(log_path))
    topics = notes()
    lines = ["# The log", "", head,
             "A ULog file; [log.md](../log.md) tells how to read it. Topics and fields have PX4's "
             "names, units and meanings (release 1.15). Rates are those of the vehicle x500 on "
             "`missions/square.plan`. Fields that Alula does not fill hold PX4's \"none\" (NaN, 0 "
             "or false) and are named below each table.", ""]
    seen = set()
    for data in sorted(log.data_list, key=lambda d: (d.name, d.multi_id)):
        topic = noted_topic(data.name)
        if topic in seen:
            continue
        seen.add(topic)
        lines += [f"## {topic}", "", f"{topics[topic][0]}. Written {rate(data)}.", ""]
        lines += ["| field | type | unit | meaning |", "| --- | --- | --- | --- |"]
        empty = []
        for field, kind in fields_of(log, data):
            note = note_of(topics, topic, field)
            if note:
                lines.append(f"| `{field}` | {kind} | {note[0]} | {note[1]} |")
            else:
                empty.append(f"`{field}`")
        lines += [""] + ([f"Not filled: {', '.join(empty)}.", ""] if empty else [])
    return "\n".join(lines)
