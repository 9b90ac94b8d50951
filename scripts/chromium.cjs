/**
 * Finds a Chromium for the browser tests: CHROMIUM_PATH, the system's, the npm package @sparticuz/chromium (with its
 * libraries if the system lacks them), or Playwright's own download. Explains what to do if there is none.
 */
const { execFileSync } = require("node:child_process");
const fs = require("node:fs");
const path = require("node:path");
const zlib = require("node:zlib");
const { cachedFolder } = require("./cached-folder.cjs");

const SYSTEM = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];

const FLAGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--disable-quic",
  "--no-first-run",
  "--disable-dev-shm-usage",
];

const PACKAGE = path.join(__dirname, "../node_modules/@sparticuz/chromium");

async function findChromium() {
  const named = process.env.CHROMIUM_PATH;
  if (named) {
    if (fs.existsSync(named)) return { executablePath: named, env: {}, origin: "CHROMIUM_PATH" };
    throw new Error(`CHROMIUM_PATH names ${named}, which does not exist.`);
  }
  const system = SYSTEM.find((file) => fs.existsSync(file));
  if (system) return { executablePath: system, env: {}, origin: "system" };
  if (process.platform === "linux" && process.arch === "x64" && fs.existsSync(PACKAGE)) return packaged();
  const { chromium } = require("playwright-core");
  if (fs.existsSync(chromium.executablePath()))
    return { executablePath: chromium.executablePath(), env: {}, origin: "playwright" };
  throw new Error(
    'No Chromium was found. Install Chromium or Chrome, or run "npx playwright-core install chromium", or set CHROMIUM_PATH.',
  );
}

/** The npm package's binary, unpacked once per version. */
function packaged() {
  const { version } = JSON.parse(fs.readFileSync(path.join(PACKAGE, "package.json"), "utf8"));
  const home = cachedFolder(`chromium-${version}`, (draft) => {
    const unpack = (name) => zlib.brotliDecompressSync(fs.readFileSync(path.join(PACKAGE, "bin", name)));
    fs.writeFileSync(path.join(draft, "chromium"), unpack("chromium.br"), { mode: 0o755 });
    for (const name of ["al2023.tar.br", "swiftshader.tar.br", "fonts.tar.br"]) {
      if (!fs.existsSync(path.join(PACKAGE, "bin", name))) continue;
      const tar = path.join(draft, name.replace(".br", ""));
      fs.writeFileSync(tar, unpack(name));
      execFileSync("tar", ["-xf", tar, "-C", draft]);
      fs.rmSync(tar);
    }
  });
  const libraries = [path.join(home, "al2023", "lib"), path.join(home, "lib"), home].filter((place) =>
    fs.existsSync(place),
  );
  // The package's font configuration names folders that do not exist here; without any font Chromium crashes on the
  // first text.
  const fonts = path.join(home, "own-fonts.conf");
  fs.writeFileSync(
    fonts,
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><dir>/usr/share/fonts</dir><dir>${home}/fonts</dir><cachedir>${home}/font-cache</cachedir></fontconfig>`,
  );
  const env = { LD_LIBRARY_PATH: libraries.join(":"), FONTCONFIG_FILE: fonts };
  return { executablePath: path.join(home, "chromium"), env, origin: "@sparticuz/chromium" };
}

/**
 * A running browser (playwright-core), optionally with further `flags`. Close it when done; on a signal our caller
 * stops everything in order.
 */
async function openBrowser({ flags = [] } = {}) {
  const { chromium } = require("playwright-core");
  const { executablePath, env, origin } = await findChromium();
  const signals = { handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false };
  const browser = await chromium.launch({
    executablePath,
    args: [...FLAGS, ...flags],
    env: { ...process.env, ...env },
    ...signals,
  });
  return Object.assign(browser, { origin });
}

/**
 * Closes every page of a browser. Answers that a route is still changing are dropped first: a page that polls would
 * otherwise end this process with an unhandled rejection.
 */
async function closePages(browser) {
  for (const context of browser.contexts()) {
    for (const page of context.pages()) await page.unrouteAll({ behavior: "ignoreErrors" });
    await context.unrouteAll({ behavior: "ignoreErrors" });
    await context.close();
  }
}

module.exports = { closePages, findChromium, openBrowser };
