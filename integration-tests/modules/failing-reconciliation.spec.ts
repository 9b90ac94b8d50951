import type { Knex } from "knex";
import { dismissOpenItem } from "../../src/modules/acquiring/attention/dismissal";
import { raiseAttention } from "../../src/modules/acquiring/ledger/attention-rows";
import type { MedusaBooks } from "../../src/modules/acquiring/reconciliation/request";
import type AcquiringModuleService from "../../src/modules/acquiring/service";
import type { OwnLedger } from "../support/own-ledger";
import { ownLedger } from "../support/own-ledger";

/** The item `reconciliation_failing`, with the service's own clock and a real Postgres. */
const START = Date.parse("2026-11-01T00:00:00Z");
const HOUR = 3_600_000;
const books = (strays: () => Promise<void>): MedusaBooks => ({
  differing: () => Promise.resolve(new Set()),
  of: () => Promise.resolve(new Map()),
  strays: async function* () {
    await strays();
    yield [];
  },
});
const BOOKS = books(() => Promise.resolve());
const BROKEN = books(() => Promise.reject(new Error("Medusa did not answer.")));

/** What is open while a good run goes on. */
function inspect(open: () => Promise<unknown>): { readonly books: MedusaBooks; readonly seen: unknown[] } {
  const seen: unknown[] = [];
  return { books: books(async () => void seen.push(await open())), seen };
}

let stage: OwnLedger | undefined;
afterEach(() => stage?.close());

interface Server {
  readonly pg: Knex;
  readonly service: AcquiringModuleService;
  readonly run: (hours: number, medusa?: MedusaBooks) => Promise<"good" | "failed" | "none">;
  readonly open: () => Promise<{ subject: string; message: string; count: number }[]>;
}

async function server(name: string, everyHours: number): Promise<Server> {
  stage = await ownLedger(name, { reconcile: { everyHours } });
  const { pg } = stage;
  const service = stage.service();
  const run: Server["run"] = async (hours, medusa = BROKEN) => {
    service.useClock(() => new Date(START + hours * HOUR));
    return service.reconciler.runIfDue(medusa).then(
      (summary) => (summary === null ? "none" : "good"),
      () => "failed",
    );
  };
  const open: Server["open"] = () =>
    pg("acquiring_attention_item")
      .where({ kind: "reconciliation_failing", cleared_at: null })
      .select("subject", "message", "count");
  return { pg, service, run, open };
}

test("a reconciliation that fails for two days raises one item with the reason, which the next good run closes", async () => {
  const { run, open } = await server("failing_reconciliation", 24);
  expect(await run(0, BOOKS)).toBe("good");
  for (const hours of [24, 26, 47]) expect(await run(hours)).toBe("failed");
  expect(await open()).toEqual([]);
  for (const hours of [48.1, 49.2]) expect(await run(hours)).toBe("failed");
  expect(await open()).toEqual([
    {
      subject: "*",
      count: 2,
      message:
        "The gateway, the ledger and Medusa have not been compared completely since 2026-11-01T00:00:00.000Z. " +
        "The last run failed: Medusa did not answer.",
    },
  ]);
  expect(await run(51, BOOKS)).toBe("good");
  expect(await open()).toEqual([]);
});

test("with longer intervals it is raised after two of them, and with the job turned off it is closed", async () => {
  const { run, open } = await server("failing_reconciliation_rarely", 72);
  expect(await run(0, BOOKS)).toBe("good");
  for (const hours of [72, 100, 143]) expect(await run(hours)).toBe("failed");
  expect(await open()).toEqual([]);
  expect(await run(145)).toBe("failed");
  expect(await open()).toHaveLength(1);
  await stage?.close();
  const off = await server("failing_reconciliation_off", 0);
  const item = { account: "*", kind: "reconciliation_failing", subject: "*", attemptId: null, message: "" } as const;
  await raiseAttention(off.pg, item, new Date(START));
  for (const hours of [0, 49, 200]) expect(await off.run(hours)).toBe("none");
  expect(await off.open()).toEqual([]);
});

test("a new store is given two days, and one that stood still for longer its next run", async () => {
  const { run, open } = await server("failing_reconciliation_new", 24);
  for (const hours of [0, 1, 47]) expect(await run(hours)).toBe("failed");
  expect(await open()).toEqual([]);
  expect(await run(48, BOOKS)).toBe("good");
  expect(await run(49 + 24)).toBe("failed");
  const during = inspect(open);
  expect(await run(249, during.books)).toBe("good");
  expect(during.seen).toEqual([[]]);
  expect(await run(500)).toBe("failed");
  expect(await open()).toHaveLength(1);
});

test("once dismissed it is not raised for a day", async () => {
  const { run, open, pg } = await server("failing_reconciliation_dismissed", 24);
  for (const hours of [0, 48]) expect(await run(hours)).toBe("failed");
  const { id } = await pg("acquiring_attention_item").first("id");
  await dismissOpenItem(pg, { id, actorId: "user_1", note: "The gateway is down." }, new Date(START + 48 * HOUR));
  for (const hours of [48.2, 71.9]) expect(await run(hours)).toBe("failed");
  expect(await open()).toEqual([]);
  expect(await run(72.1)).toBe("failed");
  expect(await open()).toHaveLength(1);
});

test("runs that people start are not counted", async () => {
  const { run, open, service } = await server("failing_reconciliation_people", 24);
  for (const hours of [0, 47]) expect(await run(hours)).toBe("failed");
  const range = { account: null, from: new Date(START), to: new Date(START) };
  const listener = { difference: () => undefined, progress: () => undefined };
  await service.reconciler.run({ ...range, apply: false, by: "user_1" }, BOOKS, listener);
  expect(await run(48)).toBe("failed");
  expect(await open()).toHaveLength(1);
});

test("if the failures cannot be told, the run ends with that error", async () => {
  const { run, pg } = await server("failing_reconciliation_untold", 24);
  for (const hours of [0, 47]) expect(await run(hours)).toBe("failed");
  await pg("acquiring_reconciliation_run").update({ finished_at: null, error: null });
  await pg.raw("ALTER TABLE acquiring_attention_item RENAME COLUMN message TO message_away");
  expect(await run(48.2, BOOKS)).toBe("failed");
  const last = await pg("acquiring_reconciliation_run").orderBy("started_at", "desc").first("finished_at", "error");
  expect(last).toEqual({ finished_at: expect.any(Date), error: expect.stringContaining("message") });
});

test("runs whose server stops before they end count as failed", async () => {
  const { run, open, pg } = await server("failing_reconciliation_dies", 24);
  expect(await run(0, BOOKS)).toBe("good");
  const dieAt = async (hours: number): Promise<void> => {
    expect(await run(hours)).toBe("failed");
    await pg("acquiring_reconciliation_run").whereNotNull("error").update({ finished_at: null, error: null });
  };
  await dieAt(47);
  expect(await run(47.5)).toBe("none");
  expect(await open()).toEqual([]);
  const during = inspect(open);
  expect(await run(48.5, during.books)).toBe("good");
  expect(during.seen).toMatchObject([
    [{ message: expect.stringMatching(/The last run failed: its server stopped\.$/) }],
  ]);
  await dieAt(72.5);
  const later = inspect(open);
  expect(await run(300, later.books)).toBe("good");
  expect(later.seen).toEqual([[]]);
});
