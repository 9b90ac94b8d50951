import { setImmediate, setTimeout } from "node:timers/promises";
import { INBOX_CHANNEL, WakeupAnnouncer } from "../../src/modules/acquiring/inbox/wakeup-announcer";
import type { Receipt } from "../../src/modules/acquiring/inbox/receive-notification";
import type { InboxConclusion } from "../../src/modules/acquiring/ledger/conclude-inbox";
import { concludeInbox } from "../../src/modules/acquiring/ledger/conclude-inbox";
import { FAILING_TRIES } from "../../src/modules/acquiring/inbox/notification-failures";
import type { InboxRow } from "../../src/modules/acquiring/ledger/inbox";
import { takePending } from "../../src/modules/acquiring/ledger/inbox";
import { storeNotifications } from "../../src/modules/acquiring/ledger/store-notifications";
import { PreparedStatement } from "../../src/modules/acquiring/runtime/prepared-statement";
import type AcquiringModuleService from "../../src/modules/acquiring/service";
import { signFields } from "../../src/simulator/notifications/signature";
import type { OwnLedger } from "../support/own-ledger";
import { ownLedger } from "../support/own-ledger";

/** How notifications come into the inbox together, who hears of them, and who takes them: over the ledger alone. */
const AT = new Date("2026-11-21T10:00:00Z");
let stage: OwnLedger;

beforeAll(async () => {
  stage = await ownLedger("inbox");
});
afterAll(() => stage.close());
beforeEach(async () => {
  await stage.pg("acquiring_inbox_event").delete();
});

function message(note: string, orderNo = `acq_${"0".repeat(26)}`): Buffer {
  const fields: Record<string, string> = {
    merchant_id: "100001",
    account_id: "100001001",
    order_no: orderNo,
    transaction_id: "17",
    currency: "EUR",
    amount: "100.00",
    order_status: "1",
    result_info: "0000:Success",
    note,
  };
  const signature = signFields("result", fields, "golden-key-0123456789");
  return Buffer.from(new URLSearchParams({ ...fields, encryption_data: signature }).toString());
}

const FORM = "application/x-www-form-urlencoded";
const receive = (service: AcquiringModuleService, note: string, contentType = FORM): Promise<Receipt> =>
  service.receiveNotification({ account: "main", contentType, body: message(note) });

const item = (note: string, orderNo = `acq_${"0".repeat(26)}`): Parameters<typeof storeNotifications>[1][number] => ({
  ...{ account: "main", contentType: FORM, body: message(note, orderNo) },
  ...{ signature: "matched", orderNo, receivedAt: AT },
});

describe("a group", () => {
  test("with the same bytes in it twice is one row that counts both, and only the first of them is new", async () => {
    const [first, other, again] = await storeNotifications(stage.pg, [item("a"), item("b"), item("a")]);
    expect([first?.fresh, other?.fresh, again?.fresh]).toEqual([true, true, false]);
    expect(again?.id).toBe(first?.id);
    const [later] = await storeNotifications(stage.pg, [item("a")]);
    expect(later).toEqual({ id: first?.id, fresh: false });
    expect(await stage.pg("acquiring_inbox_event").orderBy("deliveries").pluck("deliveries")).toEqual([1, 3]);
  });

  test("that ends with two refusals of one payment raises one item, dated with the first of them", async () => {
    const stored = await storeNotifications(stage.pg, [item("a"), item("b")]);
    const raise: InboxConclusion["raise"] = {
      account: "main",
      kind: "order_mismatch",
      subject: "acq_group",
      attemptId: null,
      message: "unknown",
    };
    const conclusions = stored.map(({ id }, index) => ({
      row: { id } as InboxRow,
      ...({ status: "refused", result: "unknown", raise, token: null, now: new Date(AT.getTime() + index) } as const),
    }));
    await concludeInbox(stage.pg, conclusions);
    const [{ raised_at: since, updated_at: last, count }] = await stage
      .pg("acquiring_attention_item")
      .where({ subject: "acq_group" });
    expect([since, last, count]).toEqual([AT, new Date(AT.getTime() + 1), 2]);
    expect(await stage.pg("acquiring_inbox_event").where("applied_at", ">=", since).pluck("status")).toHaveLength(2);
  });

  test("is one commit, however many share it", async () => {
    const service = stage.service();
    await receive(service, "warm");
    const writes: string[] = [];
    const note = ({ sql }: { sql: string }): void =>
      void (sql.includes("INTO acquiring_inbox_event") && writes.push(sql));
    stage.pg.on("query", note);
    await Promise.all(Array.from({ length: 64 }, (_, index) => receive(service, String(index))));
    stage.pg.removeListener("query", note);
    expect(writes).toHaveLength(1);
    expect(await stage.pg("acquiring_inbox_event").count()).toEqual([{ count: "65" }]);
  });

  test("with one in it that the database refuses fails for that one only", async () => {
    const service = stage.service();
    const results = await Promise.allSettled([
      receive(service, "first"),
      receive(service, "neighbour"),
      // A zero byte, which no text of Postgres holds.
      receive(service, "poison", `${FORM}\u0000`),
      receive(service, "other neighbour"),
    ]);
    expect(results.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "rejected", "fulfilled"]);
    expect(await stage.pg("acquiring_inbox_event").count()).toEqual([{ count: "3" }]);
  });
});

test("a connection that does not know the prepared statement stores all the same, once", async () => {
  const pg = stage.pool(1);
  await storeNotifications(pg, [item("a")]);
  // As behind a pooler that gives this client another server connection.
  await pg.raw("DEALLOCATE ALL");
  expect((await storeNotifications(pg, [item("b")])).map(({ fresh }) => fresh)).toEqual([true]);
  await pg.raw("DEALLOCATE ALL");
  expect((await storeNotifications(pg, [item("b"), item("c")])).map(({ fresh }) => fresh)).toEqual([false, true]);
  expect(await pg("acquiring_inbox_event").orderBy("deliveries").pluck("deliveries")).toEqual([1, 1, 2]);
});

test("a connection whose statement timed out is not used again where nothing cancels it, as behind a pooler", async () => {
  const pg = stage.pool(1);
  const connection: { processID: number } = await pg.client.acquireConnection();
  // A pooler's number, which is no process of the server.
  connection.processID = 2_000_000_000;
  await pg.client.releaseConnection(connection);
  const holder = await stage.pg.transaction();
  await holder.raw("LOCK TABLE acquiring_inbox_event");
  const storing = new PreparedStatement("SELECT count(*)::int AS count FROM acquiring_inbox_event");
  await expect(storing.run(pg, [], 100)).rejects.toThrow("timeout");
  const { rows } = await pg.raw<{ rows: { one: number }[] }>("SELECT 1 AS one").timeout(5_000);
  expect(rows).toEqual([{ one: 1 }]);
  await holder.rollback();
});

test("notifications that are announced within ten milliseconds of each other share an announcement after the first", async () => {
  const heard: string[] = [];
  const listener: unknown = await stage.pg.client.acquireRawConnection();
  if (!isListener(listener)) throw new Error("Not a connection of pg.");
  const timers: (() => void)[] = [];
  const announcer = new WakeupAnnouncer({
    connection: stage.pg,
    name: "here",
    startTimer: (ms, run) => {
      expect(ms).toBe(10);
      timers.push(run);
      return () => undefined;
    },
  });
  const armed = async (): Promise<void> => {
    while (timers.length === 0) await setImmediate();
  };
  try {
    listener.on("notification", ({ payload }) => heard.push(payload));
    await listener.query(`LISTEN ${INBOX_CHANNEL}`);
    for (let calls = 0; calls < 5; calls += 1) announcer.announce();
    await armed();
    timers.splice(0).forEach((run) => run());
    await armed();
    timers.splice(0).forEach((run) => run());
    // Nothing was requested meanwhile, so the next is announced at once; the last by the end.
    announcer.announce();
    announcer.announce();
    await announcer.end();
    await listener.query("SELECT 1");
    expect(heard).toEqual(["here", "here", "here", "here"]);
  } finally {
    await stage.pg.client.destroyRawConnection(listener);
  }
});

interface Listener {
  on(event: "notification", tell: (message: { readonly payload: string }) => void): void;
  query(sql: string): Promise<unknown>;
}
const isListener = (value: unknown): value is Listener =>
  typeof value === "object" && value !== null && "query" in value && "on" in value;

test("a waiting notification is given to one worker, and to another if that one has not processed it in time", async () => {
  const items = Array.from({ length: 60 }, (_, index) => item(String(index)));
  await storeNotifications(stage.pg, items);
  const taken = await Promise.all(Array.from({ length: 4 }, () => takePending(stage.pg, AT, 20)));
  expect(new Set(taken.flat()).size).toBe(taken.flat().length);
  const rest = await takePending(stage.pg, AT, 60);
  expect(new Set([...taken.flat(), ...rest]).size).toBe(60);
  expect(await takePending(stage.pg, AT, 60)).toEqual([]);
  expect(await takePending(stage.pg, new Date(AT.getTime() + 30_000), 100)).toHaveLength(60);
});

test("a notification that always throws raises one item, is kept and retried, and closes the item when it succeeds", async () => {
  const { pg } = stage;
  const service = stage.service();
  service.useClock(() => AT);
  await pg("acquiring_attention_item").delete();
  const id = (await receive(service, "always throws")).inboxId ?? "";
  const told = (): Promise<object[]> =>
    pg("acquiring_attention_item").where({ kind: "notification_failing" }).select("subject", "count", "cleared_reason");
  const kept = (): Promise<unknown> =>
    pg("acquiring_inbox_event").where({ id }).first("status", "tries", "next_try_at");
  const failing = async (tries: number): Promise<void> => {
    for (let each = 0; each < tries; each += 1) await expect(service.applyInbox(id)).rejects.toThrow("not today");
  };
  // The order is nobody's, and telling a person so fails.
  await pg.raw(
    `CREATE FUNCTION not_today() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'not today'; END $$`,
  );
  await pg.raw(`CREATE TRIGGER not_today BEFORE INSERT ON acquiring_attention_item FOR EACH ROW
    WHEN (NEW.kind = 'order_mismatch') EXECUTE FUNCTION not_today()`);
  await failing(FAILING_TRIES - 1);
  expect(await told()).toEqual([]);
  await failing(3);
  expect(await told()).toEqual([{ subject: id, count: 1, cleared_reason: null }]);
  const later = new Date(AT.getTime() + 600_000);
  expect(await kept()).toEqual({ status: "pending", tries: FAILING_TRIES + 2, next_try_at: later });
  await pg.raw("DROP TRIGGER not_today ON acquiring_attention_item");
  expect(await service.applyInbox(id)).toBe("refused");
  expect(await told()).toEqual([{ subject: id, count: 1, cleared_reason: "solved" }]);
});

describe("notifications that are processed at the same moment", () => {
  const ORDERS = ["a", "b", "b", "c"].map((letter) => `acq_${letter.repeat(26)}`);
  /** One per order number, which are nobody's. */
  async function stored(orderNos: readonly string[]): Promise<string[]> {
    await stage.pg("acquiring_attention_item").delete();
    const items = orderNos.map((orderNo, index) => item(String(index), orderNo));
    return (await storeNotifications(stage.pg, items)).map(({ id }) => id);
  }
  const raised = (): Promise<object[]> =>
    stage.pg("acquiring_attention_item").orderBy("subject").select("kind", "subject", "count");
  const statuses = async (ids: readonly string[]): Promise<(string | undefined)[]> => {
    const rows = await stage.pg("acquiring_inbox_event").whereIn("id", ids).select<{ id: string; status: string }[]>();
    return ids.map((id) => rows.find((row) => row.id === id)?.status);
  };
  const mismatch = (subject: string, count: number): object => ({ kind: "order_mismatch", subject, count });

  test("end in one statement; an item is counted for each of its notifications", async () => {
    const service = stage.service();
    const [warm = ""] = await stored([`acq_${"9".repeat(26)}`]);
    await service.applyInbox(warm);
    const ids = await stored(ORDERS);
    const writes: string[] = [];
    const note = ({ sql }: { sql: string }): void => void (/INSERT|UPDATE/.test(sql) && writes.push(sql));
    stage.pg.on("query", note);
    const results = await Promise.all(ids.map((id) => service.applyInbox(id)));
    stage.pg.removeListener("query", note);
    expect(results).toEqual(["refused", "refused", "refused", "refused"]);
    expect(writes).toHaveLength(1);
    const [a = "", b = "", , c = ""] = ORDERS;
    expect(await raised()).toEqual([mismatch(a, 1), mismatch(b, 2), mismatch(c, 1)]);
    expect(await statuses(ids)).toEqual(["refused", "refused", "refused", "refused"]);
    // One that is no longer pending is not processed again.
    expect(await service.applyInbox(ids[0] ?? "")).toBe("ignored");
    expect(await raised()).toHaveLength(3);
  });

  test("do not stop each other: only the one that the database refuses fails, and neither its item nor its row ends", async () => {
    const ids = await stored(ORDERS);
    const service = stage.service();
    await stage.pg.raw(
      `CREATE FUNCTION not_this() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'not this'; END $$`,
    );
    await stage.pg.raw(`CREATE TRIGGER not_this BEFORE UPDATE ON acquiring_inbox_event FOR EACH ROW
      WHEN (NEW.order_no = '${ORDERS[0] ?? ""}' AND NEW.status <> 'pending') EXECUTE FUNCTION not_this()`);
    const results = await Promise.allSettled(ids.map((id) => service.applyInbox(id)));
    await stage.pg.raw("DROP TRIGGER not_this ON acquiring_inbox_event");
    expect(results.map(({ status }) => status)).toEqual(["rejected", "fulfilled", "fulfilled", "fulfilled"]);
    expect(await statuses(ids)).toEqual(["pending", "refused", "refused", "refused"]);
    expect(await raised()).toEqual([mismatch(ORDERS[1] ?? "", 2), mismatch(ORDERS[3] ?? "", 1)]);
  });

  test("beyond what is processed at once wait, and one that another worker processed meanwhile is not processed again", async () => {
    const [attemptId = ""] = await stage.authorised(1);
    const [orderNo = ""] = await stage.pg("acquiring_payment_attempt").where({ id: attemptId }).pluck("order_no");
    const connections = stage.pool(10);
    const service = stage.service(undefined, { notify: { trust: "signature" } }, connections);
    const [last = "", ...ids] = await stored([`acq_${"z".repeat(26)}`, ...Array.from({ length: 32 }, () => orderNo)]);
    const trx = await stage.pg.transaction();
    await trx("acquiring_payment_attempt").where({ id: attemptId }).forUpdate();
    const first = ids.map((id) => service.applyInbox(id));
    const waiting = service.applyInbox(last);
    await stage.pg("acquiring_inbox_event").where({ id: last }).update({ status: "refused", result: "elsewhere" });
    await trx.rollback();
    expect(await waiting).toBe("ignored");
    await Promise.all(first);
    expect(await stage.pg("acquiring_inbox_event").where({ id: last }).pluck("result")).toEqual(["elsewhere"]);
    expect(await raised()).not.toContainEqual(expect.objectContaining({ subject: `acq_${"z".repeat(26)}` }));
    await connections.destroy();
  });

  test("are not started at shutdown, and stay pending", async () => {
    const [id = ""] = await stored([`acq_${"y".repeat(26)}`]);
    const service = stage.service();
    await service.__hooks.onApplicationPrepareShutdown();
    expect(await service.applyInbox(id)).toBe("waiting");
    expect(await statuses([id])).toEqual(["pending"]);
  });

  test("the shutdown leaves a round that does not end within 100 seconds, and the next server processes its notification", async () => {
    const [attemptId = ""] = await stage.authorised(1);
    const [orderNo = ""] = await stage.pg("acquiring_payment_attempt").where({ id: attemptId }).pluck("order_no");
    const [id = ""] = await stored([orderNo]);
    const service = stage.service(undefined, { notify: { trust: "signature" } });
    const limits: number[] = [];
    const timer = (ms: number, run: () => void): (() => void) => {
      limits.push(ms);
      run();
      return () => undefined;
    };
    service.useClock(() => new Date(), undefined, timer);
    const trx = await stage.pg.transaction();
    await trx("acquiring_payment_attempt").where({ id: attemptId }).forUpdate();
    let isLeft = true;
    const work = async (): Promise<void> => {
      await service.applyInbox(id);
      isLeft = false;
    };
    const round = service.drain.run(work);
    await service.__hooks.onApplicationPrepareShutdown();
    await round;
    expect([limits, isLeft, await statuses([id])]).toEqual([[100_000], true, ["pending"]]);
    await trx.rollback();
    await service.drain.settle();
    await stage.service(undefined, { notify: { trust: "signature" } }).applyInbox(id);
    expect(await statuses([id])).toEqual(["applied"]);
  });

  test("and stored again meanwhile do not block each other", async () => {
    const orderNos = Array.from({ length: 40 }, (_, index) => `acq_${String(index).padStart(26, "x")}`);
    const ids = await stored(orderNos);
    const items = orderNos.map((orderNo, index) => item(String(index), orderNo)).reverse();
    const service = stage.service();
    await Promise.all([
      ...ids.map((id) => service.applyInbox(id)),
      ...Array.from({ length: 20 }, () => storeNotifications(stage.pg, items)),
    ]);
    expect(new Set(await statuses(ids))).toEqual(new Set(["refused"]));
    expect(await stage.pg("acquiring_inbox_event").distinct("deliveries")).toEqual([{ deliveries: 21 }]);
  });
});

describe("another process", () => {
  /** A worker that counts what wakes it, and polls again after so many ms. */
  async function worker(pollAgainMs: number): Promise<{ woken: () => Promise<void>; polls: () => number }> {
    // The worker of the test before listens too.
    const others = (await listeners()).length;
    const service = stage.service();
    const wakes: (() => void)[] = [];
    const heard: true[] = [];
    let polls = 0;
    service.wakeup.begin({
      drainInbox: () => {
        const wake = wakes.shift();
        if (wake) wake();
        else heard.push(true);
        return Promise.resolve();
      },
      poll: () => {
        polls += 1;
        return Promise.resolve(pollAgainMs);
      },
    });
    await listening(others + 1);
    const woken = (): Promise<void> =>
      heard.pop() ? Promise.resolve() : new Promise((resolve) => void wakes.push(resolve));
    return { woken, polls: () => polls };
  }

  const listeners = async (): Promise<{ pid: number }[]> =>
    stage
      .pg("pg_stat_activity")
      .whereRaw("datname = current_database() AND query LIKE 'LISTEN %'")
      .select<{ pid: number }[]>("pid");

  async function listening(count: number): Promise<void> {
    while ((await listeners()).length !== count);
  }

  test("is woken by what this one stores, once for a group, and not by older rows", async () => {
    const here = stage.service();
    const { woken } = await worker(60_000);
    await receive(here, "message");
    await woken();
    const silence = woken().then(() => "woken");
    await receive(here, "message");
    expect(await Promise.race([silence, setTimeout(200, "silent")])).toBe("silent");
    await receive(here, "more");
    expect(await silence).toBe("woken");
  });

  test("is notified again after its connection broke", async () => {
    const { woken, polls } = await worker(50);
    const before = await listeners();
    const seen = polls();
    for (const { pid } of before) await stage.pg.raw("SELECT pg_terminate_backend(?)", [pid]);
    while ((await listeners()).every(({ pid }) => before.some((each) => each.pid === pid)) || polls() === seen);
    await receive(stage.service(), "after the break");
    await woken();
  });
});
