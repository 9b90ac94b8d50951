import { inLockOrder } from "../ledger/attention-rows";
import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import type { OpenItem } from "./load-evidence";
import { kindsThatNeedAQuery } from "./rules";

/** Makes status checks due for items that only the gateway can resolve, unless the payment is checked anyway. */
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Ten minutes after it was raised, then hourly for a day, then daily: our choice. */
export function isStatusCheckDue(item: Pick<OpenItem, "raised_at" | "queried_at">, now: Date): boolean {
  const age = now.getTime() - item.raised_at.getTime();
  if (item.queried_at === null) return age >= 10 * MINUTE_MS;
  return now.getTime() - item.queried_at.getTime() >= (age < DAY_MS ? HOUR_MS : DAY_MS);
}

export async function requestStatusChecks(
  pg: Knex,
  items: readonly OpenItem[],
  { now, isConfigured }: { readonly now: Date; readonly isConfigured: (account: string) => boolean },
): Promise<void> {
  const due = items.filter((item) => isStatusCheckDue(item, now) && isConfigured(item.account));
  const ofPayments = due.filter(({ kind }) => kindsThatNeedAQuery.some((name) => name === kind));
  const ofAccounts = due.filter(({ kind }) => kind === "query_refused");
  await pg("acquiring_payment_attempt")
    .whereIn(
      "id",
      ofPayments.flatMap(({ attempt_id: id }) => id ?? []),
    )
    .whereNull("next_check_at")
    .update({ next_check_at: now });
  // Any payment of an account shows whether its queries are accepted again.
  for (const { account } of ofAccounts) {
    await pg("acquiring_payment_attempt")
      .where(
        "id",
        pg("acquiring_payment_attempt")
          .where({ account, deleted_at: null })
          .whereNotNull("gateway_payment_id")
          .orderBy("created_at", "desc")
          .limit(1)
          .select("id"),
      )
      .whereNull("next_check_at")
      .update({ next_check_at: now });
  }
  const asked = [...ofPayments, ...ofAccounts].map(({ id }) => id);
  await pg("acquiring_attention_item").whereIn("id", inLockOrder(pg, asked)).update({ queried_at: now });
}
