/** What a store installs with the package, read from a lock file, independently of the tool that writes the SBOM. */

/** The place where Node finds `name` from `place`: the nearest node_modules. */
function placeOf(packages, place, name) {
  const [, ...above] = `/${place}`.split("/node_modules/");
  const found = [...above.keys(), above.length]
    .map((depth) => [...above.slice(0, depth), name].map((each) => `node_modules/${each}`).join("/"))
    .findLast((each) => each in packages);
  if (found === undefined) throw new Error(`The lock file has no ${name}, which ${place || "package.json"} needs.`);
  return found;
}

const needed = ({ dependencies = {}, optionalDependencies = {} }) =>
  Object.keys({ ...dependencies, ...optionalDependencies });
const nameAt = (place) => place.slice(place.lastIndexOf("node_modules/") + "node_modules/".length);

/** Runtime dependencies and theirs, without peers, as `name@version`; `uses` has an edge per line. */
function runtimeTree({ name, version, packages }) {
  const idOf = (place) => (place === "" ? `${name}@${version}` : `${nameAt(place)}@${packages[place].version}`);
  const found = new Map();
  const uses = [];
  const open = [""];
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    if (found.has(place)) continue;
    found.set(place, { id: idOf(place), ...packages[place] });
    const places = needed(packages[place]).map((each) => placeOf(packages, place, each));
    uses.push(...places.map((each) => `${idOf(place)} → ${idOf(each)}`));
    open.push(...places);
  }
  found.delete("");
  return { packages: [...found.values()], uses: uses.sort() };
}

module.exports = { runtimeTree };
