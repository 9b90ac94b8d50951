/**
 * The payment page's script and stylesheet, `.medusa/page`: our components in one minified file, because the page is served
 * by a store's own server, which bundles nothing. They run on Preact there, a tenth of React's size. The last step of `npm run build`; the demo and the tests
 * run it, too. `node scripts/build-pay-page.cjs` writes nothing if its sources have not changed.
 */
const { createHash } = require("node:crypto");
const fs = require("node:fs");
const path = require("node:path");
const { gzipSync } = require("node:zlib");

const root = path.join(__dirname, "..");
const FOLDER = path.join(root, ".medusa/page");
const SOURCES = ["src/pay-page", "src/react", "src/sdk", "package-lock.json", "scripts/build-pay-page.cjs"];
/** The licence asks for it. */
const NOTICE = "/*! Preact, MIT License, Copyright (c) 2015-present Jason Miller. */\n";

const PREACT = {
  "react/jsx-runtime": "preact/jsx-runtime",
  "react-dom/client": "preact/compat/client",
  react: "preact/compat",
};

function digestOf(places) {
  const hash = createHash("sha256");
  const add = (place) => {
    if (!fs.statSync(place).isDirectory())
      return hash.update(path.relative(root, place)).update(fs.readFileSync(place));
    for (const name of fs.readdirSync(place).sort()) if (name !== "__tests__") add(path.join(place, name));
    return hash;
  };
  places.forEach((place) => add(path.join(root, place)));
  return hash.digest("hex");
}

async function scriptOf() {
  const { rolldown } = await import("rolldown");
  const build = await rolldown({
    input: path.join(root, "src/pay-page/main.tsx"),
    platform: "browser",
    tsconfig: path.join(root, "src/pay-page/tsconfig.json"),
    resolve: { alias: PREACT },
    transform: { define: { "process.env.NODE_ENV": '"production"' }, target: "es2022" },
  });
  const { output } = await build.generate({ format: "esm", minify: true, comments: false });
  await build.close();
  if (output.length !== 1) throw new Error(`The payment page needs ${output.length} files.`);
  return NOTICE + output[0].code;
}

async function styleOf() {
  const { transformWithEsbuild } = require("vite");
  const read = (name) => fs.readFileSync(path.join(root, name), "utf8");
  const code = read("src/react/styles.css") + read("src/pay-page/page.css");
  return (await transformWithEsbuild(code, "pay.css", { loader: "css", minify: true, legalComments: "none" })).code;
}

const sizeOf = (text) => `${text.length} bytes, ${gzipSync(text, { level: 9 }).length} gzipped`;

/** The sizes of what was built; null if nothing has changed. */
async function buildPayPage() {
  const stamp = path.join(root, ".cache/pay-page");
  const digest = digestOf(SOURCES);
  const isThere = fs.existsSync(path.join(FOLDER, "pay.css")) && fs.existsSync(stamp);
  if (isThere && fs.readFileSync(stamp, "utf8") === digest) return null;
  const [script, style] = [await scriptOf(), await styleOf()];
  fs.rmSync(FOLDER, { recursive: true, force: true });
  fs.mkdirSync(FOLDER, { recursive: true });
  fs.writeFileSync(path.join(FOLDER, "pay.js"), script);
  fs.writeFileSync(path.join(FOLDER, "pay.css"), style);
  fs.mkdirSync(path.dirname(stamp), { recursive: true });
  fs.writeFileSync(stamp, digest);
  return `The payment page: script ${sizeOf(script)}; stylesheet ${sizeOf(style)}.`;
}

module.exports = { buildPayPage };

if (require.main === module)
  buildPayPage().then(
    (built) => built && console.log(built),
    (error) => {
      console.error(error);
      process.exitCode = 1;
    },
  );
