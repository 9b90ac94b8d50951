/** The starter's storefront with the guide's edits: environment, production build, server. */
const fs = require("node:fs");
const path = require("node:path");
const { namesOfEnvironment } = require("./guide.cjs");

/** Next.js's own build; Medusa's dashboard may be built at the same time. */
function createStorefront({ workspace, shopUrl, processes }) {
  const next = path.join(workspace.storefront, "node_modules/next/dist/bin/next");
  const env = { NODE_ENV: "production", NODE_OPTIONS: "", NEXT_TELEMETRY_DISABLED: "1" };
  const options = { cwd: workspace.storefront, env };

  /** `.env.local` from the starter's template: the guide's two names, and the shop's URL. */
  function configure({ backendUrl, publishableKey }) {
    const values = {
      NEXT_PUBLIC_MEDUSA_BACKEND_URL: backendUrl,
      NEXT_PUBLIC_MEDUSA_PUBLISHABLE_KEY: publishableKey,
    };
    const unknown = namesOfEnvironment().filter((name) => !(name in values));
    if (unknown.length > 0) throw new Error(`The guide asks for ${unknown.join(", ")}; teach this script to set it.`);
    const template = fs.readFileSync(path.join(workspace.storefront, ".env.template"), "utf8");
    const all = { ...values, NEXT_PUBLIC_BASE_URL: shopUrl };
    const text = Object.entries(all).reduce((lines, [name, value]) => {
      const line = new RegExp(`^${name}=.*$`, "m");
      if (!line.test(lines)) throw new Error(`The starter's .env.template has no ${name} any more.`);
      return lines.replace(line, `${name}=${value}`);
    }, template);
    fs.writeFileSync(path.join(workspace.storefront, ".env.local"), text);
  }

  async function start() {
    const child = processes.start([next, "start", "-p", new URL(shopUrl).port], options);
    await processes.answering("The storefront", shopUrl, child);
    return child;
  }

  return { configure, build: () => processes.run("The storefront's build", [next, "build"], options), start };
}

module.exports = { createStorefront };
