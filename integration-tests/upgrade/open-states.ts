import type { AttemptRow } from "../../src/modules/acquiring/ledger/rows/attempt-row";
import type { Process } from "../model/bench";
import type { Setting } from "../model/setting";
import type { Step } from "../model/steps";
import type { World } from "../model/world";
import { cardPayment } from "../support/card-payment";
import { payoutRequest, plainPayout } from "../support/payout-request";
import { subscriptionPayment } from "../support/subscription-payment";

/**
 * What a version leaves when it is replaced: payments and operations in every state that the ledger knows. Played by the
 * earlier version; see `make-fixture.ts`.
 */
export const SETTING: Setting = {
  sessions: [
    { account: "second", currency: "KWD" },
    { account: "main", currency: "EUR" },
  ],
  dialects: { main: "off", second: "off" },
};

/** All payments are of one cart, within minutes. */
const FREE = { max: 1_000, windowMs: 1_000 };
export const OPTIONS = {
  payout: { amountUnit: "minor" },
  cardTesting: { limits: { session: FREE, cart: FREE, customer: FREE, address: FREE, card: FREE } },
};

const one = { by: "one", dies: null } as const;
const HELD_CARD = "4000000000009235";
const MINUTE = 60_000;
let payments = 0;

/** A second later, so that payments have an order. */
const pay = (card: Extract<Step, { do: "pay" }>["card"], dies: string | null = null): Step[] => {
  payments += 1;
  return [
    { do: "advance", ms: 1_000 },
    { do: "pay", by: "one", dies, session: payments - 1, card },
  ];
};
const last = (): number => payments - 1;
const write = (kind: "capture" | "refund", amount: number, dies: string | null = null): Step => ({
  ...{ do: kind, by: "one", dies, payment: last(), amount, key: amount },
});
const cancel = (dies: string | null = null): Step => ({ do: "void", by: "one", dies, payment: last(), key: 0 });
const fault = (operation: string, name: string): Step => ({ do: "fault", operation, fault: name, at: "main" });

/** What has ended, or rests. */
function ended(): Step[] {
  return [
    ...[...pay("approved"), write("capture", 40)],
    ...[...pay("challenge"), { do: "advance", ms: 31 * MINUTE } as const, { do: "work", ...one } as const],
    ...[...pay("lostBefore"), { do: "advance", ms: 30 * MINUTE } as const, { do: "work", ...one } as const],
    ...pay("approved"),
    ...[...pay("approved"), write("capture", 100)],
    ...[...pay("approved"), cancel()],
    ...pay("declined"),
    ...[...pay("approved"), fault("capture", "drop-before"), write("capture", 65)],
    ...[{ do: "advance", ms: 30 * MINUTE } as const, { do: "work", ...one } as const],
    ...[...pay("approved"), write("capture", 90), write("refund", 40)],
    { do: "settleRefunds", payment: last(), outcome: "done" },
    ...[{ do: "query", ...one, payment: last() } as const, write("refund", 30)],
    ...[...pay("approved"), write("capture", 80), write("refund", 20)],
    { do: "settleRefunds", payment: last(), outcome: "failed" },
    { do: "query", ...one, payment: last() },
  ];
}

/** What is open: answers that were lost, processes that died, requests that never left. */
function open(): Step[] {
  return [
    ...[...pay("pending"), ...pay("challenge"), ...pay("lostBefore"), ...pay("lostAfter"), ...pay("errorAfter")],
    ...[...pay("unmapped"), ...pay("doubtful")],
    ...[...pay("approved", "authorise:before-send"), ...pay("approved", "authorise:after-send")],
    ...[...pay("approved", "authorise:after-conclude")],
    ...["before-send", "after-send", "after-conclude"].flatMap((place) => [
      ...[...pay("approved"), write("capture", 60, `capture:${place}`)],
      ...[...pay("approved"), cancel(`void:${place}`)],
      ...[...pay("approved"), write("capture", 100), write("refund", 50, `refund:${place}`)],
    ]),
    ...["drop-before", "drop-after-apply"].flatMap((name) => [
      ...[...pay("approved"), fault("capture", name), write("capture", 70)],
      ...[...pay("approved"), fault("cancel", name), cancel()],
      ...[...pay("approved"), write("capture", 100), fault("refund", name), write("refund", 45)],
    ]),
    ...[...pay("approved"), { do: "weather", weather: "down", at: "main" } as const, write("capture", 55)],
    { do: "weather", weather: "up", at: "main" },
    ...[...pay("approved"), write("capture", 100), { do: "weather", weather: "down", at: "main" } as const],
    ...[write("refund", 35), { do: "weather", weather: "up", at: "main" } as const],
    ...[...pay("approved"), { do: "giveBack", by: "one", dies: "reverse:before", payment: last() } as const],
    ...[...pay("approved"), { do: "portal", payment: last(), action: "capture" } as const],
  ];
}

/** A notification that was acknowledged when the process died: stored, not yet processed. */
const stored: readonly Step[] = [
  { do: "deliver", by: "one", dies: "inbox:before-apply", letter: 7, times: 1 },
  { do: "deliver", by: "one", dies: "inbox:before-apply", letter: 9, times: 1 },
];

export const leaveOpen = (): Step[] => [...ended(), ...open(), ...stored];

/** What the model's stories do not tell: a subscription with an open cancellation, payouts, a saved card, leases. */
export async function leaveMore(world: World, process: Process): Promise<void> {
  const { service } = process;
  const { gateway } = world.bench;
  await leaveExpired(world, process);
  const session = `payses_${String(payments)}`;
  const { attempt } = await service.pay(subscriptionPayment(session));
  await gateway.fault("cancelsubscription", "drop-after-apply");
  await cancelSubscription(process, attempt);
  await service.payouts.send(payoutRequest(plainPayout()));
  for (const name of ["drop-before", "drop-after-apply"]) {
    await gateway.fault("payout", name);
    await service.payouts.send(payoutRequest(plainPayout()));
  }
  await service.savedCards.keep({
    ...{ account: "main", customerId: "cus_1", token: "tok_of_the_gateway", mask: "411111******1111", brand: "visa" },
    ...{ expiryMonth: "12", expiryYear: "2039", firstName: "Ada", lastName: "Lovelace" },
  });
  // Its holder is never heard of again.
  await service.leases.take("cart-completion", "cart_of_a_dead_process");
  await leaveReviews(world, process);
}

/** The customer did not come back from the bank's page in time. */
async function leaveExpired(world: World, process: Process): Promise<void> {
  const wish = { session: payments, card: "challenge", waitsMs: MINUTE } as const;
  payments += 1;
  const { attempt } = await world.pay(process, wish);
  world.bench.advance(2 * MINUTE);
  await process.service.checkAttempt(attempt?.id ?? "");
}

/** One that waits for a person, and one whose process died after it had sent the approval. */
async function leaveReviews({ bench }: World, process: Process): Promise<void> {
  const { service } = process;
  const hold = async (): Promise<string> => {
    payments += 1;
    const cart = `cart_${String(payments)}`;
    const { attempt } = await service.pay(cardPayment(`payses_${String(payments)}`, cart, { card: HELD_CARD }));
    if (!attempt) throw new Error("The held payment was not paid.");
    return attempt.id;
  };
  await hold();
  const attemptId = await hold();
  const decision = { action: "approve", note: null, actorId: "user_1", idempotencyKey: "review_1" } as const;
  process.life.dieAt("review:after-send");
  await bench.act(process, () => service.reviews.review({ attemptId, ...decision }));
}

async function cancelSubscription({ service }: Process, attempt: AttemptRow | null): Promise<void> {
  if (!attempt) throw new Error("The subscription was not paid.");
  await service.gate.run({
    ...{ attemptId: attempt.id, kind: "cancel_subscription", amount: null, idempotencyKey: "cancel_1" },
    ...{ actor: "admin", actorId: null },
  });
}
