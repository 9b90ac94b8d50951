/** Completes and checks a CycloneDX document against the lock file. */
const { createHash } = require("node:crypto");
const { runtimeTree } = require("./runtime-tree.cjs");

const idOf = ({ group, name, version }) => `${group ? `${group}/` : ""}${name}@${version}`;

/** The tool takes no hashes from a lock file without registry addresses: npm's own, so that a store can compare them. */
function withHashes(bill, lock) {
  const integrity = new Map(runtimeTree(lock).packages.map((each) => [each.id, each.integrity]));
  const components = bill.components.map((component) => {
    const [, hash] = /^sha512-(\S+)$/.exec(integrity.get(idOf(component)) ?? "") ?? [];
    if (hash === undefined) return component;
    return { ...component, hashes: [{ alg: "SHA-512", content: Buffer.from(hash, "base64").toString("hex") }] };
  });
  return { ...bill, components };
}

/**
 * An address of the document's content (UUID version 8): GitHub attests no document without one, and the tool's are
 * random.
 */
function withSerialNumber(bill) {
  const hex = createHash("sha256").update(JSON.stringify(bill)).digest("hex");
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(12, 15)}`,
    `a${hex.slice(15, 18)}`,
    hex.slice(18, 30),
  ];
  return { ...bill, serialNumber: `urn:uuid:${parts.join("-")}` };
}

const without = (list, others) => list.filter((each) => !others.includes(each));

/** One line for everything that the document lists and a store does not install, and the reverse. */
function differencesFrom(bill, lock) {
  const tree = runtimeTree(lock);
  const own = bill.metadata.component;
  const names = new Map([own, ...bill.components].map((each) => [each["bom-ref"], idOf(each)]));
  const listed = bill.components.map(idOf);
  const installed = tree.packages.map(({ id }) => id);
  const edges = bill.dependencies.flatMap(({ ref, dependsOn = [] }) =>
    dependsOn.map((each) => `${names.get(ref)} → ${names.get(each)}`),
  );
  const unhashed = bill.components.filter(({ hashes = [] }) => hashes.length === 0);
  return [
    ...without(listed, installed).map((id) => `${id} is listed, but not installed`),
    ...without(installed, listed).map((id) => `${id} is installed, but not listed`),
    ...without(edges, tree.uses).map((edge) => `${edge} is listed, but not in the lock file`),
    ...without(tree.uses, edges).map((edge) => `${edge} is in the lock file, but not listed`),
    ...unhashed.map((component) => `${idOf(component)} has no hash`),
  ];
}

module.exports = { differencesFrom, withHashes, withSerialNumber };
