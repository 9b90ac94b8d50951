/**
 * The inventory of our scripts on a payment page, as PCI DSS 6.4.3 asks for: each file of `.medusa/browser` with its
 * hash and why it is needed (`browser-scripts.json`). A file without a reason, or a reason without a file, fails the build.
 */
const { createHash } = require("node:crypto");
const fs = require("node:fs");
const path = require("node:path");
const PURPOSES = require("./browser-scripts.json");
const { name, version } = require("../package.json");

const NAME = "scripts.json";
const RUNS = /\.(?:mjs|css)$/;

/** What runs on the pages of the server that a payment passes through. It contains values, so a nonce guards it. */
const PAGES = [
  {
    page: "/acquiring/pay/<token>",
    purpose: "Shows the components of this list for a payment link, with React",
    protection: "one script of the package with its hash and a nonce; its policy allows no other script",
  },
  {
    page: "/acquiring/go/<ticket>",
    purpose: "Submits the form that leads to the gateway or the bank",
    protection: "inline script with a nonce; its policy allows no other script",
  },
  {
    page: "/acquiring/return/<ticket> and /acquiring/cancel/<ticket>",
    purpose: "Tells the shop's page that the page in the iFrame has ended",
    protection: "inline script with a nonce; its policy allows no other script",
  },
];

function filesIn(folder) {
  const names = fs.readdirSync(folder, { recursive: true, encoding: "utf8" });
  return names
    .map((each) => each.replaceAll(path.sep, "/"))
    .filter((each) => RUNS.test(each))
    .sort();
}

function entry(folder, file) {
  const bytes = fs.readFileSync(path.join(folder, file));
  const integrity = `sha384-${createHash("sha384").update(bytes).digest("base64")}`;
  return { file, bytes: bytes.length, integrity, purpose: PURPOSES[file] };
}

/** Writes the inventory of a built folder into it. */
function writeInventory(folder) {
  const files = filesIn(folder);
  const unexplained = files.filter((file) => !Object.hasOwn(PURPOSES, file));
  const missing = Object.keys(PURPOSES).filter((file) => !files.includes(file));
  if (unexplained.length > 0 || missing.length > 0)
    throw new Error(
      `scripts/browser-scripts.json: no purpose for ${unexplained.join(", ") || "none"}; no file for ${missing.join(", ") || "none"}.`,
    );
  const inventory = { package: name, version, files: files.map((file) => entry(folder, file)), pages: PAGES };
  fs.writeFileSync(path.join(folder, NAME), `${JSON.stringify(inventory, null, 2)}\n`);
}

module.exports = { writeInventory };
