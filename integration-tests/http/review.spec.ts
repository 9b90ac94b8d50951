import { acquiringReviewAttemptWorkflow } from "../../src/workflows/review-attempt";
import type { AttemptRow } from "../../src/modules/acquiring/ledger/rows/attempt-row";
import type { ReviewResult } from "../../src/modules/acquiring/review/review-decision";
import type { Stage } from "../support/boot";
import { withStore } from "../support/boot";
import type { Checkout } from "../support/shop";
import { CARDS, cardInput } from "../support/shop";
import { Traveller } from "../support/traveller";

/** Payments held for review, by the gateway or by the shop's rule, and their outcome. */
process.env.DEMO_HOLD_FROM = "15000";
afterAll(() => {
  delete process.env.DEMO_HOLD_FROM;
});

/** `pending`: undecided at the gateway. `approved`: approved there but held. `owner`: only held by our own rule. */
type Held = "pending" | "approved" | "owner";
const CARD: Readonly<Record<Held, string>> = {
  pending: "4000000000009235",
  approved: "4000000000009243",
  owner: CARDS.approved,
};
type ReviewAction = "approve" | "reject";

const hour = 3_600_000;
const SHOP = "http://localhost:8000/";
let keys = 0;

/** Actions of this spec on a stage. */
function reviewStage(stage: () => Stage) {
  const checkoutFor = (held: Held): Promise<Checkout> => stage().shop.checkout("tall-vase", held === "owner" ? 2 : 1);
  const pay = async (held: Held): Promise<{ checkout: Checkout; attempt: AttemptRow }> => {
    const checkout = await checkoutFor(held);
    const { body } = await stage().shop.pay(checkout, CARD[held]).expect(200);
    expect([held, body.payment.state, body.payment.completable]).toEqual([held, "pending", true]);
    return { checkout, attempt: await attemptOf(checkout) };
  };
  const attemptOf = async ({ session }: Checkout): Promise<AttemptRow> => {
    const attempt = await stage().ledger.attempts.attemptOfSession(session.id);
    if (!attempt) throw new Error("The session has no attempt.");
    return attempt;
  };
  const review = async (
    attempt: AttemptRow,
    action: ReviewAction,
    note: string | null = null,
  ): Promise<ReviewResult> => {
    keys += 1;
    const input = { attemptId: attempt.id, action, note, actorId: "user_1", idempotencyKey: `review_${String(keys)}` };
    return (await acquiringReviewAttemptWorkflow(stage().container).run({ input })).result;
  };
  const capture = (attempt: AttemptRow) =>
    stage().ledger.gate.run({
      attemptId: attempt.id,
      kind: "capture",
      amount: BigInt(attempt.requested),
      idempotencyKey: `capture_${attempt.id}`,
      actor: "admin",
      actorId: null,
    });
  const complete = async (checkout: Checkout): Promise<string> => {
    const done = await stage().shop.complete(checkout);
    if (!done.order) throw new Error(JSON.stringify(done.error));
    return done.order.id;
  };
  const orderOf = async (orderId: string): Promise<{ status: string; payment_status: string; item: string }> => {
    const { body } = await stage()
      .admin.get(`/admin/orders/${orderId}?fields=id,status,payment_status,*items`)
      .expect(200);
    return { ...body.order, item: body.order.items[0].id };
  };
  const orderOfCart = async ({ cartId }: Checkout): Promise<string | null> => {
    const row = await stage().pg("order_cart").where({ cart_id: cartId }).first("order_id");
    return row?.order_id ?? null;
  };
  const ship = async (orderId: string): Promise<{ status: number; message: string }> => {
    const { item } = await orderOf(orderId);
    const answer = await stage().admin.post(`/admin/orders/${orderId}/fulfillments`, {
      items: [{ id: item, quantity: 1 }],
    });
    return { status: answer.status, message: answer.body.message ?? "" };
  };
  const attention = async (attempt: AttemptRow): Promise<string[]> => {
    const rows: { kind: string }[] = await stage()
      .pg("acquiring_attention_item")
      .where({ attempt_id: attempt.id, cleared_at: null })
      .orderBy("kind")
      .select("kind");
    return rows.map(({ kind }) => kind);
  };
  const sent = (operation: string): Promise<number> => stage().gateway.sent(operation);
  const later = (ms: number): void => stage().ledger.useClock(() => new Date(Date.now() + ms));
  /** Redirected, and not back before the payment has expired; `approve` is late. */
  const expired = async (checkout: Checkout): Promise<{ approve: () => Promise<void> }> => {
    const choice = { type: "card", card: cardInput("4000000000003063") };
    const { body } = await stage().shop.payBy(checkout, choice, { return_to: SHOP }).expect(200);
    const traveller = new Traveller(SHOP);
    const page = await traveller.follow(body.payment.action.url);
    const pass = async (minutes: number): Promise<void> => {
      later(minutes * 60_000);
      await stage().hurry();
    };
    await pass(31);
    return {
      approve: async () => {
        await traveller.submit(page, { decision: "approve" });
        await pass(33);
        await pass(35);
      },
    };
  };
  return { expired, pay, attemptOf, review, capture, complete, orderOf, orderOfCart, ship, attention, sent, later };
}

withStore(
  "review",
  (stage) => {
    const on = reviewStage(stage);

    const SEQUENCES = (["pending", "approved", "owner"] as const).flatMap((held) =>
      (["approve", "reject"] as const).flatMap((action) =>
        (["before", "after"] as const).map((order) => ({ held, action, order })),
      ),
    );

    test("25 a held payment is not captured or fulfilled before a decision; a late reject after capture raises attention", async () => {
      const { gateway, hurry, ledger } = stage();
      for (const { held, action, order } of SEQUENCES) {
        const { checkout, attempt } = await on.pay(held);
        const is = (...rest: unknown[]): unknown[] => [held, action, order, ...rest];
        let orderId = order === "before" ? await on.complete(checkout) : null;
        // Before a decision: not captured, not shipped, not tried again, and not decided by a worker.
        on.later(hour);
        await hurry();
        on.later(0);
        expect(is(await on.capture(attempt))).toMatchObject(
          is({ kind: "refused", reason: { code: "held_for_review" } }),
        );
        if (orderId === null) expect(is(await on.orderOfCart(checkout))).toEqual(is(null));
        else {
          expect(is(await on.orderOf(orderId))).toMatchObject(is({ status: "pending", payment_status: "awaiting" }));
          expect(is(await on.ship(orderId))).toMatchObject(is({ status: 400 }));
        }
        expect(is(await on.attention(attempt))).toEqual(is(["held_review"]));
        expect(is((await gateway.transaction(attempt.order_no)).captured)).toEqual(is("0.00"));
        // The decision and its consequences.
        const decision = action === "approve" ? "approved" : "rejected";
        expect(is(await on.review(attempt, action, "looked at the address"))).toEqual(
          is({ kind: "decided", decision }),
        );
        await hurry();
        expect(is(await on.attention(attempt))).toEqual(is([]));
        orderId ??= await on.orderOfCart(checkout);
        if (action === "reject") {
          const state = held === "pending" ? "declined" : "voided";
          expect(is((await on.attemptOf(checkout)).state, (await gateway.transaction(attempt.order_no)).state)).toEqual(
            is(state, state),
          );
          expect(is(await on.capture(attempt))).toMatchObject(is({ kind: "refused" }));
          if (orderId === null) expect(order).toBe("after");
          else expect(is((await on.orderOf(orderId)).status)).toEqual(is("canceled"));
          continue;
        }
        if (orderId === null) throw new Error("The approved payment has no order.");
        expect(is(await on.orderOf(orderId))).toMatchObject(is({ status: "pending", payment_status: "authorized" }));
        expect(is((await on.ship(orderId)).status)).toEqual(is(200));
        expect(is(await on.capture(attempt))).toMatchObject(is({ kind: "settled" }));
      }
      // The gateway captured automatically although it held the payment: a reject comes too late.
      await gateway.control("settings", { captureMode: "automatic" });
      const { checkout, attempt } = await on.pay("approved");
      const orderId = await on.complete(checkout);
      await gateway.control("settings", { captureMode: "manual" });
      await ledger.checkAttempt(attempt.id);
      expect(await on.attemptOf(checkout)).toMatchObject({ state: "captured", hold_decision: null });
      expect(await on.ship(orderId)).toMatchObject({ status: 400 });
      expect(await on.review(attempt, "reject")).toEqual({ kind: "decided", decision: "rejected" });
      expect(await on.attention(attempt)).toEqual(["rejected_after_capture"]);
      expect((await on.orderOf(orderId)).status).toBe("canceled");
    }, 240_000);

    test("25 the order of a payment that was approved late is not fulfilled before the decision either", async () => {
      const checkout = await stage().shop.checkout("tall-vase", 2);
      await (await on.expired(checkout)).approve();
      const attempt = await on.attemptOf(checkout);
      expect(attempt).toMatchObject({ state: "authorised", is_late: true, hold_decision: null });
      const orderId = await on.complete(checkout);
      expect(await on.ship(orderId)).toMatchObject({ status: 400, message: expect.stringMatching(/held for review/) });
      expect(await on.review(attempt, "approve")).toMatchObject({ kind: "decided" });
      await stage().hurry();
      expect(await on.ship(orderId)).toMatchObject({ status: 200 });
    });

    test("a held payment of a replaced session keeps no order back that another payment pays, unless that one is held too", async () => {
      const { shop, hurry } = stage();
      const replaced = async (): Promise<Checkout> => {
        const { checkout } = await on.pay("pending");
        await shop.session(checkout.collectionId, {}, "checkout");
        return { ...checkout, session: await shop.session(checkout.collectionId) };
      };
      const paid = await replaced();
      await shop.pay(paid).expect(200);
      expect(await on.ship(await on.complete(paid))).toMatchObject({ status: 200 });
      const heldToo = await replaced();
      await shop.pay(heldToo, CARD.pending).expect(200);
      const orderId = await on.complete(heldToo);
      expect(await on.ship(orderId)).toMatchObject({ status: 400 });
      expect(await on.review(await on.attemptOf(heldToo), "approve")).toMatchObject({ kind: "decided" });
      await hurry();
      expect(await on.ship(orderId)).toMatchObject({ status: 200 });
    });

    test("the audit trail records what was decided, by whom and why", async () => {
      const { pg } = stage();
      const { attempt } = await on.pay("owner");
      await on.review(attempt, "approve", "called the customer");
      const rows = await pg("acquiring_audit_record").where({ attempt_id: attempt.id, action: "review_approved" });
      expect(rows).toMatchObject([{ actor: "admin", actor_id: "user_1", details: { note: "called the customer" } }]);
      const { attempt: other } = await on.pay("pending");
      await on.review(other, "reject", "stolen card");
      const sent = await pg("acquiring_audit_record").where({ attempt_id: other.id, action: "review_sent" });
      expect(sent).toMatchObject([{ actor: "admin", actor_id: "user_1", details: { note: "stolen card" } }]);
      await expect(pg("acquiring_audit_record").where({ attempt_id: other.id }).delete()).rejects.toThrow();
    });

    test.each(["pending", "approved", "owner"] as const)(
      "of two concurrent decisions about a payment held as %s one wins, and both get the same result",
      async (held) => {
        const { attempt } = await on.pay(held);
        const votes: readonly ReviewAction[] = ["approve", "reject", "approve", "reject"];
        const results = await Promise.all(votes.map((action) => on.review(attempt, action)));
        const [first] = results;
        expect(first).toMatchObject({ kind: "decided" });
        expect(results).toEqual(results.map(() => first));
        expect(await on.sent("review")).toBe(held === "owner" ? 0 : 1);
        const opposite = first?.kind === "decided" && first.decision === "approved" ? "reject" : "approve";
        expect(await on.review(attempt, opposite)).toEqual(first);
      },
    );

    test.each([
      ["approve", "approved", "authorised"],
      ["reject", "rejected", "declined"],
    ] as const)(
      "a %s whose response is lost is not sent again; a query reports that it was %s",
      async (action, decision, state) => {
        const { gateway } = stage();
        const { checkout, attempt } = await on.pay("pending");
        await gateway.fault("review", "drop-after-apply");
        expect(await on.review(attempt, action)).toEqual({ kind: "decided", decision });
        expect(await on.sent("review")).toBe(1);
        expect((await on.attemptOf(checkout)).state).toBe(state);
      },
    );

    test("a decision that never arrived blocks the next one until that is proven, and is then sent again", async () => {
      const { gateway, hurry } = stage();
      const { checkout, attempt } = await on.pay("pending");
      await gateway.fault("review", "drop-before");
      expect(await on.review(attempt, "approve")).toMatchObject({ kind: "unknown" });
      expect(await on.review(attempt, "approve")).toMatchObject({
        kind: "unknown",
        reason: { code: "operation_open" },
      });
      expect(await on.sent("review")).toBe(1);
      on.later(3 * 60_000);
      await hurry();
      expect((await on.attemptOf(checkout)).hold_decision).toBeNull();
      expect(await on.review(attempt, "reject")).toEqual({ kind: "decided", decision: "rejected" });
      expect(await on.sent("review")).toBe(2);
    });

    test("an approval of authorised money whose response was lost counts once no response can come any more", async () => {
      const { gateway, hurry } = stage();
      const { checkout, attempt } = await on.pay("approved");
      await gateway.fault("review", "drop-after-apply");
      expect(await on.review(attempt, "approve")).toMatchObject({ kind: "unknown" });
      expect(await on.capture(attempt)).toMatchObject({ kind: "unknown", reason: { code: "operation_open" } });
      on.later(3 * 60_000);
      await hurry();
      expect((await on.attemptOf(checkout)).hold_decision).toBe("approved");
      expect(await on.capture(attempt)).toMatchObject({ kind: "settled" });
    });

    test.each([
      ["approve", "approved", "authorised"],
      ["decline", "rejected", "declined"],
    ] as const)(
      "a decision by the gateway itself (%s) is recorded from a notification",
      async (call, decision, state) => {
        const { gateway, hurry, ledger } = stage();
        const { checkout, attempt } = await on.pay("pending");
        const orderId = await on.complete(checkout);
        await gateway.control("settings", { notifications: "on" });
        await gateway.control(call, { order_no: attempt.order_no });
        await gateway.idle();
        await hurry();
        await ledger.drain.settle();
        expect(await on.attemptOf(checkout)).toMatchObject({ state, hold_decision: decision });
        expect(await on.attention(attempt)).toEqual([]);
        expect((await on.orderOf(orderId)).status).toBe(decision === "approved" ? "pending" : "canceled");
        expect(await on.review(attempt, "reject")).toEqual({ kind: "decided", decision });
        expect(await on.sent("review")).toBe(0);
      },
    );

    test("a reject in the gateway's portal of a payment it had authorised cancels the order", async () => {
      const { gateway, hurry, ledger } = stage();
      const { checkout, attempt } = await on.pay("approved");
      const orderId = await on.complete(checkout);
      await gateway.control("decline", { order_no: attempt.order_no });
      await ledger.checkAttempt(attempt.id);
      await hurry();
      expect(await on.attemptOf(checkout)).toMatchObject({ state: "voided", hold_decision: "rejected" });
      expect((await on.orderOf(orderId)).status).toBe("canceled");
      expect(await on.attention(attempt)).toEqual([]);
    });

    test("an approve in the gateway's portal of a payment it had authorised is recorded when the shop approves too", async () => {
      const { gateway } = stage();
      const { attempt } = await on.pay("approved");
      await gateway.control("approve", { order_no: attempt.order_no });
      expect(await on.review(attempt, "approve")).toEqual({ kind: "decided", decision: "approved" });
      expect(await on.capture(attempt)).toMatchObject({ kind: "settled" });
    });

    test("the hold of a lost response is recorded from a query, too", async () => {
      const { gateway, shop, hurry } = stage();
      const checkout = await shop.checkout();
      await gateway.fault("authorise", "drop-after-apply");
      await shop.pay(checkout, CARD.pending).expect(200);
      await hurry();
      const attempt = await on.attemptOf(checkout);
      expect(attempt).toMatchObject({ state: "pending", hold_reason: "gateway", hold_decision: null });
      expect(await on.review(attempt, "approve")).toEqual({ kind: "decided", decision: "approved" });
    });

    test("a reject by the shop of an already captured payment refunds it, and reports it", async () => {
      const { gateway, hurry, ledger } = stage();
      await gateway.control("settings", { captureMode: "automatic" });
      const { checkout, attempt } = await on.pay("owner");
      await gateway.control("settings", { captureMode: "manual" });
      await ledger.checkAttempt(attempt.id);
      expect(await on.review(attempt, "reject")).toEqual({ kind: "decided", decision: "rejected" });
      await hurry();
      const transaction = await gateway.transaction(attempt.order_no);
      expect([transaction.captured, transaction.refunded]).toEqual(["200.00", "200.00"]);
      expect(await on.attention(attempt)).toEqual(["rejected_after_capture"]);
      expect(await stage().shop.status(checkout)).toMatchObject({ state: "payable", completable: false });
    });

    test("a reject whose void has no response is detected by a query, and voided once", async () => {
      const { gateway, hurry, pg } = stage();
      const { checkout, attempt } = await on.pay("owner");
      const orderId = await on.complete(checkout);
      await gateway.fault("cancel", "drop-after-apply");
      expect(await on.review(attempt, "reject")).toEqual({ kind: "decided", decision: "rejected" });
      expect(await on.attemptOf(checkout)).toMatchObject({ state: "authorised", reversal_reason: "held_rejected" });
      expect(await stage().shop.status(checkout)).toMatchObject({ state: "checking" });
      await hurry();
      await pg("acquiring_payment_attempt")
        .whereNotNull("reverse_at")
        .update({ reverse_at: new Date(0) });
      await hurry();
      expect(await on.attemptOf(checkout)).toMatchObject({ state: "voided", reverse_at: null });
      expect((await gateway.state()).effects.cancel).toBe(1);
      expect((await on.orderOf(orderId)).status).toBe("canceled");
      expect(await on.attention(attempt)).toEqual([]);
    });

    test("a payment that is not held cannot be reviewed", async () => {
      const { shop } = stage();
      const checkout = await shop.checkout();
      await shop.pay(checkout).expect(200);
      const attempt = await on.attemptOf(checkout);
      expect(await on.review(attempt, "reject")).toMatchObject({ kind: "refused", reason: { code: "not_held" } });
      expect(await on.capture(attempt)).toMatchObject({ kind: "settled" });
      expect(await on.sent("review")).toBe(0);
    });
  },
  { review: { rejectFlag: "0" } },
);
