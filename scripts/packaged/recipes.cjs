/**
 * Runs docs/recipes.md against a store with the package: the curl commands in bash, and the HTML page in Chromium with
 * the shipped SDK. The gateway's data and Medusa's orders decide. Uses the URLs, admin and publishable key of `store`,
 * and leaves the region's providers as set by the last recipe.
 */
const { spawn } = require("node:child_process");
const fs = require("node:fs");
const http = require("node:http");
const os = require("node:os");
const path = require("node:path");
const { openBrowser } = require("../chromium.cjs");
const { codeOf } = require("../docs-code/recipe-blocks.cjs");
const { freePort } = require("../postgres.cjs");
const { adminOf } = require("./shop-client.cjs");

const CHECKOUT = "pp_acquiring-checkout_main";
const CARD = "pp_acquiring-card_main";
/** The origin allowed by the README's configuration; the browser maps it to the free port. */
const SHOP = "http://localhost:8000";
const browserFor = (port) =>
  openBrowser({ flags: [`--host-resolver-rules=MAP localhost:8000 127.0.0.1:${String(port)}`] });
const PLACEHOLDER = "pk_your_publishable_key";
const PATIENCE_MS = 60_000;

/** Starts bash with this script; `said()` returns its output so far, `line(pattern)` waits for a line. */
function startBash(script, env) {
  const child = spawn("bash", ["-euo", "pipefail", "-c", script], {
    env: { ...process.env, ...env, NODE_OPTIONS: "" },
    stdio: ["pipe", "pipe", "pipe"],
  });
  let output = "";
  let errors = "";
  const listeners = new Set();
  const changed = () => listeners.forEach((listen) => listen());
  child.stdout.on("data", (chunk) => ((output += chunk), changed()));
  child.stderr.on("data", (chunk) => (errors += chunk));
  const ended = new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => {
      changed();
      if (code === 0) resolve(output.trim().split("\n"));
      else reject(new Error(`The curl recipe ended with ${String(code)}.\n${output}${errors}`));
    });
  });
  const line = (pattern) =>
    new Promise((resolve, reject) => {
      const listen = () => {
        const found = pattern.exec(output);
        if (found) resolve(found);
        else if (child.exitCode === null) return;
        listeners.delete(listen);
      };
      listeners.add(listen);
      ended.catch(reject);
      listen();
    });
  return { ended, line, goOn: () => child.stdin.end("\n"), stop: () => child.kill() };
}

/** Enters the simulator's test card on the gateway's page, reached through our redirect page. */
async function payOnCardPage(page) {
  await page.getByLabel("Card number").fill("4111 1111 1111 1111", { timeout: PATIENCE_MS });
  await page.getByLabel("Expiry date (MM/YY)").fill("12/39");
  await page.getByLabel("Security code").fill("123");
  await page.getByLabel("Name on the card").fill("Ada Lovelace");
  await page.locator("#pay").click();
}

const same = (what, found, wanted) => {
  if (found !== wanted) throw new Error(`${what}: ${String(found)}, and not ${String(wanted)}.`);
};

/** The printed order exists, is authorised or captured in Medusa, and the gateway has one more payment. */
async function expectPaid(store, displayId, paymentsBefore) {
  const admin = await adminOf(store);
  const { orders } = await admin("/admin/orders?limit=100&fields=display_id,payment_status");
  const order = orders.find((each) => String(each.display_id) === displayId);
  if (!order) throw new Error(`Medusa has no order ${displayId}.`);
  if (!["authorized", "captured"].includes(order.payment_status))
    throw new Error(`The order ${displayId} is ${order.payment_status}.`);
  same("payments at the gateway", (await paymentsAt(store)).length, paymentsBefore + 1);
}

async function paymentsAt({ gatewayUrls }) {
  const answer = await fetch(`${gatewayUrls.main}/_control/state`);
  return (await answer.json()).transactions;
}

const offer = async (store, providers) => {
  const admin = await adminOf(store);
  await admin(`/admin/regions/${store.seeded.regionId}`, { payment_providers: providers });
};

const envOf = ({ backendUrl, seeded }) => ({ BACKEND: backendUrl, KEY: seeded.publishableKey });

/** The shop of the curl recipe: an empty page for the customer to return to. */
async function withEmptyShop(visit) {
  const server = http.createServer((_, answer) => answer.end("back"));
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const browser = await browserFor(server.address().port);
  try {
    return await visit(await browser.newPage());
  } finally {
    await browser.close();
    server.closeAllConnections();
    server.close();
  }
}

async function curlWithCardPage(store) {
  const before = (await paymentsAt(store)).length;
  const first = codeOf("With curl", "sh", "The store", "A cart", "A payment session", "Pay on the card page");
  const last = codeOf("With curl", "sh", "Complete the order");
  const bash = startBash([...first, "read -r", ...last].join("\n"), { ...envOf(store), PROVIDER: CHECKOUT });
  try {
    const [, address] = await bash.line(/^(http\S+\/acquiring\/go\/\S+)$/m);
    await withEmptyShop(async (page) => {
      await page.goto(address);
      await payOnCardPage(page);
      await page.waitForURL(`${SHOP}/**`, { timeout: PATIENCE_MS });
    });
    bash.goOn();
    const lines = await bash.ended;
    same("the payment's state", lines.at(-2), "authorised");
    await expectPaid(store, lines.at(-1), before);
  } finally {
    bash.stop();
  }
}

async function curlWithCardForm(store) {
  const before = (await paymentsAt(store)).length;
  const first = codeOf("With curl", "sh", "The store", "A cart", "A payment session", "Pay with a card form");
  const script = [...first, ...codeOf("With curl", "sh", "Complete the order")].join("\n");
  const bash = startBash(script, { ...envOf(store), PROVIDER: CARD });
  const lines = await bash.ended.finally(() => bash.stop());
  same("the payment's state", lines.at(-3), "authorised");
  await expectPaid(store, lines.at(-1), before);
}

/** A step of the curl recipe: with the card page alone, one method is offered. */
async function cardsOnly(store) {
  const cart = codeOf("With curl", "sh", "The store", "A cart");
  const bash = startBash([...cart, ...codeOf("Cards only, SAQ A", "sh", "")].join("\n"), envOf(store));
  const lines = await bash.ended.finally(() => bash.stop());
  same("the methods with the card page alone", lines.at(-1), "checkout");
}

/** The page's folder as in the recipe: the installed package's modules, the page with this store's key, the server. */
function writePage(folder, { backendUrl, seeded, packageFolder }) {
  const [html] = codeOf("A plain HTML page", "html", "");
  const [server] = codeOf("A plain HTML page", "js", "");
  const swap = (text, from, to) => {
    if (!text.includes(from)) throw new Error(`The HTML recipe has no ${from} any more.`);
    return text.replace(from, to);
  };
  const page = swap(swap(html, PLACEHOLDER, seeded.publishableKey), '"http://localhost:9000"', `"${backendUrl}"`);
  fs.writeFileSync(path.join(folder, "index.html"), page);
  fs.writeFileSync(path.join(folder, "serve.mjs"), server);
  fs.mkdirSync(path.join(folder, "node_modules"));
  fs.symlinkSync(packageFolder, path.join(folder, "node_modules/medusa-payment-acquiring"), "dir");
}

/** The recipe's copy of the package's modules; the package is already installed. */
async function copyModules(folder) {
  const [commands] = codeOf("A plain HTML page", "sh", "");
  const copy = commands.split("\n").filter((line) => line.startsWith("cp "));
  if (copy.length !== 1) throw new Error("The HTML recipe copies no modules any more.");
  const bash = startBash(`cd "$FOLDER"\n${copy[0]}`, { FOLDER: folder });
  await bash.ended.finally(() => bash.stop());
}

async function startServer(folder) {
  const port = await freePort();
  const child = spawn(process.execPath, ["serve.mjs"], {
    cwd: folder,
    env: { ...process.env, NODE_OPTIONS: "", PORT: String(port) },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const url = `http://127.0.0.1:${String(port)}`;
  for (let turn = 0; turn < 100 && child.exitCode === null; turn += 1) {
    if (
      await fetch(url).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return { port, stop: () => child.kill() };
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  child.kill();
  throw new Error("The server of the HTML recipe did not start.");
}

async function htmlPage(store) {
  const before = (await paymentsAt(store)).length;
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "acquiring-recipe-"));
  let server = null;
  let browser = null;
  try {
    writePage(folder, store);
    await copyModules(folder);
    server = await startServer(folder);
    browser = await browserFor(server.port);
    const page = await browser.newPage();
    const errors = [];
    page.on("pageerror", (error) => errors.push(error.message));
    await page.goto(SHOP);
    // Back from the gateway without paying: the page offers to pay again.
    await page.locator("#pay").click();
    await page.locator("#cancel").click({ timeout: PATIENCE_MS });
    await page.waitForURL(`${SHOP}/**`, { timeout: PATIENCE_MS });
    await page.locator("#pay").click();
    await payOnCardPage(page);
    const thanks = page.locator("#message").filter({ hasText: "Your order number is" });
    await thanks.waitFor({ timeout: PATIENCE_MS });
    const displayId = /order number is (\d+)\./.exec((await thanks.textContent()) ?? "")?.[1];
    if (errors.length > 0) throw new Error(`The HTML page failed: ${errors.join("; ")}`);
    await expectPaid(store, displayId, before);
  } finally {
    await browser?.close();
    server?.stop();
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

/** Every recipe of docs/recipes.md against this store; `say` is called for each success. */
async function runRecipes(store, say = () => undefined) {
  await offer(store, [CHECKOUT, CARD]);
  await curlWithCardPage(store);
  say("ok  recipe: curl, with the gateway's card page");
  await curlWithCardForm(store);
  say("ok  recipe: curl, with a card form");
  await offer(store, [CHECKOUT]);
  await cardsOnly(store);
  say("ok  recipe: cards only, SAQ A");
  await htmlPage(store);
  say("ok  recipe: a plain HTML page");
}

module.exports = { runRecipes };
