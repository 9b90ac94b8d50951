import type { MedusaContainer } from "@medusajs/framework/types";
import type { AttemptRow } from "../../modules/acquiring";
import { resolveSubscriptions } from "../renewals/subscriptions-of";

export async function subscriptionsByAttempt(
  container: MedusaContainer,
  attempts: readonly Pick<AttemptRow, "id" | "renewal_of" | "subscription">[],
): Promise<ReadonlyMap<string, { id: string }>> {
  const firsts = new Map(
    attempts.flatMap(({ id, renewal_of: of, subscription }) =>
      of !== null ? [[id, of] as const] : subscription !== null ? [[id, id] as const] : [],
    ),
  );
  if (firsts.size === 0) return new Map();
  const rows = await resolveSubscriptions(container).records.byAttempts([...new Set(firsts.values())]);
  return new Map(
    [...firsts].flatMap(([id, first]) => {
      const subscription = rows.find(({ attempt_id: of }) => of === first);
      return subscription ? [[id, { id: subscription.id }] as const] : [];
    }),
  );
}
