// Our ULog writer against @foxglove/ulog, the reader behind Foxglove and others.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import test, { after, before } from "node:test";
import { fileURLToPath } from "node:url";

import { MessageType, ULog } from "@foxglove/ulog";
import { FileReader } from "@foxglove/ulog/node.js";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");
const build = path.dirname(process.env.ALULA_BIN ?? path.join(root, "build/release/alula"));
const tool = path.join(build, "tests/log/ulog_tool");

let folder, reader, log, listed;

before(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "alula-foxglove-"));
  const file = path.join(folder, "sample.ulg");
  execFileSync(tool, ["write", file]);
  const lines = execFileSync(tool, ["list", file], { encoding: "utf8" }).trim().split("\n");
  listed = lines.map((line) => JSON.parse(line));
  reader = new FileReader(file);
  log = new ULog(reader);
  await log.open();
});

after(() => rmSync(folder, { recursive: true }));

test("every topic has as many messages as our reader finds", () => {
  const counts = log.dataMessageCounts();
  for (const [id, subscription] of log.subscriptions) {
    const { name, multiId } = subscription;
    const own = listed.find((row) => row.name === name && row.multi_id === multiId);
    assert.equal(counts.get(id) ?? 0, own?.count ?? 0, name);
  }
});

test("there are no drop-outs and nothing unknown", async () => {
  const seen = new Set();
  for await (const message of log.readMessages()) seen.add(message.type);
  assert.ok(seen.has(MessageType.Data) && seen.has(MessageType.Log));
  assert.ok(!seen.has(MessageType.Dropout) && !seen.has(MessageType.Unknown));
});

test("values, nested formats and texts come through", async () => {
  const texts = [];
  let esc, truth;
  for await (const message of log.readMessages()) {
    if (message.type === MessageType.Log) texts.push(message.message);
    if (message.type !== MessageType.Data) continue;
    const { name } = log.subscriptions.get(message.msgId);
    if (name === "esc_status") esc = message.value;
    if (name === "vehicle_local_position_groundtruth") truth = message.value;
  }
  assert.equal(esc.esc.length, 8);
  assert.equal(esc.esc[3].actuator_function, 104);
  const seconds = Number(truth.timestamp) * 1e-6 - 1;
  assert.ok(Math.abs(truth.z + seconds) < 1e-5); // the made-up flight climbs at 1 m/s
  assert.equal(texts[0], "something happened");
});

test("parameters hold the flown value, not the default", () => {
  assert.equal(log.header.parameters.get("MC_ROLL_P").value, 6);
  assert.equal(log.header.parameters.get("SYS_AUTOSTART").value, 4001);
  assert.equal(log.header.information.get("sys_name"), "Alula");
});
