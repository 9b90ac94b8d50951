import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { run as erase } from "../../src/cli/erase";
import { run as privacy } from "../../src/cli/privacy";
import { readDatabase } from "../../src/cli/doctor/read-database";
import { readStoreConfig } from "../../src/cli/store/store-config";
import { allMigrations } from "../support/all-migrations";
import type { OwnDatabase } from "../support/own-database";
import { ownDatabase, statements } from "../support/own-database";

/** The commands open the store's database as Medusa does: in its schema, and with its driver's options. */
const CARD = "4012888888881881";
const { DB_USERNAME = "", DB_PASSWORD = "", DB_PORT = "" } = process.env;

let database: OwnDatabase;
let name: string;
let folder: string;
let printed: string[];

beforeAll(async () => {
  database = await ownDatabase("store_database", []);
  const pg = database.pool(1);
  const { rows } = await pg.raw<{ rows: { name: string }[] }>("SELECT current_database() AS name");
  name = rows[0]?.name ?? "";
  await pg.raw("CREATE SCHEMA shop");
  await pg.raw("SET search_path TO shop");
  for (const migration of await allMigrations()) for (const sql of await statements(migration)) await pg.raw(sql);
  await pg.raw("CREATE TABLE mikro_orm_migrations (name text)");
  await pg("mikro_orm_migrations").insert({ name: "Migration1" });
  await pg("acquiring_audit_record").insert({
    ...{ id: "acqaud_read_out", actor: "admin", actor_id: "user_1", action: "refund_sent", at: new Date() },
    details: JSON.stringify({ source: "request", note: `Read out: ${CARD}`, code: null }),
  });
});
afterAll(() => database.close());
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "acquiring-database-"));
  printed = [];
  jest.spyOn(process, "cwd").mockReturnValue(folder);
  jest.spyOn(console, "log").mockImplementation((text: string) => void printed.push(text));
  jest.spyOn(console, "error").mockImplementation((text: string) => void printed.push(text));
});
afterEach(() => {
  jest.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

/** `more`: JavaScript of further settings. */
function configure(more: string, password = DB_PASSWORD): void {
  const login = [DB_USERNAME, password].map(encodeURIComponent).join(":");
  const url = JSON.stringify(`postgres://${login}@localhost:${DB_PORT}/${name}`);
  const account = { baseUrl: "https://gateway.example", merchantId: "1", accountId: "2" };
  const options = JSON.stringify({
    accounts: { main: { ...account, signingKeys: ["golden-key-0123456789"] } },
    storefront: { origins: ["http://localhost:8000"] },
    notifyBaseUrl: "http://localhost:9000",
  });
  writeFileSync(
    join(folder, "medusa-config.js"),
    `module.exports = { projectConfig: { databaseUrl: ${url}, ${more} }, plugins: [{ resolve: "medusa-payment-acquiring", options: ${options} }] };`,
  );
}

async function reading() {
  const config = await readStoreConfig(folder);
  if ("problem" in config) throw new Error(config.problem);
  return readDatabase(config.database, { accounts: [], now: new Date() });
}

test("20 card numbers are found in the store's own schema", async () => {
  configure('databaseSchema: "shop"');
  expect(await erase([])).toBe(1);
  expect(printed).toEqual([
    expect.stringMatching(/^acquiring_audit_record acqaud_read_out /),
    "1 found. Erase them with --apply --reason TEXT.",
  ]);
  expect((await reading()).rows?.migrations).toEqual(["Migration1"]);
});

test.each([
  ["erase", () => erase([])],
  ["erase --verify", () => erase(["--verify"])],
  ["privacy holds", () => privacy(["holds"])],
])("%s refuses a schema without our tables: they are not empty", async (_name, command) => {
  configure("");
  expect(await command()).toBe(1);
  expect(printed).toEqual([expect.stringContaining('no tables of this plugin in the schema "public"')]);
});

test("the driver's options are used", async () => {
  configure('databaseSchema: "shop", databaseDriverOptions: { connection: { ssl: { rejectUnauthorized: false } } }');
  expect((await reading()).problem).toContain("does not support SSL");
});
