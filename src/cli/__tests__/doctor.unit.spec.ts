import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { Server } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Simulator } from "../../simulator";
import { startSimulator } from "../../simulator";
import { table } from "../doctor";
import type { Finding } from "../doctor/finding";
import { examine } from "../doctor/index";
import type { DatabaseRows } from "../doctor/judge-database";
import { judgeDatabase } from "../doctor/judge-database";
import { judgeGateway, judgeProxy } from "../doctor/judge-network";
import { ourMigrations } from "../doctor/read-database";

/** Set-ups with one fault each: the doctor names the fault and the fix. */
const KEY = "golden-key-0123456789";
const SECRETS = { jwtSecret: "0123456789abcdefghij", cookieSecret: "0123456789abcdefghij" };
/** Nothing listens there. */
const NOWHERE = "postgres://ada:the-password@127.0.0.1:1/none";

let folder: string;
let gateway: Simulator;
let store: Server;
let storeUrl: string;
/** A problem instead of the store. */
let answer: { status: number; body: string; headers?: Record<string, string> };

beforeAll(async () => {
  gateway = await startSimulator({ merchantId: "100001", accountId: "100001001", signingKeys: [KEY] });
  store = createServer((_request, response) => {
    response.writeHead(answer.status, answer.headers).end(answer.body);
  });
  await new Promise<void>((resolve) => store.listen(0, "127.0.0.1", resolve));
  storeUrl = `http://127.0.0.1:${String((store.address() as AddressInfo).port)}`;
});
afterAll(async () => {
  await gateway.close();
  await new Promise((resolve) => store.close(resolve));
});
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "acquiring-doctor-"));
  answer = { status: 404, body: "unknown account" };
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const account = (more: object = {}): object => ({
  baseUrl: gateway.url,
  merchantId: "100001",
  accountId: "100001001",
  signingKeys: [KEY],
  ...more,
});
const options = (more: object = {}): object => ({
  accounts: { main: account() },
  storefront: { origins: ["http://localhost:8000"] },
  notifyBaseUrl: storeUrl,
  ...more,
});
const PAYMENT = {
  resolve: "@medusajs/medusa/payment",
  dependencies: ["acquiring"],
  options: { providers: [{ resolve: "medusa-payment-acquiring/providers/acquiring", id: "main" }] },
};
const HTTP = { storeCors: "http://localhost:8000", authCors: "http://localhost:8000", adminCors: "", ...SECRETS };

interface SetUp {
  readonly options?: object | null;
  readonly payment?: object;
  readonly http?: object;
  readonly pool?: object;
}

async function doctor(setUp: SetUp, isOffline = false): Promise<readonly Finding[]> {
  const config = {
    projectConfig: {
      databaseUrl: NOWHERE,
      databaseDriverOptions: { pool: setUp.pool },
      http: { ...HTTP, ...setUp.http },
    },
    plugins:
      setUp.options === null ? [] : [{ resolve: "medusa-payment-acquiring", options: setUp.options ?? options() }],
    modules: { payment: setUp.payment ?? PAYMENT },
  };
  writeFileSync(join(folder, "medusa-config.js"), `module.exports = ${JSON.stringify(config)};`);
  return examine({ folder, isOffline, isProduction: false, now: () => new Date(), env: {} });
}

/** The failed findings, without those of every set-up here: a database that is down. */
const wrong = (findings: readonly Finding[]): readonly Finding[] =>
  findings.filter(({ status, check }) => status !== "ok" && check !== "database");

it("finds no problem in a store set up as in the README, except its database", async () => {
  const findings = await doctor({});
  expect(wrong(findings)).toEqual([]);
  expect(findings.find(({ check }) => check === "queries to main")?.status).toBe("ok");
  expect(findings.find(({ check }) => check === "notifications")?.status).toBe("ok");
});

it("1: a folder without a configuration", async () => {
  const findings = await examine({ folder, isOffline: true, isProduction: false, now: () => new Date(), env: {} });
  expect(findings.filter(({ status }) => status !== "skip")).toEqual([
    expect.objectContaining({
      status: "fail",
      remedy: expect.stringContaining("Run the command in the store's folder"),
    }),
  ]);
  expect(findings.filter(({ status }) => status === "skip")).toHaveLength(9);
});

const CONFIGURATIONS: readonly (readonly [string, () => SetUp, string, string])[] = [
  ["2: the plugin is not listed", () => ({ options: null }), "does not list the plugin", '"plugins"'],
  [
    "3: a placeholder in the place of the key",
    () => ({ options: options({ accounts: { main: account({ signingKeys: ["changeme"] }) } }) }),
    '"accounts.main.signingKeys.0" is a placeholder; write the key the gateway gave you',
    "medusa-config",
  ],
  [
    "4: the payment module has no access to the ledger",
    () => ({ payment: { ...PAYMENT, dependencies: [] } }),
    "has no access to the ledger",
    'dependencies: ["acquiring"]',
  ],
  [
    "5: the provider's ID is not an account",
    () => ({ payment: { ...PAYMENT, options: { providers: [{ ...PAYMENT.options.providers[0], id: "shop" }] } } }),
    '"shop" is not a key of "accounts" (main)',
    "the key of an account",
  ],
  [
    "options on the provider",
    () => ({
      payment: {
        ...PAYMENT,
        options: { providers: [{ ...PAYMENT.options.providers[0], options: { merchantId: "1" } }] },
      },
    }),
    'The provider "main" has its own options (merchantId)',
    "plugin's options",
  ],
  [
    "the shop's origin is not in authCors",
    () => ({ http: { authCors: "http://localhost:9000" } }),
    "Customers cannot log in from the browser at http://localhost:8000; payments do not need it",
    "like Medusa's Next.js starter, do not need it",
  ],
  [
    "6: the shop's origin is refused by CORS",
    () => ({ http: { storeCors: "http://localhost:3000" } }),
    "Requests from http://localhost:8000 are refused",
    "Add http://localhost:8000 to projectConfig.http.storeCors",
  ],
  [
    "7: the notification URL is a loopback address",
    () => ({ options: options({ accounts: { main: account({ baseUrl: "https://gateway.example" }) } }) }),
    "notifyBaseUrl is http://127.0.0.1",
    "at which the gateway reaches this server",
  ],
  [
    "8: a key that was typed",
    () => ({ options: options({ accounts: { main: account({ signingKeys: ["abababababababab"] }) } }) }),
    "accounts.main.signingKeys[0] looks typed or truncated",
    "Compare it with the key that the gateway gave you",
  ],
  [
    "9: Medusa's secrets are those of the examples",
    () => ({ http: { jwtSecret: "supersecret" } }),
    "projectConfig.http.jwtSecret is short",
    "openssl rand -base64 32",
  ],
];

it.each(CONFIGURATIONS)("%s", async (_name, setUp, message, remedy) => {
  const finding = (await doctor(setUp(), true)).find((each) => each.message.includes(message));
  expect(finding).toMatchObject({ remedy: expect.stringContaining(remedy) });
  expect(finding?.status).not.toBe("ok");
});

it.each([
  [
    "a resolved path",
    'require("node:path").resolve("node_modules/medusa-payment-acquiring/providers/acquiring/index.js")',
  ],
  ["an imported provider", '{ services: [class { static identifier = "acquiring-card" }] }'],
])("a provider is found as the start finds it: %s", async (_name, resolve) => {
  await doctor({}, true);
  const file = join(folder, "medusa-config.js");
  const listed = JSON.stringify(PAYMENT.options.providers[0]?.resolve);
  writeFileSync(
    file,
    readFileSync(file, "utf8").replace(listed, () => resolve),
  );
  const findings = await examine({ folder, isOffline: true, isProduction: false, now: () => new Date(), env: {} });
  expect(findings.find(({ check }) => check === "payment module")).toMatchObject({
    status: "ok",
    message: "has access to the ledger; providers: main",
  });
});

it.each([
  ["can be created", "epoch", { status: "ok" }],
  ["has no folder", "none/epoch", { status: "fail", message: expect.stringContaining("(ENOENT)") }],
])("an epoch file that %s", async (_name, path, finding) => {
  const findings = await doctor({ options: options({ recovery: { epochFile: join(folder, path) } }) }, true);
  expect(findings.find(({ check }) => check === "epoch file")).toMatchObject(finding);
});

it("an outgoing proxy is named, because the gateway is reached without it", () => {
  expect(judgeProxy({ HTTPS_PROXY: "", NO_PROXY: "x" })).toEqual([]);
  expect(judgeProxy({ https_proxy: "http://user:secret@proxy.example" })).toEqual([
    expect.objectContaining({
      check: "outgoing proxy",
      status: "warn",
      message: "https_proxy is set, but the gateway is always reached directly, without a proxy.",
    }),
  ]);
});

it("the gateway is checked over the connections of payments, whatever fetch would use", async () => {
  const fetched = jest.spyOn(globalThis, "fetch");
  const findings = await doctor({});
  expect(findings.find(({ check }) => check === "gateway of main")?.status).toBe("ok");
  expect(fetched.mock.calls.map(([url]) => url)).toEqual([expect.stringContaining("/acquiring/notify/")]);
  fetched.mockRestore();
});

it("a stock store whose authCors lacks the shop does not fail", async () => {
  const findings = await doctor({ http: { authCors: "http://localhost:5173,http://localhost:9000" } });
  expect(wrong(findings).map(({ check, status }) => [check, status])).toEqual([["CORS, authCors", "hint"]]);
  expect(table(findings)).toContain("0 to check");
});

it("all invalid options are reported together, and so are skipped checks", async () => {
  const accounts = { main: account({ merchantId: 1, merchantID: "1", signingKeys: ["short"] }) };
  const findings = await doctor({ options: options({ accounts, notifyBaseUrl: "http://api.shop.example" }) });
  expect(findings.filter(({ check }) => check === "options")).toHaveLength(3);
  expect(findings.filter(({ status }) => status === "skip").map(({ check }) => check)).toEqual([
    "payment module",
    "Medusa's secrets",
    "CORS",
    "addresses",
    "regions",
    "notifications",
    "gateway, clock and queries",
  ]);
  expect(findings.find(({ check }) => check === "database")?.status).toBe("fail");
  expect(table(findings)).toContain("not checked: correct the options first");
  expect(table(findings)).toMatch(/4 failed, 7 skipped$/);
});

it("a pool of fewer than four connections is too small", async () => {
  expect(wrong(await doctor({ pool: { max: 3 } }, true))).toEqual([
    expect.objectContaining({ check: "connections", status: "warn", remedy: expect.stringContaining("4 or more") }),
  ]);
});

it("a pool of four connections is large enough", async () => {
  expect(wrong(await doctor({ pool: { max: 4 } }, true))).toEqual([]);
});

it("10: the database is down; its password is in no finding", async () => {
  const findings = await doctor({}, true);
  expect(findings.find(({ check }) => check === "database")).toMatchObject({
    status: "fail",
    message: expect.stringContaining("ECONNREFUSED"),
    remedy: expect.stringContaining("DATABASE_URL"),
  });
  expect(JSON.stringify(findings)).not.toContain("the-password");
});

const ROWS: DatabaseRows = {
  skewMs: 40,
  migrations: ourMigrations(),
  regions: [{ region: "Europe", provider: "pp_acquiring-checkout_main" }],
  manual: [],
  regionCount: 1,
  recovering: [],
  open: [],
};
const HERE = "https://gateway.example 10001 20001";
const EXPECTED = {
  ...{ migrations: ourMigrations(), accounts: ["main"], allowDirectCard: false, hasMethods: false },
  identities: new Map([["main", [HERE]]]),
};

it.each([
  ["11: migrations have not run", { ...ROWS, migrations: [] }, "fail", "have not run", "npx medusa db:migrate"],
  ["recovery mode of one account", { ...ROWS, recovering: ["main"] }, "fail", "Recovery mode of main", " recover"],
  ["recovery mode", { ...ROWS, recovering: ["*"] }, "fail", "Recovery mode of every account", " recover"],
  ["12: no region offers our providers", { ...ROWS, regions: [] }, "warn", "No region offers", "Settings, Regions"],
  [
    "13: a region offers an account that is not configured",
    { ...ROWS, regions: [{ region: "Europe", provider: "pp_acquiring-card_old" }] },
    "fail",
    '"Europe" offers pp_acquiring-card_old',
    "configure the account",
  ],
  [
    "29: this server's clock is wrong against the database's",
    { ...ROWS, skewMs: -125_000 },
    "warn",
    "This server's clock is 125 s behind the database's.",
    "NTP",
  ],
  [
    "payments are open at a gateway account that is not configured",
    {
      ...ROWS,
      open: [
        { account: "main", identity: HERE, payments: 3 },
        { account: "main", identity: "https://old.example 10002 20002", payments: 2 },
      ],
    },
    "fail",
    '2 open payments of "main" went to merchant 10002, account 20002 at https://old.example',
    'Correct "accounts.main"',
  ],
  [
    "payments are open under a key that is not configured",
    { ...ROWS, open: [{ account: "old", identity: HERE, payments: 1 }] },
    "fail",
    '1 open payment of "old" went to merchant 10001, account 20001 at https://gateway.example, which is not configured',
    'Correct "accounts.old"',
  ],
  [
    "stored texts contain card numbers",
    { ...ROWS, cardData: { found: 3, isWhole: true, problems: [] } },
    "fail",
    "3 stored texts contain a card number.",
    "erase, then again with --apply",
  ],
  [
    "a row with an erasure was changed in another way",
    { ...ROWS, cardData: { found: 0, isWhole: false, problems: ["acquiring_audit_record acqaud_1 details"] } },
    "fail",
    "acquiring_audit_record acqaud_1 details",
    "erase --verify",
  ],
  [
    "there are too many erasures to check",
    { ...ROWS, cardData: { found: 0, isWhole: false, problems: null } },
    "warn",
    "Too many erasures",
    "erase --verify",
  ],
  [
    "Manual Payment is enabled beside ours",
    { ...ROWS, manual: ["Europe", "Wholesale"] },
    "warn",
    '"Manual Payment" (pp_system_default) is enabled beside ours in Europe: customers can order without paying',
    "Settings, Regions",
  ],
  [
    "times cannot be read",
    { ...ROWS, skewMs: null },
    "fail",
    "Times of the database cannot be read",
    "DateStyle to ISO",
  ],
  [
    "the database is read-only",
    { ...ROWS, settings: { isReadOnly: true, losesCommits: false } },
    "fail",
    "read-only, or a standby",
    "primary",
  ],
  [
    "commits can be lost",
    { ...ROWS, settings: { isReadOnly: false, losesCommits: true } },
    "warn",
    "synchronous_commit is off",
    "synchronous_commit = on",
  ],
])("%s", (_name, rows, status, message, remedy) => {
  const [, ...findings] = judgeDatabase({ rows, problem: null }, EXPECTED);
  expect(ourMigrations()).toHaveLength(19);
  expect(findings.filter((each) => each.status !== "ok")).toEqual([
    expect.objectContaining({
      status,
      message: expect.stringContaining(message),
      remedy: expect.stringContaining(remedy),
    }),
  ]);
});

it.each([
  [
    "14: another server responds at the notification URL",
    { status: 200, body: "<html>" },
    "HTTP 200",
    "POST /acquiring/notify/*",
  ],
  [
    "15: a redirect at the notification URL",
    { status: 308, body: "", headers: { location: "https://elsewhere.example" } },
    "HTTP 308",
    "final URL as notifyBaseUrl",
  ],
])("%s", async (_name, instead, message, remedy) => {
  answer = instead;
  expect(wrong(await doctor({}))).toEqual([
    expect.objectContaining({
      check: "notifications",
      status: "fail",
      message: expect.stringContaining(message),
      remedy: expect.stringContaining(remedy),
    }),
  ]);
});

it("16: the key belongs to another account", async () => {
  const accounts = { main: account({ signingKeys: ["another-key-9876543210"] }) };
  expect(wrong(await doctor({ options: options({ accounts }) }))).toEqual([
    expect.objectContaining({
      check: "queries to main",
      status: "fail",
      message: expect.stringContaining("I0013"),
      remedy: expect.stringContaining("signature --help"),
    }),
  ]);
});

const AT = new Date("2026-11-22T10:00:00Z");
const SEEN = {
  account: "main",
  baseUrl: "https://gateway.example",
  reached: { kind: "answered" as const, date: "Sun, 22 Nov 2026 10:00:02 GMT" },
  at: AT,
  query: { kind: "answered" as const, orderNo: "acq_7", reading: "captured" },
};

it("17: this server's IP address is not registered", () => {
  const query = { kind: "refused" as const, code: "ip_not_registered", message: "…" };
  expect(judgeGateway({ ...SEEN, query }).at(-1)).toMatchObject({
    status: "fail",
    remedy: expect.stringContaining("Register this server's outgoing IP address"),
  });
});

it.each([
  ["Sun, 22 Nov 2026 10:01:00 GMT", "warn", "60 s behind"],
  ["Sun, 22 Nov 2026 09:50:00 GMT", "fail", "600 s ahead"],
] as const)("18: the clock is wrong compared with %s", (date, status, message) => {
  expect(judgeGateway({ ...SEEN, reached: { kind: "answered", date } })[1]).toMatchObject({
    status,
    message: expect.stringContaining(message),
    remedy: expect.stringContaining("NTP"),
  });
});

it("no external text controls the terminal", () => {
  const message = "evil\u001b[2J";
  expect(table([{ check: "x", status: "ok", message, remedy: null }])).not.toContain("\u001b");
});

test("card data: a partial search is reported as such", () => {
  const cardData = { found: 0, isWhole: false, problems: [] };
  const found = judgeDatabase({ rows: { ...ROWS, cardData }, problem: null }, EXPECTED);
  expect(found.filter(({ check }) => check === "card data")).toMatchObject([
    { status: "ok", message: "no card number in stored texts in the rows that were read, the oldest of each table" },
  ]);
});
