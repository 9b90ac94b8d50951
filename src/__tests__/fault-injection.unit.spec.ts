import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The table in docs/fault-injection.md names a test for every row; each must exist. */
const root = join(__dirname, "../..");
const ROW = /^\| (.+?) +\| .+? +\| `([^`]+)` +\| `([^`]+)` +\|$/;

const lines = readFileSync(join(root, "docs/fault-injection.md"), "utf8").split("\n");
const rows = lines.flatMap((line) => {
  const match = ROW.exec(line);
  return match ? [[match[1] ?? "", match[2] ?? "", match[3] ?? ""] as const] : [];
});

test("every table row can be parsed", () => {
  const inTables = lines.filter(
    (line) => line.startsWith("|") && !/^\|[ -]+\|/.test(line) && !line.startsWith("| fault "),
  );
  expect(rows).toHaveLength(inTables.length);
  expect(rows.length).toBeGreaterThan(110);
});

test.each(rows)("%s: the test %s exists", (_thrown, file, name) => {
  const source = readFileSync(join(root, file), "utf8");
  const isThere = source.includes(`"${name}"`) || source.includes(`\`${name}\``);
  expect([name, isThere]).toEqual([name, true]);
});
