import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys, PaymentSessionStatus } from "@medusajs/framework/utils";
import { z } from "@medusajs/framework/zod";
import type { AttemptRow } from "../../modules/acquiring";
import { resolveLedger } from "../resolve-ledger";
import { openCollectionOf } from "./balance-collection";
import type { Projection } from "./load-medusa-payment";

/**
 * An order whose voucher or transfer expired or was refused is kept for `unpaidOrders.keepDays`, so that the customer can
 * pay it again with a link. Cancelled afterwards by the projection of the attempt.
 */
const DAY_MS = 86_400_000;
/** Until a payment that is at the gateway when the time is over has ended. Our choice. */
const LIVE_LOOK_MS = 3_600_000;

const Ended = z.object({ ended_at: z.coerce.date().nullable() });
const ENDED = `
  SELECT max(occurred_at) AS ended_at FROM acquiring_entry
  WHERE attempt_id = ? AND from_state = 'pending' AND to_state = ? AND deleted_at IS NULL`;

/** When the customer's voucher or transfer ended unpaid, or null. */
export async function endedUnpaidAt(
  container: MedusaContainer,
  { id, state }: Pick<AttemptRow, "id" | "state">,
): Promise<Date | null> {
  if (state !== "declined" && state !== "expired") return null;
  const pg = container.resolve(ContainerRegistrationKeys.PG_CONNECTION);
  const { rows } = await pg.raw<{ rows: unknown[] }>(ENDED, [id, state]);
  return Ended.parse(rows[0]).ended_at;
}

/** The order was placed before its payment was decided, and has no payment since. */
export const waitedInVain = ({ view: { order, payment, session } }: Pick<Projection, "view">): boolean =>
  session?.status === PaymentSessionStatus.PENDING_AUTHORIZATION.toString() &&
  payment === null &&
  order !== null &&
  order.status !== "canceled" &&
  !order.isPaid;

/** When to look whether the order is to be cancelled; null: now, or never. */
export async function keptUntil({
  container,
  row,
  view,
}: Pick<Projection, "container" | "row" | "view">): Promise<Date | null> {
  if (!waitedInVain({ view }) || view.order === null) return null;
  const ledger = resolveLedger(container);
  const { keepDays } = ledger.options.unpaidOrders;
  const endedAt = keepDays > 0 && row.hold_decision !== "rejected" ? await endedUnpaidAt(container, row) : null;
  if (endedAt !== null) {
    const until = new Date(endedAt.getTime() + keepDays * DAY_MS);
    if (until > ledger.now()) return until;
  }
  const collectionId = await openCollectionOf(container, view.order.id);
  const live = collectionId && (await ledger.attempts.liveOfCollection(collectionId));
  return live ? new Date(ledger.now().getTime() + LIVE_LOOK_MS) : null;
}
