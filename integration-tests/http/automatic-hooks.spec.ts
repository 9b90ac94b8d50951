import { StepResponse } from "@medusajs/framework/workflows-sdk";
import { followRefund } from "../../src/application/returns/follow-refund";
import type { CapturesDue, RefundDue } from "../../src/workflows";
import { acquiringCapturesDueWorkflow, acquiringRefundDueWorkflow } from "../../src/workflows";
import { withStore } from "../support/boot";
import { changeQuantity, LinkPayer, linkFor } from "../support/balance";
import type { PlacedOrder } from "../support/capture-rules";
import { captureRules } from "../support/capture-rules";
import { copyAttempt } from "../support/many-attempts";
import { later } from "../support/other-process";
import { receiveReturn, refundDesk, refundsOf, shippedOrder } from "../support/returns";
import { wrongInBooks } from "../support/books";
import { until } from "../support/waiting";

/** The store's own handlers are asked before the policy captures and before a refund is made by itself. */
const DAY = 86_400_000;
let waitFor: (due: CapturesDue) => readonly string[] = () => [];
let meanwhile = (): Promise<void> => Promise.resolve();
let isRefundWaiting: (due: RefundDue) => boolean = () => false;
const [captures, refunds]: [CapturesDue[], RefundDue[]] = [[], []];
acquiringCapturesDueWorkflow.hooks.capturesDue(async (due) => {
  captures.push(due);
  await meanwhile();
  return new StepResponse({ wait: [...waitFor(due)] });
});
acquiringRefundDueWorkflow.hooks.refundDue(async (due) => {
  refunds.push(due);
  await meanwhile();
  return new StepResponse({ wait: isRefundWaiting(due) });
});

withStore(
  "automatic_hooks",
  (stage) => {
    const on = captureRules(stage);
    const all = (due: CapturesDue): string[] => due.captures.map(({ attempt_id: id }) => id);

    beforeEach(async () => {
      captures.length = 0;
      refunds.length = 0;
      waitFor = () => [];
      meanwhile = () => Promise.resolve();
      isRefundWaiting = () => false;
      await stage().gateway.control("settings", { multipleCaptures: true });
    });

    const waiting: (() => void)[] = [];
    // Without the time limit, the store would wait for the handler when it stops.
    afterEach(() => {
      for (const resolve of waiting.splice(0)) resolve();
    });
    /** The time limit passes while the handler is asked; `answer` lets all of them answer, and asks no further one to wait. */
    const silentHandlers = () => {
      const limits: number[] = [];
      let expire = (): void => undefined;
      const timer = (ms: number, run: () => void) => {
        limits.push(ms);
        expire = run;
        return () => undefined;
      };
      stage().ledger.useClock(() => new Date(), undefined, timer);
      meanwhile = () =>
        new Promise((resolve) => {
          waiting.push(resolve);
          expire();
        });
      const answer = async (): Promise<void> => {
        meanwhile = () => Promise.resolve();
        stage().ledger.useClock(() => new Date());
        for (const resolve of waiting.splice(0)) resolve();
        await new Promise((resolve) => setImmediate(resolve));
      };
      return { limits, answer };
    };

    const expectWholeBooks = async (): Promise<void> => {
      const { pg, gateway } = stage();
      expect(await wrongInBooks({ pg, gatewayUrl: gateway.url }, { atRest: true })).toEqual([]);
    };

    test("a capture that the store defers is not sent, and is captured once the store agrees", async () => {
      await on.save({ capture: "on_order" });
      const [first, second] = [await on.order(), await on.order()];
      waitFor = () => [first.attemptId];
      await on.look();
      expect([await on.captured(first), await on.captured(second)]).toEqual([0, 10_000]);
      const asked = captures.flatMap((due) => due.captures);
      expect(asked).toContainEqual({
        ...{ attempt_id: first.attemptId, order_id: first.orderId, account: "main", amount: "100.00", currency: "EUR" },
        expires_at: expect.stringMatching(/^\d{4}-.*Z$/),
      });
      const { policy_due_at: again } = await stage()
        .pg("acquiring_payment_attempt")
        .where({ id: first.attemptId })
        .first();
      expect(again.getTime()).toBeLessThanOrEqual(stage().ledger.now().getTime() + 3_600_000);
      waitFor = () => [];
      await on.look();
      expect([await on.captures(first), await on.captures(second)]).toEqual([["100.00"], ["100.00"]]);
      await later(stage());
      await expectWholeBooks();
    });

    test("what staff capture while the store is asked is not captured again", async () => {
      const { admin } = stage();
      await on.save({ capture: "on_shipment" });
      const order = await on.order(2);
      await on.ship(order);
      const { id: paymentId } = await admin.payment(order.orderId);
      meanwhile = async () =>
        void (await admin.post(`/admin/payments/${paymentId}/capture`, { amount: 100 }).expect(200));
      await on.look();
      expect(await on.captures(order)).toEqual(["100.00"]);
      meanwhile = () => Promise.resolve();
      await on.look();
      expect(await on.captures(order)).toEqual(["100.00"]);
      await expectWholeBooks();
    });

    test("what is taken back while the store is asked is planned again, and is not captured", async () => {
      await on.save({ capture: "on_fulfilment" });
      const order = await on.order(2);
      const fulfilment = await on.fulfil(order);
      const cancel = `/admin/orders/${order.orderId}/fulfillments/${fulfilment}/cancel`;
      meanwhile = async () => {
        meanwhile = () => Promise.resolve();
        await stage().admin.post(cancel).expect(200);
      };
      await on.look();
      expect([captures.length > 0, await on.captures(order)]).toEqual([true, []]);
      await on.fulfil(order);
      await on.look();
      expect(await on.captures(order)).toEqual(["100.00"]);
      await expectWholeBooks();
    });

    test("a capture that was planned before staff captured is refused under the payment's lock, whoever planned it", async () => {
      const { admin, ledger } = stage();
      await on.save({ capture: "manual" });
      const order = await on.order(2);
      const { id: paymentId } = await admin.payment(order.orderId);
      await admin.post(`/admin/payments/${paymentId}/capture`, { amount: 100 }).expect(200);
      const planned = { attemptId: order.attemptId, kind: "capture", amount: 10_000n, upTo: 10_000n } as const;
      const [result] = await Promise.all(await ledger.policySends.carryOutAll([planned]));
      expect(result).toMatchObject({ kind: "refused", reason: { code: "captured_meanwhile" } });
      expect(await on.captures(order)).toEqual(["100.00"]);
      const next = { ...planned, upTo: 20_000n };
      expect(await Promise.all(await ledger.policySends.carryOutAll([next]))).toEqual([{ kind: "settled" }]);
      expect(await on.captured(order)).toBe(20_000);
    });

    /** The store is asked about `first`, and then, some seconds later, about another page of payments: `change` happens meanwhile. */
    const betweenPages = async (first: PlacedOrder, change: () => Promise<unknown>): Promise<void> => {
      const { pg, ledger, work } = stage();
      const second = await on.order();
      await on.fulfil(second);
      const waits = { state: "'authorised'", policy_due_at: "now() - interval '2 hours'" };
      await copyAttempt(pg, second.attemptId, { count: 250, changes: waits });
      const due = (id: string, hours: number): Promise<unknown> =>
        pg("acquiring_payment_attempt")
          .where({ id })
          .update({ policy_due_at: pg.raw("now() - make_interval(hours => ?)", [hours]) });
      await due(first.attemptId, 3);
      await due(second.attemptId, 1);
      meanwhile = async () => {
        if (!captures.some((asked) => all(asked).includes(second.attemptId))) return;
        meanwhile = () => Promise.resolve();
        await change();
        ledger.useClock(() => new Date(Date.now() + 3_000));
      };
      await work();
      expect(captures.map(all)).toEqual([[first.attemptId], [second.attemptId]]);
      expect(await on.captures(second)).toEqual(["100.00"]);
    };

    test("what is taken back after its page was planned is planned again before it is sent", async () => {
      await on.save({ capture: "on_fulfilment" });
      const order = await on.order();
      const fulfilment = await on.fulfil(order);
      const path = `/admin/orders/${order.orderId}/fulfillments/${fulfilment}/cancel`;
      await betweenPages(order, () => stage().admin.post(path).expect(200));
      expect(await on.captures(order)).toEqual([]);
      await on.fulfil(order);
      await on.look();
      expect(await on.captures(order)).toEqual(["100.00"]);
    });

    /** An order of 100.00 with two payments that hold 100.00 each: it was edited up, paid with a link, and edited down. */
    const twoPayments = async (): Promise<{
      readonly order: PlacedOrder;
      readonly captureNewer: () => Promise<unknown>;
    }> => {
      const { admin, pg } = stage();
      const order = await on.order();
      await changeQuantity(stage(), order.orderId, 2);
      const payer = new LinkPayer(stage(), (await linkFor(stage(), order.orderId)).token);
      const session = await payer.begin();
      await payer.pay(session).expect(200);
      await changeQuantity(stage(), order.orderId, 1);
      const [newer] = await pg("payment").where({ payment_session_id: session.session_id }).pluck("id");
      return { order, captureNewer: () => admin.post(`/admin/payments/${String(newer)}/capture`) };
    };

    test("what staff capture of another payment of the order, after the page was planned, is not captured again", async () => {
      await on.save({ capture: "on_fulfilment" });
      const { order, captureNewer } = await twoPayments();
      await on.fulfil(order);
      await betweenPages(order, captureNewer);
      await later(stage());
      await on.look();
      expect([await on.captures(order), await stage().gateway.sent("capture")]).toEqual([[], 2]);
    });

    test("a capture of another payment of the order whose answer was lost counts as captured", async () => {
      const { gateway } = stage();
      await on.save({ capture: "on_fulfilment" });
      const { order, captureNewer } = await twoPayments();
      await gateway.fault("capture", "drop-after-apply");
      await captureNewer();
      await on.fulfil(order);
      await on.look();
      expect([await on.captures(order), await gateway.sent("capture")]).toEqual([[], 1]);
      await later(stage());
      await on.look();
      expect([await on.captures(order), await gateway.sent("capture")]).toEqual([[], 1]);
      await expectWholeBooks();
    });

    test("staff are told before what the store defers expires", async () => {
      await on.save({ capture: "before_expiry", at_expiry: "capture", hours: 24 });
      const order = await on.order();
      waitFor = all;
      stage().ledger.useClock(() => new Date(Date.now() + 6.5 * DAY));
      await on.look();
      expect([await on.captured(order), await on.items(order)]).toEqual([0, ["expiring_authorisation"]]);
      waitFor = () => [];
      await on.look();
      expect(await on.captured(order)).toBe(10_000);
    });

    test("while the handler throws nothing is captured, and it is asked again two minutes later", async () => {
      await on.save({ capture: "on_order" });
      const order = await on.order();
      waitFor = () => {
        throw new Error("The ERP is away.");
      };
      await on.look();
      expect([captures.length > 0, await on.captured(order)]).toEqual([true, 0]);
      const { policy_due_at: again } = await stage().pg("acquiring_payment_attempt").first();
      expect(again.getTime()).toBeLessThanOrEqual(stage().ledger.now().getTime() + 120_000);
      waitFor = () => [];
      await on.look();
      expect(await on.captures(order)).toEqual(["100.00"]);
    });

    test("a handler that does not answer delays no other work: after 30 seconds it counts as one that throws", async () => {
      await on.save({ capture: "on_order" });
      const order = await on.order();
      const late = silentHandlers();
      await on.look();
      expect([late.limits[0], await on.captured(order)]).toEqual([30_000, 0]);
      const { policy_due_at: again } = await stage().pg("acquiring_payment_attempt").first();
      expect(again.getTime()).toBeLessThanOrEqual(stage().ledger.now().getTime() + 120_000);
      await late.answer();
      expect(await on.captured(order)).toBe(0);
      await on.look();
      expect(await on.captures(order)).toEqual(["100.00"]);
    });

    test("a refund about which the handler does not answer is not made; its late answer changes nothing", async () => {
      const order = await shippedOrder(stage());
      const late = silentHandlers();
      await receiveReturn(stage(), order, 1);
      await stage().ledger.drain.settle();
      await expect(followRefund(stage().container, order.orderId)).rejects.toThrow("did not answer within 30 seconds");
      await late.answer();
      expect(await refundsOf(stage())).toEqual([]);
      await followRefund(stage().container, order.orderId);
      expect(await refundsOf(stage())).toEqual([24.5]);
      await later(stage());
      await expectWholeBooks();
    });

    test("a refund that the store defers is left to a person, who makes it", async () => {
      isRefundWaiting = () => true;
      const order = await shippedOrder(stage());
      await receiveReturn(stage(), order, 1);
      await stage().ledger.drain.settle();
      await followRefund(stage().container, order.orderId);
      expect(refunds).toContainEqual({
        ...{ order_id: order.orderId, amount: "24.50", currency: "EUR", causes: ["return"] },
      });
      const desk = refundDesk(stage().admin, order.orderId);
      const shown = await desk.read();
      expect([shown.automatic, await refundsOf(stage())]).toEqual(["left_to_staff", []]);
      // Somebody has to know.
      const told = await stage().pg("acquiring_staff_notification").where({ topic: "refund_proposed" });
      expect(told).toHaveLength(1);
      const asked = refunds.length;
      await followRefund(stage().container, order.orderId);
      expect(refunds).toHaveLength(asked);
      await desk.refund(shown.plan).expect(200);
      expect(await refundsOf(stage())).toEqual([24.5]);
      await later(stage());
      await expectWholeBooks();
    });

    test("what staff refund while the store is asked is not refunded again", async () => {
      const { admin } = stage();
      const order = await shippedOrder(stage());
      const { id: paymentId } = await admin.payment(order.orderId);
      meanwhile = async () => {
        meanwhile = () => Promise.resolve();
        await admin.post(`/admin/payments/${paymentId}/refund`, { amount: 24.5 }).expect(200);
      };
      await receiveReturn(stage(), order, 1);
      await stage().ledger.drain.settle();
      await followRefund(stage().container, order.orderId);
      expect(refunds).toHaveLength(1);
      expect(await refundsOf(stage())).toEqual([24.5]);
      await followRefund(stage().container, order.orderId);
      await later(stage());
      expect(await refundsOf(stage())).toEqual([24.5]);
      await expectWholeBooks();
    });

    test("a dispute that is reported while the store is asked prevents the refund, and staff are told", async () => {
      const { container, gateway, pg } = stage();
      const order = await shippedOrder(stage());
      const isDisputed = async (): Promise<boolean> =>
        (await pg("acquiring_payment_attempt").where({ id: order.attemptId }).whereNotNull("disputes")).length > 0;
      const dispute = { dispute_amount: "98.00", dispute_reference: "D1", dispute_status: "received" };
      meanwhile = async () => {
        meanwhile = () => Promise.resolve();
        await gateway.notify(order.orderNo, { overrides: { notify_type: "dispute", ...dispute } });
        await until(isDisputed);
      };
      await receiveReturn(stage(), order, 1);
      await stage().ledger.drain.settle();
      await followRefund(container, order.orderId);
      expect([refunds.length, await gateway.sent("refund"), await refundsOf(stage())]).toEqual([1, 0, []]);
      const operations = await pg("acquiring_operation").where({ kind: "refund" });
      expect(operations).toMatchObject([{ status: "not_sent", result_code: "disputed" }]);
      expect(await pg("acquiring_refund_proposal").first()).toMatchObject({ stopped: "disputed" });
      expect(await refundDesk(stage().admin, order.orderId).read()).toMatchObject({ automatic: "disputed" });
      expect(await pg("acquiring_staff_notification").where({ topic: "refund_proposed" })).toHaveLength(1);
      await later(stage());
      await expectWholeBooks();
    });

    test("while the handler throws nothing is refunded, and the refund is made when it agrees", async () => {
      isRefundWaiting = () => {
        throw new Error("The ERP is away.");
      };
      const order = await shippedOrder(stage());
      await receiveReturn(stage(), order, 1);
      await stage().ledger.drain.settle();
      await expect(followRefund(stage().container, order.orderId)).rejects.toMatchObject({
        message: expect.stringContaining("The ERP is away."),
      });
      expect(await refundsOf(stage())).toEqual([]);
      isRefundWaiting = () => false;
      await followRefund(stage().container, order.orderId);
      expect(await refundsOf(stage())).toEqual([24.5]);
      await later(stage());
      await expectWholeBooks();
    });

    test("staff are told once of a refund that the server was to make, and that a dispute prevents", async () => {
      isRefundWaiting = () => {
        throw new Error("The ERP is away.");
      };
      const order = await shippedOrder(stage());
      await receiveReturn(stage(), order, 1);
      await stage().ledger.drain.settle();
      const follow = () => followRefund(stage().container, order.orderId).catch(() => undefined);
      const told = () => stage().pg("acquiring_staff_notification").where({ topic: "refund_proposed" });
      await follow();
      expect(await told()).toEqual([]);
      isRefundWaiting = () => false;
      const dispute = { dispute_amount: "20.00", dispute_reference: "D1", dispute_status: "received" };
      await stage().gateway.notify(order.orderNo, { overrides: { notify_type: "dispute", ...dispute } });
      await stage().work();
      await follow();
      await follow();
      expect([await told(), await refundsOf(stage())]).toEqual([[expect.anything()], []]);
    });
  },
  { capture: { multiple: true } },
  { refunds: { automatic: { EUR: "60.00" } } },
);
