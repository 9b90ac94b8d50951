import type { Knex } from "knex";
import knex from "knex";
import { databaseTime } from "../../src/modules/acquiring/runtime/database-clock";
import type AcquiringModuleService from "../../src/modules/acquiring/service";
import { cardPayment } from "../support/card-payment";
import type { OwnLedger } from "../support/own-ledger";
import { ownLedger } from "../support/own-ledger";
import { until } from "../support/waiting";

/**
 * What goes wrong on our side while money moves: Postgres and the clock. Whatever
 * fails, nothing is sent twice, what may have happened stays open, and one question
 * to the gateway settles it.
 */
let stage: OwnLedger;
let service: AcquiringModuleService;
beforeAll(async () => {
  stage = await ownLedger("our_side");
  service = stage.service();
});
afterAll(() => stage.close());
beforeEach(async () => {
  await stage.gateway.anew();
  service.useClock(() => new Date());
});
afterEach(() => setDatabase("RESET ALL"));

const MINUTE = 60_000;
const intent = (attemptId: string, key = `capture_${attemptId}`, amount = 4_000n) =>
  ({ attemptId, kind: "capture", amount, idempotencyKey: key, actor: "admin", actorId: null }) as const;
const effects = async (): Promise<number> => (await stage.gateway.state()).effects.capture ?? 0;
const statuses = async (attemptId: string): Promise<string[]> =>
  (await stage.pg("acquiring_operation").where({ attempt_id: attemptId, kind: "capture" })).map(({ status }) => status);
const sent = (): Promise<number> => stage.gateway.sent("capture");

/** Another server of the same shop that has one connection for everything, and the ms that it waits for it. */
function oneConnection(acquireConnectionTimeout: number): Knex {
  const { host, port, user, password, database } = stage.pg.client.config.connection;
  const connection = { host, port, user, password, database };
  return knex({ client: "pg", connection, pool: { min: 0, max: 1 }, acquireConnectionTimeout });
}

/** Changes the database's settings for every connection from now on, as a fail-over or an administrator would. */
async function setDatabase(change: string): Promise<void> {
  const { rows } = await stage.pg.raw("SELECT current_database() AS name");
  const trx = await stage.pg.transaction();
  await trx.raw("SET TRANSACTION READ WRITE");
  await trx.raw(`ALTER DATABASE "${String(rows[0].name)}" ${change}`);
  await trx.commit();
  await cutConnections(stage.pg);
}

/** What every client sees of a restart: its connections end. */
const cutConnections = async (pg: Knex): Promise<void> => {
  const all = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()";
  await pg.raw(`${all} AND pid <> pg_backend_pid()`);
  await pg.raw("SELECT pg_terminate_backend(pg_backend_pid())").catch(() => undefined);
  // Connections that are dead and still in the pool are found out by using them.
  for (let turn = 0; turn < 12; turn += 1) await pg.raw("SELECT 1").catch(() => undefined);
};

/** Ten minutes later a question finds out. */
async function later(ids: readonly string[]): Promise<void> {
  service.useClock(() => new Date(Date.now() + 10 * MINUTE));
  expect(await service.checkAttempts(ids)).toEqual([]);
}

/** Runs a capture whose answer takes its time, and `meanwhile` once the gateway has applied it. */
async function captureWhile(id: string, meanwhile: () => Promise<void>): Promise<string> {
  await stage.gateway.slowly("capture");
  const running = service.gate.run(intent(id)).then(
    ({ kind }) => kind,
    () => "failed",
  );
  await until(async () => (await effects()) > 0);
  expect(await effects()).toBe(1);
  await meanwhile();
  return running;
}

describe("Postgres", () => {
  test("restarts between the send and the response: the row remains, and a query settles it", async () => {
    const [id = ""] = await stage.authorised(1);
    await captureWhile(id, () => cutConnections(stage.pg));
    expect(["sending", "settled"]).toContain((await statuses(id))[0]);
    await later([id]);
    expect([await statuses(id), await effects(), await sent()]).toEqual([["settled"], 1, 1]);
  });

  test("is read-only: nothing is sent; if it becomes so in between, nothing is sent again", async () => {
    const [id = "", other = ""] = await stage.authorised(2);
    await setDatabase("SET default_transaction_read_only = on");
    await expect(service.gate.run(intent(id))).rejects.toThrow("read-only");
    await expect(service.pay(cardPayment("payses_read_only", "cart_read_only"))).rejects.toThrow("read-only");
    expect(await sent()).toBe(0);
    await setDatabase("RESET ALL");

    const heard = await captureWhile(other, () => setDatabase("SET default_transaction_read_only = on"));
    expect(heard).toBe("failed");
    await setDatabase("RESET ALL");
    expect(await statuses(other)).toEqual(["sending"]);
    expect((await service.gate.run(intent(other, "pressed again"))).kind).toBe("unknown");
    await later([other]);
    expect([await statuses(other), await effects(), await sent()]).toEqual([["settled"], 1, 1]);
  });

  test("a lock that is not acquired in time: nothing is sent; at the response: the row remains and is settled by a query", async () => {
    const [id = "", other = ""] = await stage.authorised(2);
    await setDatabase("SET lock_timeout = '150ms'");
    const hold = async (attemptId: string): Promise<Knex.Transaction> => {
      const trx = await stage.pg.transaction();
      await trx("acquiring_payment_attempt").where({ id: attemptId }).forUpdate();
      return trx;
    };
    const held = await hold(id);
    await expect(service.gate.run(intent(id))).rejects.toThrow("lock timeout");
    await held.rollback();
    expect([await sent(), await statuses(id)]).toEqual([0, []]);

    let holder: Knex.Transaction | undefined;
    const heard = await captureWhile(other, async () => {
      holder = await hold(other);
    });
    expect(heard).toBe("failed");
    await holder?.rollback();
    expect(await statuses(other)).toEqual(["sending"]);
    await later([other]);
    expect([await statuses(other), await effects(), await sent()]).toEqual([["settled"], 1, 1]);
  });

  test("its times cannot be read: the start says so, and what to set", async () => {
    const errors = jest.spyOn(console, "error").mockImplementation(() => undefined);
    const pg = stage.pool(1);
    const started = stage.service(undefined, undefined, pg);
    await pg.raw("SET DateStyle = 'German'");
    await started.__hooks.onApplicationStart();
    await pg.raw("SET DateStyle = 'ISO'");
    expect(errors.mock.calls).toEqual([
      [expect.stringMatching(/times of the database cannot be read.*DateStyle to ISO/)],
    ]);
    errors.mockRestore();
    expect(await databaseTime(pg)).toBeInstanceOf(Date);
  });

  test("serializable, with serialization failures: sixteen captures of one payment are at most one", async () => {
    const [id = ""] = await stage.authorised(1);
    await setDatabase("SET default_transaction_isolation = 'serializable'");
    const keys = Array.from({ length: 16 }, (_, at) => `key_${String(at)}`);
    const heard = await Promise.allSettled(keys.map((key) => service.gate.run(intent(id, key))));
    expect(heard.some(({ status }) => status === "fulfilled")).toBe(true);
    await setDatabase("RESET ALL");
    await later([id]);
    const open = (await statuses(id)).filter((status) => status !== "declined");
    expect([open, await effects()]).toEqual([["settled"], 1]);
  });

  test("with one connection for everything, held by another client for a while: forty captures wait and succeed", async () => {
    const ids = await stage.authorised(40);
    const one = oneConnection(30_000);
    const narrow = stage.service(undefined, {}, one);
    const holder = await one.transaction();
    const running = Promise.all(ids.map((id) => narrow.gate.run(intent(id))));
    await holder.rollback();
    expect(new Set((await running).map(({ kind }) => kind))).toEqual(new Set(["settled"]));
    expect(await effects()).toBe(40);
    await one.destroy();
  });

  test("with a pool that is exhausted for longer than any wait: nothing is sent", async () => {
    const [id = ""] = await stage.authorised(1);
    const one = oneConnection(200);
    const holder = await one.transaction();
    await expect(stage.service(undefined, {}, one).gate.run(intent(id))).rejects.toThrow(
      "Timeout acquiring a connection",
    );
    await holder.rollback();
    await one.destroy();
    expect([await sent(), await statuses(id)]).toEqual([0, []]);
    expect((await service.gate.run(intent(id))).kind).toBe("settled");
  });
});

describe("time", () => {
  test("the process is paused for longer than the response may take: one effect, and a query settles it", async () => {
    const [id = ""] = await stage.authorised(1);
    const hasty = stage.service(undefined, { timeouts: { connectMs: 1_000, authoriseMs: 200, otherMs: 200 } });
    const running = hasty.gate.run(intent(id));
    await until(async () => (await statuses(id)).length > 0);
    const end = performance.now() + 600;
    while (performance.now() < end);
    expect(["settled", "unknown"]).toContain((await running).kind);
    await later([id]);
    const settled = await statuses(id);
    // What stood still before it was sent is proven absent, and may be sent again.
    if (settled[0] !== "settled") expect((await service.gate.run(intent(id, `again_${id}`))).kind).toBe("settled");
    expect(await effects()).toBe(1);
  });

  test.each([
    ["back", -86_400_000],
    ["ahead", 86_400_000],
  ])(
    "the clock jumps a day %s between a lost capture and its query: it is still found, and sent once",
    async (_way, jump) => {
      const [id = ""] = await stage.authorised(1);
      await stage.gateway.fault("capture", "drop-after-apply");
      expect((await service.gate.run(intent(id))).kind).toBe("unknown");
      service.useClock(() => new Date(Date.now() + jump));
      expect((await service.gate.run(intent(id, "pressed again"))).kind).toBe("unknown");
      expect(await service.checkAttempts([id])).toEqual([]);
      expect([await statuses(id), await effects(), await sent()]).toEqual([["settled"], 1, 1]);
      service.useClock(() => new Date());
      const { rows } = await stage.pg.raw(
        "SELECT sequence FROM acquiring_entry WHERE attempt_id = ? ORDER BY sequence",
        [id],
      );
      expect(rows.map(({ sequence }: { sequence: number }) => sequence)).toEqual(
        rows.map((_: unknown, at: number) => at + 1),
      );
    },
  );

  test("with a clock that jumped back nothing is proven absent before its time, and after that it may be sent again", async () => {
    const [id = ""] = await stage.authorised(1);
    await stage.gateway.fault("capture", "drop-before");
    expect((await service.gate.run(intent(id))).kind).toBe("unknown");
    service.useClock(() => new Date(Date.now() - 86_400_000));
    await service.checkAttempts([id]);
    expect(await statuses(id)).toEqual(["unknown"]);
    await later([id]);
    expect(await statuses(id)).toEqual(["declined"]);
    expect((await service.gate.run(intent(id, `again_${id}`))).kind).toBe("settled");
    expect(await effects()).toBe(1);
  });
});
