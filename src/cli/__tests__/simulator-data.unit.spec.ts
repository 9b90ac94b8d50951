import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { placeForBooks } from "../simulator-data";

/** Simulator data in a store's folder must not restart `medusa develop` on every payment. */
let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "acquiring-books-")));
  mkdirSync(join(folder, "store/src"), { recursive: true });
  writeFileSync(join(folder, "store/medusa-config.ts"), "");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test.each(["gateway.json", "src/gateway.json", "../store/gateway.json"])("%s in a store is moved", (asked) => {
  const { file, note } = placeForBooks(asked, join(folder, "store"));
  expect(file).toBe(join(folder, "store/.medusa/simulator/gateway.json"));
  expect(note).toBe(
    `data is kept in .medusa/simulator/gateway.json: medusa develop restarts the store when ${asked} changes`,
  );
});

test.each([".medusa/gateway.json", "node_modules/.cache/gateway.json", "static/gateway.json", "../gateway.json"])(
  "%s is not watched, and is not moved",
  (asked) => {
    const store = join(folder, "store");
    expect(placeForBooks(asked, store)).toEqual({ file: join(store, asked), note: null });
  },
);

test("existing data is moved too, and data at the new place is never replaced", () => {
  const store = join(folder, "store");
  writeFileSync(join(store, "gateway.json"), "first");
  const { file } = placeForBooks("gateway.json", store);
  expect([readFileSync(file, "utf8"), existsSync(join(store, "gateway.json"))]).toEqual(["first", false]);
  writeFileSync(join(store, "gateway.json"), "second");
  placeForBooks("gateway.json", store);
  expect(readFileSync(file, "utf8")).toBe("first");
});
