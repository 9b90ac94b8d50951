import type { AttemptRow } from "../../src/modules/acquiring/ledger/rows/attempt-row";
import { cardPayment } from "../support/card-payment";
import { signFields } from "../../src/simulator/notifications/signature";
import type { OwnLedger } from "../support/own-ledger";
import { ownLedger } from "../support/own-ledger";

/** A gateway that words its answers otherwise: no payment that it wants held goes through, whatever it is read from. */
const HELD = "4000000000009243";
const PLAIN = "4111111111111111";
const PENDING = "4000000000003220";

let stage: OwnLedger;
let sessions = 0;

beforeAll(async () => {
  stage = await ownLedger("dialect");
});
afterAll(() => stage.close());

/** Paid by one process, and asked about by another that was started later. */
async function paid(dialect: string, card: string): Promise<AttemptRow> {
  await stage.gateway.anew({ notifications: "off", dialect });
  sessions += 1;
  const session = `payses_${String(sessions)}`;
  const payment = cardPayment(session, `cart_${session}`, { card, billingCountry: "DE" });
  const { attempt } = await stage.service().pay(payment);
  if (!attempt) throw new Error("Nothing was paid.");
  await stage.service().checkAttempt(attempt.id);
  return stage.pg("acquiring_payment_attempt").where({ id: attempt.id }).first();
}

test.each([
  "off",
  "cdata",
  "comments",
  "attributes",
  "single-quotes",
  "one-risk-list",
  "numbers,single-object",
  "empty-texts,lower-case,item-order",
])("33 in the dialect %s a payment that the gateway wants held is held", async (dialect) => {
  expect(await paid(dialect, HELD)).toMatchObject({ state: "authorised", hold_reason: "gateway", hold_decision: null });
  expect(await paid(dialect, PLAIN)).toMatchObject({ state: "authorised", hold_reason: null });
});

test.each(["prefixes", "nesting", "prefixes,numbers,single-object"])(
  "33 in the dialect %s the response to a payment cannot be read, so the payment is held, also after a restart",
  async (dialect) => {
    const attempt = await paid(dialect, PLAIN);
    expect(attempt).toMatchObject({ state: "authorised", hold_reason: "unreadable", hold_decision: null });
    const items = await stage.pg("acquiring_attention_item").where({ attempt_id: attempt.id, kind: "held_review" });
    expect(items.map(({ message }: { message: string }) => message)).toEqual([
      expect.stringContaining("could not be read"),
    ]);
    const by = { action: "approve", note: null, actorId: "user_1", idempotencyKey: attempt.id } as const;
    expect(await stage.service().reviews.review({ attemptId: attempt.id, ...by })).toEqual({
      kind: "decided",
      decision: "approved",
    });
    expect(await stage.gateway.sent("review")).toBe(0);
  },
);

/** The code alone does not say which: the signed notification does, once the query has it too. */
test("a signed void that is ahead of the query waits where a pending payment has the same code", async () => {
  const { id, order_no: orderNo, gateway_payment_id: transaction } = await paid("off", PLAIN);
  const service = stage.service(undefined, { status: { payment: { "1000": "voided_or_pending" } } });
  const fields: Record<string, string> = {
    ...{ merchant_id: "100001", account_id: "100001001", order_no: orderNo, transaction_id: transaction ?? "" },
    ...{ currency: "EUR", amount: "100.00", order_status: "", result_info: "0000:Success" },
    ...{ notify_type: "void", payment_status: "1000" },
  };
  const signature = signFields("result", fields, "golden-key-0123456789");
  const { inboxId } = await service.receiveNotification({
    account: "main",
    contentType: "application/x-www-form-urlencoded",
    body: Buffer.from(new URLSearchParams({ ...fields, encryption_data: signature }).toString()),
  });
  const apply = async (): Promise<unknown[]> => {
    const result = await service.applyInbox(inboxId ?? "");
    const items = stage.pg("acquiring_attention_item").where({ attempt_id: id, cleared_at: null });
    const { state } = await stage.pg("acquiring_payment_attempt").where({ id }).first();
    return [result, state, await items.pluck("kind")];
  };
  expect(await apply()).toEqual(["waiting", "authorised", []]);
  await stage.gateway.control("portal-void", { order_no: orderNo });
  expect(await apply()).toEqual(["applied", "voided", []]);
});

/** No time limit ends it, and no order must wait for it unseen. */
test("a card payment that the gateway reports as undecided for more than a day is told to a person until it is decided", async () => {
  const { id, order_no: orderNo, state, pending_expires_at: expiry } = await paid("off", PENDING);
  expect([state, expiry]).toEqual(["pending", null]);
  const service = stage.service();
  const itemsAfter = async (minutes: number): Promise<string[]> => {
    service.useClock(() => new Date(Date.now() + (24 * 60 + minutes) * 60_000));
    await service.checkAttempts([id]);
    await service.watchAttention();
    return stage.pg("acquiring_attention_item").where({ attempt_id: id, cleared_at: null }).pluck("kind");
  };
  expect(await itemsAfter(14)).toEqual([]);
  expect(await itemsAfter(16)).toEqual(["unknown_outcome"]);
  expect(await itemsAfter(17)).toEqual(["unknown_outcome"]);
  await stage.gateway.control("approve", { order_no: orderNo });
  expect(await itemsAfter(18)).toEqual([]);
});
