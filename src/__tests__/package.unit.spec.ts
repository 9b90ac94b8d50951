import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  dependencies,
  devDependencies,
  exports as entries,
  peerDependencies,
  peerDependenciesMeta,
  typesVersions,
} from "../../package.json";

/** package.json as a storefront sees it, which installs the same package as the server. */
const forBrowsers = Object.entries(entries).flatMap(([name, target]) =>
  typeof target === "object" && "types" in target && target.types.startsWith("./.medusa/browser/")
    ? [{ name: name.slice("./".length), types: target.types.slice("./".length) }]
    : [],
);

it("a shop with moduleResolution node, such as Medusa's Next.js storefront, resolves the types of every browser entry", () => {
  expect(forBrowsers.map(({ name }) => name)).toContain("react");
  expect(typesVersions["*"]).toEqual(Object.fromEntries(forBrowsers.map(({ name, types }) => [name, [types]])));
});

it("a storefront that installs the package does not install Medusa's server", () => {
  const optional = Object.fromEntries(Object.keys(peerDependencies).map((name) => [name, { optional: true }]));
  expect(peerDependenciesMeta).toEqual(optional);
});

it("every dependency has its reason in docs/dependencies.md, and every reason has its dependency", () => {
  const text = readFileSync(join(__dirname, "../../docs/dependencies.md"), "utf8");
  const inTables = text.split("\n").filter((line) => line.startsWith("| `"));
  const reasoned = inTables.flatMap((line) =>
    [...(line.split("|")[1] ?? "").matchAll(/`([^`]+)`/g)].map(([, name]) => name),
  );
  const peers = Object.keys(peerDependencies);
  const own = Object.keys({ ...dependencies, ...devDependencies }).filter((name) => !peers.includes(name));
  expect(reasoned.toSorted()).toEqual(own.toSorted());
  expect(peers.filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
});
