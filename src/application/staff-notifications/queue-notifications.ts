import type { MedusaContainer } from "@medusajs/framework/types";
import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import type { Announced, NewNotification, NotificationTarget, SavedNotifications } from "../../modules/acquiring";
import { FIRST_NOTIFICATIONS, addNotifications, currentNotifications, dropWaiting } from "../../modules/acquiring";
import { resolveLedger } from "../resolve-ledger";
import { deliveryTime } from "./delivery-time";
import { BELL, targetsOf } from "./recipients";
import { factOfItem, factOfPayment } from "./told-facts";

/** Writes down whom to tell of delivered events, in the transaction that removes them: each is told once, and none is invented. */
export async function queueStaffNotifications(
  container: MedusaContainer,
  trx: Knex,
  { payments, attention }: Announced,
): Promise<void> {
  const facts = [...payments.flatMap(factOfPayment), ...attention.flatMap(factOfItem)];
  const resolved = attention.filter(({ kind }) => kind === "resolved").map(({ itemId }) => itemId);
  if (facts.length > 0) {
    const settings: SavedNotifications = (await currentNotifications(trx)) ?? FIRST_NOTIFICATIONS;
    const added = facts.flatMap((fact): NewNotification[] =>
      targetsOf(settings, fact.topic).map((target) => ({ ...target, ...fact })),
    );
    const roles = new Map(settings.roles.map((role) => [role.id, role]));
    const dueAt = ({ role: id }: NotificationTarget, from: Date): Date => {
      const role = id === BELL ? undefined : roles.get(id);
      return role ? deliveryTime(role, from) : from;
    };
    await addNotifications(trx, added, { now: resolveLedger(container).now(), dueAt });
  }
  await dropWaiting(trx, resolved);
}
