import { acquiringReviewAttemptWorkflow } from "../../src/workflows/review-attempt";
import { acquiringAnnounceCancellationWorkflow, acquiringAnnounceSubscriptionWorkflow } from "../../src/workflows";
import { withStore } from "../support/boot";
import type { Subscribed } from "../support/subscriber";
import { charge, chargeRows, follow, offerPlan, openItems, subscribe, subscriptionRecord } from "../support/subscriber";

/** Subscriptions whose first payment is held for review by the shop's rule. */
process.env.DEMO_HOLD_FROM = "10000";
afterAll(() => {
  delete process.env.DEMO_HOLD_FROM;
});

const told: string[] = [];
acquiringAnnounceSubscriptionWorkflow.hooks.subscriptionCreated(({ subscription_id: id }) => {
  told.push(`created ${id}`);
});
acquiringAnnounceCancellationWorkflow.hooks.subscriptionCancelled(({ subscription_id: id }) => {
  told.push(`cancelled ${id}`);
});

withStore("subscription_held", (stage) => {
  beforeEach(async () => {
    told.length = 0;
    await offerPlan(stage());
  });

  const review = async ({ attemptId }: Subscribed, action: "approve" | "reject"): Promise<unknown> => {
    const input = { attemptId, action, note: null, actorId: "user_1", idempotencyKey: `${action}_${attemptId}` };
    return (await acquiringReviewAttemptWorkflow(stage().container).run({ input })).result;
  };
  const stateOf = async (subscribed: Subscribed): Promise<unknown> =>
    (await subscriptionRecord(stage(), subscribed)).state;

  test("a subscription is not active while its first payment is held, and is announced once after the approval", async () => {
    const subscribed = await subscribe(stage());
    await follow(stage(), subscribed);
    expect([await stateOf(subscribed), told]).toEqual(["pending", []]);
    await charge(stage(), subscribed);
    await follow(stage(), subscribed);
    expect(await chargeRows(stage(), subscribed)).toMatchObject([{}, { state: "paid", order_state: "held" }]);
    expect(await openItems(stage())).toEqual(["held_review", "renewal_amount_changed"]);
    expect(await review(subscribed, "approve")).toEqual({ kind: "decided", decision: "approved" });
    for (let round = 0; round < 2; round += 1) await follow(stage(), subscribed);
    expect([await stateOf(subscribed), told]).toEqual(["active", [`created ${subscribed.subscriptionId}`]]);
    await charge(stage(), subscribed);
    await follow(stage(), subscribed);
    const [, , third] = await chargeRows(stage(), subscribed);
    expect(third).toMatchObject({ order_state: "made" });
  });

  test("a rejection of the first payment cancels a subscription that was never active", async () => {
    const { gateway } = stage();
    const subscribed = await subscribe(stage());
    expect(await review(subscribed, "reject")).toEqual({ kind: "decided", decision: "rejected" });
    for (let round = 0; round < 2; round += 1) await follow(stage(), subscribed);
    expect([await stateOf(subscribed), told]).toEqual(["cancelled", [`cancelled ${subscribed.subscriptionId}`]]);
    expect((await gateway.state()).effects.cancel_subscription).toBe(1);
  });
});
