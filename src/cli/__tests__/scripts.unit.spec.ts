import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { HELP, listPackage, run } from "../scripts";

/** The command `scripts`, for a folder like the package's. */
let folder: string;
let out: string[];
let err: string[];

const CODE = "export {};\n";
const INTEGRITY = `sha384-${createHash("sha384").update(CODE).digest("base64")}`;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "acquiring-scripts-"));
  mkdirSync(join(folder, "sdk"));
  writeFileSync(join(folder, "sdk/index.mjs"), CODE);
  writeFileSync(join(folder, "sdk/index.d.mts"), CODE);
  const files = [{ file: "sdk/index.mjs", bytes: CODE.length, integrity: INTEGRITY, purpose: "The entry" }];
  const pages = [{ page: "/go", purpose: "Leads on", protection: "a nonce" }];
  writeFileSync(join(folder, "scripts.json"), JSON.stringify({ package: "p", version: "1.0.0", files, pages }));
  [out, err] = [[], []];
  jest.spyOn(console, "log").mockImplementation((text: string) => void out.push(text));
  jest.spyOn(console, "error").mockImplementation((text: string) => void err.push(text));
});
afterEach(() => {
  jest.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

it("each file is listed with its hash and purpose, and an unchanged package ends with 0", () => {
  expect(listPackage(folder, false)).toBe(0);
  expect(out[0]).toBe(`sdk/index.mjs  ${INTEGRITY}\n    The entry`);
  expect(out.join("\n")).toContain("/go on this server");
  expect(err).toEqual([]);
});

it("a changed, a missing and an added file end with 1, each by name", () => {
  writeFileSync(join(folder, "sdk/index.mjs"), `${CODE}//`);
  writeFileSync(join(folder, "sdk/more.js"), CODE);
  expect(listPackage(folder, false)).toBe(1);
  expect(err.join("\n")).toMatch(/sdk\/index\.mjs has another hash: sha384-.*sdk\/more\.js is not in the inventory/s);
  rmSync(join(folder, "sdk/index.mjs"));
  expect(listPackage(folder, true)).toBe(1);
  expect(JSON.parse(out.at(-1) ?? "")).toMatchObject({
    version: "1.0.0",
    problems: ["sdk/index.mjs is missing.", "sdk/more.js is not in the inventory."],
  });
});

it("--folder lists what a shop's own build contains", async () => {
  expect(await run(["--folder", folder, "--json"])).toBe(0);
  expect(JSON.parse(out.join())).toEqual({
    files: [{ file: "sdk/index.mjs", bytes: CODE.length, integrity: INTEGRITY }],
  });
  expect(await run(["--folder", join(folder, "nowhere")])).toBe(2);
});

it("has help, and ends with 2 on wrong usage", async () => {
  expect(await run(["--help"])).toBe(0);
  expect(out).toEqual([HELP]);
  expect(await run(["--wings"])).toBe(2);
});

it("a folder without an inventory says how to get one", async () => {
  rmSync(join(folder, "scripts.json"));
  expect(() => listPackage(folder, false)).toThrow("npm run build");
});
