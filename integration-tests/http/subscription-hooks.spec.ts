import { Modules } from "@medusajs/framework/utils";
import { StepResponse } from "@medusajs/framework/workflows-sdk";
import {
  acquiringAnnounceCancellationWorkflow,
  acquiringAnnounceRenewalFailureWorkflow,
  acquiringAnnounceSubscriptionWorkflow,
  acquiringRecordRenewalWorkflow,
  SUBSCRIPTION_CANCELLED,
  SUBSCRIPTION_CREATED,
  SUBSCRIPTION_EVENTS,
  SUBSCRIPTION_RENEWAL_FAILED,
  SUBSCRIPTION_RENEWED,
} from "../../src/workflows";
import { emitEvents } from "../../src/application/events/emit-events";
import { SubscriptionNews } from "../../src/application/events/event-schema";
import { checkSubscriptions } from "../../src/application/subscriptions/check-subscriptions";
import { workerOf } from "../../src/application/worker/worker-loop";
import { followSubscription } from "../../src/application/subscriptions/follow-subscription";
import type { RenewalPayload } from "../../src/workflows";
import { ageLeases, insertDeadLease } from "../support/age-leases";
import { withStore } from "../support/boot";
import { charge, chargeRows, subscriptionRecord, follow, offerPlan, openItems, subscribe } from "../support/subscriber";
import { isSomebodyWaiting, until } from "../support/waiting";

/** The shop's own handlers: each is called once, may replace a renewal's order, and is called again after a failure. */
type Handler = (renewal: RenewalPayload) => Promise<{ order_id: string | null } | undefined>;
const told: string[] = [];
const broken = new Set<string>();
let answer: Handler = () => Promise.resolve(undefined);
acquiringAnnounceSubscriptionWorkflow.hooks.subscriptionCreated(({ subscription_id: id }) => {
  told.push(`created ${id}`);
  if (broken.has(id)) throw new Error("The club has no member 4111111111111111.");
});
acquiringRecordRenewalWorkflow.hooks.renewalReceived(async (renewal) => {
  told.push(`renewal ${String(renewal.number)} ${renewal.amount} ${renewal.currency}`);
  return new StepResponse(await answer(renewal));
});
acquiringAnnounceRenewalFailureWorkflow.hooks.renewalFailed(({ number, message }) => {
  told.push(`failed ${String(number)} ${message ?? ""}`);
});
acquiringAnnounceCancellationWorkflow.hooks.subscriptionCancelled(({ subscription_id: id }) => {
  told.push(`cancelled ${id}`);
});

withStore("hooks", (stage) => {
  let release = (): void => undefined;
  // Without the worker's patience, the store would wait for the handler when it stops.
  afterEach(() => release());
  beforeEach(async () => {
    told.length = 0;
    broken.clear();
    answer = () => Promise.resolve(undefined);
    await offerPlan(stage());
  });
  const orderCount = async (): Promise<number> =>
    (await stage().admin.get("/admin/orders?fields=id").expect(200)).body.count;

  test("each handler and event subscriber is called once per event", async () => {
    const { container, pg } = stage();
    const events: { name: string; data: SubscriptionNews }[] = [];
    const bus = container.resolve(Modules.EVENT_BUS);
    const names = Object.keys(SUBSCRIPTION_EVENTS);
    for (const name of names)
      bus.subscribe(name, async ({ name: of, data }) => {
        events.push({ name: of, data: SubscriptionNews.strict().parse(data) });
      });
    const subscribed = await subscribe(stage());
    await charge(stage(), subscribed);
    await follow(stage(), subscribed);
    await charge(stage(), subscribed, { outcome: "decline" });
    await follow(stage(), subscribed);
    const path = `/admin/acquiring/subscriptions/${subscribed.subscriptionId}/cancel`;
    await stage().admin.post(path, { key: "leaving-1" }).expect(200);
    for (let round = 0; round < 3; round += 1) await follow(stage(), subscribed);
    expect(told).toEqual([
      `created ${subscribed.subscriptionId}`,
      "renewal 2 100.00 EUR",
      expect.stringMatching(/^failed 3 ./),
      `cancelled ${subscribed.subscriptionId}`,
    ]);
    await emitEvents(container);
    const [, renewed, failed] = await chargeRows(stage(), subscribed);
    const common = {
      version: 1,
      account: "main",
      id: subscribed.subscriptionId,
      amount_minor: "10000",
      currency: "EUR",
    };
    const ofNone = { charge_id: null, number: null, attempt_id: null, order_no: null, order_id: null, code: null };
    const by = (name: string): unknown[] => events.filter((event) => event.name === name).map(({ data }) => data);
    expect(by(SUBSCRIPTION_CREATED)).toMatchObject([{ ...common, ...ofNone, actor: null }]);
    expect(by(SUBSCRIPTION_RENEWED)).toMatchObject([
      { ...common, charge_id: renewed?.id, number: 2, order_id: renewed?.order_id, actor: null, code: null },
    ]);
    expect(renewed?.order_id).toMatch(/^order_/);
    expect(by(SUBSCRIPTION_RENEWAL_FAILED)).toMatchObject([
      {
        ...common,
        charge_id: failed?.id,
        number: 3,
        attempt_id: failed?.attempt_id,
        order_id: null,
        code: expect.any(String),
      },
    ]);
    expect(by(SUBSCRIPTION_CANCELLED)).toMatchObject([{ ...common, ...ofNone, actor: "admin" }]);
    expect(events).toHaveLength(4);
    expect(new Set(events.map(({ data }) => data.event_id)).size).toBe(4);
    expect(await pg("acquiring_event")).toEqual([]);
  });

  test("an event is committed with the end of its task: a process that dies before announces nothing, and it is repeated", async () => {
    const { pg, work } = stage();
    const waiting = (): Promise<string[]> =>
      pg("acquiring_event").where("kind", "like", "subscription_%").pluck("kind");
    await pg.raw(`CREATE FUNCTION die() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'dead'; END $$`);
    await pg.raw(
      `CREATE TRIGGER die BEFORE INSERT ON acquiring_event FOR EACH ROW WHEN (NEW.kind LIKE 'subscription_%') EXECUTE FUNCTION die()`,
    );
    const { subscriptionId } = await subscribe(stage());
    expect(await pg("acquiring_subscription_task").whereNotNull("due_at")).toMatchObject([{ kind: "created" }]);
    expect(await waiting()).toEqual([]);
    await pg.raw("DROP FUNCTION die CASCADE");
    const emitted = jest
      .spyOn(stage().container.resolve(Modules.EVENT_BUS), "emit")
      .mockRejectedValue(new Error("down"));
    stage().ledger.useClock(() => new Date(Date.now() + 3_600_000));
    await work();
    emitted.mockRestore();
    expect(await waiting()).toEqual(["subscription_created"]);
    expect(await pg("acquiring_subscription_task").whereNotNull("due_at")).toEqual([]);
    expect(told).toEqual([`created ${subscriptionId}`, `created ${subscriptionId}`]);
  });

  test("a handler that returns an order replaces the default one, and one that fails is called again", async () => {
    const subscribed = await subscribe(stage());
    answer = () => Promise.reject(new Error("The warehouse is away."));
    await charge(stage(), subscribed);
    await follow(stage(), subscribed);
    expect(await openItems(stage())).toEqual(["renewal_without_order"]);
    expect(await orderCount()).toBe(1);
    answer = () => Promise.resolve({ order_id: null });
    stage().ledger.useClock(() => new Date(Date.now() + 3_600_000));
    await stage().work();
    expect(await openItems(stage())).toEqual([]);
    expect(await chargeRows(stage(), subscribed)).toMatchObject([{}, { order_state: "none", order_id: null }]);
    expect(await orderCount()).toBe(1);
    expect(await subscriptionRecord(stage(), subscribed)).toMatchObject({ paid_charges: 1 });
    for (let round = 0; round < 2; round += 1) await follow(stage(), subscribed);
    expect(told.filter((each) => each.startsWith("renewal"))).toHaveLength(2);
    expect(await orderCount()).toBe(1);
  });

  test("a handler that keeps failing raises one item, closed once none of its subscriptions fails any more", async () => {
    const { admin, pg, ledger, work } = stage();
    const subscribed = [await subscribe(stage()), await subscribe(stage(), "grace")];
    const ids = subscribed.map(({ subscriptionId }) => subscriptionId);
    await pg("acquiring_subscription_task").update({ due_at: new Date() });
    for (const id of ids) broken.add(id);
    const items = () =>
      pg("acquiring_attention_item").where({ kind: "handler_failing" }).orderBy("raised_at").select("*");
    let passed = 0;
    const after = async (ms: number): Promise<void> => {
      passed += ms;
      ledger.useClock(() => new Date(Date.now() + passed));
      await work();
    };
    for (const minutes of [0, 1, 4, 16]) await after(minutes * 60_000 + 1_000);
    expect(await items()).toEqual([]);
    await after(65 * 60_000);
    const message = expect.stringContaining(
      '"subscriptionCreated" has failed 5 times in a row for a subscription. The log',
    );
    expect(await items()).toMatchObject([
      { account: "*", subject: "subscriptionCreated", attempt_id: null, message, count: 2, cleared_at: null },
    ]);
    // Dismissed, it is silent for a day.
    const [{ id: itemId }] = await items();
    await admin.post(`/admin/acquiring/attention/${String(itemId)}/dismiss`, { note: "Known." }).expect(200);
    await after(5 * 3_600_000);
    expect(await items()).toHaveLength(1);
    await after(25 * 3_600_000);
    expect(await items()).toMatchObject([{ cleared_reason: "dismissed" }, { cleared_at: null, count: 2 }]);
    broken.delete(ids[0] ?? "");
    await after(25 * 3_600_000);
    expect(await items()).toMatchObject([{}, { cleared_at: null, count: 3 }]);
    broken.clear();
    await after(25 * 3_600_000);
    expect(await items()).toMatchObject([{}, { cleared_reason: "solved" }]);
  });

  test("a handler that never answers delays no other work, and is not called again meanwhile", async () => {
    const { container, ledger } = stage();
    const [slow, other] = [await subscribe(stage()), await subscribe(stage(), "grace")];
    const limits: (() => void)[] = [];
    const timer = (_ms: number, run: () => void) => {
      limits.push(run);
      return () => undefined;
    };
    ledger.useClock(() => new Date(), undefined, timer);
    answer = () =>
      new Promise((resolve) => {
        release = () => resolve({ order_id: null });
        limits.at(-1)?.();
      });
    await charge(stage(), slow);
    await ledger.checkAttempt(slow.attemptId);
    const worker = workerOf(container);
    expect(await worker.poll()).toBe(2_000);
    expect(await chargeRows(stage(), slow)).toMatchObject([{}, { order_state: "due" }]);
    answer = () => Promise.resolve(undefined);
    await charge(stage(), other);
    await ledger.checkAttempt(other.attemptId);
    expect(await worker.poll()).toBe(2_000);
    expect(await chargeRows(stage(), other)).toMatchObject([{}, { order_state: "made" }]);
    expect(told.filter((each) => each.startsWith("renewal"))).toHaveLength(2);
    release();
    await until(async () => (await chargeRows(stage(), slow))[1]?.order_state === "none");
    expect(told.filter((each) => each.startsWith("renewal"))).toHaveLength(2);
  });

  test("a renewal without an order stays without, whatever happens to its payment", async () => {
    const subscribed = await subscribe(stage());
    answer = () => Promise.resolve({ order_id: null });
    await charge(stage(), subscribed);
    await follow(stage(), subscribed);
    const moved = { subscription_due_at: new Date() };
    await stage().pg("acquiring_payment_attempt").where({ renewal_of: subscribed.attemptId }).update(moved);
    await stage().work();
    expect(await chargeRows(stage(), subscribed)).toMatchObject([{}, { order_state: "none", order_id: null }]);
    expect(await orderCount()).toBe(1);
  });

  test("a renewal that is refunded while its handler works gets no order", async () => {
    const { pg } = stage();
    const subscribed = await subscribe(stage());
    answer = async ({ charge_id: id }) => {
      await pg("acquiring_charge").where({ id }).update({ state: "refunded", order_state: "none" });
      return undefined;
    };
    await charge(stage(), subscribed);
    await follow(stage(), subscribed);
    expect(told.filter((each) => each.startsWith("renewal"))).toHaveLength(1);
    expect(await chargeRows(stage(), subscribed)).toMatchObject([{}, { state: "refunded", order_state: "none" }]);
    expect(await orderCount()).toBe(1);
  });

  test("a renewal of a deleted customer becomes a guest's order", async () => {
    const { admin } = stage();
    const subscribed = await subscribe(stage());
    const [{ customer_id: id }] = await stage().pg("acquiring_payment_attempt").where({ id: subscribed.attemptId });
    await admin.delete(`/admin/customers/${String(id)}`).expect(200);
    await charge(stage(), subscribed);
    await follow(stage(), subscribed);
    expect(await openItems(stage())).toEqual([]);
    const [, renewal] = await chargeRows(stage(), subscribed);
    const { body } = await admin.get(`/admin/orders/${String(renewal?.order_id)}?fields=customer_id,email`).expect(200);
    expect(body.order).toMatchObject({ email: expect.stringContaining("ada") });
    expect(body.order.customer_id).not.toBe(id);
  });

  test("a process that dies before a renewal's events are emitted emits them again, for the same order", async () => {
    const { container, pg, work } = stage();
    const subscribed = await subscribe(stage());
    await charge(stage(), subscribed);
    await stage().ledger.checkAttempt(subscribed.attemptId);
    await followSubscription(container, subscribed.attemptId);
    const [, renewal] = await chargeRows(stage(), subscribed);
    // A worker's whole task except recording its end.
    await acquiringRecordRenewalWorkflow(container).run({ input: { charge_id: String(renewal?.id) } });
    const [task] = await pg("acquiring_subscription_task").where({ charge_id: renewal?.id });
    await insertDeadLease(pg, "subscription-task", task.id);
    await work();
    expect(await chargeRows(stage(), subscribed)).toMatchObject([{}, { order_state: "due" }]);
    await ageLeases(pg, "subscription-task");
    await work();
    expect(await chargeRows(stage(), subscribed)).toMatchObject([{}, { order_state: "made" }]);
    expect(await pg("acquiring_lease")).toEqual([]);
    expect(told.filter((each) => each.startsWith("renewal"))).toHaveLength(2);
    expect(await orderCount()).toBe(2);
    expect(await pg("acquiring_subscription_task").whereNotNull("due_at")).toEqual([]);
  });

  test("without a response nothing counts as missing, and the check stays due", async () => {
    const { container, gateway, ledger } = stage();
    const subscribed = await subscribe(stage());
    const check = () => checkSubscriptions(container);
    ledger.useClock(() => new Date(Date.now() + 34 * 86_400_000));
    const { next_check_at: due } = await subscriptionRecord(stage(), subscribed);
    await gateway.control("settings", { down: true });
    expect(await check()).toEqual({ checked: 0, pages: 1 });
    await stage().admin.post(`/admin/acquiring/subscriptions/${subscribed.subscriptionId}/check`, {}).expect(200);
    expect(await subscriptionRecord(stage(), subscribed)).toMatchObject({ next_check_at: due, overdue: false });
    await gateway.control("settings", { down: false });
    expect(await check()).toEqual({ checked: 1, pages: 1 });
    expect(await subscriptionRecord(stage(), subscribed)).toMatchObject({ overdue: true });
  });

  test("an admin's request for an order applies to the charge's current state", async () => {
    const { pg, admin } = stage();
    const subscribed = await subscribe(stage());
    await charge(stage(), subscribed, { amount: "120.00" });
    await follow(stage(), subscribed);
    const [, renewal] = await chargeRows(stage(), subscribed);
    const path = `/admin/acquiring/subscriptions/${subscribed.subscriptionId}/order`;
    const trx = await pg.transaction();
    await trx("acquiring_subscription").where({ id: subscribed.subscriptionId }).forUpdate();
    const request = admin.post(path, { charge_id: renewal?.id }).then(({ body }) => body);
    await until(() => isSomebodyWaiting(pg));
    await trx("acquiring_charge").where({ id: renewal?.id }).update({ state: "refunded", order_state: "none" });
    await trx.commit();
    expect(await request).toMatchObject({ outcome: "refused" });
    expect(await chargeRows(stage(), subscribed)).toMatchObject([{}, { order_state: "none" }]);
    expect(await orderCount()).toBe(1);
    // Finished once, and due again.
    await pg("acquiring_charge").where({ id: renewal?.id }).update({ state: "paid", order_state: "held" });
    const task = { charge_id: renewal?.id, subscription_id: subscribed.subscriptionId, due_at: null };
    await pg("acquiring_subscription_task").insert({
      id: "acqstk_1",
      key: `renewal:${String(renewal?.id)}`,
      kind: "renewal",
      ...task,
    });
    expect((await admin.post(path, { charge_id: renewal?.id }).expect(200)).body).toMatchObject({ outcome: "done" });
    expect(await orderCount()).toBe(2);
  });
});
