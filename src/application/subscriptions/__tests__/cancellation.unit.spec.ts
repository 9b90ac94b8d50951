import type { GatewaySubscription } from "../../../modules/acquiring";
import type { SubscriptionRecordState } from "../../../modules/acquiring_subscription/domain/states";
import { operationRow } from "../../__tests__/ledger-rows";
import { cancellationRefusal, resultOf } from "../cancel-subscription";
import { actionsOf } from "../subscription-page";
import { enderOf } from "../sync-subscription";
import { subscriptionRecord } from "./records";

/** Who may cancel a subscription, what the request's answer means, and who is named as having ended it. */
const UNNAMED = "No gateway subscription ID yet. Refresh the status first, then try again.";
const FAILED = "The first payment did not succeed, so there is no subscription to cancel.";
const ENDED = "The subscription has already ended.";
const reason = { code: "declined", message: "No such subscription." };

describe("a request to cancel", () => {
  test.each(["pending", "active", "cancelling"] as const)(
    "is possible in the state %s once the gateway named it",
    (state) => {
      expect(cancellationRefusal(subscriptionRecord({ state }))).toBeNull();
      expect(cancellationRefusal(subscriptionRecord({ state, recurring_id: null }))).toEqual({
        outcome: "refused",
        message: UNNAMED,
      });
    },
  );

  test.each(["active", null] as const)(
    "needs nothing more if it is cancelled, though the gateway says %s",
    (reported) => {
      const cancelled = subscriptionRecord({ state: "cancelled", gateway_status: reported, recurring_id: null });
      expect(cancellationRefusal(cancelled)).toEqual({ outcome: "done", message: null });
    },
  );

  test("is refused if the first payment failed, even if the gateway named and charges the subscription", () => {
    const failed = subscriptionRecord({ state: "failed", gateway_status: "active" });
    expect(cancellationRefusal(failed)).toEqual({ outcome: "refused", message: FAILED });
  });

  test.each([
    ["R1", "active", null],
    ["R1", "inactive", { outcome: "refused", message: ENDED }],
    ["R1", "unmapped", { outcome: "refused", message: ENDED }],
    ["R1", null, { outcome: "refused", message: ENDED }],
    [null, "active", { outcome: "refused", message: ENDED }],
  ] as const)(
    "of an ended subscription with the gateway ID %s and the status %s is answered with %j",
    (id, reported, refusal) => {
      const ended = subscriptionRecord({ state: "ended", recurring_id: id, gateway_status: reported });
      expect(cancellationRefusal(ended)).toEqual(refusal);
    },
  );
});

describe("the answer to a request", () => {
  const UNKNOWN = "The outcome of the request is being queried.";

  test.each([
    [{ kind: "settled" }, "active", "done", null],
    [{ kind: "pending" }, "active", "unknown", UNKNOWN],
    [{ kind: "unknown", reason }, "active", "unknown", UNKNOWN],
    [{ kind: "unknown", reason }, "cancelling", "unknown", UNKNOWN],
    [{ kind: "declined", reason }, "active", "refused", reason.message],
    [{ kind: "not_sent", reason }, "active", "refused", reason.message],
    [{ kind: "refused", reason }, "active", "refused", reason.message],
    [{ kind: "refused", reason }, undefined, "refused", reason.message],
    [{ kind: "refused", reason }, "cancelling", "unknown", reason.message],
    [{ kind: "declined", reason }, "ended", "refused", reason.message],
  ] as const)("%j for a subscription that is then %s means %s (%s)", (result, state, outcome, message) => {
    expect(resultOf(result, state)).toEqual({ outcome, message });
  });

  test.each(["declined", "not_sent", "refused", "unknown"] as const)(
    "%s is done if the subscription is cancelled all the same",
    (kind) => {
      expect(resultOf({ kind, reason }, "cancelled")).toEqual({ outcome: "done", message: null });
    },
  );
});

describe("the dashboard's button", () => {
  const QUERIED = "A cancellation was sent. Its outcome is being queried.";

  test.each<readonly [SubscriptionRecordState, string | null]>([
    ["pending", null],
    ["active", null],
    ["cancelling", QUERIED],
    ["cancelled", "The subscription is already cancelled."],
    ["ended", ENDED],
    ["failed", FAILED],
  ])("for a subscription that is %s says %j", (state, why) => {
    const actions = actionsOf(subscriptionRecord({ state }));
    expect(actions.cancel).toEqual({ allowed: why === null, reason: why });
    expect(actions.check).toEqual({ allowed: true, reason: null });
  });

  test("is there for an ended subscription that the gateway still charges", () => {
    const ended = subscriptionRecord({ state: "ended", gateway_status: "active" });
    expect(actionsOf(ended).cancel).toEqual({ allowed: true, reason: null });
  });

  test("says that the gateway has not named the subscription yet", () => {
    expect(actionsOf(subscriptionRecord({ recurring_id: null })).cancel).toEqual({ allowed: false, reason: UNNAMED });
  });
});

describe("who ended it", () => {
  const gatewayState = (cancel: GatewaySubscription["cancel"]): GatewaySubscription => ({
    gatewayState: "over",
    recurringId: "R1",
    reported: null,
    cancel,
  });
  const subscription = subscriptionRecord({ cancel_actor: "admin", cancel_actor_id: "user_1" });

  test("is the requester of the accepted cancellation, with their ID", () => {
    const cancel = operationRow("cancel_subscription", "settled", { actor: "admin" });
    expect(enderOf({ subscription, gatewayState: gatewayState(cancel) })).toEqual({
      cancel_actor: "admin",
      cancel_actor_id: "user_1",
    });
  });

  test("is not the one who asked last: their ID is not another requester's", () => {
    const cancel = operationRow("cancel_subscription", "settled", { actor: "customer" });
    expect(enderOf({ subscription, gatewayState: gatewayState(cancel) })).toEqual({
      cancel_actor: "customer",
      cancel_actor_id: null,
    });
  });

  test.each([
    ["was declined", operationRow("cancel_subscription", "declined")],
    ["is unknown", operationRow("cancel_subscription", "unknown")],
    ["was never made", null],
  ])("is the gateway if a request %s", (_what, cancel) => {
    expect(enderOf({ subscription, gatewayState: gatewayState(cancel) })).toEqual({
      cancel_actor: "gateway",
      cancel_actor_id: null,
    });
  });
});
