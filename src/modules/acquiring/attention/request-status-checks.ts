import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import type { OpenItem } from "./load-evidence";
import { endsByQuestion } from "./rules";

/**
 * Has the gateway asked about payments whose items only its word can end. It makes
 * the question due and leaves the asking to the work job; nothing here reaches the
 * wire. A payment that is asked about anyway is left alone.
 */
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Ten minutes after it was raised, then hourly for a day, then daily: our choice; an item that never ends costs one question a day. */
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
  const ofPayments = due.filter(({ kind }) => endsByQuestion.some((name) => name === kind));
  const ofAccounts = due.filter(({ kind }) => kind === "query_refused");
  await pg("acquiring_payment_attempt")
    .whereIn(
      "id",
      ofPayments.flatMap(({ attempt_id: id }) => id ?? []),
    )
    .whereNull("next_check_at")
    .update({ next_check_at: now });
  // Whether an account's queries are accepted again is learnt from any of its payments.
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
  await pg("acquiring_attention_item").whereIn("id", asked).update({ queried_at: now });
}
