/**
 * The last step of `npm run build`: what a store downloads holds no source maps, which were half of it, and the
 * dashboard's bundle, which the store's own build packs anew, is written short.
 */
const fs = require("node:fs");
const path = require("node:path");
const { transformWithEsbuild } = require("vite");

const BUILT = path.join(__dirname, "../.medusa/server/src");
const INLINE_MAP = /\n\/\/# sourceMappingURL=data:[^\n]*\s*$/;

async function slim() {
  const files = fs.readdirSync(BUILT, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".js"));
  let before = 0;
  let after = 0;
  const write = (file, code, short) => {
    before += code.length;
    after += short.length;
    if (short !== code) fs.writeFileSync(file, short);
  };
  for (const name of files) {
    const file = path.join(BUILT, name);
    const code = fs.readFileSync(file, "utf8");
    write(file, code, code.replace(INLINE_MAP, "\n"));
  }
  for (const name of ["index.js", "index.mjs"]) {
    const file = path.join(BUILT, "admin", name);
    const code = fs.readFileSync(file, "utf8");
    const short = await transformWithEsbuild(code, file, {
      loader: "js",
      minify: true,
      legalComments: "none",
      sourcemap: false,
    });
    write(file, code, short.code);
  }
  const kilobytes = (count) => `${String(Math.round(count / 1_000))} kB`;
  console.log(`The server's files: ${kilobytes(before)} as built, ${kilobytes(after)} in the package.`);
}

slim().catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
