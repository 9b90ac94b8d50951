/**
 * Ten wrong configurations of the quick start, each in a store with the package: the start either stops, or continues
 * and says in one sentence what is wrong and what to write. Two at a time, without dashboard and build: `medusa start`
 * reads `medusa-config.ts` of a folder beside the store, which shares its packages.
 */
const { spawn } = require("node:child_process");
const fs = require("node:fs");
const path = require("node:path");
const { Client } = require("pg");
const { watch } = require("../guard.cjs");
const { freePort } = require("../postgres.cjs");

/** Prefix of our messages, wherever Medusa prints them. */
const OURS = "medusa-payment-acquiring: ";
/** Logged at every start of a store that accepts card numbers; not an error. */
const SAQ = "allowDirectCard is on";
/** Time until the message; a store needs 5 to 15 s on two cores. */
const PATIENCE_MS = 120_000;
const AT_ONCE = 2;

const PLUGIN = /plugins: \[[\s\S]+?\n {2}\],\n {2}modules:/;
const DEPENDENCIES = 'dependencies: ["acquiring"],';
const PROVIDER = 'id: "main"';
const ORIGINS = 'origins: ["http://localhost:8000", process.env.STORE_URL]';

/**
 * `change`: the replaced text; `words`: of the message; `stops`: whether the start ends. `database`: another database,
 * prepared by SQL: `bare` has only Medusa's tables.
 */
const CASES = [
  { name: "a key that is a placeholder", change: ["process.env.KEY_main", '"changeme"'], words: "is a placeholder" },
  {
    name: "no key",
    change: ["process.env.KEY_main", "process.env.NO_SUCH_KEY"],
    words: "set the environment variable",
  },
  {
    name: "a misspelt option",
    change: ["merchantId:", "merchantID:"],
    words: 'did you mean "accounts.main.merchantId"?',
  },
  { name: "no dependencies", change: [DEPENDENCIES, ""], words: 'Add dependencies: ["acquiring"]' },
  { name: "no plugin entry", change: [PLUGIN, "modules:"], words: 'Add { resolve: "medusa-payment-acquiring"' },
  { name: "an unknown provider id", change: [PROVIDER, 'id: "shop"'], words: '"shop" is not a key of "accounts"' },
  {
    name: "options on the provider",
    change: [PROVIDER, `${PROVIDER}, options: { accounts: {} }`],
    words: 'Move them to "accounts" in the plugin\'s options',
  },
  {
    name: "a return address of another shop",
    change: [ORIGINS, `${ORIGINS}, returnUrl: "https://other.example/checkout"`],
    words: '"storefront.returnUrl" must be an address of one of storefront.origins',
  },
  {
    name: "a region without a provider",
    database: "regionless",
    words: "Enable one for each region in the dashboard",
    stops: false,
  },
  {
    name: "a notify address where nobody answers",
    change: ["process.env.BACKEND_URL, //", '"http://127.0.0.1:9", //'],
    words: 'Correct the option "notifyBaseUrl"',
    stops: false,
  },
  { name: "missing migrations", database: "bare", words: "Run: npx medusa db:migrate", stops: false },
];

/** Copies of the store's database for cases that need another one. */
const PREPARED = {
  regionless: "DELETE FROM region_payment_provider WHERE payment_provider_id LIKE 'pp_acquiring-%'",
  bare: `DO $$ DECLARE made text; BEGIN
    FOR made IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename LIKE 'acquiring\\_%'
    LOOP EXECUTE format('DROP TABLE %I CASCADE', made); END LOOP;
    DELETE FROM mikro_orm_migrations WHERE name IN (SELECT jsonb_array_elements_text(current_setting('ours.names')::jsonb)); END $$`,
};

async function inDatabase(url, work) {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Copies the store's database, which must not be in use, and modifies the copy. */
async function copyDatabase(store, name) {
  const source = new URL(store.env.DATABASE_URL);
  const copy = new URL(source);
  copy.pathname = `/${source.pathname.slice(1)}_${name}`;
  const admin = new URL(source);
  admin.pathname = "/postgres";
  const from = source.pathname.slice(1);
  await inDatabase(admin.href, async (client) => {
    await client.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1", [from]);
    await client.query(`DROP DATABASE IF EXISTS "${copy.pathname.slice(1)}" WITH (FORCE)`);
    await client.query(`CREATE DATABASE "${copy.pathname.slice(1)}" TEMPLATE "${from}"`);
  });
  await inDatabase(copy.href, async (client) => {
    await client.query("SELECT set_config('ours.names', $1, false)", [JSON.stringify(ourMigrations(store))]);
    await client.query(PREPARED[name]);
  });
  return copy.href;
}

function ourMigrations({ packageFolder }) {
  const modules = path.join(packageFolder, ".medusa/server/src/modules");
  return fs
    .readdirSync(modules)
    .map((name) => path.join(modules, name, "migrations"))
    .filter((folder) => fs.existsSync(folder))
    .flatMap((folder) => fs.readdirSync(folder))
    .flatMap((file) => /^(Migration\d+)\.js$/.exec(file)?.[1] ?? []);
}

/** A folder per case, so that two can start at once; installed packages are shared. */
function folderOf(store, index, { change }) {
  const folder = path.join(store.app, "..", `wrong-${index}`);
  fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(folder, { recursive: true });
  fs.symlinkSync(path.join(store.app, "node_modules"), path.join(folder, "node_modules"), "junction");
  for (const file of ["package.json", "tsconfig.json"]) {
    fs.copyFileSync(path.join(store.app, file), path.join(folder, file));
  }
  const right = fs.readFileSync(path.join(store.app, "medusa-config.ts"), "utf8");
  fs.writeFileSync(path.join(folder, "medusa-config.ts"), change ? swap(right, ...change) : right);
  return folder;
}

function swap(text, from, to) {
  const changed = text.replace(from, () => to);
  if (changed === text) throw new Error(`The configuration has no ${String(from)} any more.`);
  return changed;
}

/** Our messages in the output, each once: Medusa repeats what a module's loader threw. */
function sentencesIn(output) {
  const found = output
    .replace(/\\"/g, '"')
    .split("\n")
    .flatMap((line) => line.split(OURS).slice(1))
    .map((rest) => /^.+?(?:[.?](?=(?:\\n)?["']|\s*$)|db:migrate)/.exec(rest)?.[0] ?? rest)
    .filter((sentence) => !sentence.startsWith(SAQ));
  return [...new Set(found)];
}

/** Starts the store; resolves when it has ended or, for a case that continues, printed its message. */
async function play(store, index, wrong) {
  const folder = folderOf(store, index, wrong);
  const port = await freePort();
  const env = {
    ...process.env,
    ...store.env,
    BACKEND_URL: `http://127.0.0.1:${port}`,
    DISABLE_MEDUSA_ADMIN: "true",
  };
  if (wrong.database) env.DATABASE_URL = wrong.url;
  const cli = path.join(store.app, "node_modules/@medusajs/cli/cli.js");
  const child = spawn(process.execPath, [cli, "start", "--host", "127.0.0.1", "--port", String(port)], {
    cwd: folder,
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  watch(child);
  let output = "";
  const ended = new Promise((resolve) => child.once("close", (code) => resolve(code)));
  const said = new Promise((resolve) => {
    const hear = (chunk) => {
      output += chunk;
      if (wrong.stops === false && sentencesIn(output).some((each) => each.includes(wrong.words))) resolve("said");
    };
    child.stdout.on("data", hear);
    child.stderr.on("data", hear);
  });
  let patience;
  const late = new Promise((resolve) => (patience = setTimeout(() => resolve("late"), PATIENCE_MS)));
  const result = await Promise.race([ended, said, late]);
  clearTimeout(patience);
  if (result === "said" || result === "late") {
    child.kill("SIGKILL");
    await ended;
  }
  fs.rmSync(folder, { recursive: true, force: true });
  judge(wrong, { result, output });
}

function judge({ name, words, stops = true }, { result, output }) {
  const sentences = sentencesIn(output);
  const hasEnded = typeof result === "number" && result !== 0;
  const isRight = stops ? hasEnded && sentences.length === 1 : result === "said";
  if (isRight && sentences.some((each) => each.includes(words))) return;
  throw new Error(`${name}: ${String(result)}, and it said:\n${sentences.join("\n") || output.slice(-3000)}`);
}

/** `store`: an installed, migrated store that is not running. Its configuration and database are not changed. */
async function checkWrongConfigurations(store, say = console.log) {
  const urls = {};
  for (const name of Object.keys(PREPARED)) urls[name] = await copyDatabase(store, name);
  const waiting = CASES.map((wrong, index) => ({ index, wrong: { ...wrong, url: urls[wrong.database] } }));
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      await play(store, next.index, next.wrong);
      say(`ok  ${next.wrong.name}: ${next.wrong.stops === false ? "said at the start" : "the start stops"}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

module.exports = { checkWrongConfigurations, CASES };
