import { createGatewayPaymentId, createOrderNo } from "../../src/gateway/model/ids";
import { barePayment } from "../../src/gateway/reading/normalize";
import { applyFacts } from "../../src/modules/acquiring/ledger/apply-facts";
import { Ledger } from "../../src/modules/acquiring/ledger/ledger";
import type { AttemptRow } from "../../src/modules/acquiring/ledger/rows/attempt-row";
import type { NotifiedDetails } from "../../src/modules/acquiring/ledger/apply-payment-details";
import {
  applyNotifiedDetails,
  applyNotifiedDetailsOfMany,
} from "../../src/modules/acquiring/ledger/apply-payment-details";
import { signFields } from "../../src/simulator/notifications/signature";
import { cardPayment } from "../support/card-payment";
import type { OwnLedger } from "../support/own-ledger";
import { ownLedger } from "../support/own-ledger";

/** What is only shown of a payment is kept, whichever message brings it and whenever; against the simulator and a real Postgres. */
let stage: OwnLedger;
beforeAll(async () => {
  stage = await ownLedger("shown_details");
});
afterAll(() => stage.close());

const NOW = new Date("2026-11-21T10:00:00Z");
const RISK = { action: "REVIEW", score: "71", reasons: [{ name: "velocity", status: "REVIEW" }] };

const row = (id: string): Promise<AttemptRow> => stage.pg("acquiring_payment_attempt").where({ id }).first();

/** A payment of which nothing but its state is known. */
async function bare(): Promise<AttemptRow> {
  const [id = ""] = await stage.authorised(1);
  await stage.pg("acquiring_payment_attempt").where({ id }).update({ card_mask: null, card_brand: null, risk: null });
  return row(id);
}

const told = (attempt: AttemptRow) => ({
  ...barePayment(createOrderNo(attempt.order_no), "authorised"),
  gatewayPaymentId: createGatewayPaymentId(attempt.gateway_payment_id ?? ""),
  card: { mask: "411111******1111", brand: "visa" },
  risk: RISK,
  threeDs: { used: true, result: "Y", eci: "05" },
});

test("a response after a query has settled the payment adds its card, risk and 3-D Secure, and no state", async () => {
  const attempt = await bare();
  const meta = { inboxEventId: null, now: NOW, askedAt: NOW, unknownFinalAfterMs: 60_000, completeCartAfterMs: 0 };
  await applyFacts(new Ledger(stage.pg), attempt.id, [told(attempt)], { ...meta, source: "response" });
  const after = await row(attempt.id);
  expect(after).toMatchObject({
    state: "authorised",
    captured: "0",
    version: attempt.version,
    card_mask: "411111******1111",
    card_brand: "visa",
    risk: RISK,
    three_ds: { used: true, result: "Y", eci: "05" },
  });
});

const WAYS: readonly (readonly [string, (notified: NotifiedDetails) => Promise<void>])[] = [
  ["alone", (notified) => applyNotifiedDetails(new Ledger(stage.pg), notified)],
  [
    "with others",
    async (notified) => expect(await applyNotifiedDetailsOfMany(new Ledger(stage.pg), [notified])).toEqual([true]),
  ],
];

test.each(WAYS)(
  "%s, a notification fills empty fields, once, and neither reports whether 3-D Secure was used nor removes a hold",
  async (_, fill) => {
    const attempt = await bare();
    await fill({ attempt, fact: told(attempt), now: NOW });
    expect(await row(attempt.id)).toMatchObject({
      version: attempt.version,
      card_mask: "411111******1111",
      risk: RISK,
      three_ds: { used: null, result: "Y", eci: "05" },
      held_at: null,
    });
    const other = {
      ...told(attempt),
      card: { mask: "555555******4444", brand: "mastercard" },
      risk: { action: "ACCEPT", score: "1", reasons: [] },
      threeDs: { used: false, result: "N", eci: null },
    };
    await fill({ attempt, fact: other, now: NOW });
    expect(await row(attempt.id)).toMatchObject({
      card_mask: "411111******1111",
      risk: RISK,
      three_ds: { result: "Y" },
    });
  },
);

test.each(WAYS)(
  "%s, a notification about another transaction of the order number adds nothing to this payment",
  async (_, fill) => {
    const attempt = await bare();
    const other = { ...told(attempt), gatewayPaymentId: createGatewayPaymentId("another") };
    await fill({ attempt, fact: other, now: NOW });
    expect(await row(attempt.id)).toMatchObject({ card_mask: null, risk: null });
  },
);

test("the risk result and 3-D Secure of a response that proves nothing are kept for the query that settles it", async () => {
  const service = stage.service();
  await service.pay(cardPayment("payses_doubtful", "cart_doubtful", { card: "4000000000000119" }));
  const attempt = await stage
    .pg<AttemptRow>("acquiring_payment_attempt")
    .where({ session_id: "payses_doubtful" })
    .first();
  expect(attempt).toMatchObject({ state: "unknown", risk: { action: expect.any(String), score: expect.any(String) } });
});

test("with automatic capture, the token of a verified notification is saved like any other", async () => {
  const service = stage.service(undefined, { capture: { mode: "automatic" } });
  const [id = ""] = await stage.authorised(1);
  const keep = { expiryMonth: "12", expiryYear: "2039", firstName: "Ada", lastName: "Lovelace" };
  const request = { customer_id: "cus_1", save_card: JSON.stringify(keep) };
  await stage.pg("acquiring_payment_attempt").where({ id }).update(request);
  const { order_no: orderNo, gateway_payment_id: transaction } = await row(id);
  const fields: Record<string, string> = {
    merchant_id: "100001",
    account_id: "100001001",
    order_no: orderNo,
    transaction_id: transaction ?? "",
    currency: "EUR",
    amount: "100.00",
    order_status: "1",
    result_info: "0000:Success",
    token_id: "tok_automatic",
  };
  const signature = signFields("result", fields, "golden-key-0123456789");
  const body = Buffer.from(new URLSearchParams({ ...fields, encryption_data: signature }).toString());
  const contentType = "application/x-www-form-urlencoded";
  const { inboxId } = await service.receiveNotification({ account: "main", contentType, body });
  await service.applyInbox(inboxId ?? "");
  expect(await stage.pg("acquiring_saved_card").pluck("token")).toEqual(["tok_automatic"]);
});
