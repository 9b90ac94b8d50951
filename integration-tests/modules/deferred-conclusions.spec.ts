import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { PostgresServer } from "../../scripts/postgres.cjs";
import { startPostgres } from "../../scripts/postgres.cjs";
import type { OperationCommand } from "../../src/modules/acquiring/gate/gate";
import type AcquiringModuleService from "../../src/modules/acquiring/service";
import { cardPayment } from "../support/card-payment";
import type { OwnLedger } from "../support/own-ledger";
import { ownLedger } from "../support/own-ledger";

/**
 * The database crashes after a conclusion was committed and before it was flushed (ADR 29). `wal_writer_delay` is long
 * here, so that only a flush that somebody waits for reaches the disk.
 */
const LONG = 120_000;
const HOUR_MS = 3_600_000;

let postgres: PostgresServer;
let folder: string;
let stage: OwnLedger;

beforeAll(async () => {
  // Knex logs ended connections to the console; here they are intended.
  jest.spyOn(console, "log").mockImplementation(() => undefined);
  folder = mkdtempSync(join(tmpdir(), "acquiring-flush-"));
  chmodSync(folder, 0o755);
  process.env.ACQUIRING_POSTGRES = "embedded";
  postgres = await startPostgres({ dataDir: join(folder, "data") });
  process.env.DB_PORT = String(postgres.port);
  stage = await ownLedger("deferred_conclusions");
  await stage.pg.raw("ALTER SYSTEM SET wal_writer_delay = '10s'");
  await stage.pg.raw("SELECT pg_reload_conf()");
}, LONG);

afterAll(async () => {
  await stage.close();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function crash(): Promise<AcquiringModuleService> {
  const { port } = postgres;
  await postgres.crash();
  postgres = await startPostgres({ dataDir: join(folder, "data"), port });
  return stage.service(undefined, {}, stage.pool(5));
}

type Kind = Exclude<OperationCommand["kind"], "review" | "cancel_subscription">;

/** As Medusa's button sends it. */
const command = (attemptId: string, kind: Kind, amount: bigint | null): OperationCommand => ({
  attemptId,
  kind,
  amount,
  idempotencyKey: `${kind}_${attemptId}`,
  actor: "admin",
  actorId: null,
  hasMedusaRow: kind !== "void",
});

async function paid(service: AcquiringModuleService, session: string): Promise<string> {
  await service.pay(cardPayment(session, `cart_${session}`));
  const attempt = await service.attempts.attemptOfSession(session);
  return attempt?.id ?? "";
}

const statusOf = async (service: AcquiringModuleService, id: string, kind: string): Promise<string | undefined> =>
  (await service.attempts.operations(id)).find((each) => each.kind === kind)?.status;

/** A commit that waits for the disk, as Medusa's own does, also flushes what came before it in the log. */
const flush = (service: AcquiringModuleService): Promise<unknown> =>
  service.attempts.connection.raw("CREATE TABLE IF NOT EXISTS flushed (id int); INSERT INTO flushed VALUES (1)");

async function begun(kind: Kind): Promise<string> {
  const before = stage.service(undefined, {}, stage.pool(5));
  const id = await paid(before, `payses_${kind}_${String(Math.random()).slice(2)}`);
  if (kind === "refund") await before.gate.run(command(id, "capture", 10_000n));
  await flush(before);
  expect(await before.gate.run(command(id, kind, kind === "void" ? null : 10_000n))).toEqual({ kind: "settled" });
  return id;
}

const sent = async (kind: Kind): Promise<number> => stage.gateway.sent(kind);

test.each(["capture", "void", "refund"] as const)(
  "a %s whose conclusion the database lost is not sent again, and a status check concludes it",
  async (kind) => {
    const id = await begun(kind);
    const requests = await sent(kind);

    const after = await crash();
    expect(await statusOf(after, id, kind)).toBe("sending");
    const again = await after.gate.run(command(id, kind, kind === "void" ? null : 10_000n));
    expect(again.kind).toBe("unknown");
    expect(await sent(kind)).toBe(requests);

    after.clock.simulate(() => new Date(Date.now() + HOUR_MS));
    await after.checkAttempt(id);
    expect(await statusOf(after, id, kind)).toBe(kind === "refund" ? "pending" : "settled");
    expect(await sent(kind)).toBe(requests);
  },
  LONG,
);

test(
  "an authorisation whose conclusion the database lost is found by a status check",
  async () => {
    const before = stage.service(undefined, {}, stage.pool(5));
    // A server's first authorisation also writes its count of valid signatures. Then without what `pay` writes after it.
    await paid(before, "payses_first");
    const { request, ...payment } = cardPayment("payses_lost", "cart_lost");
    await flush(before);
    const id = (await before.gate.authorise(payment, request)) ?? "";
    expect((await before.attempts.attempt(id))?.state).toBe("authorised");

    const after = await crash();
    expect((await after.attempts.attempt(id))?.state).toBe("created");
    after.clock.simulate(() => new Date(Date.now() + HOUR_MS));
    await after.checkAttempt(id);
    expect(await after.attempts.attempt(id)).toMatchObject({ state: "authorised", authorised: "10000" });
  },
  LONG,
);

test(
  "a conclusion is on disk once Medusa has committed after it",
  async () => {
    const id = await begun("capture");
    await flush(stage.service(undefined, {}, stage.pool(5)));
    expect(await statusOf(await crash(), id, "capture")).toBe("settled");
  },
  LONG,
);

test(
  "a conclusion that nobody records in Medusa is on disk at once",
  async () => {
    const before = stage.service(undefined, {}, stage.pool(5));
    const id = await paid(before, "payses_dashboard");
    await before.gate.run({ ...command(id, "capture", 10_000n), recordedBy: "projection" });
    expect(await statusOf(await crash(), id, "capture")).toBe("settled");
  },
  LONG,
);
