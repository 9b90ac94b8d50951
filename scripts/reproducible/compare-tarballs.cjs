/** Whether two tarballs have the same bytes, and if not, what differs. */
const { createHash } = require("node:crypto");
const fs = require("node:fs");
const zlib = require("node:zlib");

const BLOCK = 512;
const sha256 = (bytes) => createHash("sha256").update(bytes).digest("hex");
const textAt = (bytes, from, length) => bytes.toString("utf8", from, from + length).replace(/\0.*$/s, "");
const numberAt = (bytes, from, length) => Number.parseInt(textAt(bytes, from, length).trim() || "0", 8);

/** The entries of a tarball: name, mode, time, content. */
function entriesOf(gzipped) {
  const bytes = zlib.gunzipSync(gzipped);
  const entries = new Map();
  for (let at = 0; at + BLOCK <= bytes.length && bytes[at] !== 0;) {
    const size = numberAt(bytes, at + 124, 12);
    const content = bytes.subarray(at + BLOCK, at + BLOCK + size);
    const prefix = textAt(bytes, at + 345, 155);
    entries.set(`${prefix === "" ? "" : `${prefix}/`}${textAt(bytes, at, 100)}`, {
      mode: numberAt(bytes, at + 100, 8).toString(8),
      time: numberAt(bytes, at + 136, 12),
      content: sha256(content),
      bytes: content,
    });
    at += BLOCK * (1 + Math.ceil(size / BLOCK));
  }
  return entries;
}

/** One line per difference, with the place of the first one in a file. */
function differences(first, second) {
  const [a, b] = [entriesOf(first), entriesOf(second)];
  const names = [...new Set([...a.keys(), ...b.keys()])];
  const found = names.flatMap((name) => differencesOf(name, a.get(name), b.get(name)));
  if (found.length === 0 && [...a.keys()].join("\n") !== [...b.keys()].join("\n")) return ["the order of the files"];
  return found;
}

function differencesOf(name, a, b) {
  if (!a || !b) return [`${name}: only in one`];
  const headers = ["mode", "time"].filter((key) => a[key] !== b[key]);
  const found = headers.map((key) => `${name}: ${key} ${String(a[key])} and ${String(b[key])}`);
  if (a.content === b.content) return found;
  const at = a.bytes.findIndex((byte, index) => byte !== b.bytes[index]);
  const excerpt = (bytes) => JSON.stringify(bytes.toString("utf8", Math.max(0, at - 40), at + 60));
  return [...found, `${name}: content at byte ${String(at)}: ${excerpt(a.bytes)} and ${excerpt(b.bytes)}`];
}

/** `differences` is empty for equal bytes; different bytes with equal content come from the compression. */
function compareTarballs(firstFile, secondFile) {
  const [first, second] = [firstFile, secondFile].map((file) => fs.readFileSync(file));
  if (first.equals(second)) return { hash: sha256(first), differences: [] };
  const found = differences(first, second);
  return { hash: sha256(first), differences: found.length > 0 ? found : ["only the compression"] };
}

module.exports = { compareTarballs };
