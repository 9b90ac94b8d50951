/**
 * The first step of `npm run build`: Medusa's own plugin build, with the dashboard's pages and widgets in a fixed order.
 * Medusa bundles them in the order in which the file system and its own parallel reading happen to list them, so two builds
 * of the same sources would differ.
 */
const { createRequire } = require("node:module");
const path = require("node:path");

const depth = (file) => file.split(path.sep).length;
/** A page before the pages below it, then by name. */
const byDepthAndName = (a, b) => depth(a) - depth(b) || (a < b ? -1 : 1);

/** Medusa's file finder, the copy that its dashboard build loads. */
function sortFoundFiles() {
  const { fdir } = createRequire(require.resolve("@medusajs/admin-vite-plugin"))("fdir");
  const { crawl } = fdir.prototype;
  if (typeof crawl !== "function") throw new Error("Medusa's file finder has another form: scripts/build-plugin.cjs");
  fdir.prototype.crawl = function sorted(...args) {
    const found = crawl.apply(this, args);
    const { withPromise } = found;
    found.withPromise = async () => (await withPromise.call(found)).sort(byDepthAndName);
    return found;
  };
}

sortFoundFiles();
process.argv = [...process.argv.slice(0, 2), "plugin:build"];
require("@medusajs/cli/cli.js");
