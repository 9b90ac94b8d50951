import { fork } from "node:child_process";
import { join } from "node:path";
import { Ledger } from "../../src/modules/acquiring/ledger/ledger";
import type { OwnLedger } from "../support/own-ledger";
import { ownLedger } from "../support/own-ledger";

/**
 * Writes that begin together, through the gate, against the simulator and a real
 * Postgres whose ten connections spread their beginnings. The longest wait is
 * raised, because the machine of a test may stand still for longer than the
 * default without meaning anything by it.
 */
const PATIENT = { batch: { maxWaitMs: 5_000 } };
const WIRE = { capture: "capture", void: "cancel", refund: "refund" } as const;
type Kind = keyof typeof WIRE;

let stage: OwnLedger;
let service: ReturnType<OwnLedger["service"]>;

beforeAll(async () => {
  stage = await ownLedger("batched_writes");
  service = stage.service(undefined, PATIENT);
});
afterAll(() => stage.close());
beforeEach(() => stage.gateway.anew());

/** A thousand payments have to be made first, on whatever machine this is. */
const LONG = 600_000;

const intent = (kind: Kind, attemptId: string, key = `${kind}_${attemptId}`) =>
  ({
    attemptId,
    kind,
    amount: kind === "void" ? null : 4_000n,
    idempotencyKey: key,
    actor: "admin",
    actorId: null,
  }) as const;

const seen = async (): Promise<number> => (await stage.gateway.requests()).at(-1)?.seq ?? 0;

/** Sizes of the requests of this kind since then. */
async function sizes(kind: Kind, since: number): Promise<number[]> {
  const requests = await stage.gateway.requests(since);
  return requests.flatMap(({ operation, body }) => {
    const items = body[`${WIRE[kind]}_orders`];
    return operation === WIRE[kind] && Array.isArray(items) ? [items.length] : [];
  });
}

async function runAll(kind: Kind, ids: readonly string[]): Promise<number[]> {
  const since = await seen();
  const results = await Promise.all(ids.map((id) => service.gate.run(intent(kind, id))));
  expect(new Set(results.map((result) => result.kind))).toEqual(new Set(ids.map(() => "settled")));
  return sizes(kind, since);
}

const COUNTS = [0, 1, 49, 50, 51, 100, 1_000];
const requestsFor = (count: number): number => Math.ceil(count / 50);

test.each(COUNTS)(
  "16 %i captures take ceil(N/50) requests, and so do their refunds",
  async (count) => {
    const ids = await stage.authorised(count);
    for (const kind of ["capture", "refund"] as const) {
      const taken = await runAll(kind, ids);
      expect(taken).toHaveLength(requestsFor(count));
      expect(taken.reduce((sum, size) => sum + size, 0)).toBe(count);
    }
    const books = await stage
      .pg("acquiring_payment_attempt")
      .whereIn("id", ids)
      .where({ captured: 4_000, refund_pending: 4_000 });
    expect(books).toHaveLength(count);
  },
  LONG,
);

test.each(COUNTS.filter((count) => count <= 100))(
  "16 %i voids take ceil(N/50) requests",
  async (count) => {
    const ids = await stage.authorised(count);
    const taken = await runAll("void", ids);
    expect(taken).toHaveLength(requestsFor(count));
    expect(taken.reduce((sum, size) => sum + size, 0)).toBe(count);
    expect(await stage.pg("acquiring_payment_attempt").whereIn("id", ids).where({ state: "voided" })).toHaveLength(
      count,
    );
  },
  LONG,
);

test("what is refused or answered from the ledger does not delay the others, and captures and voids are not mixed", async () => {
  const ids = await stage.authorised(6);
  const [known = "", twice = ""] = ids;
  await service.gate.run(intent("capture", known));
  const since = await seen();
  const results = await Promise.all([
    ...ids.slice(0, 4).map((id) => service.gate.run(intent("capture", id))),
    service.gate.run(intent("capture", twice, "pressed-twice")),
    service.gate.run(intent("capture", "acqatt_nobody")),
    ...ids.slice(4).map((id) => service.gate.run(intent("void", id))),
  ]);
  const kinds = results.map(({ kind }) => kind);
  expect(kinds.slice(0, 4).filter((kind) => kind === "settled").length).toBeGreaterThanOrEqual(3);
  expect([kinds[1], kinds[4]].sort()).toEqual(["settled", "unknown"]);
  expect(kinds.slice(5)).toEqual(["refused", "settled", "settled"]);
  expect(await sizes("capture", since)).toEqual([3]);
  expect(await sizes("void", since)).toEqual([2]);
});

test("operations that start together are committed by few statements, and so are those that end together", async () => {
  const ids = await stage.authorised(50);
  const statements: string[] = [];
  // The counts for the health page are written every ten seconds, whatever happens meanwhile.
  const note = ({ sql }: { sql: string }): void => void (/acquiring_traffic_minute/.test(sql) || statements.push(sql));
  stage.pg.on("query", note);
  await runAll("capture", ids);
  stage.pg.removeListener("query", note);
  const writes = statements.filter((sql) => /insert|update acquiring/i.test(sql));
  expect(writes).toHaveLength(2);
  // Twice: begin, two reads, one write, commit. One more of each where a moment came in between.
  expect(statements.length).toBeLessThanOrEqual(20);
});

test("a payment locked by another does not delay the others", async () => {
  const [busy = "", ...others] = await stage.authorised(5);
  const impatient = stage.service();
  const release = await stage.pg.transaction();
  await release("acquiring_payment_attempt").where({ id: busy }).forUpdate();
  const late = impatient.gate.run(intent("capture", busy));
  const results = await Promise.all(others.map((id) => impatient.gate.run(intent("capture", id))));
  expect(results.map(({ kind }) => kind)).toEqual(others.map(() => "settled"));
  await release.commit();
  expect(await late).toEqual({ kind: "settled" });
});

test("a failure of one payment affects only that one", async () => {
  const [taken = "", wrong = "", ...others] = await stage.authorised(5);
  await service.gate.run(intent("capture", taken));
  const since = await seen();
  // A key of Medusa's that is another payment's already: the database refuses its row.
  const [refused, ...results] = await Promise.allSettled([
    service.gate.run(intent("capture", wrong, `capture_${taken}`)),
    ...others.map((id) => service.gate.run(intent("capture", id))),
  ]);
  expect(refused.status).toBe("rejected");
  expect(results).toEqual(others.map(() => ({ status: "fulfilled", value: { kind: "settled" } })));
  expect((await sizes("capture", since)).reduce((sum, size) => sum + size, 0)).toBe(others.length);
});

test("a process that dies with a batch in flight leaves every row sending, and nothing of it is sent again", async () => {
  const ids = await stage.authorised(30);
  const since = await seen();
  const intents = ids.map((id) => intent("capture", id));
  const signal = await dieAt("capture:after-send", intents);
  expect(signal).toBe("SIGKILL");
  const rows = await stage.pg("acquiring_operation").whereIn("attempt_id", ids).where({ kind: "capture" });
  expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(["sending"]));
  expect(rows).toHaveLength(30);
  expect(await sizes("capture", since)).toEqual([30]);

  const again = await Promise.all(intents.map((each) => service.gate.run(each)));
  expect(new Set(again.map(({ kind }) => kind))).toEqual(new Set(["unknown"]));
  service.useClock(() => new Date(Date.now() + 600_000));
  expect(await service.checkAttempts(ids)).toEqual([]);
  service.useClock(() => new Date());
  const after = await Promise.all(intents.map((each) => service.gate.run(each)));
  expect(new Set(after.map(({ kind }) => kind))).toEqual(new Set(["settled"]));
  expect(await sizes("capture", since)).toEqual([30]);
});

test("listeners are notified of one payment's change and of many, once they are committed", async () => {
  const ids = await stage.authorised(2);
  const told: string[] = [];
  let committed = "";
  const ledger = new Ledger(stage.pg, undefined, () => told.push(committed));
  const [first = ""] = ids;
  await ledger.withAttempt(first, () => {
    committed = "one";
    return Promise.resolve();
  });
  await ledger.withAttempts(ids, (attempts) => {
    committed = `${String(attempts.length)} together`;
    return Promise.resolve();
  });
  expect(told).toEqual(["one", "2 together"]);
});

async function dieAt(crashAt: string, intents: readonly object[]): Promise<string | null> {
  const { host, port, user, password, database } = stage.pg.client.config.connection;
  const url = new URL("postgres://localhost");
  Object.assign(url, { hostname: host, port: String(port), username: user ?? "", password: password ?? "" });
  url.pathname = `/${String(database)}`;
  const job = {
    databaseUrl: url.toString(),
    options: stage.options(undefined, PATIENT),
    run: { kind: "writes", intents, crashAt },
  };
  const child = fork(join(__dirname, "../support/crash-child.ts"), {
    execArgv: ["-r", "ts-node/register"],
    env: { ...process.env, NODE_OPTIONS: "" },
  });
  child.send(JSON.stringify(job, (_key, value: unknown) => (typeof value === "bigint" ? value.toString() : value)));
  return new Promise((resolve) => child.once("exit", (_code, signal) => resolve(signal)));
}
