/**
 * The last step of `npm run build`: the files of the package can be read by everyone and changed by their owner, whatever
 * the umask of the checkout and of the build. npm packs modes as they are.
 */
const fs = require("node:fs");
const path = require("node:path");

const root = path.join(__dirname, "..");
const READABLE = 0o644;
const EXECUTABLE = 0o755;

/** Files and folders of package.json's `files`, without patterns and exclusions: more than what is packed. */
function packedPlaces({ files }) {
  const places = files.filter((entry) => !entry.startsWith("!")).map((entry) => entry.replace(/\/?\*.*$/, ""));
  return [...new Set(["package.json", ...places])].map((place) => path.join(root, place));
}

const filesIn = (place) =>
  fs.statSync(place).isDirectory() ? fs.readdirSync(place).flatMap((name) => filesIn(path.join(place, name))) : [place];

function setModes() {
  const manifest = require("../package.json");
  const commands = new Set(Object.values(manifest.bin).map((file) => path.join(root, file)));
  for (const file of packedPlaces(manifest).flatMap(filesIn)) {
    fs.chmodSync(file, commands.has(file) ? EXECUTABLE : READABLE);
  }
}

setModes();
