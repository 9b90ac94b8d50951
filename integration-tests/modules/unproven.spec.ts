import { randomBytes } from "node:crypto";
import type { Receipt } from "../../src/modules/acquiring/inbox/receive-notification";
import { CHECKS_PER_HOUR, takeUnverifiedCheck } from "../../src/modules/acquiring/inbox/unverified-notification-checks";
import { UNVERIFIED_MAX_BYTES } from "../../src/modules/acquiring/inbox/confirm-unverified-notification";
import type AcquiringModuleService from "../../src/modules/acquiring/service";
import { signFields } from "../../src/simulator/notifications/signature";
import { cardPayment } from "../support/card-payment";
import type { OwnLedger } from "../support/own-ledger";
import { ownLedger } from "../support/own-ledger";
import { CARDS } from "../support/shop";

/** Notifications without a good signature: what they may cost, and what they are good for. Over the ledger alone. */
const KEY = "golden-key-0123456789";
const FORM = "application/x-www-form-urlencoded";
const START = new Date("2026-11-24T10:00:00Z").getTime();
const HOUR = 3_600_000;
let stage: OwnLedger;
let sessions = 0;

beforeAll(async () => {
  stage = await ownLedger("unproven");
});
afterAll(() => stage.close());
beforeEach(() => stage.pg("acquiring_inbox_event").delete());

interface Payment {
  readonly id: string;
  readonly order_no: string;
  readonly gateway_payment_id: string | null;
}

async function payment(service: AcquiringModuleService, card: string): Promise<Payment> {
  const session = `payses_unproven_${String((sessions += 1))}`;
  await service.pay(cardPayment(session, `cart_${session}`, { card }));
  const attempt: unknown = await stage.pg("acquiring_payment_attempt").where({ session_id: session }).first();
  return attempt as Payment;
}

function message(of: Payment, changes: Readonly<Record<string, string>> = {}, key: string | null = null): Buffer {
  const fields: Record<string, string> = {
    merchant_id: "100001",
    account_id: "100001001",
    order_no: of.order_no,
    transaction_id: of.gateway_payment_id ?? "17",
    currency: "EUR",
    amount: "100.00",
    order_status: "1",
    result_info: "0000:Success",
    ...changes,
  };
  if (key !== null) fields.encryption_data = signFields("result", fields, key);
  return Buffer.from(new URLSearchParams(fields).toString());
}

const hand = (service: AcquiringModuleService, body: Buffer): Promise<Receipt> =>
  service.receiveNotification({ account: "main", contentType: FORM, body });

const queries = async (): Promise<number> => (await stage.gateway.requests()).length;

/** What the database holds of the wire: rows and bytes. */
async function held(): Promise<{ rows: number; bytes: number }> {
  const { rows } = await stage.pg.raw<{ rows: { rows: string; bytes: string }[] }>(
    "SELECT count(*) AS rows, coalesce(sum(pg_column_size(event.*)), 0) AS bytes FROM acquiring_inbox_event AS event",
  );
  return { rows: Number(rows[0]?.rows), bytes: Number(rows[0]?.bytes) };
}

function serviceAt(at: () => number): AcquiringModuleService {
  const service = stage.service();
  service.useClock(() => new Date(at()));
  return service;
}

test("34 unauthenticated messages cannot grow the database: 10,000 variations of one message", async () => {
  const service = serviceAt(() => START);
  const declined = await payment(service, CARDS.declined);
  await stage.pg("acquiring_inbox_event").delete();
  const before = await queries();
  const statuses = new Set<number>();
  const told = async (from: number): Promise<void> => {
    for (let index = from; index < 10_000; index += 50) {
      const note = `${String(index)}${"x".repeat(index % 100 === 0 ? 200_000 : 200)}`;
      const changes: Record<string, string> =
        index % 2 === 0
          ? { order_status: "0", result_info: "0005:Do not honour", note }
          : { note, notify_type: "capture" };
      const key = index % 3 === 0 ? "a-forged-key-00000000" : null;
      statuses.add((await hand(service, message(declined, changes, key))).status);
    }
  };
  await Promise.all(Array.from({ length: 50 }, (_, index) => told(index)));
  const { rows, bytes } = await held();
  expect(rows).toBeLessThanOrEqual(10);
  expect(bytes).toBeLessThanOrEqual(50_000);
  expect((await queries()) - before).toBeLessThanOrEqual(10);
  expect([...statuses].sort()).toEqual([200, 401, 413]);
  expect(await stage.pg("acquiring_inbox_event").where({ source: "notify" })).toEqual([]);
}, 120_000);

test("34 twenty-five variations of one message, a second apart and 200 kB each, are no rows, and at most eight queries", async () => {
  let now = START;
  const service = serviceAt(() => now);
  const declined = await payment(service, CARDS.declined);
  await stage.pg("acquiring_inbox_event").where({ source: "notify" }).delete();
  const before = await queries();
  const bytesBefore = (await held()).bytes;
  for (let index = 0; index < 25; index += 1) {
    now += 1_000;
    const note = randomBytes(100_000).toString("hex");
    await hand(service, message(declined, { order_status: "0", result_info: "0005:Do not honour", note }));
  }
  expect(await stage.pg("acquiring_inbox_event").where({ source: "notify" }).select("id")).toEqual([]);
  expect((await held()).bytes - bytesBefore).toBeLessThanOrEqual(50_000);
  expect((await queries()) - before).toBeLessThanOrEqual(CHECKS_PER_HOUR);
});

test("34 two servers share the queries that a payment's unauthenticated messages may cause, and another hour brings new ones", async () => {
  let now = START;
  const [one, two] = [serviceAt(() => now), serviceAt(() => now)];
  const declined = await payment(one, CARDS.declined);
  const flood = async (): Promise<number> => {
    const before = await queries();
    for (let index = 0; index < 20; index += 1)
      await Promise.all([one, two].map((each) => hand(each, message(declined, { note: String(index) }))));
    return (await queries()) - before;
  };
  // What is asked at the same time shares a query.
  const first = await flood();
  expect(first).toBeGreaterThan(0);
  expect(first).toBeLessThanOrEqual(CHECKS_PER_HOUR);
  expect(await flood()).toBe(0);
  now += HOUR;
  const again = await flood();
  expect(again).toBeGreaterThan(0);
  expect(again).toBeLessThanOrEqual(CHECKS_PER_HOUR);
});

test("34 of unauthenticated messages of one payment at once, which all read the same count, no more than the limit cause a query", async () => {
  const { id } = await payment(
    serviceAt(() => START),
    CARDS.declined,
  );
  const read = await stage.pg("acquiring_payment_attempt").where({ id }).first();
  const taken = await Promise.all(
    Array.from({ length: CHECKS_PER_HOUR * 3 }, () => takeUnverifiedCheck(stage.pg, read, new Date(START))),
  );
  expect(taken.filter(Boolean)).toHaveLength(CHECKS_PER_HOUR);
});

test("34 a signed notification is accepted while unsigned ones about the same payment are refused", async () => {
  const service = serviceAt(() => START);
  const pending = await payment(service, CARDS.pending);
  for (let index = 0; index < 20; index += 1) await hand(service, message(pending, { note: String(index) }));
  expect((await hand(service, message(pending, { note: "one more" }))).status).toBe(401);
  await stage.gateway.control("approve", { order_no: pending.order_no });
  const receipt = await hand(service, message(pending, {}, KEY));
  expect(receipt.status).toBe(200);
  expect(await service.applyInbox(receipt.inboxId ?? "")).toBe("applied");
  expect(await service.attempt(pending.id)).toMatchObject({ row: { state: "authorised" } });
});

test("34 while the signing recipe is wrong a notification settles its payment nevertheless, and a regular query does if it does not come", async () => {
  const service = stage.service(undefined, { signing: { fields: { notification: ["merchant_id"] } } });
  service.useClock(() => new Date(START));
  const announced = await payment(stage.service(), CARDS.pending);
  const silent = await payment(stage.service(), CARDS.pending);
  for (const { order_no } of [announced, silent]) await stage.gateway.control("approve", { order_no });
  expect(await hand(service, message(announced, {}, KEY))).toMatchObject({ status: 200, inboxId: null });
  expect(await service.attempt(announced.id)).toMatchObject({ row: { state: "authorised" } });
  await service.checkAttempt(silent.id);
  expect(await service.attempt(silent.id)).toMatchObject({ row: { state: "authorised" } });
  expect(await stage.pg("acquiring_inbox_event").where({ source: "notify" })).toEqual([]);
});

test("34 a large message without a valid signature is refused, and causes no query", async () => {
  const service = serviceAt(() => START);
  const declined = await payment(service, CARDS.declined);
  const before = await queries();
  const large = message(declined, { note: "x".repeat(UNVERIFIED_MAX_BYTES) });
  expect(await hand(service, large)).toMatchObject({ status: 413, inboxId: null });
  expect(await queries()).toBe(before);
});

test("34 ten thousand unreadable messages are a handful of writes, and all of them are counted", async () => {
  let now = START;
  const service = serviceAt(() => now);
  await stage.pg("acquiring_attention_item").delete();
  const writes: string[] = [];
  const note = ({ sql }: { sql: string }): void => void (/^\s*(?:INSERT|UPDATE)/i.test(sql) && writes.push(sql));
  stage.pg.on("query", note);
  for (let index = 0; index < 10_000; index += 1)
    expect((await hand(service, Buffer.from(`nothing to read ${String(index)}`))).status).toBe(400);
  stage.pg.removeListener("query", note);
  expect(writes).toHaveLength(1);
  now += 10_000;
  await service.flushCounts();
  const items = await stage.pg("acquiring_attention_item").where({ kind: "notification_unreadable" });
  expect(items).toMatchObject([{ count: 2, message: expect.stringMatching(/^9999 notifications could not be read/) }]);
});
