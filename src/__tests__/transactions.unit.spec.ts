import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The others say themselves which isolation level they need. */
const OWN_LEVEL = [
  "modules/acquiring/card-testing/velocity.ts",
  "modules/acquiring/overview/fold.ts",
  "modules/acquiring/runtime/joined-transaction.ts",
  "modules/acquiring/runtime/run-transaction.ts",
];

const root = join(__dirname, "..");

test("every transaction is begun by runTransaction, whatever isolation level the database has by default", () => {
  const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter(
    (name) => /\.tsx?$/.test(name) && !/__tests__|^simulator/.test(name),
  );
  expect(files.length).toBeGreaterThan(500);
  const calls = files.flatMap((name) => {
    const source = readFileSync(join(root, name), "utf8");
    return Array.from(source.matchAll(/\.transaction(?:Provider)?\(/g), () => name);
  });
  expect(calls.sort()).toEqual(OWN_LEVEL);
});
