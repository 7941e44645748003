// Takes the pictures that the documents show: `node tools/screenshots.mjs <flight> <folder>`, where
// the flight is a folder that `alula fly` wrote.
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";

import { Chromium } from "../tests/support/chromium.mjs";

const BYTES_MAX = 300_000;
const [flight, folder] = process.argv.slice(2);

const browser = await Chromium.start();
try {
  const page = await browser.open(path.resolve(flight, "report.html"),
    { width: 1280, height: 1160 });
  await page.value("alulaPage.painter.finish()");
  const picture = await page.screenshot();
  if (picture.length > BYTES_MAX) throw new Error(`${picture.length} bytes, over ${BYTES_MAX}`);
  if (page.complaints.length > 0) throw new Error(page.complaints.join("\n"));
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, "report.png"), picture);
  console.log(`${path.join(folder, "report.png")}, ${picture.length} bytes`);
} finally {
  await browser.close();
}
