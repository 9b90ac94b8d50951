/**
 * Serves the built demo shop on a loopback address: its files, its runtime configuration as /config.json, and
 * index.html for every other path. Only for the demo.
 */
const fs = require("node:fs");
const http = require("node:http");
const path = require("node:path");

const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".json": "application/json",
};

const isFile = (place) => fs.statSync(place, { throwIfNoEntry: false })?.isFile() ?? false;

/** The path of a request, or null if it is invalid. */
function pathOf(url) {
  try {
    const decoded = decodeURIComponent(url.split(/[?#]/, 1)[0]);
    return decoded.startsWith("/") && !decoded.includes("\0") ? decoded : null;
  } catch {
    return null;
  }
}

/** The SDK's own function, from its source. */
function contentSecurityPolicy() {
  require("ts-node").register({ transpileOnly: true, swc: true, cwd: path.join(__dirname, "..") });
  return require("../src/sdk/content-security-policy.ts").contentSecurityPolicy;
}

/**
 * Returns the listening server. `config` is what the shop reads at its start: `{ backendUrl, publishableKey }`.
 * `frames`: origins that the shop may embed beside our pages: the gateway's.
 */
function serveShop({ dist, config, port, frames }) {
  const { backendUrl } = config;
  const reportUri = `${backendUrl}/acquiring/csp-reports`;
  const policy = contentSecurityPolicy()({ backendUrl, frames, reportUri, trustedTypes: true });
  const server = http.createServer((req, res) => {
    res.setHeader("Content-Security-Policy", policy);
    res.setHeader("X-Content-Type-Options", "nosniff");
    const place = pathOf(req.url ?? "/");
    if (place === null) return res.writeHead(400, { "Content-Type": "text/plain" }).end("This is not an address.\n");
    if (place === "/config.json") return res.setHeader("Content-Type", TYPES[".json"]).end(JSON.stringify(config));
    const file = path.join(dist, path.normalize(place));
    const shown = file.startsWith(dist + path.sep) && isFile(file) ? file : path.join(dist, "index.html");
    res.setHeader("Content-Type", TYPES[path.extname(shown)] ?? "application/octet-stream");
    res.end(fs.readFileSync(shown));
  });
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => resolve(server));
  });
}

module.exports = { serveShop };
