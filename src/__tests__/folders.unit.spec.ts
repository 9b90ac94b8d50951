import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";

/**
 * In each of these layers, no two folders (or files beside them) import each other, directly or indirectly. See ADR 26.
 */
const LAYERS = ["gateway", "modules/acquiring", "application"] as const;

const root = join(__dirname, "..");

const IMPORT = /\bfrom\s+"(\.[^"]+)"/g;

/** The folder, or file, directly in the layer. */
const partOf = (layer: string, file: string): string =>
  relative(layer, file)
    .split(sep)[0]
    ?.replace(/\.tsx?$/, "") ?? "";

function importsOf(file: string): readonly string[] {
  return [...readFileSync(file, "utf8").matchAll(IMPORT)].flatMap(([, name = ""]) => {
    const base = join(dirname(file), name);
    return [`${base}.ts`, `${base}.tsx`, join(base, "index.ts")].filter((each) => existsSync(each)).slice(0, 1);
  });
}

function graphOf(layer: string): ReadonlyMap<string, ReadonlySet<string>> {
  const graph = new Map<string, Set<string>>();
  for (const name of readdirSync(layer, { recursive: true, encoding: "utf8" })) {
    if (!/\.tsx?$/.test(name) || /(__tests__|migrations)/.test(name)) continue;
    const from = partOf(layer, join(layer, name));
    const others = importsOf(join(layer, name)).filter((file) => file.startsWith(layer + sep));
    const known = graph.get(from) ?? new Set<string>();
    for (const to of others.map((file) => partOf(layer, file))) if (to !== from) known.add(to);
    graph.set(from, known);
  }
  return graph;
}

/** The first import cycle. */
function cycleIn(graph: ReadonlyMap<string, ReadonlySet<string>>): readonly string[] {
  const done = new Set<string>();
  const follow = (part: string, path: readonly string[]): readonly string[] => {
    if (path.includes(part)) return [...path.slice(path.indexOf(part)), part];
    if (done.has(part)) return [];
    for (const next of graph.get(part) ?? []) {
      const found = follow(next, [...path, part]);
      if (found.length > 0) return found;
    }
    done.add(part);
    return [];
  };
  for (const part of graph.keys()) {
    const found = follow(part, []);
    if (found.length > 0) return found;
  }
  return [];
}

test.each(LAYERS)("the folders of %s import each other in one direction only", (name) => {
  const graph = graphOf(join(root, name));
  expect(graph.size).toBeGreaterThan(8);
  expect(cycleIn(graph)).toEqual([]);
});

test("a cycle of imports is detected", () => {
  const graph = new Map([
    ["a", new Set(["b"])],
    ["b", new Set(["c"])],
    ["c", new Set(["b"])],
  ]);
  expect(cycleIn(graph)).toEqual(["b", "c", "b"]);
});

test("no folder has a name that Medusa's compiler leaves out of a build", () => {
  const leftOut = ["integration-tests", "test", "unit-tests"];
  const folders = readdirSync(root, { recursive: true, withFileTypes: true }).filter((each) => each.isDirectory());
  expect(folders.length).toBeGreaterThan(100);
  expect(
    folders.filter(({ name }) => leftOut.includes(name)).map(({ name, parentPath }) => join(parentPath, name)),
  ).toEqual([]);
});
