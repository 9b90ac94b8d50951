import type { MedusaContainer } from "@medusajs/framework/types";
import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import type { Announced, NewStaffNotification, NotificationTarget, SavedNotifications } from "../../modules/acquiring";
import {
  FIRST_NOTIFICATIONS,
  addNotifications,
  currentNotifications,
  dropWaiting,
  runTransaction,
} from "../../modules/acquiring";
import { resolveLedger } from "../resolve-ledger";
import { deliveryTime } from "./delivery-time";
import { BELL, targetsOf } from "./recipients";
import type { ToldFact } from "./told-facts";
import {
  factOfDispute,
  factOfItem,
  factOfLink,
  factOfPayment,
  factOfPayout,
  factOfSubscription,
  settledByItem,
  settledByPayment,
} from "./told-facts";

/** Writes down whom to tell of delivered events, in the transaction that removes them: each is told once, and none is invented. */
export async function queueStaffNotifications(
  container: MedusaContainer,
  trx: Knex,
  { payments, attention, disputes, paymentLinks, subscriptions, payouts }: Announced,
): Promise<void> {
  const facts = [
    ...payments.flatMap(factOfPayment),
    ...attention.flatMap(factOfItem),
    ...disputes.map(factOfDispute),
    ...paymentLinks.flatMap(factOfLink),
    ...subscriptions.flatMap(factOfSubscription),
    ...payouts.flatMap(factOfPayout),
  ];
  if (facts.length > 0) await queueFacts(container, trx, facts);
  await dropWaiting(trx, [...payments.flatMap(settledByPayment), ...attention.flatMap(settledByItem)]);
}

/** Of what no event of the ledger reports. The caller repeats it until it succeeds. */
export async function tellStaff(container: MedusaContainer, fact: ToldFact): Promise<void> {
  await runTransaction(resolveLedger(container).attempts.connection, (trx) => queueFacts(container, trx, [fact]));
}

/** In the transaction of what they tell. */
export async function queueFacts(container: MedusaContainer, trx: Knex, facts: readonly ToldFact[]): Promise<void> {
  const settings: SavedNotifications = (await currentNotifications(trx)) ?? FIRST_NOTIFICATIONS;
  const added = facts.flatMap(({ unlessTopic, ...fact }): NewStaffNotification[] =>
    targetsOf(settings, fact.topic, unlessTopic).map((target) => ({ ...target, ...fact })),
  );
  const roles = new Map(settings.roles.map((role) => [role.id, role]));
  const dueAt = ({ role: id }: NotificationTarget, from: Date): Date => {
    const role = id === BELL ? undefined : roles.get(id);
    return role ? deliveryTime(role, from) : from;
  };
  await addNotifications(trx, added, { now: resolveLedger(container).now(), dueAt });
}
