import { z } from "@medusajs/framework/zod";
import type { Lane } from "./lane";
import type { Heard } from "./store-child";

/** Acts on a subscription: a charge becomes due, it is cancelled, the gateway charges or fails to. */
export type SubscriptionAct =
  /** Time moves to this many hours after the next charge is due. */
  | { readonly kind: "period"; readonly hours: number }
  /** Scripts the next charge. */
  | { readonly kind: "script"; readonly outcome: "decline" | "missed" | "pending" }
  | { readonly kind: "script-amount"; readonly amount: string }
  /** The gateway charges ahead of time. */
  | { readonly kind: "renew" | "portal-end" | "look" }
  | { readonly kind: "cancel-subscription"; readonly key: string; readonly by: "admin" | "customer" }
  /** The gateway sends every charge's notification again. */
  | { readonly kind: "renewals-told"; readonly times: number };

const HOUR = 3_600_000;

export async function performSubscriptionAct(
  lane: Lane,
  act: SubscriptionAct,
  { cartId, process }: { readonly cartId: string; readonly process: number },
): Promise<Heard> {
  switch (act.kind) {
    case "period":
      return done(await nextPeriod(lane, act.hours));
    case "script":
      return onSubscriptions(lane, "script-renewal", { outcome: act.outcome });
    case "script-amount":
      return onSubscriptions(lane, "script-renewal", { amount: act.amount });
    case "renew":
      return onSubscriptions(lane, "renew");
    case "portal-end":
      return onSubscriptions(lane, "cancel-subscription");
    case "look":
      return lane.ask(process, { name: "look" });
    case "cancel-subscription":
      return lane.ask(process, { name: "cancel-subscription", cartId, key: act.key, by: act.by });
    case "renewals-told":
      return tellAgain(lane, act.times);
  }
}

const done = (value: unknown): Heard => ({ kind: "done", value });

const SubscriptionStore = z.object({
  subscriptions: z.array(
    z.object({ recurring_id: z.string(), next_at: z.string().nullable(), charges: z.array(z.string()) }),
  ),
});

type Listed = z.infer<typeof SubscriptionStore>["subscriptions"];

async function records(lane: Lane): Promise<Listed> {
  return SubscriptionStore.parse(await lane.control("subscriptions", {}, "GET")).subscriptions;
}

/** False if no further charge is due. */
export async function nextPeriod(lane: Lane, hours: number): Promise<boolean> {
  const due = (await records(lane)).flatMap(({ next_at: at }) => (at === null ? [] : [Date.parse(at)]));
  if (due.length === 0) return false;
  await lane.advance(Math.max(0, Math.min(...due) - lane.nowMs) + hours * HOUR);
  return true;
}

async function onSubscriptions(lane: Lane, call: string, body: object = {}): Promise<Heard> {
  const said: string[] = [];
  for (const { recurring_id } of await records(lane))
    said.push((await lane.control(call, { recurring_id, ...body })) ? "done" : "refused");
  return done(said.join(", "));
}

async function tellAgain(lane: Lane, times: number): Promise<Heard> {
  const said: string[] = [];
  for (const { charges } of await records(lane)) {
    // The first one is the customer's own payment.
    for (const transaction_id of charges.slice(1)) {
      const told = await lane.control("notify", { transaction_id, times });
      said.push(JSON.stringify(told?.results ?? "none"));
    }
  }
  return done(said.join(", ").slice(0, 200));
}
