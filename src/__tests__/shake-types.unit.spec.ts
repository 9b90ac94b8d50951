import { shakeTypes } from "../../scripts/shake-types.cjs";

/** Which declarations of type files the package keeps. */
const FILES = {
  "/types/index.d.ts": [
    'import type { Named } from "./re-export";',
    'import type { Unused } from "./deep";',
    'export * from "./all";',
    'export declare const a: Named & import("./deep").Typed;',
  ],
  "/types/re-export.d.ts": ['export { Named, Other } from "./deep";', "export type Own = 1;"],
  "/types/deep.d.ts": [
    "/** Said. */",
    "export interface Named { x: Inner; }",
    "interface Inner { y: string; }",
    "export type Other = 2;",
    "export type Typed = typeof value;",
    "declare const value: 3;",
    "export type Unused = 4;",
  ],
  "/types/all.d.ts": ["export type InAll = 5;"],
  "/types/nobody.d.ts": ["export type Nobody = 6;"],
};

const shaken = (isDocumented: boolean) =>
  shakeTypes({
    texts: new Map(Object.entries(FILES).map(([file, lines]) => [file, lines.join("\n")])),
    entries: ["/types/index.d.ts"],
    isEntryStatement: (statement) => !/^import/.test(statement.getText()),
    isDocumented: () => isDocumented,
  });

it("keeps what an entry needs, directly or through other files, and nothing else", () => {
  const kept = shaken(true);
  expect([...kept.keys()].sort()).toEqual([
    "/types/all.d.ts",
    "/types/deep.d.ts",
    "/types/index.d.ts",
    "/types/re-export.d.ts",
  ]);
  const deep = kept.get("/types/deep.d.ts");
  for (const name of ["Said", "Named", "Inner", "Typed", "value"]) expect(deep).toContain(name);
  for (const name of ["Other", "Unused"]) expect([...kept.values()].join()).not.toContain(name);
});

it("keeps comments of documented files only", () => {
  expect(shaken(true).get("/types/deep.d.ts")).toContain("/** Said. */");
  expect(shaken(false).get("/types/deep.d.ts")).not.toContain("Said");
});
