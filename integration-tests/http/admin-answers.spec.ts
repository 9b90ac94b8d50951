import { adminRoutes } from "../../src/api-schema/admin/routes";
import type { Stage } from "../support/boot";
import { PASSWORD, SIGNING_KEY, withStore } from "../support/boot";
import { beneficiary, IBAN, PAYOUTS, submitted } from "../support/payer";
import { CARDS } from "../support/shop";
import { offerPlan, subscribe } from "../support/subscriber";

/** Every dashboard answer matches the API schema and contains neither a secret nor a card number. */
const HELD = "4000000000009243";
const KEY = "intention_answers_1";

withStore("admin_answers", answers, {}, PAYOUTS);

function answers(stage: () => Stage): void {
  /** A store with data for every page, and the IDs that the routes need. */
  async function lived(): Promise<{ ids: Readonly<Record<string, string>>; token: string }> {
    const { shop, admin, pg, gateway, work, ledger } = stage();
    const { orderId, checkout } = await shop.order();
    const { order_no: orderNo } = await pg("acquiring_payment_attempt").where({ cart_id: checkout.cartId }).first();
    await gateway.notify(orderNo);
    await gateway.notify(orderNo, { signature: "invalid" });
    await work();
    await shop.pay(await shop.checkout(), CARDS.unknownCode).expect(200);
    await shop.pay(await shop.checkout(), CARDS.declined).expect(200);
    const waiting = await shop.checkout();
    await shop.pay(waiting, HELD).expect(200);
    await shop.complete(waiting);
    await admin.post("/admin/acquiring/health/test-payment", { account: "main", key: KEY }).expect(200);
    const { id: held } = await pg("acquiring_payment_attempt").where({ cart_id: waiting.cartId }).first();
    const { id: paid } = await pg("acquiring_payment_attempt").where({ cart_id: checkout.cartId }).first();
    const { body } = await admin.post("/admin/acquiring/bulk-captures", { key: KEY, payment_ids: [paid] }).expect(202);
    await ledger.drain.settle();
    await gateway.control("dispute", { order_no: orderNo, stage: "received" });
    await gateway.notify(orderNo, { kind: "dispute" });
    await work();
    const { productId } = await offerPlan(stage());
    const { subscriptionId } = await subscribe(stage(), "grace");
    const paidTo = await beneficiary(stage());
    ledger.useClock(() => new Date());
    const { id: payout } = await submitted(stage(), { beneficiary_id: paidTo, order_id: orderId });
    const { disputes } = (await admin.get("/admin/acquiring/disputes").expect(200)).body;
    const ids = {
      "/admin/acquiring/payouts/:id": payout,
      "/admin/acquiring/beneficiaries/:id": paidTo,
      "/admin/acquiring/link-methods": "?currency_code=eur",
      "/admin/acquiring/plans": `?product_id=${productId}`,
      "/admin/acquiring/subscriptions/:id": subscriptionId,
      "/admin/acquiring/orders/:id/payments": orderId,
      "/admin/acquiring/orders/:id/payment-links": orderId,
      "/admin/acquiring/orders/:id/surplus": orderId,
      "/admin/acquiring/orders/:id/refund-proposal": orderId,
      "/admin/acquiring/payments/:id": paid,
      "/admin/acquiring/reviews/:id": held,
      "/admin/acquiring/disputes/:id": disputes[0].id,
      "/admin/acquiring/disputes/:id/evidence": disputes[0].id,
      "/admin/acquiring/bulk-captures/:id": body.id,
    };
    return { ids, token: checkout.session.data.token };
  }

  test("every dashboard response matches the API schema and contains no key and no card number", async () => {
    const { admin } = stage();
    const { ids, token } = await lived();
    const secrets = [
      SIGNING_KEY,
      IBAN,
      PAYOUTS.payout.encryptionKeys[0].key,
      token,
      PASSWORD,
      CARDS.approved,
      CARDS.declined,
      CARDS.unknownCode,
      HELD,
    ];
    const asked = adminRoutes.filter(({ method }) => method === "get");
    expect(asked.length).toBeGreaterThan(9);
    for (const { path, answer } of asked) {
      const given = ids[path] ?? "";
      const place = path.includes(":id") ? path.replace(":id", given || "no-id") : path + given;
      const response = await admin.get(answer === "file" ? `${place}?format=pdf` : place);
      expect([path, response.status, response.headers["cache-control"]]).toEqual([path, 200, "no-store"]);
      const said = answer === "csv" ? response.text : JSON.stringify(response.body);
      // What is in it is read by disputes.spec.
      if (answer === "file") continue;
      expect([path, secrets.filter((secret) => said.includes(secret))]).toEqual([path, []]);
      if (answer === "csv") continue;
      const read = answer.safeParse(response.body);
      expect([path, read.error?.issues ?? []]).toEqual([path, []]);
      // Nothing outside the schema is returned either.
      expect([path, read.data]).toEqual([path, response.body]);
    }
  }, 60_000);
}
