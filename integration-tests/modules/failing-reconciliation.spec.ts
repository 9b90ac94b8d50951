import type { Knex } from "knex";
import type { MedusaBooks } from "../../src/modules/acquiring/reconciliation/request";
import type AcquiringModuleService from "../../src/modules/acquiring/service";
import type { OwnLedger } from "../support/own-ledger";
import { ownLedger } from "../support/own-ledger";

/** The item `reconciliation_failing`, with the service's own clock and a real Postgres. */
const START = Date.parse("2026-11-01T00:00:00Z");
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
    service.useClock(() => new Date(START + hours * 3_600_000));
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

test("with longer intervals it is raised after two of them, and with the job turned off never", async () => {
  const { run, open, pg } = await server("failing_reconciliation_rarely", 72);
  expect(await run(0, BOOKS)).toBe("good");
  for (const hours of [72, 100, 143]) expect(await run(hours)).toBe("failed");
  expect(await open()).toEqual([]);
  expect(await run(145)).toBe("failed");
  expect(await open()).toHaveLength(1);
  await pg("acquiring_attention_item").delete();
  await stage?.close();
  const off = await server("failing_reconciliation_off", 0);
  for (const hours of [0, 49, 200]) expect(await off.run(hours)).toBe("none");
  expect(await off.open()).toEqual([]);
});

test("a new store is given two days, and one that stood still for longer its next run", async () => {
  const { run, open } = await server("failing_reconciliation_new", 24);
  for (const hours of [0, 1, 47]) expect(await run(hours)).toBe("failed");
  expect(await open()).toEqual([]);
  expect(await run(48, BOOKS)).toBe("good");
  expect(await run(248)).toBe("failed");
  expect(await open()).toEqual([]);
  expect(await run(249)).toBe("failed");
  expect(await open()).toHaveLength(1);
});

test("runs whose server stops before they end count as failed", async () => {
  const { run, open, pg } = await server("failing_reconciliation_dies", 24);
  expect(await run(0, BOOKS)).toBe("good");
  expect(await run(48)).toBe("failed");
  await pg("acquiring_reconciliation_run").whereNotNull("error").update({ finished_at: null, error: null });
  expect(await run(48.5)).toBe("none");
  expect(await open()).toEqual([]);
  expect(await run(49.5)).toBe("failed");
  expect(await open()).toMatchObject([
    { message: expect.stringMatching(/The last run failed: its server stopped\.$/) },
  ]);
});
