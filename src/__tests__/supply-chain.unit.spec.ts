import { existsSync } from "node:fs";
import { join } from "node:path";
import { scripts } from "../../package.json";
import { differencesFrom, withHashes, withSerialNumber, type Bill } from "../../scripts/sbom/bill.cjs";
import { runtimeTree, type Lock } from "../../scripts/sbom/runtime-tree.cjs";
import { textOf } from "./read-document";

/** What a store installs with the package, and that nothing of it runs at installation. */
const lockAt = (file: string): Lock => JSON.parse(textOf(file)) as Lock;
const lock = lockAt("package-lock.json");
const { packages } = runtimeTree(lock);
const nameOf = (id: string): string => id.slice(0, id.lastIndexOf("@"));

describe("no install scripts", () => {
  test("the package has none, and nothing that npm would build", () => {
    const atInstallation = ["preinstall", "install", "postinstall", "prepare"];
    expect(atInstallation.filter((name) => name in scripts)).toEqual([]);
    expect(existsSync(join(__dirname, "../../binding.gyp"))).toBe(false);
  });

  test("neither has any package that is installed with it", () => {
    expect(packages.filter(({ hasInstallScript }) => hasInstallScript === true)).toEqual([]);
  });

  test("neither has any required package of the tool that writes the SBOM", () => {
    const tools = runtimeTree(lockAt("scripts/sbom/package-lock.json")).packages;
    expect(tools.filter(({ id }) => id.startsWith("@cyclonedx/")).map(({ id }) => nameOf(id))).toHaveLength(2);
    const optional = new Set(["libxmljs2"]);
    expect(tools.filter((each) => each.hasInstallScript && !optional.has(nameOf(each.id)))).toEqual([]);
  });
});

test("the README says how many packages a store installs", () => {
  const [, count] = /and (\d+) small\s+packages/.exec(textOf("README.md")) ?? [];
  expect(packages).toHaveLength(Number(count));
});

test("every package that a store installs has npm's hash", () => {
  expect(packages.filter(({ integrity }) => !/^sha512-/.test(integrity ?? ""))).toEqual([]);
});

describe("runtimeTree", () => {
  const small: Lock = {
    name: "us",
    version: "1.0.0",
    packages: {
      "": { dependencies: { a: "1" } },
      "node_modules/a": { version: "1.0.0", dependencies: { b: "2" }, optionalDependencies: { "@s/c": "1" } },
      "node_modules/a/node_modules/b": { version: "2.0.0", dependencies: { "@s/c": "1" } },
      "node_modules/b": { version: "1.0.0" },
      "node_modules/@s/c": { version: "1.1.0", dependencies: { a: "1" } },
    },
  };

  it("takes the nearest copy of a package, and each once", () => {
    const tree = runtimeTree(small);
    expect(tree.packages.map(({ id }) => id).sort()).toEqual(["@s/c@1.1.0", "a@1.0.0", "b@2.0.0"]);
    expect(tree.uses).toEqual([
      "@s/c@1.1.0 → a@1.0.0",
      "a@1.0.0 → @s/c@1.1.0",
      "a@1.0.0 → b@2.0.0",
      "b@2.0.0 → @s/c@1.1.0",
      "us@1.0.0 → a@1.0.0",
    ]);
  });

  it("reports a package that the lock file lacks", () => {
    const broken = { ...small, packages: { "": { dependencies: { gone: "1" } } } };
    expect(() => runtimeTree(broken)).toThrow("The lock file has no gone, which package.json needs.");
  });
});

describe("the check of an SBOM", () => {
  const component = (id: string): Bill["components"][number] => {
    const [, group, name = "", version = ""] = /^(?:(@[^/]+)\/)?(.+)@(.+)$/.exec(id) ?? [];
    return { "bom-ref": id, name, version, ...(group === undefined ? {} : { group }) };
  };
  const root = `${lock.name}@${lock.version}`;
  const uses = runtimeTree(lock).uses.map((edge) => edge.split(" → "));
  const bill = (ids: readonly string[]): Bill => ({
    metadata: { component: component(root) },
    components: ids.map(component),
    dependencies: [root, ...ids].map((ref) => ({
      ref,
      dependsOn: uses.flatMap(([from, to = ""]) => (from === ref && ids.includes(to) ? [to] : [])),
    })),
  });
  const all = packages.map(({ id }) => id);

  it("accepts exactly the runtime dependencies and theirs, with their hashes", () => {
    const whole = withHashes(bill(all), lock);
    expect(differencesFrom(whole, lock)).toEqual([]);
    expect(whole.components[0]?.hashes?.[0]?.content).toMatch(/^[0-9a-f]{128}$/);
  });

  it("gives the same content the same serial number, and another one to other content", () => {
    const [first, same, other] = [bill(all), bill(all), bill(all.slice(1))].map(
      (each) => withSerialNumber(each).serialNumber,
    );
    expect(first).toMatch(/^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(same).toBe(first);
    expect(other).not.toBe(first);
  });

  it("reports a dependency that is left out, as npm's own sbom command leaves out csv-parse", () => {
    const [left = ""] = all.filter((id) => nameOf(id) === "csv-parse");
    const shorter = withHashes(bill(all.filter((id) => id !== left)), lock);
    expect(differencesFrom(shorter, lock)).toEqual([
      `${left} is installed, but not listed`,
      `${root} → ${left} is in the lock file, but not listed`,
    ]);
  });

  it("reports a development dependency that is listed, and a package without a hash", () => {
    const longer = withHashes(bill([...all, "jest@30.5.2"]), lock);
    expect(differencesFrom(longer, lock)).toEqual([
      "jest@30.5.2 is listed, but not installed",
      "jest@30.5.2 has no hash",
    ]);
  });
});
