import type { OwnLedger } from "../support/own-ledger";
import { ownLedger } from "../support/own-ledger";

/** Refunds that the gateway accepts and does not process. Three new services, since each remembers for an hour what it has read. */
const DAY_MS = 86_400_000;
let stage: OwnLedger;

beforeAll(async () => {
  stage = await ownLedger("overdue_refunds");
});
afterAll(() => stage.close());
beforeEach(() => stage.gateway.anew({ notifications: "off" }));

const newService = () => stage.service(stage.gateway.url);
const items = () => stage.pg("acquiring_attention_item").where({ kind: "refund_overdue" }).orderBy("id");

/** A captured payment of which 5.00 was refunded so long ago. */
async function refunded(daysAgo: number): Promise<string> {
  const [id = ""] = await stage.authorised(1);
  const change = { attemptId: id, actor: "admin", actorId: null } as const;
  const service = newService();
  await service.gate.run({ ...change, kind: "capture", amount: 10_000n, idempotencyKey: `capture-${id}` });
  await service.gate.run({ ...change, kind: "refund", amount: 500n, idempotencyKey: `refund-${id}` });
  const sentAt = new Date(Date.now() - daysAgo * DAY_MS);
  await stage.pg("acquiring_operation").where({ attempt_id: id, kind: "refund" }).update({ sent_at: sentAt });
  return id;
}

const process = async (id: string): Promise<void> => {
  const { order_no: orderNo } = await stage.pg("acquiring_payment_attempt").where({ id }).first("order_no");
  await stage.gateway.control("process-refunds", { order_no: orderNo, outcome: "done" });
};

test("a refund that waits for 14 days is told once, if the account reports when it processes refunds", async () => {
  const id = await refunded(15);
  const young = await refunded(13);
  const service = newService();
  await service.checkAttempt(id);
  // Nothing is known of the account: it may report no refund as processed.
  expect(await items()).toEqual([]);

  // A person's word, or a later refund, says nothing about this one.
  const decided = await refunded(16);
  await stage.pg("acquiring_operation").where({ attempt_id: decided, kind: "refund" }).update({ status: "unknown" });
  const [unknown] = await stage.pg("acquiring_operation").where({ attempt_id: decided, kind: "refund" });
  await service.manualResolution.decide({ operationId: unknown.id, resolution: "happened", actorId: "user_1" });
  const later = await refunded(1);
  await process(later);
  await newService().checkAttempt(later);
  await newService().checkAttempt(id);
  expect(await items()).toEqual([]);

  const earlier = await refunded(17);
  await process(earlier);
  const next = newService();
  await next.checkAttempt(earlier);
  for (const each of [id, id, young]) await next.checkAttempt(each);
  const [item, ...more] = await items();
  expect(more).toEqual([]);
  expect(item).toMatchObject({ attempt_id: id, count: 1, cleared_at: null });
  expect(item.message).toMatch(/^The gateway accepted the refund of \d{4}-\d\d-\d\d and has not processed it\.$/);
  await next.attention.sweep();
  expect((await items())[0].cleared_at).toBeNull();

  await process(id);
  await next.checkAttempt(id);
  await next.attention.sweep();
  expect(await items()).toMatchObject([{ cleared_reason: "decided" }]);
});

test("it is not told again after a person dismissed it", async () => {
  const id = await refunded(20);
  const other = await refunded(30);
  await process(other);
  const service = newService();
  for (const each of [other, id]) await service.checkAttempt(each);
  const { id: itemId } = (await items()).find(({ attempt_id: of }) => of === id);
  await service.attention.dismiss(itemId, "user_1", "Asked the gateway");
  await service.checkAttempt(id);
  expect((await items()).filter(({ attempt_id: of }) => of === id)).toHaveLength(1);
});

test("the account's first processed refund counts, however old it is, if it still reports them", async () => {
  const id = await refunded(40);
  const [first, newest] = [await refunded(200), await refunded(5)];
  for (const each of [first, newest]) await process(each);
  const service = newService();
  for (const each of [first, newest, id]) await service.checkAttempt(each);
  expect((await items()).filter(({ attempt_id: of }) => of === id)).toHaveLength(1);
});
