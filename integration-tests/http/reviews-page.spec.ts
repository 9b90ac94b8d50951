import { ApiKeyType, Modules } from "@medusajs/framework/utils";
import { createUserAccountWorkflow } from "@medusajs/medusa/core-flows";
import request from "supertest";
import type { ReviewCase, ReviewPage, ReviewDecisionResult } from "../../src/api-schema/admin";
import { reviewQueue } from "../../src/modules/acquiring/review/review-queue";
import type { AttemptRow } from "../../src/modules/acquiring/ledger/rows/attempt-row";
import { customerHistory } from "../../src/modules/acquiring/review/customer-history";
import { withStore } from "../support/boot";
import { copyAttempt, quickest } from "../support/many-attempts";
import { plansOf } from "../support/plans";
import { Admin } from "../support/shop";

/** The review queue over HTTP: the list, one payment with its customer's history, and decisions. */
const REVIEWS = "/admin/acquiring/reviews";
/** Pending at the gateway; approved by the gateway but held. */
const PENDING = "4000000000009235";
const APPROVED = "4000000000009243";
const DECLINED = "4000000000000002";
const SECOND = { email: "second@example.test", password: "supersecret-2" };

withStore(
  "desk_reviews",
  (stage) => {
    let keys = 0;
    const newKey = (): string => `intention_${String((keys += 1)).padStart(12, "0")}`;
    const decisions = async (ids: readonly string[], action: string, more: object = {}, admin = stage().admin) => {
      const request = { key: newKey(), payment_ids: ids, action, note: "Looked at the address.", ...more };
      const { status, body } = await admin.post(REVIEWS, request);
      const results: ReviewDecisionResult[] = body.results ?? [];
      return { status, message: String(body.message), results, outcomes: results.map(({ outcome }) => outcome) };
    };
    const queue = async (query = ""): Promise<ReviewPage> =>
      (await stage().admin.get(`${REVIEWS}${query}`).expect(200)).body;
    const caseOf = async (id: string): Promise<ReviewCase> =>
      (await stage().admin.get(`${REVIEWS}/${id}`).expect(200)).body;
    const idOf = async ({ cartId }: { cartId: string }): Promise<string> =>
      (await stage().pg("acquiring_payment_attempt").where({ cart_id: cartId }).first("id")).id;
    const statusOf = async (orderId: string): Promise<string[]> => {
      const url = `/admin/orders/${orderId}?fields=id,status,payment_status`;
      const { order } = (await stage().admin.get(url).expect(200)).body;
      return [order.status, order.payment_status];
    };
    const sent = (): Promise<number> => stage().gateway.sent("review");

    /** A held payment with its order; two vases exceed the amount that one person may decide. */
    async function held(card = PENDING, quantity = 1): Promise<{ id: string; orderId: string; cartId: string }> {
      const { shop } = stage();
      const checkout = await shop.checkout("tall-vase", quantity);
      await shop.pay(checkout, card).expect(200);
      const { order } = await shop.complete(checkout);
      if (!order) throw new Error("The cart was not completed.");
      return { id: await idOf(checkout), orderId: order.id, cartId: checkout.cartId };
    }

    async function secondAdmin(): Promise<Admin> {
      const { container, base } = stage();
      const registered = await container.resolve(Modules.AUTH).register("emailpass", { body: SECOND });
      if (!registered.authIdentity) throw new Error(registered.error ?? "The admin could not be registered.");
      const userData = { email: SECOND.email, first_name: "Grace", last_name: "Hopper" };
      await createUserAccountWorkflow(container).run({
        input: { authIdentityId: registered.authIdentity.id, userData },
      });
      return Admin.login(base, SECOND.email, SECOND.password);
    }

    test("the queue lists held payments, oldest first, with the reason and the available actions", async () => {
      const first = await held(PENDING);
      const second = await held(APPROVED);
      const page = await queue();
      expect(page).toMatchObject({ count: 2, limit: 20, offset: 0 });
      expect(page.reviews.map(({ id }) => id)).toEqual([first.id, second.id]);
      expect(page.reviews[0]).toMatchObject({
        state: "pending",
        held: true,
        attention: 1,
        capture: null,
        amounts: { requested: "100.00", captured: "0.00" },
        email: "ada@example.test",
        order: { id: first.orderId },
        billing_country: "DE",
        hold: { reason: "gateway", decision: null, needs_second_person: false, votes: [] },
        may_reject: true,
        reject_refused_because: null,
      });
      expect(page.reviews[0]?.reasons.length).toBeGreaterThan(0);
      expect((await queue("?limit=1&offset=1")).reviews.map(({ id }) => id)).toEqual([second.id]);
      expect(await queue("?account=other")).toMatchObject({ count: 0, reviews: [] });
      expect((await stage().admin.get(`${REVIEWS}?limit=0`)).status).toBe(400);
    });

    test("an approve lets the order be paid, a reject cancels it with a message; both leave the queue and the attention list", async () => {
      const { admin } = stage();
      const one = await held(PENDING);
      const other = await held(APPROVED);
      expect(await decisions([one.id], "approve")).toMatchObject({
        status: 200,
        results: [{ payment_id: one.id, outcome: "approved", message: null }],
      });
      const rejected = await decisions([other.id], "reject");
      expect(rejected.outcomes).toEqual(["rejected"]);
      expect(rejected.results[0]?.message).toMatch(/^Order #\d+ is cancelled\.$/);
      expect([await statusOf(one.orderId), (await statusOf(other.orderId))[0]]).toEqual([
        ["pending", "authorized"],
        "canceled",
      ]);
      expect((await queue()).count).toBe(0);
      expect((await admin.get("/admin/acquiring/attention/count").expect(200)).body).toEqual({ open: 0 });
      const { payment } = await caseOf(one.id);
      expect(payment.hold).toMatchObject({ decision: "approved" });
      expect(payment.timeline.find(({ kind }) => kind === "review_sent")).toMatchObject({
        actor_name: "admin@example.test",
        note: "Looked at the address.",
      });
    });

    test("several decisions share a request, and each has its own result", async () => {
      const payments = [await held(PENDING), await held(APPROVED), await held(PENDING)];
      const plain = await stage().shop.order();
      const ids = [...payments.map(({ id }) => id), await idOf(plain.checkout), "acqatt_none"];
      const { results, outcomes } = await decisions(ids, "approve");
      expect(results.map(({ payment_id }) => payment_id)).toEqual(ids);
      expect(outcomes).toEqual(["approved", "approved", "approved", "refused", "refused"]);
      expect(results[3]?.message).toMatch(/not held/);
      expect(await sent()).toBe(1);
    });

    test("the same key returns the same result and sends nothing; it is refused for another decision", async () => {
      const { id } = await held();
      const key = newKey();
      const twice = await Promise.all([1, 2].map(() => decisions([id], "approve", { key })));
      expect(twice.map(({ outcomes }) => outcomes)).toEqual([["approved"], ["approved"]]);
      expect(await decisions([id], "reject", { key })).toMatchObject({ status: 400 });
      expect(await decisions([id], "reject")).toMatchObject({
        outcomes: ["approved"],
        results: [{ message: "It was already approved; that decision stands." }],
      });
      expect(await sent()).toBe(1);
    });

    test("above the amount a second person decides; each vote is shown, and an API key does not count", async () => {
      const { container, base } = stage();
      const { id, orderId } = await held(PENDING, 2);
      expect((await queue()).reviews[0]?.hold.needs_second_person).toBe(true);
      const first = await decisions([id], "approve", { note: "Called the customer." });
      expect([first.outcomes, await sent(), await statusOf(orderId)]).toEqual([
        ["second_person"],
        0,
        ["pending", "awaiting"],
      ]);
      expect(first.results[0]?.message).toMatch(/Another person has to approve/);
      const keys = await container
        .resolve(Modules.API_KEY)
        .createApiKeys([{ title: "Till", type: ApiKeyType.SECRET, created_by: "user" }]);
      const byKey = await request(base)
        .post(REVIEWS)
        .auth(keys[0]?.token ?? "", "")
        .send({ key: newKey(), payment_ids: [id], action: "approve", note: "As a machine." })
        .expect(200);
      expect(byKey.body.results[0].outcome).toBe("refused");
      const grace = await secondAdmin();
      expect((await decisions([id], "reject", { note: "Looks odd." }, grace)).outcomes).toEqual(["second_person"]);
      expect((await caseOf(id)).payment.hold?.votes).toMatchObject([
        { action: "approve", by: "admin@example.test", note: "Called the customer." },
        { action: "reject", by: "Grace Hopper", note: "Looks odd." },
      ]);
      expect((await decisions([id], "approve", {}, grace)).outcomes).toEqual(["approved"]);
      expect([await sent(), await statusOf(orderId)]).toEqual([1, ["pending", "authorized"]]);
    });

    test("a case shows the customer's history, with or without an account", async () => {
      const { shop, admin, pg } = stage();
      const paid = await shop.order();
      const { id: medusaPayment } = await admin.payment(paid.orderId);
      await admin.post(`/admin/payments/${medusaPayment}/capture`).expect(200);
      await shop.pay(await shop.checkout(), DECLINED).expect(200);
      const waiting = await held(APPROVED);
      const { id, orderId } = await held(PENDING);
      await shop.order();
      const { payment, customer } = await caseOf(id);
      expect(payment).toMatchObject({ id, order: { id: orderId } });
      expect(customer).toMatchObject({
        email: "ada@example.test",
        counts: { paid: 1, declined: 1, refunded: 0, disputed: 0, held: 1, other: 0 },
        captured: [{ currency: "EUR", amount: "100.00" }],
      });
      expect(customer.latest.map(({ state }) => state)).toEqual(["authorised", "declined", "captured"]);
      expect(customer.latest[0]?.id).toBe(waiting.id);
      const [oldest] = await pg("acquiring_payment_attempt").orderBy("created_at").limit(1);
      expect(customer.first_seen).toBe(oldest.created_at.toISOString());
      expect((await admin.get(`${REVIEWS}/acqatt_none`)).status).toBe(404);
      expect((await admin.get(`${REVIEWS}/${await idOf(paid.checkout)}`)).status).toBe(404);
    });

    test("among 100,000 payments the queue and a case are read from indexes and answered in under 300 ms", async () => {
      const { pg } = stage();
      const { id } = await held(APPROVED);
      const changes = {
        held_at: "CASE WHEN n % 3 = 0 THEN now() - n * interval '1 second' END",
        customer_id: "CASE WHEN n % 10 = 0 THEN original.customer_id ELSE 'cus_copy_' || n % 997 END",
        created_at: "now() - n * interval '1 minute'",
      };
      await copyAttempt(pg, id, { count: 100_000, changes });
      const page = async (): Promise<void> => expect((await queue("?offset=9000")).reviews).toHaveLength(20);
      expect((await queue()).count).toBe(10_001);
      expect(await quickest(300, page)).toBeLessThan(300);
      expect((await caseOf(id)).customer).toMatchObject({ counts: { held: 3_333, paid: 6_667 } });
      expect(await quickest(300, () => caseOf(id))).toBeLessThan(300);
      const all = { account: undefined };
      expect(await plansOf(pg, () => reviewQueue(pg, all, { limit: 20, offset: 0 }))).toContain("_attempt_held");
      const attempt = await pg<AttemptRow>("acquiring_payment_attempt").where({ id }).first();
      if (!attempt) throw new Error("The payment is gone.");
      const history = await plansOf(pg, () => customerHistory(pg, attempt, ["cus_copy_1"]));
      expect([history.includes("_attempt_customer"), history.includes("Seq Scan")]).toEqual([true, false]);
    }, 240_000);

    test.each([
      ["note", { note: "  " }],
      ["note", { note: undefined }],
      ["key", { key: "short" }],
      ["payment_ids", { payment_ids: [] }],
      ["payment_ids", { payment_ids: Array.from({ length: 101 }, (_, index) => `acqatt_${String(index)}`) }],
      ["action", { action: "maybe" }],
      ["note: looks like a card number", { note: "4111 1111 1111 1111" }],
    ])("a request with an invalid %s is answered with 400 that names it", async (field, more) => {
      const answer = await decisions(["acqatt_none"], "approve", more);
      expect(answer.status).toBe(400);
      expect(answer.message).toContain(field);
    });
  },
  { review: { rejectFlag: "0" } },
  { review: { secondPersonAbove: { EUR: "150.00" } } },
);
